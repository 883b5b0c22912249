"""Draws a phrase of the multilingual table as in the grid, with a dash where a language has none."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from termdesk.ui.glossaries.multilingual.multilingual_model import MISSING_ROLE
from termdesk.ui.glossaries.sheet.item_roles import CHANGED_ROLE, VIOLATION_ROLE
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.glossaries.sheet.row_order_model import Index
from termdesk.ui.widgets import theme


class MultilingualDelegate(PhraseDelegate):
    """A ground of its own and a dash where the phrase is missing; a bar at each entry that is not yet published."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        is_missing = index.data(MISSING_ROLE)
        if is_missing and not index.data(VIOLATION_ROLE):
            painter.fillRect(option.rect, theme.colour("window"))
        super().paint(painter, option, index)
        if is_missing:
            _draw_dash(painter, option)
        if index.data(CHANGED_ROLE):
            bar = QRect(option.rect.left(), option.rect.top(), 3, option.rect.height())
            painter.fillRect(bar, theme.colour("changed"))


def _draw_dash(painter: QPainter, option: QStyleOptionViewItem) -> None:
    is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
    painter.save()
    painter.setPen(theme.colour("selection_text" if is_selected else "muted"))
    painter.drawText(option.rect, Qt.AlignmentFlag.AlignCenter, "–")
    painter.restore()
