"""A row of the library: the name, under it what it holds, at the end its state."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from termdesk.ui import theme
from termdesk.ui.glossaries.library_model import BADGE_ROLE, DETAIL_ROLE, Index

PADDING = 8
GAP = 2


class LibraryDelegate(QStyledItemDelegate):
    """Two lines a glossary, one line a dictionary."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line = option.fontMetrics.height()
        lines = 1 if index.parent().isValid() else 2
        return QSize(160, line * lines + GAP * (lines - 1) + PADDING * (2 if lines == 2 else 1))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        painter.save()
        area = option.rect.adjusted(PADDING // 2, 0, -PADDING, 0)
        area = self._draw_badge(painter, option, area, index.data(BADGE_ROLE))
        if index.parent().isValid():
            self._draw_line(painter, option, area, index)
        else:
            self._draw_two_lines(painter, option, area, index)
        painter.restore()

    def _draw_badge(self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, text: str) -> QRect:
        if not text:
            return area
        font = QFont(option.font)
        font.setPointSizeF(font.pointSizeF() * 0.85)
        metrics = QFontMetrics(font)
        width, height = metrics.horizontalAdvance(text) + 12, metrics.height() + 4
        is_rtl = option.direction == Qt.LayoutDirection.RightToLeft
        left = area.left() if is_rtl else area.right() - width
        box = QRect(left, area.center().y() - height // 2, width, height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("badge"))
        painter.drawRoundedRect(box, height / 2, height / 2)
        painter.setFont(font)
        painter.setPen(theme.colour("badge_text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return area.adjusted(width + PADDING, 0, 0, 0) if is_rtl else area.adjusted(0, 0, -width - PADDING, 0)

    def _draw_two_lines(self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, index: Index) -> None:
        line = option.fontMetrics.height()
        top = QRect(area.left(), area.top() + PADDING, area.width(), line)
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        _draw_text(painter, option, top, index.data(), bold, option.palette.color(QPalette.ColorRole.Text))
        below = top.translated(0, line + GAP)
        _draw_text(painter, option, below, index.data(DETAIL_ROLE), option.font, theme.colour("muted"))

    def _draw_line(self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, index: Index) -> None:
        _draw_text(painter, option, area, index.data(), option.font, option.palette.color(QPalette.ColorRole.Text))
        used = option.fontMetrics.horizontalAdvance(index.data()) + 2 * PADDING
        is_rtl = option.direction == Qt.LayoutDirection.RightToLeft
        rest = area.adjusted(0, 0, -used, 0) if is_rtl else area.adjusted(used, 0, 0, 0)
        _draw_text(painter, option, rest, index.data(DETAIL_ROLE), option.font, theme.colour("muted"))


def _draw_text(
    painter: QPainter, option: QStyleOptionViewItem, box: QRect, text: str, font: QFont, colour: QColor
) -> None:
    painter.setFont(font)
    painter.setPen(colour)
    elided = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    side = QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    painter.drawText(box, int(side) | int(Qt.TextFlag.TextSingleLine), elided)
