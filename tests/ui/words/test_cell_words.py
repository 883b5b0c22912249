"""A violation takes precedence over warnings; without either, only the cell is described."""

from __future__ import annotations

from termdesk.ui.words.cell_words import accessible_text, cell_with_findings


def test_a_broken_rule_is_said_before_warnings() -> None:
    assert cell_with_findings("pump, row 2", "The phrase is empty.", ["Capitals"]) == (
        "pump, row 2, problem: The phrase is empty."
    )
    assert cell_with_findings("pump, row 2", "", ["Capitals", "Number"]) == "pump, row 2, warning: Capitals · Number"
    assert cell_with_findings("pump, row 2", "", []) == "pump, row 2"


def test_a_phrase_with_braces_is_said_as_it_is() -> None:
    assert cell_with_findings("{name}, row 2", "{cell}", []) == "{name}, row 2, problem: {cell}"


def test_an_empty_cell_is_said_to_be_empty() -> None:
    assert [accessible_text(text) for text in ("pump", "")] == ["pump", "empty"]
