"""Runs Python's garbage collection in the window's thread only, while the window is idle."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QWindow
from shiboken6 import isValid

from termdesk.application.released_memory import freeze_expected, freeze_if_due, memory_released
from termdesk.free_memory import return_free_memory

LOOK_EVERY_MS = 500
# A worker frees the rows of collected dictionaries (`closed_rows`); until then their memory cannot be returned.
TRIM_AFTER_MS = 1_000
# Python's own thresholds for the first two generations.
_YOUNG, _MIDDLE = 700, 10
# A full collection takes one to ten milliseconds, because it visits neither the objects of the start nor large columns
# (`gc_exemption`), and a worker frees closed dictionaries. To return their memory takes as long again. It waits for
# some seconds without jobs, so that opening one large dictionary after another has no pause, and without keyboard or
# mouse input, so that typing has none.
_ALL_EVERY_SECONDS = 300.0
_LOOKS_AT_REST = 6
_LOOKS_WITHOUT_INPUT = 10
# Without such a rest, a full collection runs after two minutes: a pause is better than growing memory.
_MOST_LOOKS_WAITED = 240
# With this many new objects, collect even while jobs run: they take about 100 MB.
_MOST_YOUNG = 500_000
# With this many released rows, collect without waiting: three dictionaries of 10 MB or fewer, which take 100 MB.
_MOST_RELEASED = 300_000
_INPUT = {
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.TouchBegin,
    QEvent.Type.TabletPress,
}


class InputWatch(QObject):
    """Detects whether the user typed or moved the mouse in a window of the program.

    It filters the events of the focused window, where each event passes only once, and not those of its widgets. Input
    methods bypass the window, so it also watches the text cursor, which they move.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_any = False
        self._watched: QWindow | None = None
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.focusWindowChanged.connect(self._watch)
        app.inputMethod().cursorRectangleChanged.connect(self._note)
        self._watch(app.focusWindow())

    def take(self) -> bool:
        """Return whether there was input since the last call. Return False while another program is active."""
        was_any, self._was_any = self._was_any, False
        return was_any and QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive

    def _watch(self, window: QWindow | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = window
        if window is not None:
            window.installEventFilter(self)

    def _note(self) -> None:
        self._was_any = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _INPUT:
            self._was_any = True
        return False


@contextmanager
def collects_when_idle(is_busy: Callable[[], bool]) -> Iterator[None]:
    """Replace automatic garbage collection while this context is active.

    Automatic collection can start anywhere, in any thread. Even the smallest one scans every new list: a temporary copy
    of half a million rows freezes the window for 20 to 40 ms. In a worker thread it may also free parts of a window,
    which Qt forbids.
    """

    # Forget releases of memory and loading of modules from before.
    memory_released.clear()
    freeze_expected.clear()
    last = time.monotonic()
    rested = unused = waited = 0
    user_input = InputWatch()

    def look_through_all() -> None:
        nonlocal last
        memory_released.clear()
        gc.collect()
        freeze_if_due()
        trim.start()
        last = time.monotonic()

    def look() -> None:
        nonlocal rested, unused, waited
        young, middle, _ = gc.get_count()
        # The first collection after modules were loaded takes 50 ms, unless their objects are frozen before it.
        is_at_rest = not (is_busy() or freeze_expected.is_set())
        rested = rested + 1 if is_at_rest else 0
        unused = 0 if user_input.take() else unused + 1
        is_time = young > _YOUNG and time.monotonic() - last > _ALL_EVERY_SECONDS
        if waited or is_time or memory_released.is_set():
            waited += 1
        is_idle = rested >= _LOOKS_AT_REST and unused >= _LOOKS_WITHOUT_INPUT
        is_overdue = is_at_rest and waited >= _MOST_LOOKS_WAITED
        if waited and (is_idle or is_overdue or memory_released.rows >= _MOST_RELEASED):
            look_through_all()
            waited = 0
        elif young > (_YOUNG if is_at_rest else _MOST_YOUNG):
            gc.collect(1 if middle > _MIDDLE else 0)

    trim = QTimer()
    trim.setSingleShot(True)
    trim.setInterval(TRIM_AFTER_MS)
    trim.timeout.connect(return_free_memory)
    timer = QTimer()
    timer.setInterval(LOOK_EVERY_MS)
    timer.timeout.connect(look)
    gc.disable()
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        trim.stop()
        user_input.deleteLater()
        gc.enable()
