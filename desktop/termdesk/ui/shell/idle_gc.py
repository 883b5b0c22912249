"""Python's garbage collection at moments when the window has nothing else to do, and in its thread alone."""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from PySide6.QtCore import QTimer

from termdesk.application.gc_freeze import memory_released

LOOK_EVERY_MS = 500
# Python's own thresholds for the first two generations.
_YOUNG, _MIDDLE = 700, 10
# To look through all there is takes some 40 ms. So it waits for some seconds of rest: whoever opens one large
# dictionary after another has no pause.
_ALL_EVERY_SECONDS = 300.0
_LOOKS_AT_REST = 6
# So many new objects are looked through even while work goes on: about 100 MB.
_MOST_YOUNG = 500_000


@contextmanager
def collects_when_idle(is_busy: Callable[[], bool]) -> Iterator[None]:
    """Take the place of the automatic collection, which begins anywhere, in any thread, for as long as this lasts.

    Automatic, even the smallest looks through every list that is new: 20 to 40 ms of a frozen window for the copy
    of half a million rows that some work holds for a moment. And what it frees in a worker may be part of a window,
    which Qt forbids.
    """

    # Nothing is old yet.
    memory_released.clear()
    last = time.monotonic()
    rested = 0

    def look_through_all() -> None:
        nonlocal last
        # Another large list may have been set apart since, and what goes with it.
        if memory_released.is_set():
            gc.unfreeze()
        memory_released.clear()
        gc.collect()
        return_free_memory()
        last = time.monotonic()

    def look() -> None:
        nonlocal rested
        young, middle, _ = gc.get_count()
        is_at_rest = not is_busy()
        rested = rested + 1 if is_at_rest else 0
        if memory_released.is_set() and rested >= _LOOKS_AT_REST:
            look_through_all()
        elif young > (_YOUNG if is_at_rest else _MOST_YOUNG):
            if time.monotonic() - last > _ALL_EVERY_SECONDS:
                look_through_all()
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


def return_free_memory() -> None:
    """Give back to the system what the C library of GNU keeps free for later; elsewhere nothing happens."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
