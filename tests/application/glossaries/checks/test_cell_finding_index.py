"""Findings about single cells, updated by each edit, without rules that take too long."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from support.detailed import phrases_of
from termdesk.application.glossaries.checks.cell_finding_index import CellFindingIndex
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import INVISIBLE, NEAR_DUPLICATE, REPEATED_BLANKS, SAME_AS_SOURCE, Severity
from termdesk.domain.language.language import LanguagePair

EN_DE = LanguagePair("en", "de")
BOTH = (SOURCE, TARGET)
RULES = (CustomRule("abbreviations", r"etc\."), CustomRule("empty", "^$"), CustomRule("off", "a", is_on=False))
PAIRS = [("e-mail", "E-Mail  hier"), ("email", "email"), ("hou\u00adse", "Haus etc."), ("a", "b")]


def index_of(phrases: RowPhrases, rules: Sequence[CustomRule] = RULES) -> CellFindingIndex:
    index = CellFindingIndex(phrases, EN_DE, rules)
    index.come(range(len(phrases.sources)), BOTH)
    return index


def test_a_cell_tells_what_is_odd_about_it() -> None:
    found = index_of(phrases_of(PAIRS))

    assert found.kinds_at(0, SOURCE) == [NEAR_DUPLICATE]
    assert found.kinds_at(0, TARGET) == [REPEATED_BLANKS]
    assert found.kinds_at(1, SOURCE) == [NEAR_DUPLICATE]
    assert found.kinds_at(1, TARGET) == [SAME_AS_SOURCE]
    assert found.kinds_at(2, SOURCE) == [INVISIBLE]
    assert found.kinds_at(2, TARGET) == ["own:abbreviations"]
    assert found.kinds_at(3, SOURCE) == []
    assert found.kinds_at(4, SOURCE) == []


def test_the_grid_marks_only_warnings() -> None:
    rules = (*RULES[:1], CustomRule("hint", "Haus", severity=Severity.HINT))
    found = index_of(phrases_of(PAIRS), rules)

    assert [found.kinds_marked_at(row, TARGET) for row in (0, 2)] == [[], ["own:abbreviations"]]
    assert found.kinds_marked_at(2, SOURCE) == [INVISIBLE]
    assert "own:hint" in found.kinds_at(2, TARGET)


@pytest.mark.slow
def test_a_rule_that_runs_away_is_left_out_and_named() -> None:
    phrases = phrases_of([("a" * 200, "b"), ("etc.", "c")])

    marks = index_of(phrases, (CustomRule("slow", r"(a|aa)+$x|(a+a+)+b"), *RULES)).marks()

    assert marks.too_slow == ("own:slow",)
    assert marks.cells["own:abbreviations"][SOURCE] == {1}


@pytest.mark.parametrize("column", BOTH)
@pytest.mark.parametrize("text", ["email", "E-Mail", "a  b", "hou\u00adse", "etc.", "a", ""])
def test_an_edit_leaves_what_reading_anew_finds(column: int, text: str) -> None:
    phrases = phrases_of([*PAIRS, ("", "")])
    found = index_of(phrases)

    for row in range(5):
        found.leave([row], [column])
        (phrases.targets if column else phrases.sources)[row] = text
        found.come([row], [column])
        anew = index_of(phrases).marks()
        marks = found.marks()
        assert {kind: sides for kind, sides in marks.cells.items() if any(sides)} == anew.cells
        assert sorted(map(list, marks.spellings)) == sorted(map(list, anew.spellings))
