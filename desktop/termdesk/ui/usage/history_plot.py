"""A small step chart of usage over time, drawn by hand, because a plot library would slow down the start."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from termdesk.ui.widgets import theme
from termdesk.ui.words.numbers import format_date, format_number, format_time

LINES = 4  # grid lines above the lowest one
LEAST_LABEL_WIDTH, LABEL_GAP = 64, 8
MARGIN_TRAILING, MARGIN_TOP, MARGIN_BOTTOM = 16, 12, 28


class HistoryPlot(QWidget):
    """Characters used over time. A dashed line shows the limit, if there is one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("usage_history_plot")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._points: list[tuple[datetime, int]] = []
        self._limit: int | None = None

    def show_points(self, points: Sequence[tuple[datetime, int]], *, limit: int | None) -> None:
        """Show points of (time, characters used), in ascending order of time."""
        self._points = list(points)
        self._limit = limit
        self.setAccessibleName(self.tr("Usage history"))
        self.setAccessibleDescription(self._words())
        self.update()

    def _words(self) -> str:
        if not self._points:
            return self.tr("No measurements yet.")
        first, last = self._points[0], self._points[-1]
        return self.tr("From {first} characters on {start} to {last} on {end}.").format(
            first=format_number(first[1]),
            start=format_date(first[0]),
            last=format_number(last[1]),
            end=format_date(last[0]),
        )

    def sizeHint(self) -> QSize:
        return QSize(480, 200)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        if len(self._points) < 2:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, top = self._area(), self._top()
        self._draw_scale(painter, area, top)
        self._draw_line(painter, area, top)
        painter.end()

    @property
    def _is_mirrored(self) -> bool:
        """Whether time runs from right to left, as in right-to-left layouts."""
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def _label_width(self) -> int:
        """The width of the labels of the scale, in pixels, so that none is cut."""
        return max(LEAST_LABEL_WIDTH, self.fontMetrics().horizontalAdvance(format_number(self._top())) + 1)

    def _area(self) -> QRectF:
        leading = self._label_width() + LABEL_GAP
        area = QRectF(self.rect()).adjusted(leading, MARGIN_TOP, -MARGIN_TRAILING, -MARGIN_BOTTOM)
        if self._is_mirrored:
            area.moveLeft(MARGIN_TRAILING)
        return area

    def _top(self) -> int:
        highest = max(count for _, count in self._points)
        # Draw the limit only when the usage comes near it. Otherwise it would flatten the curve.
        if self._limit and highest * 3 > self._limit:
            return _round_up(max(highest, self._limit))
        return _round_up(highest)

    def _draw_scale(self, painter: QPainter, area: QRectF, top: int) -> None:
        painter.setPen(QPen(theme.color("line"), 1))
        for part in range(LINES + 1):
            y = area.bottom() - area.height() * part / LINES
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.color("muted"))
            # Qt mirrors the alignment, but not the position.
            box = QRectF(area.right() + LABEL_GAP if self._is_mirrored else 0, y - 10, self._label_width(), 20)
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, format_number(top * part // LINES)
            )
        start, end = self._points[0][0].astimezone(), self._points[-1][0].astimezone()
        below = QRectF(area.left(), area.bottom() + 4, area.width(), MARGIN_BOTTOM - 4)
        in_words = format_date if start.date() != end.date() else format_time
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, in_words(start))
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, in_words(end))
        if self._limit and self._limit <= top:
            y = area.bottom() - area.height() * self._limit / top
            painter.setPen(QPen(theme.color("warning"), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))

    def _draw_line(self, painter: QPainter, area: QRectF, top: int) -> None:
        start = self._points[0][0]
        span = max(1.0, (self._points[-1][0] - start).total_seconds())
        path = QPainterPath()
        for number, (moment, count) in enumerate(self._points):
            way = area.width() * (moment - start).total_seconds() / span
            x = area.right() - way if self._is_mirrored else area.left() + way
            y = area.bottom() - area.height() * count / top
            if number:
                # A step, not a slope: when the characters were used between two measurements is unknown.
                path.lineTo(x, path.currentPosition().y())
                path.lineTo(x, y)
            else:
                path.moveTo(x, y)
        painter.setPen(QPen(theme.color("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)


def _round_up(count: int) -> int:
    """Return the next number that the grid lines divide into round numbers."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power * LINES >= count:
                return step * power * LINES
        power *= 10
