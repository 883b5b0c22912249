"""Whether a translation used its terms: as it shows, and as the service says."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.terms import TermHit, TermIndex
from termdesk.domain.matching.uses import TermState, TermUse, as_reported, check_use


def test_a_term_that_stands_twice_must_be_used_twice() -> None:
    hits = TermIndex.of([("house", "casa")], language="en").find("house and house")

    uses = check_use(hits, "La casa y el edificio", language="es")

    assert [use.found_at for use in uses] == [(3, 7), None]


def test_an_inflected_target_counts_as_used_and_another_word_does_not() -> None:
    hits = TermIndex.of([("draft", "borrador")], language="en").find("draft")

    assert check_use(hits, "Los borradores", language="es")[0].found_at == (4, 14)
    assert check_use(hits, "Los bordes", language="es")[0].found_at is None


def test_how_a_target_stands_in_the_translation_is_told() -> None:
    hits = TermIndex.of([("drafts", "borrador"), ("law", "Ley")], language="en").find("drafts law")

    uses = check_use(hits, "La ley de borradores.", language="es")

    assert [use.state for use in uses] == [TermState.INFLECTED, TermState.USED]


def test_an_irregular_form_is_known_by_its_lemma() -> None:
    hits = TermIndex.of([("Maus", "mouse")], language="de").find("Maus")

    lemmas = {"mice": "mouse"}
    [use] = check_use(hits, "Three mice", language="en", lemmatise=lambda word: lemmas.get(word, word))

    assert use.found_at == (6, 10)


@pytest.mark.parametrize("written", ["café", "cafe\u0301"])
@pytest.mark.parametrize("target", ["café", "cafe\u0301"])
def test_canonically_equal_targets_are_the_same(written: str, target: str) -> None:
    text = f"Un {written}."

    [use] = check_use([TermHit(0, 1, "x", target)], text, language="fr")

    assert use.found_at == (3, 3 + len(written))
    assert check_use([TermHit(0, 1, "x", "cafe")], text, language="fr")[0].found_at is None


def test_a_target_is_found_where_words_have_no_spaces() -> None:
    [use] = check_use([TermHit(0, 1, "x", "用語集")], "この用語集です", language="ja")

    assert use.found_at == (2, 5)


HIT = TermHit(0, 5, "lease", "Pacht")
USED, MISSED = TermUse(HIT, TermState.USED, (0, 5)), TermUse(HIT, TermState.MISSED)


@pytest.mark.parametrize(
    ("found", "placed", "missed", "expected"),
    [
        (MISSED, ["lease"], [], TermUse(HIT, TermState.USED)),
        (USED, [], ["lease"], MISSED),
        (USED, ["lease"], [], USED),
        # Once placed and once missed, or not seen by the service: what was found here stands.
        (MISSED, ["lease"], ["lease"], MISSED),
        (USED, ["lease"], ["lease"], USED),
        (USED, [], [], USED),
        (MISSED, [], [], MISSED),
    ],
)
def test_what_the_service_says_goes_before_what_was_found(
    found: TermUse, placed: list[str], missed: list[str], expected: TermUse
) -> None:
    assert as_reported([found], placed=placed, missed=missed) == [expected]
