"""The interface by which long operations report their progress."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Handed to every operation that may take longer than half a second. The window decides how to show it."""

    def step(self, done: int, total: int | None = None) -> None:
        """Report `done` of `total` (None: unknown). Raises `Stopped` if the user wants to stop.

        May be called from any thread; call it every few thousand rows, not for every row.
        """
        ...


class NoProgress:
    """For callers that do not need progress."""

    def step(self, done: int, total: int | None = None) -> None:
        """Do nothing."""
        return


class Part:
    """The progress of one of several operations, as a part of the total, in thousandths."""

    def __init__(self, progress: Progress, number: int, count: int) -> None:
        self._progress = progress
        self._number = number
        self._count = count

    def step(self, done: int, total: int | None = None) -> None:
        """Report the progress of this operation."""
        share = min(done / total, 1.0) if total else 0.0
        self._progress.step(round(1000 * (self._number + share)), 1000 * self._count)
