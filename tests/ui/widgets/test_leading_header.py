"""Titles are aligned with their cells, in both directions of the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QHeaderView, QStyleOptionHeader, QWidget

from termdesk.ui.widgets.leading_header import LeadingHeader
from termdesk.ui.widgets.plain_table import PlainTable

Side = Qt.AlignmentFlag


@pytest.mark.parametrize(
    ("direction", "side"),
    [(Qt.LayoutDirection.LeftToRight, Side.AlignLeft), (Qt.LayoutDirection.RightToLeft, Side.AlignRight)],
)
def test_a_title_begins_where_reading_begins(window: QWidget, direction: Qt.LayoutDirection, side: Side) -> None:
    table = PlainTable("list", "List", headings=["A"], rows=[["a"]], stretch=0, parent=window)
    window.setLayoutDirection(direction)
    header, option = table.horizontalHeader(), QStyleOptionHeader()
    assert isinstance(header, LeadingHeader)

    header.initStyleOptionForIndex(option, 0)
    assert option.textAlignment & (Side.AlignLeft | Side.AlignRight) == side

    absolute = Side.AlignRight | Side.AlignAbsolute | Side.AlignVCenter
    table.model().setHeaderData(0, Qt.Orientation.Horizontal, absolute, Qt.ItemDataRole.TextAlignmentRole)
    header.initStyleOptionForIndex(option, 0)
    assert option.textAlignment & Side.AlignRight, "a language decides for itself"


def test_a_title_without_room_ends_in_dots_though_it_is_bold(window: QWidget) -> None:
    table = PlainTable("list", "List", headings=["Source · German"], rows=[["a"]], stretch=0, parent=window)
    header, option = table.horizontalHeader(), QStyleOptionHeader()
    header.setTextElideMode(Qt.TextElideMode.ElideRight)
    bold = QFont(header.font())
    bold.setWeight(QFont.Weight.DemiBold)
    needed = QFontMetrics(bold).horizontalAdvance("Source · German")
    header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)

    header.resizeSection(0, needed + 10)
    header.initStyleOptionForIndex(option, 0)
    assert option.text.endswith("…"), "the style sheet keeps 16 pixels free"

    header.resizeSection(0, needed + 20)
    header.initStyleOptionForIndex(option, 0)
    assert option.text == "Source · German"
