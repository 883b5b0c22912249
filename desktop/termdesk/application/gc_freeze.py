"""Large lists and Python's collector, which would walk through every row of them, 50 ms at a time, and find nothing."""

from __future__ import annotations

import gc
import threading

# Smaller ones do not matter.
LARGE = 50_000

# Large lists went, and only the collector can free what refers to itself among them.
memory_released = threading.Event()


def freeze(rows: int) -> None:
    """Let the collector pass over everything there is now, where so many rows are among it."""
    if rows >= LARGE:
        gc.freeze()


class FrozenRows:
    """What one holder of rows set apart: it may be garbage when the holder goes, however few rows are left by then."""

    def __init__(self, rows: int) -> None:
        self._is_large = False
        self.again(rows)

    def again(self, rows: int) -> None:
        """Set apart what there is now, of so many rows."""
        freeze(rows)
        self._is_large |= rows >= LARGE

    def release(self) -> None:
        """The rows go. What is large goes at the window's next rest: ten of it fill the memory."""
        if self._is_large:
            gc.unfreeze()
            memory_released.set()
