"""Draws a changed table in strips, because the window does not respond while it draws many cells at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QObject, QRect, Qt, QTimer
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractItemView
from shiboken6 import isValid

# The height of a strip, some seven rows, whose cells are drawn quickly, and the least height of others.
STRIP_HEIGHT, LEAST_HEIGHT = 180, 45
# How long drawing a strip should take. Cells with marks take three times as long as others.
STRIP_SECONDS = 0.005
# A view that is first shown, or gets another model, draws everything several times in the next turns, because it is
# laid out again.
FIRST_TURNS = 4


class GradualDrawing(QObject):
    """Puts off the next drawing of a view, and then draws one strip in each turn of the event loop; of several views,
    one after the other.

    A strip that is not drawn yet shows what it showed before. The view calls `draw` for each of its paint events.
    """

    # The one whose strip is drawn in the next turn.
    _in_turn: ClassVar[GradualDrawing | None] = None

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self._region = QRegion()
        # Whether the next drawing is put off, and for how many turns at most.
        self._is_due = False
        self._turns = 0
        self._areas: list[QRect] = []
        self._height = STRIP_HEIGHT // 2
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._go_on)

    def begin(self, *, turns: int = 1) -> None:
        """Draw in strips what this turn changes, or the next ones do. Call it before changing all rows or moving the
        view.
        """
        # Otherwise, Qt erases what is to be drawn.
        self._view.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._put_off(turns=turns)

    def begin_first(self) -> None:
        """Draw the whole view in strips, some turns after it is first shown. Until then it is empty."""
        self._put_off(turns=FIRST_TURNS)

    def _put_off(self, *, turns: int) -> None:
        self._is_due = True
        self._turns = max(turns, self._turns)
        self._turn.start()

    def draw(self, event: QPaintEvent, paint: Callable[[QPaintEvent], None]) -> None:
        """Paint the view with `paint`, or put that off; then the view will be asked again."""
        if self._is_due:
            self._region += event.region()
            return
        started = time.perf_counter()
        paint(event)
        self._fit_height(event.rect().height(), time.perf_counter() - started)

    def _fit_height(self, drawn: int, seconds: float) -> None:
        """Choose the height of the next strips after drawing one took this long."""
        if drawn >= LEAST_HEIGHT:
            self._height = max(LEAST_HEIGHT, min(int(drawn * STRIP_SECONDS / max(seconds, 1e-6)), STRIP_HEIGHT))

    def _go_on(self) -> None:
        if GradualDrawing._in_turn is self:
            GradualDrawing._in_turn = None
        if not self._view.updatesEnabled():
            # A dialog that opens draws nothing yet.
            self._turn.start()
            return
        # After a timer has begun it, this is called in the same turn. Qt draws only before the timers of the next turn.
        if self._turns > 1 or (self._turns and self._region.isEmpty()):
            self._turns -= 1
            self._turn.start()
            return
        if self._is_due:
            self._is_due = False
            self._turns = 0
            self._view.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
            area = self._region.boundingRect()
            self._areas = [each for each in self._areas if not area.contains(each)]
            self._areas += [area] if area.isValid() else []
            self._region = QRegion()
        if self._areas and GradualDrawing._in_turn is not None and isValid(GradualDrawing._in_turn):
            self._turn.start()
        elif self._areas:
            GradualDrawing._in_turn = self
            area = self._areas.pop(0)
            strip = strips(area, self._height)[0]
            rest = area.adjusted(0, strip.height(), 0, 0)
            self._areas[:0] = [rest] if rest.isValid() else []
            self._view.viewport().update(strip)
            self._turn.start()


def strips(area: QRect, height: int = STRIP_HEIGHT) -> list[QRect]:
    """Divide an area into strips from top to bottom."""
    tops = range(area.top(), area.bottom() + 1, height)
    return [QRect(area.left(), top, area.width(), height).intersected(area) for top in tops]
