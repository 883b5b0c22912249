"""Terms are found in sources and looked for in translations."""

from __future__ import annotations

import pytest

from termdesk.domain.terms import Exactness, TermIndex, check_use


def _lemma(word: str) -> str:
    return {"houses": "house", "mice": "mouse"}.get(word.casefold(), word)


def test_the_longest_term_wins_and_none_overlaps() -> None:
    index = TermIndex([("data", "datos"), ("data base", "base"), ("base line", "línea")], language="en")

    hits = index.find("A data base line and data.")

    assert [(hit.source, hit.start, hit.end) for hit in hits] == [("data base", 2, 11), ("data", 21, 25)]


def test_a_term_inside_a_word_is_none() -> None:
    assert TermIndex([("art", "arte")], language="en").find("A party starts.") == []


def test_the_term_as_written_comes_before_the_one_in_another_case() -> None:
    index = TermIndex([("apple", "manzana"), ("Apple", "Apple")], language="en")

    hits = index.find("Apple apple APPLE")

    assert [hit.target for hit in hits] == ["Apple", "manzana", "manzana"]
    assert [hit.exactness for hit in hits] == [Exactness.EXACT, Exactness.EXACT, Exactness.OTHER_CASE]


def test_other_forms_of_a_term_are_found_by_their_lemma() -> None:
    index = TermIndex([("house mouse", "ratón")], language="en", lemmatise=_lemma)

    (hit,) = index.find("Two house mice.")

    assert (hit.start, hit.end, hit.exactness) == (4, 14, Exactness.INFLECTED)


@pytest.mark.parametrize(
    ("language", "term", "text", "place"),
    [
        ("ja", "用語集", "この用語集です", (2, 5)),
        ("zh", "词典", "打开词典吧", (2, 4)),
        ("zh-Hans", "词典", "词典", (0, 2)),
    ],
)
def test_terms_are_found_anywhere_where_words_have_no_spaces(
    language: str, term: str, text: str, place: tuple[int, int]
) -> None:
    (hit,) = TermIndex([(term, "x")], language=language).find(text)

    assert (hit.start, hit.end) == place


def test_a_term_that_stands_twice_must_be_used_twice() -> None:
    hits = TermIndex([("house", "casa")], language="en").find("house and house")

    uses = check_use(hits, "La casa y el edificio", language="es")

    assert [use.found_at for use in uses] == [(3, 7), None]


def test_an_inflected_target_counts_as_used_and_another_word_does_not() -> None:
    hits = TermIndex([("draft", "borrador")], language="en").find("draft")

    assert check_use(hits, "Los borradores", language="es")[0].found_at == (4, 14)
    assert check_use(hits, "Los bordes", language="es")[0].found_at is None
