"""Drawing phrases in the multilingual table: a dash for a missing one, a bar at each unpublished one."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.widgets import theme


def painted(page: MultilingualPage, row: int, column: int) -> QImage:
    """Return the cell as drawn while another one is current."""
    page.grid.go_to(1, column)
    return page.grid.viewport().grab(page.grid.visualRect(page.model.index(row, column))).toImage()


def has_color(image: QImage, color: QColor, columns: range) -> bool:
    expected = color.rgb()
    return any(image.pixel(x, y) == expected for x in columns for y in range(image.height()))


def is_blank(image: QImage) -> bool:
    """Whether the middle has a single color."""
    middle = image.width() // 2
    return len({image.pixel(x, y) for x in range(middle - 8, middle + 8) for y in range(4, image.height() - 4)}) == 1


def test_a_missing_phrase_has_a_ground_and_a_dash(page: MultilingualPage) -> None:
    gap = painted(page, 3, 2)

    assert has_color(gap, theme.color("window"), range(gap.width()))
    assert not is_blank(gap)


@pytest.mark.slow
def test_an_edit_is_marked_in_its_language_alone(page: MultilingualPage) -> None:
    page.model.setData(page.model.index(0, 1), "لولب")
    color, start = theme.color("changed"), range(3)

    assert has_color(painted(page, 0, 1), color, start)
    assert not has_color(painted(page, 0, 2), color, start)
    assert not has_color(painted(page, 2, 1), color, start)


@pytest.mark.slow
def test_a_violation_is_drawn_over_everything(page: MultilingualPage, qtbot: QtBot) -> None:
    page.model.setData(page.model.index(0, 2), "x" * 1_100)
    cell = painted(page, 0, 2)

    assert has_color(cell, theme.color("problem"), range(cell.width()))
    assert has_color(cell, theme.color("problem_background"), range(cell.width()))
