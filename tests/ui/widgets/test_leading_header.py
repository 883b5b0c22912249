"""Titles stand where their cells do, whichever way the window runs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyleOptionHeader, QWidget

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
