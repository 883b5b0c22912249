"""Selections by the program, whatever keys are held, and of a whole long table while a screen reader listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractTableModel, QItemSelection, QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QTableView,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.multilingual.multilingual_grid import MultilingualGrid
from termdesk.ui.glossaries.sheet.sheet_view import SheetView
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import MOST_CELL_EVENTS, announce_large_selection, choose_alone

ROWS = 4_000


class LongModel(QAbstractTableModel):
    """Two columns. Counts requests for the flags of a cell, which Qt makes for each cell that it announces."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self.questions = 0

    def rowCount(self, _parent: object = None) -> int:
        return ROWS

    def columnCount(self, _parent: object = None) -> int:
        return 2

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        self.questions += 1
        return super().flags(index)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return f"cell {index.row()}" if role == Qt.ItemDataRole.DisplayRole else None


@pytest.fixture
def screen_reader() -> Iterator[None]:
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def shown(qtbot: QtBot, view: QTableView) -> LongModel:
    qtbot.addWidget(view)
    model = LongModel(view)
    view.setModel(model)
    view.show()
    return model


def select(view: QTableView, rows: int) -> None:
    model = view.model()
    block = QItemSelection(model.index(0, 0), model.index(rows - 1, 1))
    view.selectionModel().select(block, QItemSelectionModel.SelectionFlag.ClearAndSelect)


@pytest.mark.slow
@pytest.mark.usefixtures("screen_reader")
@pytest.mark.parametrize("kind", [SheetView, MultilingualGrid, lambda: ListTable("lines", "Lines")])
def test_a_selection_of_everything_asks_no_cell_by_itself(qtbot: QtBot, kind: type[QTableView]) -> None:
    as_qt_does = QTableView()
    slow, model = shown(qtbot, as_qt_does), shown(qtbot, view := kind())
    select(as_qt_does, ROWS)
    assert slow.questions > ROWS

    select(view, ROWS)
    view.clearSelection()

    assert model.questions < MOST_CELL_EVENTS
    select(view, ROWS)
    assert sum(part.width() * part.height() for part in view.selectionModel().selection()) == 2 * ROWS


@pytest.mark.usefixtures("screen_reader")
def test_a_few_cells_are_left_to_qt(qtbot: QtBot) -> None:
    view = SheetView()
    model = shown(qtbot, view)
    few = QItemSelection(model.index(0, 0), model.index(MOST_CELL_EVENTS // 2 - 1, 1))

    assert not announce_large_selection(view, few, QItemSelection())
    assert announce_large_selection(view, few, QItemSelection(model.index(0, 0), model.index(0, 0)))


def test_without_a_screen_reader_all_is_left_to_qt(qtbot: QtBot) -> None:
    view = SheetView()
    model = shown(qtbot, view)
    everything = QItemSelection(model.index(0, 0), model.index(ROWS - 1, 1))

    assert not announce_large_selection(view, everything, QItemSelection())


@pytest.mark.parametrize(("is_by_rows", "cell_count"), [(False, 1), (True, 3)])
def test_with_ctrl_held_only_the_chosen_one_is_selected(qtbot: QtBot, is_by_rows: bool, cell_count: int) -> None:
    table = QTableWidget(4, 3)
    qtbot.addWidget(table)
    if is_by_rows:
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    choose_alone(table, table.model().index(0, 0))
    with_ctrl = QLineEdit()
    qtbot.addWidget(with_ctrl)

    QTest.keyPress(with_ctrl, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    choose_alone(table, table.model().index(2, 1))
    QTest.keyRelease(with_ctrl, Qt.Key.Key_Control, Qt.KeyboardModifier.NoModifier)

    assert {index.row() for index in table.selectedIndexes()} == {2}
    assert len(table.selectedIndexes()) == cell_count
    assert table.currentIndex() == table.model().index(2, 1)


@pytest.mark.parametrize(
    "make",
    [SheetView, lambda: ListTable("table", "Table"), lambda: PlainTable("t", "T", headings=["a"], rows=[], stretch=0)],
)
def test_a_viewport_does_not_paint_what_its_view_paints(
    make: Callable[[], QTableView], qtbot: QtBot, qapp: QApplication
) -> None:
    theme.apply(qapp, choice="light")
    window = QWidget()
    qtbot.addWidget(window)
    column, view, other = QVBoxLayout(window), make(), QLineEdit()
    column.addWidget(view)
    column.addWidget(other)
    parts = [view, view.horizontalHeader(), view.verticalHeader()]

    def paint_themselves() -> list[bool]:
        return [each.viewport().testAttribute(Qt.WidgetAttribute.WA_StyledBackground) for each in parts]

    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert paint_themselves() == [False] * 3
    view.setFocus()
    other.setFocus()
    assert view.property("focused") is False
    assert paint_themselves() == [False] * 3
    picture = view.grab().toImage()
    for each in parts:
        each.viewport().setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    assert view.grab().toImage() == picture
