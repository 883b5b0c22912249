"""The terms of a dictionary take little memory, and memory that texts needed for them is released."""

from __future__ import annotations

import gc
import weakref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import MalformedText
from termdesk.domain.matching import term_table
from termdesk.domain.matching.term_keys import WordKeys, forms_of
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import Exactness, TermIndex
from termdesk.domain.matching.tokens import JOINT


def test_an_index_takes_little_more_memory_than_its_text() -> None:
    pairs = [(f"term number {number}", f"Begriff Nummer {number}") for number in range(5_000)]
    text = sum(len(f"{source}\t{target}\n".encode()) for source, target in pairs)

    assert TermTable(pairs, language="en", lemmatize=lambda word: word[:4]).size < 2 * text


def test_phrases_without_targets_take_no_room_for_them() -> None:
    table = TermTable([*(("a", "") for _ in range(2_000)), ("b", "x"), ("c", ""), ("d", "é")], language="en")

    assert [table.term(row) for row in (0, 1_999, *range(2_000, 2_003))] == [
        ("a", ""),
        ("a", ""),
        ("b", "x"),
        ("c", ""),
        ("d", "é"),
    ]
    assert TermTable([("a", "")] * 2_000, language="en").size < TermTable([("a", "b")] * 2_000, language="en").size


PHRASES = st.text(st.sampled_from("abé \u0301\"',-"), min_size=1, max_size=6)


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(st.tuples(PHRASES, PHRASES), max_size=8), st.sampled_from(["en", "it", "zh"]), st.integers(1, 40))
def test_a_tsv_gives_the_same_table_as_its_pairs(pairs: list[tuple[str, str]], language: str, at_once: int) -> None:
    tsv = delimited.write(Entries.of(pairs)).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(term_table, "_BYTES_AT_ONCE", at_once)
        from_tsv = TermTable(tsv=tsv, language=language, lemmatize=_stem)
    from_pairs = TermTable(pairs, language=language, lemmatize=_stem)
    text = " ".join([*(source for source, _ in pairs), "a ab"])

    assert [from_tsv.term(row) for row in range(len(from_tsv))] == pairs
    assert [from_pairs.term(row) for row in range(len(from_pairs))] == pairs
    found = [TermIndex([each], lemmatize=_stem).find(text) for each in (from_tsv, from_pairs)]
    assert found[0] == found[1]


def test_the_ends_of_sentences_in_terms_are_found_in_pairs_and_in_lines() -> None:
    pairs = [
        *(("house", "casa. Grande"), ("Dept. of Energy", "x. y"), ("a. b. c", "z"), ("über. É", "x")),
        *(("v2.5 of No. 7", "x"), ("e.g.\xa0this", "x"), ("2.5 mm", "No. 7"), ("Huh?! Well", "x"), ("wow!", "x. y")),
        *((f"term {number}", "Begriff. Nummer") for number in range(3_000)),
        ("Yahoo! Inc", "x"),
    ]
    expected = {"dept", "a", "b", "über", "yahoo", "no", "g", ""}

    for table in (
        TermTable(pairs, language="en"),
        TermTable(tsv=delimited.write(Entries.of(pairs)).encode(), language="en"),
    ):
        assert table.inner_ends.words == expected
        assert table.inner_ends.longest == len("Dept. of Energy")


def test_lines_that_are_not_two_phrases_are_refused_and_empty_ones_skipped() -> None:
    assert len(TermTable(tsv=b"a\tb\n\nc\td", language="en")) == 2
    with pytest.raises(MalformedText):
        TermTable(tsv=b"a\tb\tc\nd\n", language="en")


def test_lines_with_too_many_and_too_few_tabs_do_not_make_up_for_each_other() -> None:
    with pytest.raises(MalformedText):
        TermTable(tsv=b"a\tb\n\td\te\n\nf\tg\n", language="en")


def test_only_what_a_text_needs_is_split_into_words() -> None:
    asked: set[str] = set()

    def note(word: str) -> str:
        asked.add(word)
        return word

    table = TermTable([("big red house", "x"), ("big old ship", "y"), ("small car", "z")], language="en")

    keys = WordKeys(forms_of(note, table.tokenizer))
    group = table.group(table.beginnings("big", keys), "big", "red", keys)

    assert group is not None
    assert [table.term(row) for row in group.rows(JOINT.join(["big", "red", "house"]))] == [("big red house", "x")]
    assert table.group(table.beginnings("big", keys), "big", "small", keys) is None
    assert asked == {"big", "red", "old", "house"}


def test_groups_that_texts_opened_are_given_back_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(term_table, "_MOST_OPENED", 10)
    words = [chr(97 + number) + "word" for number in range(26)]
    table = TermTable(
        [(f"{word}s {number}", "x") for word in words for number in range(4)], language="en", lemmatize=_stem
    )
    index = TermIndex([table], lemmatize=_stem)
    before = table.size

    for _ in range(2):
        for word in words:
            assert [hit.exactness for hit in index.find(f"{word} 3 {word}s 2")] == [
                Exactness.INFLECTED,
                Exactness.EXACT,
            ]

    assert before < table.size < before + 10 * 1_000


def test_an_index_leaves_the_memory_at_once() -> None:
    pairs = [("circuit breakers", "disyuntores"), ("breaker", "disyuntor")]
    index = TermIndex.of(pairs, language="de", lemmatize=_stem)
    assert index.find("A circuit breaker.")
    kept = weakref.ref(index._words.keys)

    gc.disable()
    try:
        del index
        assert kept() is None
    finally:
        gc.enable()


def _stem(word: str) -> str:
    return word.removesuffix("s")
