"""A read-only table: its rows are updated without losing the position."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QLocale, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets.drawn_strips import STRIP_HEIGHT
from termdesk.ui.widgets.plain import BY_CONTENT, END
from termdesk.ui.widgets.plain_table import PADDING, PlainTable

ROWS = [(f"name {number}", str(number)) for number in range(40)]


@pytest.fixture
def table(window: QWidget) -> PlainTable:
    made = PlainTable("table", "Table", headings=["Name", "Number"], rows=ROWS, stretch=0)
    QVBoxLayout(window).addWidget(made)
    window.resize(400, 200)
    return made


def texts(table: PlainTable) -> list[tuple[str, ...]]:
    columns = range(table.columnCount())
    return [tuple(table.item(row, column).text() for column in columns) for row in range(table.rowCount())]


@pytest.mark.slow
def test_other_rows_keep_the_chosen_one_and_the_place(table: PlainTable) -> None:
    table.selectRow(30)
    table.verticalScrollBar().setValue(12)

    table.show_rows([(name, f"{number} more") for name, number in ROWS])

    assert {item.row() for item in table.selectedItems()} == {30}
    assert table.verticalScrollBar().value() == 12
    assert texts(table)[30] == ("name 30", "30 more")


def test_rows_come_and_go(table: PlainTable) -> None:
    table.show_rows(ROWS[:2])
    assert texts(table) == ROWS[:2]

    table.show_rows(ROWS[5:9])
    assert texts(table) == ROWS[5:9]

    table.show_rows([])
    assert texts(table) == []


def test_nothing_can_be_edited(table: PlainTable, qtbot: QtBot) -> None:
    table.setCurrentCell(1, 0)

    for key in (Qt.Key.Key_F2, Qt.Key.Key_X):
        qtbot.keyClick(table, key)

    assert table.state() != PlainTable.State.EditingState
    assert texts(table) == ROWS


def test_the_chosen_column_takes_the_room_that_is_left(table: PlainTable, window: QWidget) -> None:
    narrow = table.columnWidth(1)
    window.resize(800, 200)

    assert table.columnWidth(1) == narrow
    assert table.columnWidth(0) == table.viewport().width() - narrow


def test_rows_are_as_high_as_their_wrapped_texts_at_every_width(window: QWidget) -> None:
    words = "translates en-de, en-fr, en-es, en-it, en-pt, en-nl, en-ja, en-zh, en-th, en-ar"
    table = PlainTable("table", "Table", headings=["Engine", "Serves"], rows=[("Apertium", words)], stretch=1)
    QVBoxLayout(window).addWidget(table)
    window.resize(900, 200)
    window.show()
    QApplication.processEvents()
    one_line = table.rowHeight(0)

    for width in range(500, 200, -20):
        window.resize(width, 200)
        QApplication.processEvents()
        inner = table.columnWidth(1) - 2 * PADDING - 2
        lines = table.fontMetrics().boundingRect(QRect(0, 0, inner, 1000), Qt.TextFlag.TextWordWrap, words)
        assert table.rowHeight(0) >= lines.height(), width
    assert table.rowHeight(0) > one_line


class Measured(QStyledItemDelegate):
    """Counts how often each cell is measured and drawn, and makes all cells equally large."""

    def __init__(self, size: QSize, parent: QWidget) -> None:
        super().__init__(parent)
        self.size = size
        self.times: Counter[tuple[int, int]] = Counter()
        self.drawn: Counter[tuple[int, int]] = Counter()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.drawn[index.row(), index.column()] += 1
        super().paint(painter, option, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        self.times[index.row(), index.column()] += 1
        return self.size


def test_each_cell_is_measured_once_for_its_row_and_once_for_its_column(window: QWidget) -> None:
    window.hide()
    rows = [(f"name {number}", "1", "2", "planned") for number in range(5)]
    headings = ["Name", "Added", "Removed", "State"]
    table = PlainTable("table", "Table", headings=headings, rows=rows, stretch=0, parent=window)
    table.horizontalHeader().setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
    delegate = Measured(QSize(90, 40), table)
    table.setItemDelegate(delegate)
    window.resize(600, 300)
    QVBoxLayout(window).addWidget(table)
    # As when a dialog is created in one turn and shown in another.
    QApplication.processEvents()
    window.show()
    QApplication.processEvents()
    QApplication.processEvents()

    # Those of the first and the last column share the remaining width.
    assert delegate.times == {(row, column): 2 if column in (1, 2) else 1 for row in range(5) for column in range(4)}
    assert [table.rowHeight(row) for row in range(5)] == [40] * 5
    assert [table.columnWidth(column) for column in (1, 2)] == [90, 90]


@pytest.mark.slow
def test_one_changed_row_is_measured_alone(window: QWidget, qtbot: QtBot) -> None:
    table = PlainTable("table", "Table", headings=["Name", "Number"], rows=ROWS, stretch=0, parent=window)
    delegate = Measured(QSize(90, 40), table)
    table.setItemDelegate(delegate)
    QVBoxLayout(window).addWidget(table)
    qtbot.wait(50)
    assert len(delegate.times) == 2 * len(ROWS)
    delegate.times.clear()

    table.show_row(3, ("another name", ROWS[3][1]))
    qtbot.wait(50)
    assert delegate.times == {(3, 0): 1, (3, 1): 1}


def test_a_table_beside_much_else_is_first_drawn_in_strips(window: QWidget) -> None:
    window.hide()
    rows = [(f"name {number}", str(number)) for number in range(10)]
    table = PlainTable("table", "Table", headings=["Name", "Number"], rows=rows, stretch=0, parent=window)
    table.draw_gradually()
    delegate = Measured(QSize(90, 100), table)
    table.setItemDelegate(delegate)
    QVBoxLayout(window).addWidget(table)
    window.resize(400, 700)
    window.show()
    most = before = 0
    while (table.rowAt(table.viewport().height() - 1), 1) not in delegate.drawn:
        QApplication.processEvents()
        most, before = max(most, delegate.drawn.total() - before), delegate.drawn.total()

    assert most <= 2 * (STRIP_HEIGHT // 100 + 2)
    # A row at the border of two strips is drawn in both.
    assert max(delegate.drawn.values()) <= 2


@pytest.mark.slow
def test_other_texts_fonts_and_delegates_are_measured_anew(table: PlainTable, window: QWidget) -> None:
    window.show()
    QApplication.processEvents()

    def sizes() -> tuple[int, int]:
        QApplication.processEvents()
        QApplication.processEvents()
        return table.rowHeight(0), table.sizeHintForColumn(1)

    height, width = sizes()
    table.show_row(0, ("name " * 60, "1 of very many"))
    texts_height, texts_width = sizes()
    assert (texts_height > height, texts_width > width) == (True, True)
    font = table.font()
    font.setPointSizeF(3 * font.pointSizeF())
    table.setFont(font)
    font_height, font_width = sizes()
    assert (font_height > texts_height, font_width > texts_width) == (True, True)
    table.setItemDelegate(Measured(QSize(300, 200), table))
    assert sizes() == (200, 300)


def test_rows_are_measured_anew_if_rows_go_or_columns_get_narrower(table: PlainTable, window: QWidget) -> None:
    window.show()
    QApplication.processEvents()
    one_line = table.rowHeight(0)

    table.show_rows([("name " * 60, "1"), ("name", "two words")])
    QApplication.processEvents()
    assert table.rowHeight(0) > table.rowHeight(1) == one_line
    table.removeRow(0)
    assert table.sizeHintForRow(0) <= one_line
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    table.setColumnWidth(1, 50)
    QApplication.processEvents()
    assert table.rowHeight(0) > one_line


def test_a_cell_is_said_to_be_empty_as_long_as_it_is(table: PlainTable) -> None:
    def said() -> str:
        cell = table.model().index(0, 1)
        return str(cell.data(Qt.ItemDataRole.AccessibleTextRole) or cell.data(Qt.ItemDataRole.DisplayRole))

    heard = []
    for text in ("", "5", ""):
        table.show_rows([("name", text)])
        heard.append(said())

    assert heard == ["empty", "5", "empty"]


def test_boxes_have_room_and_show_that_only_some_are_ticked(window: QWidget) -> None:
    table = PlainTable("table", "Table", headings=["A", "Number"], rows=[("English → German", "5")], stretch=1)
    QVBoxLayout(window).addWidget(table)
    window.resize(600, 200)
    window.show()
    item = table.item(0, 0)
    assert item is not None
    drawn = []
    for state in (Qt.CheckState.Unchecked, Qt.CheckState.PartiallyChecked, Qt.CheckState.Checked):
        item.setCheckState(state)
        table.make_room_for_boxes()
        QApplication.processEvents()
        # Kept in a variable, because its bytes live no longer than the picture.
        picture = table.grab().toImage()
        drawn.append(bytes(picture.constBits()))

    assert len({*drawn}) == 3
    assert table.columnWidth(0) > table.fontMetrics().horizontalAdvance("English → German") + 20


def test_numbers_are_aligned_at_the_end_with_their_title() -> None:
    table = PlainTable("table", "Table", headings=["Name", "Number"], rows=ROWS[:1], stretch=0, numbers=[1])
    table.show_rows(ROWS[:2])

    at_end = Qt.AlignmentFlag.AlignRight
    assert table.horizontalHeaderItem(1).textAlignment() & at_end
    assert [bool(table.item(1, column).textAlignment() & at_end) for column in (0, 1)] == [False, True]


def test_each_text_is_drawn_in_its_own_direction(table: PlainTable) -> None:
    moment = "11/25/2026 12:28 AM"

    drawn = table.itemDelegate().displayText(moment, QLocale())

    assert drawn == f"{BY_CONTENT}{moment}{END}"
    assert table.itemDelegate().displayText("", QLocale()) == ""


def test_a_limited_first_column_wraps_long_names_and_keeps_short_ones_narrow(window: QWidget) -> None:
    table = PlainTable("table", "Table", headings=["Name", "Note"], rows=[("name", "note")], stretch=1)
    table.limit_first_column()
    QVBoxLayout(window).addWidget(table)
    window.resize(600, 300)
    short = table.columnWidth(0)

    table.show_rows([("A very long name of a document " * 4, "note"), ("name", "note")])

    assert short < table.columnWidth(0) <= table.viewport().width() * 0.4
    assert table.rowHeight(0) > table.rowHeight(1), "the long name is wrapped"
    window.resize(900, 300)
    assert 240 < table.columnWidth(0) <= table.viewport().width() * 0.4
