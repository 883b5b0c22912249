"""Hide large lists from Python's garbage collector, which would traverse their rows in vain, 50 ms at a time."""

from __future__ import annotations

import gc
import threading
import weakref

# Smaller lists do not matter.
LARGE = 50_000


class ReleasedMemory(threading.Event):
    """Set while large lists were released, or much else that is kept for later: only the collector frees cycles."""

    def __init__(self) -> None:
        super().__init__()
        self._released: weakref.WeakSet[FrozenRows] = weakref.WeakSet()

    def add(self, released: FrozenRows) -> None:
        """Note that these were released."""
        self._released.add(released)
        self.set()

    @property
    def rows(self) -> int:
        """How many rows were released and wait for the collector; most owners are in no cycle, and gone already."""
        return sum(each.most for each in self._released)

    def clear(self) -> None:
        """What was released is collected now."""
        self._released.clear()
        super().clear()


memory_released = ReleasedMemory()


def freeze(rows: int) -> None:
    """Hide all present objects from the collector if so many rows are among them."""
    if rows >= LARGE:
        gc.freeze()


class FrozenRows:
    """The frozen rows of one owner: they may become garbage with it, however few rows are left."""

    def __init__(self, rows: int) -> None:
        self.most = 0
        self.again(rows)

    def again(self, rows: int) -> None:
        """Freeze all present objects. `rows` is how many rows they hold."""
        freeze(rows)
        self.most = max(self.most, rows)

    def release(self) -> None:
        """The owner releases its rows. Large ones are collected when the window is idle: ten would fill the memory."""
        if self.most >= LARGE:
            gc.unfreeze()
            memory_released.add(self)


def collect_released() -> None:
    """Collect what was released, where no window does so as soon as it is idle."""
    if memory_released.is_set():
        memory_released.clear()
        gc.collect()
