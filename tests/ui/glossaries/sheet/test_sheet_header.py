"""The titles above a sheet, and the arrow that says how it is sorted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QStyle, QStyleOptionHeader, QWidget

from termdesk.ui.glossaries.sheet.sheet_header import SheetHeader


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
