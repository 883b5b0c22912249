"""Python's garbage collection at moments when the window has nothing else to do, and in its thread alone."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QTimer

from termdesk.application.large_lists import LARGE

LOOK_EVERY_MS = 500
# Python's own thresholds for the first two generations.
_YOUNG, _MIDDLE = 700, 10
# To look through all there is takes some 40 ms.
_ALL_EVERY_SECONDS = 300.0
# So many new objects are looked through even while work goes on: about 100 MB.
_MOST_YOUNG = 500_000


class _All:
    """When all there is is looked through the next time."""

    def __init__(self) -> None:
        self.is_wanted = False
        self._last = 0.0

    def begin(self) -> None:
        """It was just done, or there is nothing yet that is old."""
        self.is_wanted = False
        self._last = time.monotonic()

    @property
    def is_due(self) -> bool:
        return time.monotonic() - self._last > _ALL_EVERY_SECONDS


_all = _All()


def gave_up(rows: int) -> None:
    """Something of so many rows is no longer shown. What is large goes at the next rest: ten of it fill the memory."""
    _all.is_wanted |= rows >= LARGE


@contextmanager
def collects_when_idle(is_busy: Callable[[], bool]) -> Iterator[None]:
    """Take the place of the automatic collection, which begins anywhere, in any thread, for as long as this lasts.

    Automatic, even the smallest looks through every list that is new: 20 to 40 ms of a frozen window for the copy
    of half a million rows that some work holds for a moment. And what it frees in a worker may be part of a window,
    which Qt forbids.
    """

    _all.begin()

    def look() -> None:
        young, middle, _ = gc.get_count()
        is_at_rest = not is_busy()
        if _all.is_wanted and is_at_rest:
            gc.collect()
            _all.begin()
        elif young > (_YOUNG if is_at_rest else _MOST_YOUNG):
            if _all.is_due:
                gc.collect()
                _all.begin()
            else:
                gc.collect(1 if middle > _MIDDLE else 0)

    timer = QTimer()
    timer.setInterval(LOOK_EVERY_MS)
    timer.timeout.connect(look)
    gc.disable()
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        gc.enable()
