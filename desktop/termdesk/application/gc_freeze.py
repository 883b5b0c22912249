"""Hide large lists from Python's garbage collector, which would traverse them in vain, 50 ms at a time."""

from __future__ import annotations

import gc
import threading
import weakref

# Lists with fewer rows are not worth freezing.
LARGE = 50_000


class ReleasedMemory(threading.Event):
    """An event that is set after much memory was released, such as large lists.

    It may be in cycles, which only the collector frees.
    """

    def __init__(self) -> None:
        super().__init__()
        self._released: weakref.WeakSet[FrozenRows] = weakref.WeakSet()

    def add(self, released: FrozenRows) -> None:
        """Record released rows."""
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


def freeze(rows: int) -> None:
    """Hide all present objects from the collector if they hold at least `LARGE` rows."""
    if rows >= LARGE:
        gc.freeze()


class FrozenRows:
    """The frozen rows of one owner. `most` is the largest number so far: all may become garbage with it."""

    def __init__(self, rows: int) -> None:
        self.most = 0
        self.again(rows)

    def again(self, rows: int) -> None:
        """Freeze all present objects. `rows` is the number of rows of the owner now."""
        freeze(rows)
        self.most = max(self.most, rows)

    def release(self) -> None:
        """Release the owner's rows.

        Large lists are collected when the window is idle; ten of them would fill the memory.
        """
        if self.most >= LARGE:
            gc.unfreeze()
            memory_released.add(self)


def collect_released() -> None:
    """Collect released rows at once. For programs without a window that does so when idle."""
    if memory_released.is_set():
        memory_released.clear()
        gc.collect()
