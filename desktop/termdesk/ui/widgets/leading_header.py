"""Titles above a table that stand where their cells do, also from right to left."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionHeader, QWidget


class LeadingHeader(QHeaderView):
    """As Qt's.

    WORKAROUND: in a window that runs from right to left Qt turns cells to that side, but not the titles above them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    # Qt's side

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, logicalIndex: int) -> None:
        super().initStyleOptionForIndex(option, logicalIndex)
        option.textAlignment = QStyle.visualAlignment(self.layoutDirection(), option.textAlignment)
