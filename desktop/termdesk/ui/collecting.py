"""Python's garbage collection at moments when the window has nothing else to do, and in its thread alone."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QTimer

LOOK_EVERY_MS = 500
# Python's own thresholds for the first two generations.
_YOUNG, _MIDDLE = 700, 10
# To look through all there is takes some 40 ms.
_ALL_EVERY_SECONDS = 300.0
# So many new objects are looked through even while work goes on: about 100 MB.
_MOST_YOUNG = 500_000


@contextmanager
def collects_when_idle(is_busy: Callable[[], bool]) -> Iterator[None]:
    """Take the place of the automatic collection, which begins anywhere, in any thread, for as long as this lasts.

    Automatic, even the smallest looks through every list that is new: 20 to 40 ms of a frozen window for the copy
    of half a million rows that some work holds for a moment. And what it frees in a worker may be part of a window,
    which Qt forbids.
    """

    last_of_all = time.monotonic()

    def look() -> None:
        nonlocal last_of_all
        young, middle, _ = gc.get_count()
        if young <= (_MOST_YOUNG if is_busy() else _YOUNG):
            return
        is_for_all = time.monotonic() - last_of_all > _ALL_EVERY_SECONDS
        gc.collect(2 if is_for_all else 1 if middle > _MIDDLE else 0)
        if is_for_all:
            last_of_all = time.monotonic()

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
