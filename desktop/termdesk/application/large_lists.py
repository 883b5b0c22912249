"""Large lists and Python's collector, which would walk through every row of them, 50 ms at a time, and find nothing."""

from __future__ import annotations

import gc

# Smaller ones do not matter.
LARGE = 50_000


def set_apart(rows: int) -> None:
    """Let the collector pass over everything there is now, where so many rows are among it."""
    if rows >= LARGE:
        gc.freeze()


def give_back(rows: int) -> None:
    """So many rows go: what was set apart with them may be garbage by now."""
    if rows >= LARGE:
        gc.unfreeze()
