"""The clock that the client waits by: the event loop's, or one that a test advances."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A scheduled call, returned by `Clock.call_at`."""

    def cancel(self) -> None:
        """Cancel the call; calling this again or after the call is harmless."""


class Clock(Protocol):
    """A monotonic clock in seconds, with an arbitrary start."""

    def now(self) -> float:
        """The current time in seconds."""

    async def sleep(self, seconds: float) -> None:
        """Wait; zero and negative values let other tasks run once."""

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Run `call` once `now()` has reached `when`."""


class LoopClock:
    """The clock of the running event loop, looked up at each use: a client belongs to the loop that first uses it."""

    def now(self) -> float:
        """The running event loop's time in seconds."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Wait for this many seconds."""
        await asyncio.sleep(seconds)

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Schedule a call at this time of the loop; the timer can be cancelled."""
        return asyncio.get_running_loop().call_at(when, call)
