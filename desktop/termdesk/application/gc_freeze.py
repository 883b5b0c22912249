"""Hide large lists from Python's garbage collector, which would traverse their rows in vain, 50 ms at a time."""

from __future__ import annotations

import gc
import threading

# Smaller lists do not matter.
LARGE = 50_000


class ReleasedMemory(threading.Event):
    """Set while large lists were released, or much else that is kept for later: only the collector frees cycles.

    `rows` counts those of the lists.
    """

    rows = 0

    def add(self, rows: int) -> None:
        """Note that a list of so many rows was released."""
        self.rows += rows
        self.set()

    def clear(self) -> None:
        """What was released was collected."""
        self.rows = 0
        super().clear()


memory_released = ReleasedMemory()


def freeze(rows: int) -> None:
    """Hide all present objects from the collector if so many rows are among them."""
    if rows >= LARGE:
        gc.freeze()


class FrozenRows:
    """The frozen rows of one owner: they may become garbage with it, however few rows are left."""

    def __init__(self, rows: int) -> None:
        self._most = 0
        self.again(rows)

    def again(self, rows: int) -> None:
        """Freeze all present objects. `rows` is how many rows they hold."""
        freeze(rows)
        self._most = max(self._most, rows)

    def release(self) -> None:
        """The owner releases its rows. Large ones are collected when the window is idle: ten would fill the memory."""
        if self._most >= LARGE:
            gc.unfreeze()
            memory_released.add(self._most)


def collect_released() -> None:
    """Collect what was released, where no window does so as soon as it is idle."""
    if memory_released.is_set():
        memory_released.clear()
        gc.collect()
