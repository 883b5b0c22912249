"""A list of rows: selected as a whole, of equal height, and Tab goes to the next field."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets.list_table import PADDING, FittedColumns, ListTable, RowsModel, fit_column, make_table

Key = Qt.Key


@pytest.fixture
def table(window: QWidget, qtbot: QtBot) -> ListTable:
    model = QStandardItemModel(window)
    for row in ("one", "two\nlines", "three"):
        model.appendRow([QStandardItem(row), QStandardItem("–")])
    made = ListTable("list", "Lines", window)
    made.setModel(model)
    QVBoxLayout(window).addWidget(made)
    qtbot.waitUntil(made.isVisible)
    return made


def test_fitted_columns_follow_their_texts_but_keep_the_width_that_the_user_chose(table: ListTable) -> None:
    texts = ["one", "two"]
    columns = FittedColumns(table, [0])
    columns.fit(len(texts), lambda row, _column: texts[row])
    narrow = table.columnWidth(0)

    table.setColumnWidth(0, 300)
    columns.fit(len(texts), lambda row, _column: texts[row])
    assert table.columnWidth(0) == 300
    texts.append("This computer is a service")
    columns.fit(len(texts), lambda row, _column: texts[row])
    fitted = table.columnWidth(0)
    assert narrow < fitted < 300
    # Longer texts take no more room.
    texts.append("This computer is a service" * 9)
    columns.fit(len(texts), lambda row, _column: texts[row])
    assert table.columnWidth(0) < 2 * fitted


def test_a_whole_line_is_chosen_by_keys(table: ListTable, qtbot: QtBot) -> None:
    table.setCurrentIndex(table.model().index(0, 0))

    qtbot.keyClick(table, Key.Key_Down)

    assert {(index.row(), index.column()) for index in table.selectedIndexes()} == {(1, 0), (1, 1)}


def test_every_line_is_as_high_whatever_it_holds(table: ListTable) -> None:
    heights = {table.rowHeight(row) for row in range(3)}

    assert heights == {table.fontMetrics().height() + PADDING}


def test_tab_leads_out_of_it(table: ListTable, window: QWidget, qtbot: QtBot) -> None:
    field = QLineEdit()
    column = window.layout()
    assert column is not None
    column.addWidget(field)
    qtbot.waitUntil(field.isVisible)
    window.activateWindow()
    table.setCurrentIndex(table.model().index(0, 0))
    table.setFocus()

    qtbot.keyClick(table, Key.Key_Tab)

    assert window.focusWidget() is field
    assert table.currentIndex().column() == 0


# Records as rows


@pytest.fixture
def model(qapp: QObject) -> RowsModel[str]:
    made = RowsModel[str](["One", "Two"], lambda row, column: row * (column + 1))
    made.show_rows(["<b>", "c"])
    return made


def test_the_model_keeps_qts_rules(model: RowsModel[str], qtmodeltester: Any) -> None:
    qtmodeltester.check(model)


def test_cells_are_shown_said_and_explained(model: RowsModel[str]) -> None:
    index = model.index(0, 1)

    assert index.data().strip("\u2068\u2069") == "<b><b>"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "<b><b>"
    assert "&lt;b&gt;" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Two"


def test_the_selection_stays_where_as_many_lines_come(qapp: QObject, model: RowsModel[str]) -> None:
    table = make_table("t", "Table", model, stretched=[0])
    table.selectionModel().select(model.index(1, 0), table.selectionModel().SelectionFlag.ClearAndSelect)

    model.show_rows(["x", "y"])
    assert [each.data().strip("\u2068\u2069") for each in table.selectionModel().selectedIndexes()] == ["y"]

    model.show_rows(["x"])
    assert not table.selectionModel().selectedIndexes()


def test_a_column_is_as_wide_as_its_widest_words(qapp: QObject, model: RowsModel[str]) -> None:
    table = make_table("t", "Table", model, stretched=[0])

    fit_column(table, 1, "m" * 40)

    assert table.columnWidth(1) > table.fontMetrics().horizontalAdvance("m" * 40)
