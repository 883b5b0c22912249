"""Entries compared with others: nested terms, forbidden ones, other glossaries, the other direction."""

from __future__ import annotations

import pytest

from termdesk.domain.advice.comparing import against_reverse, other_targets
from termdesk.domain.advice.forbidden import forbidden_check
from termdesk.domain.advice.nested import nestings
from termdesk.domain.language import LanguagePair

EN_DE, JA_EN = LanguagePair("en", "de"), LanguagePair("ja", "en")


def nested(pairs: list[tuple[str, str]], pair: LanguagePair) -> list[tuple[str, str, bool]]:
    sources, targets = [source for source, _ in pairs], [target for _, target in pairs]
    found = nestings(sources, targets, pair)
    rows = zip(found.outer, found.inner, found.agrees, strict=True)
    return [(sources[outer], sources[inner], bool(agrees)) for outer, inner, agrees in rows]


def test_an_entry_inside_another_is_found_with_what_its_target_becomes() -> None:
    pairs = [("Credit note number", "Gutschriftnummer"), ("credit", "Kredit"), ("credit note", "Gutschrift")]

    assert nested(pairs, EN_DE) == [
        ("Credit note number", "credit note", True),
        ("credit note", "credit", False),
    ]


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

    assert other_targets(["credit", "note"], ["Kredit", "Notiz"], others) == {0: ("Bank: Darlehen", "Old: Credit")}


def test_directions_are_compared() -> None:
    sources = ["flat", "apartment", "house", "car", "boat", ""]
    targets = ["Wohnung", "Wohnung", "Haus", "Auto", "Boot", ""]

    found = against_reverse(sources, targets, {"Wohnung": "flat", "Haus": "home", "Boot": "boat", "Tür": "door"})

    assert found.missing == {3: ("Auto",)}
    assert found.contradicting == {2: ("Haus", "home")}
    assert found.many_to_one == {1: ("Wohnung", "flat")}
    assert found.only_there == 2
