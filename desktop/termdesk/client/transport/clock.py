"""The time that the client waits by: the event loop's own, or one that a test moves on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is to come, as `Clock.call_at` gives it."""

    def cancel(self) -> None:
        """Do not call any more; calling this again, or afterwards, is fine."""


class Clock(Protocol):
    """Seconds that only go forward, from an unknown start."""

    def now(self) -> float:
        """The seconds at this moment."""

    async def sleep(self, seconds: float) -> None:
        """Wait; nothing and less than nothing let other tasks run once."""

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Call once `now()` has reached `when`."""


class LoopClock:
    """The clock of the running event loop, looked up at each use: a client belongs to the loop it is first used in."""

    def now(self) -> float:
        """Seconds of the running event loop."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Wait for so many seconds."""
        await asyncio.sleep(seconds)

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Call at this time of the loop; the timer can be cancelled."""
        return asyncio.get_running_loop().call_at(when, call)
