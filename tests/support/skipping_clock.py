"""A clock for the client that skips waits: once the event loop is idle, its time advances to the next timer."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from itertools import count

# Rounds of the event loop before the time advances, so that all work without waits is done first.
_ROUNDS_AT_REST = 100


class _Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class SkippingClock:
    """The client's `Clock`, for tests whose responses come from the same event loop (`httpx.MockTransport`)."""

    def __init__(self) -> None:
        self._now = 1_000.0
        self._timers: list[tuple[float, int, _Timer]] = []
        self._order = count()
        self._is_going = False

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.get_running_loop().create_future()
        timer = self.call_at(self._now + seconds, lambda: woken.done() or woken.set_result(None))
        try:
            await woken
        finally:
            timer.cancel()

    def call_at(self, when: float, call: Callable[[], None]) -> _Timer:
        timer = _Timer(call)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        if not self._is_going:
            self._is_going = True
            self._go_on(_ROUNDS_AT_REST)
        return timer

    def _go_on(self, rounds: int) -> None:
        if rounds:
            asyncio.get_running_loop().call_soon(self._go_on, rounds - 1)
            return
        while self._timers and self._timers[0][2].is_cancelled:
            heapq.heappop(self._timers)
        if not self._timers:
            self._is_going = False
            return
        when, _, timer = heapq.heappop(self._timers)
        self._now = max(self._now, when)
        timer.call()
        self._go_on(_ROUNDS_AT_REST)
