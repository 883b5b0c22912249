"""Python's garbage collection at moments when the window has nothing else to do, and in its thread alone."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QTimer

LOOK_EVERY_MS = 500
# Python's own thresholds, by generation.
_YOUNG, _MIDDLE, _OLD = 700, 10, 10
# So many new objects are looked through even while work goes on: about 100 MB.
_MOST_YOUNG = 500_000


@contextmanager
def collects_when_idle(is_busy: Callable[[], bool]) -> Iterator[None]:
    """Take the place of the automatic collection, which begins anywhere, in any thread, for as long as this lasts.

    Automatic, even the smallest looks through every list that is new: 20 to 40 ms of a frozen window for the copy
    of half a million rows that some work holds for a moment. And what it frees in a worker may be part of a window,
    which Qt forbids.
    """

    def look() -> None:
        young, middle, old = gc.get_count()
        if young > (_MOST_YOUNG if is_busy() else _YOUNG):
            gc.collect(0 if middle <= _MIDDLE else 1 if old <= _OLD else 2)

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
