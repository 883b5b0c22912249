"""Draws a changed table in strips, because the window does not respond while it draws many cells at once."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, Qt, QTimer
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractItemView

# Drawing a strip of this height, some seven rows, takes about 5 ms.
STRIP_HEIGHT = 180


class GradualDrawing(QObject):
    """Puts off the next drawing of a view, and then draws one strip in each turn of the event loop.

    A strip that is not drawn yet shows what it showed before.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self._region = QRegion()
        self._is_due = False
        self._strips: list[QRect] = []
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._go_on)

    def begin(self) -> None:
        """Draw in strips what this turn changes. Call it before changing all rows or moving the view."""
        # Otherwise, Qt erases what is to be drawn.
        self._view.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._is_due = True
        # Qt draws the changes before it calls timers without an interval.
        self._turn.start()

    def puts_off(self, event: QPaintEvent) -> bool:
        """Return whether the view must not draw for this event, because it will be asked again."""
        if self._is_due:
            self._region += event.region()
        return self._is_due

    def _go_on(self) -> None:
        if self._is_due:
            self._is_due = False
            self._view.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
            self._strips += strips(self._region.boundingRect())
            self._region = QRegion()
        if self._strips:
            self._view.viewport().update(self._strips.pop(0))
            self._turn.start()


def strips(area: QRect) -> list[QRect]:
    """Divide an area into strips from top to bottom."""
    tops = range(area.top(), area.bottom() + 1, STRIP_HEIGHT)
    return [QRect(area.left(), top, area.width(), STRIP_HEIGHT).intersected(area) for top in tops]
