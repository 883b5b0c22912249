"""Sentences are divided into words and joined again: spaces, capitals, and languages without spaces."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.engines.statistical.words import (
    JOINT,
    join_words,
    lower_words,
    rewritten,
    usual_writing,
    words_of,
)


@given(st.text(st.sampled_from("aßÉ1_ .,:;!?()[]{}<>|#%&\"'/\\-–…„“«»"), max_size=40))
def test_words_make_their_sentence_again(sentence: str) -> None:
    assert join_words(words_of(sentence, "de")) == " ".join(sentence.split())


@given(st.text(max_size=40), st.sampled_from(["de", "ja", "zh", "ar", "he"]))
def test_nothing_but_spaces_is_lost_and_no_word_holds_a_space(sentence: str, language: str) -> None:
    words = words_of(sentence, language)

    whole = unicodedata.normalize("NFC", sentence)
    private = str.maketrans("", "", JOINT + "\ue001\ue002#|")
    assert "".join("".join(words).split()).translate(private) == "".join(whole.split()).translate(private)
    assert not any(character.isspace() for word in words for character in word)


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_languages_without_spaces_are_taken_by_character(language: str) -> None:
    words = words_of("新しい File 名", language)

    assert words == ["新", "し", "い", "File", "名"]


def test_vowel_signs_stay_in_their_words() -> None:
    assert words_of("שָׁלוֹם עולם", "he") == [unicodedata.normalize("NFC", "שָׁלוֹם"), "עולם"]


def test_capitals_come_from_the_corpus_and_from_the_source() -> None:
    usual = usual_writing([["Das", "Haus", "ist", "rot"], ["Ein", "Haus", "steht"]])

    written = rewritten(["das", "haus", "zqxaj"], source=["The", "house", "ZQXAJ"], usual=usual)

    assert written == ["Das", "Haus", "ZQXAJ"]


def test_a_sentence_in_capitals_stays_so() -> None:
    assert rewritten(["alles", "speichern"], source=["SAVE", "ALL"], usual={}) == ["ALLES", "SPEICHERN"]


def test_lowering_keeps_every_word() -> None:
    assert lower_words(["Das", "HAUS"]) == ["das", "haus"]
