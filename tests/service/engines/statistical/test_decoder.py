"""A trained model in use: its description on disk, and sentences of any length, divided into parts if necessary."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.engines.statistical import decoder
from termdesk.service.engines.statistical.decoder import (
    DESCRIPTION,
    LONGEST_PART,
    Decoder,
    Description,
    read_description,
    write_description,
)


@given(st.lists(st.sampled_from(["one", "two", ",", "."]), max_size=350))
def test_the_parts_are_the_sentence_and_none_is_too_long(words: list[str]) -> None:
    parts = decoder._parts(words)

    assert list(chain.from_iterable(parts)) == words
    assert all(len(part) <= LONGEST_PART for part in parts)


def test_a_long_sentence_is_cut_behind_a_mark_if_there_is_one() -> None:
    words = ["a"] * 60 + [","] + ["b"] * 60

    assert [len(part) for part in decoder._parts(words)] == [61, 60]


def test_a_description_is_kept_with_what_was_measured(tmp_path: Path) -> None:
    made = Description("en", "fi", "Small talk", 9, (1.0, 2.0), {"iphone": "iPhone"})
    measured = made.with_weights((3.0,)).with_measures(known_words=0.5, exact=0.25, similarity=1.0)

    write_description(tmp_path, measured)

    found = read_description(tmp_path)
    assert found == measured
    assert (found.weights, found.known_words, found.exact, found.similarity) == ((3.0,), 0.5, 0.25, 1.0)


@pytest.mark.parametrize("content", ["", "{", '{"source": "en"}'])
def test_what_is_no_description_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / DESCRIPTION).write_text(content)

    with pytest.raises(msgspec.DecodeError):
        read_description(tmp_path)


def test_a_model_translates_what_it_never_saw_and_names_what_it_does_not_know(trained_model: Path) -> None:
    trained = Decoder(trained_model)
    try:
        assert trained.translate("The green river waits.") == ("Vihreä joki odottaa.", [])
        text, unknown = trained.translate("The green Xylophone waits.")
        assert "Xylophone" in text
        assert [word.lower() for word in unknown] == ["xylophone"]
        assert trained.translate("  ") == ("  ", [])
    finally:
        trained.close()


def test_words_are_traced_to_those_that_they_come_from(trained_model: Path) -> None:
    sentence = "The green river, the old dog waits."
    trained = Decoder(trained_model)
    try:
        found = {word: [sentence[start:end] for start, end in positions] for word, positions in trained.trace(sentence)}
        text, _ = trained.translate(sentence)
        long = trained.trace("green dog " * 70)
        decomposed = trained.trace("Cafe\u0301 dog")
    finally:
        trained.close()

    assert list(found) == re.findall(r"\w+|[^\w\s]", text)
    assert ("green" in found["Vihreä"], found["joki"]) == (True, ["river"])
    assert ("old" in found["vanha"], found["koira"], found["odottaa"]) == (True, ["dog"], ["waits"])
    # In a sentence with several parts, positions continue across parts.
    assert [position for _, positions in long for position in positions][-1] == (696, 699)
    assert decomposed == [], "the model sees other places"


def test_a_batch_gives_what_single_sentences_give(trained_model: Path) -> None:
    sentences = [["the", "red", "house", "falls", "."], ["the", "old", "dog", "waits", "."], ["x"] * 230]
    trained = Decoder(trained_model)
    try:
        together = trained.translate_words(sentences)
        alone = [trained.translate_words([each])[0] for each in sentences]
    finally:
        trained.close()

    assert together == alone
    assert together[2] == (["x"] * 230, ["x"] * 230)


@pytest.mark.parametrize("name", ["tm.ttable", "lm", "tm_swm.fa_lexnd"])
def test_a_model_with_a_missing_or_empty_file_is_refused_and_does_not_crash(
    trained_model: Path, tmp_path: Path, name: str
) -> None:
    for each in trained_model.iterdir():
        if each.is_file():
            (tmp_path / each.name).write_bytes(each.read_bytes())
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(OSError, match="empty"):
        Decoder(tmp_path)

    (tmp_path / name).unlink()
    with pytest.raises(OSError, match=r"\w"):
        Decoder(tmp_path)
