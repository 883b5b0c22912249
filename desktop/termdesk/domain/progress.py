"""How long work says how far it is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Given to everything that may take longer than half a second; the window decides how to show it."""

    def step(self, done: int, total: int | None = None) -> None:
        """Say that `done` of `total` are done (None: unknown). Raises `Stopped` where the user asked to stop.

        May be called from any thread; call it every few thousand rows, not every row.
        """
        ...


class NoProgress:
    """For callers that do not want to know."""

    def step(self, done: int, total: int | None = None) -> None:
        return None


class Part:
    """The progress of one of several pieces of work, as a part of the whole, in thousandths."""

    def __init__(self, progress: Progress, number: int, count: int) -> None:
        self._progress = progress
        self._number = number
        self._count = count

    def step(self, done: int, total: int | None = None) -> None:
        share = min(done / total, 1.0) if total else 0.0
        self._progress.step(round(1000 * (self._number + share)), 1000 * self._count)
