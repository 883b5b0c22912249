"""Matches of the filter and of the search are highlighted in the cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.domain.entries.entries import Entries
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.view.match_marks import MatchMarks
from termdesk.ui.widgets import theme

PAIRS = [("red house", "casa roja"), ("Housing", "vivienda"), ("tree", "árbol"), ("😀 house", "بيت كبير house")]


@pytest.mark.parametrize(
    ("condition", "text", "spans"),
    [
        (Condition("HOUSE"), "red house, house", [(4, 9), (11, 16)]),
        (Condition("cafe\u0301"), "a café", [(2, 6)]),
        (Condition(r"h\w+", match=Match.PATTERN), "red house", [(4, 9)]),
        (Condition(r"h(", match=Match.PATTERN), "h(", []),
        (Condition("house", is_negated=True), "house", []),
        (Condition(match=Match.EMPTY), "house", []),
        (Condition(r"x*", match=Match.PATTERN), "house", []),
    ],
)
def test_the_spans_of_a_condition(condition: Condition, text: str, spans: list[tuple[int, int]]) -> None:
    marks = MatchMarks()
    marks.show([condition])

    assert marks.spans(text, 0, is_phrase=True) == spans


def test_a_condition_on_a_column_marks_that_column_and_a_general_one_the_phrases() -> None:
    marks = MatchMarks()
    marks.show([Condition("a", column=1), Condition("b")])

    assert marks.spans("ab", 1, is_phrase=True) == [(0, 1), (1, 2)]
    assert marks.spans("ab", 0, is_phrase=True) == [(1, 2)]
    assert marks.spans("ab", 4, is_phrase=False) == []


def picture(page: DictionaryPage, row: int, column: int) -> QImage:
    return page.grid.viewport().grab(page.grid.visualRect(page.model.index(row, column))).toImage()


def changed_part(before: QImage, after: QImage) -> tuple[float, float]:
    """Return the first and last changed pixel column, as fractions of the width."""
    columns = [
        x
        for x in range(before.width())
        if any(before.pixel(x, y) != after.pixel(x, y) for y in range(0, before.height(), 2))
    ]
    return (columns[0] / before.width(), columns[-1] / before.width()) if columns else (0.0, 0.0)


@pytest.mark.slow
def test_the_cells_show_what_the_filter_finds(
    qtbot: QtBot, opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage]
) -> None:
    page = opening_page(PAIRS)
    page.grid.go_to(2, 0)
    before = [picture(page, 0, 0), picture(page, 0, 1), picture(page, 3, 0), picture(page, 3, 1)]

    page.view_controller.marks.show([Condition("house")])
    page.model.refresh()
    after = [picture(page, 0, 0), picture(page, 0, 1), picture(page, 3, 0), picture(page, 3, 1)]

    metrics = page.grid.fontMetrics()
    width = page.grid.columnWidth(0)
    first, last = changed_part(before[0], after[0])
    assert first * width == pytest.approx(metrics.horizontalAdvance("red ") + 8, abs=8)
    assert last * width == pytest.approx(metrics.horizontalAdvance("red house") + 8, abs=8)
    assert changed_part(before[1], after[1]) == (0.0, 0.0)
    # Qt counts a character outside the basic plane as two units.
    assert changed_part(before[2], after[2])[1] * width == pytest.approx(
        metrics.horizontalAdvance("😀 house") + 8, abs=8
    )
    assert changed_part(before[3], after[3]) != (0.0, 0.0)


@pytest.mark.slow
def test_a_match_can_be_read_on_a_selection(
    opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage],
) -> None:
    page = opening_page(PAIRS)
    page.grid.go_to(0, 0)

    page.view_controller.marks.show([Condition("house")])
    page.model.refresh()
    cell = picture(page, 0, 0)

    # Below the frame of the current cell, which is dark, too.
    pixels = [cell.pixelColor(x, y) for x in range(4, cell.width() - 4) for y in range(4, cell.height() - 4)]
    assert pixels.count(theme.color("match")) > 100
    assert min(pixel.lightness() for pixel in pixels) < theme.color("text").lightness() + 40


@pytest.mark.slow
def test_a_cell_with_matches_is_not_asked_for_its_text_twice(
    opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, asked = opening_page(PAIRS), list[tuple[int, int]]()
    cell = Entries.cell

    def noted(entries: Entries, row: int, column: int) -> str:
        asked.append((row, column))
        return cell(entries, row, column)

    monkeypatch.setattr(Entries, "cell", noted)
    picture(page, 0, 0)
    plain = asked.count((0, 0))
    asked.clear()
    page.view_controller.marks.show([Condition("house")])
    picture(page, 0, 0)

    assert asked.count((0, 0)) == plain > 0


@pytest.mark.slow
@pytest.mark.parametrize("height", [22, 23, 24, 25])
def test_marked_text_stays_level_with_the_rest(
    opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage], height: int
) -> None:
    page = opening_page([("house", "casa"), ("house", "mesa")])
    page.grid.go_to(1, 1)
    page.grid.verticalHeader().setDefaultSectionSize(height)
    plain = picture(page, 0, 0)

    page.view_controller.marks.show([Condition("house")])
    page.model.refresh()

    assert letter_rows(picture(page, 0, 0)) == letter_rows(plain)


def letter_rows(image: QImage) -> tuple[int, int]:
    """Return the first and last pixel row with dark letters, in the part of a cell without its border."""
    rows = [
        y
        for y in range(image.height() - 2)
        if any(image.pixelColor(x, y).lightness() < 90 for x in range(4, image.width() - 4))
    ]
    return rows[0], rows[-1]
