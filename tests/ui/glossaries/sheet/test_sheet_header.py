"""The titles above a sheet, and the arrow that says how it is sorted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QStyle, QStyleOptionHeader, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.sheet.sheet_header import SheetHeader
from termdesk.ui.glossaries.sheet.sheet_view import SheetView


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_the_sort_arrow_has_room_of_its_own_beside_the_title(window: QWidget, direction: Qt.LayoutDirection) -> None:
    header = SheetHeader(window)
    window.setLayoutDirection(direction)
    option = QStyleOptionHeader()
    header.initStyleOption(option)
    option.rect = QRect(0, 0, 120, 30)
    option.sortIndicator = QStyleOptionHeader.SortIndicator.SortDown
    elements = QStyle.SubElement

    title = header.style().subElementRect(elements.SE_HeaderLabel, option, header)
    arrow = header.style().subElementRect(elements.SE_HeaderArrow, option, header)

    assert arrow.isValid()
    assert not title.intersects(arrow)
    assert (arrow.center().x() < 60) == (direction == Qt.LayoutDirection.RightToLeft)


class Asked(QStandardItemModel):
    """Counts requests for the flags of a cell."""

    flags_asked = 0

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        self.flags_asked += 1
        return super().flags(index)


@pytest.mark.slow
def test_painting_the_titles_does_not_ask_all_rows_when_all_are_selected(qtbot: QtBot) -> None:
    view = SheetView()
    model = Asked(5_000, 2, view)
    view.setModel(model)
    qtbot.addWidget(view)
    view.show()
    view.selectAll()
    model.flags_asked = 0

    view.horizontalHeader().grab()

    assert model.flags_asked < 100
    assert len(view.selectionModel().selection().indexes()) == 10_000
