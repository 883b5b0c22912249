"""Entries compared with other glossaries and with the other direction."""

from __future__ import annotations

from support.detailed import phrases_of
from termdesk.domain.findings.comparison import CONTRADICTS, ELSEWHERE, MANY_TO_ONE, MISSING, NeighborComparison


def test_other_targets_are_told_by_glossary() -> None:
    others = {"Bank": {"credit": "Darlehen", "note": "Notiz"}, "Law": {"credit": "Kredit"}, "Old": {"credit": "Credit"}}
    comparison = NeighborComparison(phrases_of([("credit", "Kredit"), ("note", "Notiz")]), others, None)

    comparison.look(range(2))

    assert list(comparison.marks({})) == [ELSEWHERE, 0]
    assert comparison.elsewhere("credit", "Kredit") == ("Bank: Darlehen", "Old: Credit")


def test_directions_are_compared() -> None:
    pairs = [("flat", "Wohnung"), ("apartment", "Wohnung"), ("house", "Haus"), ("car", "Auto"), ("boat", "Boot")]
    reverse = {"Wohnung": "flat", "Haus": "home", "Boot": "boat", "Tür": "door"}
    comparison = NeighborComparison(phrases_of([*pairs, ("", "")]), {}, reverse)

    comparison.look(range(6))

    assert list(comparison.marks(dict(pairs))) == [0, MANY_TO_ONE, CONTRADICTS, MISSING, 0, 0]
    assert comparison.back("Haus") == "home"
    assert comparison.only_in_reverse(dict(pairs)) == 2


def test_a_row_is_compared_again_after_an_edit() -> None:
    phrases = phrases_of([("credit", "Kredit"), ("note", "Notiz")])
    comparison = NeighborComparison(phrases, {"Bank": {"credit": "Darlehen"}}, {"Notiz": "memo"})
    comparison.look(range(2))
    before = [comparison.is_elsewhere(row) for row in range(3)]

    phrases.targets[0] = "Darlehen"
    phrases.forbidden.add(1)
    comparison.look(range(2))

    assert before == [True, False, False]
    assert not comparison.is_elsewhere(0)
    assert list(comparison.marks({})) == [MISSING, 0]
