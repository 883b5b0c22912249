"""A list of lines: one is chosen as a whole, all are equally high, and Tab goes on to the next field."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets.list_table import PADDING, ListTable

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
