"""Draws phrases of the multilingual table as in the grid, with a dash for a missing translation."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from termdesk.ui.glossaries.multilingual.multilingual_model import MISSING_ROLE
from termdesk.ui.glossaries.sheet.item_roles import CHANGED_ROLE, VIOLATION_ROLE
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate, draw_change_bar, mark_color
from termdesk.ui.glossaries.sheet.row_order_model import Index
from termdesk.ui.widgets import theme


class MultilingualDelegate(PhraseDelegate):
    """Draws a background and a dash for missing phrases, and a bar at each unpublished entry."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        is_missing = index.data(MISSING_ROLE)
        if is_missing and not index.data(VIOLATION_ROLE):
            painter.fillRect(option.rect, theme.color("window"))
        super().paint(painter, option, index)
        if is_missing:
            _draw_dash(painter, option)
        if index.data(CHANGED_ROLE):
            draw_change_bar(painter, option)


def _draw_dash(painter: QPainter, option: QStyleOptionViewItem) -> None:
    painter.save()
    painter.setPen(mark_color(option, "muted"))
    painter.drawText(option.rect, Qt.AlignmentFlag.AlignCenter, "–")
    painter.restore()
