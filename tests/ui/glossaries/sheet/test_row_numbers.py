"""The row numbers are wide enough, without Qt measuring hundreds of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QStyle
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.dictionary.grid_model import GridModel
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.sheet.grid_view import GridView

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]


@pytest.mark.parametrize("rows", [0, 5, 1_200])
def test_the_largest_number_fits(qtbot: QtBot, opening: Opening, rows: int) -> None:
    view = GridView()
    qtbot.addWidget(view)
    view.setModel(GridEdits(opening([("a", str(number)) for number in range(rows)])).model)
    numbers = view.verticalHeader()
    margin = numbers.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMargin, None, numbers)

    assert numbers.sizeHint().width() >= numbers.fontMetrics().horizontalAdvance(f"{rows}") + 2 * margin


def test_laying_out_a_table_asks_for_no_titles(qtbot: QtBot, opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = GridModel.headerData

    def counted(self: GridModel, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if orientation == Qt.Orientation.Vertical:
            asked.append(section)
        return real(self, section, orientation, role)

    monkeypatch.setattr(GridModel, "headerData", counted)
    view = GridView()
    qtbot.addWidget(view)
    view.setModel(GridEdits(opening([("a", str(number)) for number in range(500)])).model)

    view.updateGeometry()
    view.model().set_order([3, 2, 1])  # type: ignore[union-attr]
    view.doItemsLayout()

    assert len(asked) < 20


# Several lines

LONG = "a phrase that is far longer than any column of a table can be, and that has to be read whole " * 3


@pytest.mark.slow
def test_wrapped_rows_are_as_high_as_their_texts_and_others_stay(
    qtbot: QtBot, opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage], memory: WindowMemory
) -> None:
    page = opening_page([("short", "x"), (LONG, "y"), *[(f"term {number}", "z") for number in range(300)]])
    usual = page.grid.rowHeight(0)

    page.looks._wrap_switch.setChecked(True)
    page.looks.switch_wrap()

    qtbot.waitUntil(lambda: page.grid.rowHeight(1) > 2 * usual)
    assert page.grid.rowHeight(0) == usual
    assert memory.grid_wraps
    page.model.set_order([0, *range(2, 302), 1])
    qtbot.waitUntil(lambda: page.grid.rowHeight(1) == usual)
    page.grid.go_to(1, 0)
    qtbot.waitUntil(lambda: page.grid.rowHeight(301) > 2 * usual)
    page.looks._wrap_switch.setChecked(False)
    page.looks.switch_wrap()
    assert page.grid.rowHeight(301) == usual


@pytest.mark.slow
@pytest.mark.parametrize("height", [0, 3, 20])
def test_in_a_low_view_wrapped_rows_keep_the_usual_height_and_come_to_rest(
    qtbot: QtBot, opening: Opening, height: int
) -> None:
    view = GridView()
    qtbot.addWidget(view)
    view.setModel(GridEdits(opening([(LONG, "y")] * 30)).model)
    usual = view.rowHeight(0)
    view.show()
    view.resize(300, view.height() - view.viewport().height() + height)
    view.set_wrap(True)

    for _ in range(20):
        QApplication.processEvents()

    assert view.viewport().height() == height
    assert {view.rowHeight(row) for row in range(30)} == {usual}
    assert not view.wrapped_rows._timer.isActive()


def test_rows_that_a_higher_view_shows_are_wrapped_too(qtbot: QtBot, opening: Opening) -> None:
    view = GridView()
    qtbot.addWidget(view)
    view.setModel(GridEdits(opening([(LONG[:60], "y")] * 100)).model)
    usual = view.rowHeight(0)
    view.show()
    view.resize(300, 300)
    view.set_wrap(True)
    qtbot.waitUntil(lambda: view.rowHeight(0) > usual)

    view.resize(300, 1_200)

    qtbot.waitUntil(lambda: view.rowHeight(view.rowAt(view.viewport().height() - 1)) > usual)


@pytest.mark.slow
def test_the_frozen_column_has_rows_as_high(
    qtbot: QtBot, opening_multilingual_page: Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage]
) -> None:
    page = opening_multilingual_page({"de": [("bolt", LONG), ("nut", "Mutter")]})

    page.looks._wrap_switch.setChecked(True)
    page.looks.switch_wrap()

    qtbot.waitUntil(lambda: page.grid.rowHeight(0) > 60)
    assert page.grid.frozen.rowHeight(0) == page.grid.rowHeight(0)
    assert page.grid.frozen.rowHeight(1) == page.grid.rowHeight(1)
