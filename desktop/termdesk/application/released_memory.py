"""Counts the open rows, and notes when much memory was released that perhaps only the garbage collector can free."""

from __future__ import annotations

import gc
import threading
import weakref

# Fewer rows are not worth a collection.
LARGE = 50_000


class ReleasedMemory(threading.Event):
    """An event that is set after much memory was released, such as large lists.

    The memory may be in reference cycles, which only the garbage collector frees.
    """

    def __init__(self) -> None:
        super().__init__()
        self._released: weakref.WeakSet[LargeRows] = weakref.WeakSet()

    def add(self, released: LargeRows) -> None:
        """Record rows that nothing uses any more, and set the event."""
        self._released.add(released)
        self.set()

    @property
    def rows(self) -> int:
        """The number of released rows that wait for the collector. Rows outside of cycles are already freed."""
        return sum(each.most for each in self._released)

    def clear(self) -> None:
        """Reset the event: the released rows are about to be collected."""
        self._released.clear()
        super().clear()


memory_released = ReleasedMemory()
_open_rows: weakref.WeakSet[LargeRows] = weakref.WeakSet()
_freeze_due = threading.Event()
# Whether objects are being created that `freeze_once` will soon hide from the collector.
freeze_expected = threading.Event()


class LargeRows:
    """The number of rows of one owner. `most` is the largest number so far: so many may become garbage with the
    owner.
    """

    def __init__(self, rows: int) -> None:
        self.most = rows
        _open_rows.add(self)

    def note(self, rows: int) -> None:
        """Record the owner's present number of rows."""
        self.most = max(self.most, rows)

    def release(self) -> None:
        """Release the owner's rows.

        Large lists are collected when the window is idle; ten of them would fill the memory.
        """
        _open_rows.discard(self)
        if self.most >= LARGE:
            memory_released.add(self)


def freeze_once() -> None:
    """Make the garbage collector ignore all objects that exist now, forever.

    This happens at once if no rows are open, or else at the first full collection without open rows.

    Open rows must wait, because they could never be freed after that. Loaded modules have 50,000 objects or more, which
    take 30 ms of each full collection. Do this only once: each time, it also keeps objects that live only for a while,
    and the memory grows.
    """
    freeze_expected.clear()
    _freeze_due.set()
    freeze_if_due()


def freeze_if_due() -> None:
    """Do what `freeze_once` has put off. Call it after a full collection, so that no garbage is kept."""
    if _freeze_due.is_set() and not _open_rows:
        _freeze_due.clear()
        gc.freeze()


def collect_released() -> None:
    """Collect released rows at once. For programs without a window that does so when idle."""
    if memory_released.is_set():
        memory_released.clear()
        gc.collect()
