"""Entries compared with others: nested terms, forbidden ones, other glossaries, the other direction."""

from __future__ import annotations

import pytest

from termdesk.domain.advice.comparison import CONTRADICTS, ELSEWHERE, MANY_TO_ONE, MISSING, NeighbourComparison
from termdesk.domain.advice.forbidden import forbidden_check
from termdesk.domain.advice.nested import HOLDS, HOLDS_OTHERWISE, NestedIndex
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.language.language import LanguagePair

EN_DE, JA_EN = LanguagePair("en", "de"), LanguagePair("ja", "en")


def phrases_of(pairs: list[tuple[str, str]]) -> RowPhrases:
    phrases = RowPhrases()
    phrases.sources, phrases.targets = [source for source, _ in pairs], [target for _, target in pairs]
    return phrases


def nested(pairs: list[tuple[str, str]], pair: LanguagePair) -> list[tuple[str, str, bool]]:
    index = NestedIndex(phrases_of(pairs), pair)
    rows = range(len(pairs))
    index.put(rows)
    index.look(rows)
    return [
        (pairs[row][0], pairs[inner][0], bit == HOLDS)
        for row in rows
        for bit in (HOLDS, HOLDS_OTHERWISE)
        if index.marks()[row] & bit
        for inner in index.inside(row, bit)
    ]


def test_an_entry_inside_another_is_found_with_what_its_target_becomes() -> None:
    pairs = [("Credit note number", "Gutschriftnummer"), ("credit", "Kredit"), ("credit note", "Gutschrift")]

    assert nested(pairs, EN_DE) == [
        ("Credit note number", "credit note", True),
        ("credit note", "credit", False),
    ]


@pytest.mark.parametrize("inner", ["café", "cafe\u0301"])
@pytest.mark.parametrize("outer", ["café noir", "cafe\u0301 noir"])
def test_an_entry_is_found_inside_another_in_whatever_form_its_accents_are_written(inner: str, outer: str) -> None:
    pairs = [(outer, "schwarzer Kaffee"), (inner, "Kaffee"), ("cafe", "Cafeteria")]

    assert nested(pairs, LanguagePair("fr", "de")) == [(outer, inner, True)]


def test_parts_of_words_are_nothing_nested() -> None:
    assert (
        nested(
            [
                ("a", "ein"),
                ("a cart", "Karren"),
                ("art", "Kunst"),
                ("cart wheel", "Rad"),
                ("art", "Art"),
                ("ART", "Kunst"),
            ],
            EN_DE,
        )
        == []
    )


def test_of_entries_with_the_same_source_it_is_enough_that_one_agrees() -> None:
    pairs = [("credit note", "Gutschrift"), ("credit", "Kredit"), ("Credit", "Gut"), ("note", "Notiz"), ("note", "Ton")]

    assert nested(pairs, EN_DE) == [
        ("credit note", "Credit", True),
        ("credit note", "note", False),
        ("credit note", "note", False),
    ]


def test_without_spaces_terms_are_found_anywhere_but_single_characters() -> None:
    pairs = [("信用状", "letter of credit"), ("信用", "credit"), ("状", "letter"), ("書", "book")]

    assert nested(pairs, JA_EN) == [("信用状", "信用", True)]


@pytest.mark.parametrize(
    ("source", "target", "used"),
    [
        ("cell phone", "Handy", ("Handy",)),
        ("Cell phone case", "Handyhülle mit Handy", ("Handy",)),
        ("cell phone", "Mobiltelefon", ()),
        ("walkie-talkie", "Handy", ()),
        ("house", "Bude am See", ("Bude",)),
    ],
)
def test_forbidden_targets_are_found_for_their_source_or_everywhere(source, target, used) -> None:
    check = forbidden_check([("cell phone", "Handy"), ("", "Bude"), ("gone", "")], EN_DE)

    assert check(source, target) == used


def test_other_targets_are_told_by_glossary() -> None:
    others = {"Bank": {"credit": "Darlehen", "note": "Notiz"}, "Law": {"credit": "Kredit"}, "Old": {"credit": "Credit"}}
    comparison = NeighbourComparison(phrases_of([("credit", "Kredit"), ("note", "Notiz")]), others, None)

    comparison.look(range(2))

    assert list(comparison.marks({})) == [ELSEWHERE, 0]
    assert comparison.elsewhere("credit", "Kredit") == ("Bank: Darlehen", "Old: Credit")


def test_directions_are_compared() -> None:
    pairs = [("flat", "Wohnung"), ("apartment", "Wohnung"), ("house", "Haus"), ("car", "Auto"), ("boat", "Boot")]
    reverse = {"Wohnung": "flat", "Haus": "home", "Boot": "boat", "Tür": "door"}
    comparison = NeighbourComparison(phrases_of([*pairs, ("", "")]), {}, reverse)

    comparison.look(range(6))

    assert list(comparison.marks(dict(pairs))) == [0, MANY_TO_ONE, CONTRADICTS, MISSING, 0, 0]
    assert comparison.back("Haus") == "home"
    assert comparison.only_in_reverse(dict(pairs)) == 2
