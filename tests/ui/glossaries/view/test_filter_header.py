"""The row of filter boxes under the titles: each below its column, with its own filter."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QApplication, QHeaderView, QTableView
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.ui.glossaries.view.filter_header import FilterHeader
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor


@pytest.fixture
def table(qtbot: QtBot) -> QTableView:
    """A table of three columns with a filter row."""
    made = QTableView()
    model = QStandardItemModel(40, 3, made)
    model.setHorizontalHeaderLabels(["Source", "Target", "Note"])
    made.setHorizontalHeader(FilterHeader(made))
    made.setModel(model)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def header_of(table: QTableView) -> FilterHeader:
    header = table.horizontalHeader()
    assert isinstance(header, FilterHeader)
    return header


def test_the_boxes_stand_under_their_columns_also_when_those_move(qtbot: QtBot, table: QTableView) -> None:
    header = header_of(table)
    height = header.height()
    header.show_row(True)
    assert header.height() > height

    for change in (
        lambda: header.resizeSection(0, 230),
        lambda: header.moveSection(2, 0),
        lambda: header.setSectionHidden(1, True),
        lambda: table.horizontalScrollBar().setValue(60),
    ):
        change()
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        for column, field in enumerate(header.fields):
            assert field.isHidden() == header.isSectionHidden(column)
            if not field.isHidden():
                assert abs(field.x() - header.sectionViewportPosition(column)) <= 4
                assert abs(field.width() - header.sectionSize(column)) <= 8
                assert field.geometry().bottom() < header.height()


def test_each_column_asks_for_itself_and_all_together(
    qtbot: QtBot, table: QTableView, query_editor: ViewQueryEditor
) -> None:
    header = header_of(table)
    header.asked.connect(lambda condition: query_editor.ask(query_editor.query.with_condition(condition)))
    header.show_row(True)

    header.field(0).setText("a")
    qtbot.keyClick(header.field(0), Qt.Key.Key_Return)
    header.field(2).choose(Match.EMPTY, is_negated=True)

    assert query_editor.query.conditions == (Condition("a", 0), Condition("", 2, Match.EMPTY, is_negated=True))
    qtbot.keyClick(header.field(0), Qt.Key.Key_Escape)
    assert query_editor.query.conditions == (Condition("", 2, Match.EMPTY, is_negated=True),)


def test_a_new_column_has_a_box_as_well(table: QTableView) -> None:
    header = header_of(table)
    assert not header.fields, "nobody has asked for the row"
    header.show_row(True)
    assert len(header.fields) == 3

    table.model().insertColumn(3)

    assert len(header.fields) == 4


def test_a_query_that_came_before_the_boxes_is_in_them(table: QTableView) -> None:
    header = header_of(table)

    header.show_conditions(ViewQuery((Condition("x", 1),)))
    header.show_row(True)

    assert [field.text() for field in header.fields] == ["", "x", ""]


def test_the_row_is_told_once_and_leaves_no_room_when_it_is_hidden(table: QTableView) -> None:
    header = header_of(table)
    reported: list[bool] = []
    header.row_shown.connect(reported.append)
    height = header.sizeHint().height()

    for is_shown in (True, True, False, False):
        header.show_row(is_shown)

    assert reported == [True, False]
    assert (header.row_height, header.sizeHint().height()) == (0, height)
    assert all(field.isHidden() for field in header.fields)


def test_a_box_can_stand_in_a_header_that_is_drawn_over_this_one(qtbot: QtBot, table: QTableView) -> None:
    header = header_of(table)
    header.show_row(True)
    over = QHeaderView(Qt.Orientation.Horizontal, table)

    header.place_in(0, over)
    assert [field.parentWidget() for field in header.fields] == [over, header, header]
    header.place_in(0, None)

    assert header.fields[0].parentWidget() is header


def test_tab_leads_through_the_boxes_that_are_seen_and_on_to_the_grid(qtbot: QtBot, table: QTableView) -> None:
    header = header_of(table)
    header.show_row(True)
    header.moveSection(2, 0)
    header.setSectionHidden(1, True)
    entered: list[int] = []
    header.entered.connect(entered.append)
    left: list[None] = []
    header.left.connect(lambda: left.append(None))

    table.activateWindow()
    header.enter(header.fields[2])
    qtbot.waitUntil(header.fields[2].hasFocus)
    qtbot.keyClick(header.fields[2], Qt.Key.Key_Tab)
    assert (entered, left) == ([2, 0], [])
    qtbot.keyClick(header.fields[0], Qt.Key.Key_Tab)

    assert left == [None]
