"""The menu of a heading: actions for the column, and the choice of visible columns."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QStandardItemModel
from PySide6.QtWidgets import QMenu, QTableView
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.sheet.column_order import ColumnOrder
from termdesk.ui.glossaries.sheet.columns_menu import columns_menu, place_below


@pytest.fixture
def view(qtbot: QtBot) -> QTableView:
    made = QTableView()
    model = QStandardItemModel(2, 4, made)
    model.setHorizontalHeaderLabels(["Source", "Target\n3 missing", "R&D", "Note"])
    made.setModel(model)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def order(view: QTableView) -> ColumnOrder:
    return ColumnOrder(view.horizontalHeader(), ["source", "target", "rd", "note"], fixed=1)


def menu_of(view: QTableView, order: ColumnOrder, column: int) -> QMenu:
    return columns_menu(
        view,
        column,
        [2, 3],
        order=order,
        is_shown=lambda number: not view.isColumnHidden(number),
        show=lambda number, is_on: view.setColumnHidden(number, not is_on),
    )


def entry(menu: QMenu, words: str) -> QAction:
    return next(each for each in menu.actions() if each.text() == words)


def test_columns_are_listed_as_seen_by_the_first_line_of_their_headings(view: QTableView, order: ColumnOrder) -> None:
    order.restore(["source", "note"])
    view.setColumnHidden(2, True)

    listed = [each for each in menu_of(view, order, -1).actions() if each.isCheckable()]

    assert [each.text() for each in listed] == ["Source", "Note", "Target", "R&&D"]
    assert [each.isChecked() for each in listed] == [True, True, True, False]
    assert [each.isEnabled() for each in listed] == [False, True, False, True]


def test_a_tick_shows_and_hides(view: QTableView, order: ColumnOrder) -> None:
    entry(menu_of(view, order, 1), "Note").trigger()
    assert view.isColumnHidden(3)
    entry(menu_of(view, order, 1), "Note").trigger()

    assert not view.isColumnHidden(3)


def test_beside_no_column_nothing_can_be_selected_or_moved(view: QTableView, order: ColumnOrder) -> None:
    words = [each.text() for each in menu_of(view, order, -1).actions()]

    assert not {"Select this column", "Move left", "Move right"} & set(words)


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_left_and_right_are_those_that_are_seen(
    view: QTableView, order: ColumnOrder, direction: Qt.LayoutDirection
) -> None:
    view.setLayoutDirection(direction)
    is_mirrored = direction == Qt.LayoutDirection.RightToLeft

    entry(menu_of(view, order, 1), "Move left" if is_mirrored else "Move right").trigger()

    assert order.names == ["source", "rd", "target", "note"]
    # The column before it is fixed, and none follows the last one.
    back = "Move right" if is_mirrored else "Move left"
    assert not entry(menu_of(view, order, 2), back).isEnabled()
    assert not entry(menu_of(view, order, 3), "Move left" if is_mirrored else "Move right").isEnabled()


def test_the_usual_order_is_offered_where_it_is_another_one(view: QTableView, order: ColumnOrder) -> None:
    assert not entry(menu_of(view, order, 1), "Default order").isEnabled()
    order.move(1, 1)

    entry(menu_of(view, order, 1), "Default order").trigger()

    assert order.is_usual


def test_the_menu_opens_below_the_heading_even_where_that_is_scrolled_away(view: QTableView) -> None:
    header = view.horizontalHeader()
    view.resize(150, 100)
    view.show()
    below = [header.mapFromGlobal(place_below(header, column)) for column in (-1, 0, 3)]

    assert {position.y() for position in below} == {header.height()}
    assert below[:2] == [QPoint(0, header.height())] * 2
    assert below[2].x() == header.width()
