"""Work that several requests may wait for: a repeated request joins the running work."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

# A client that lost the connection repeats its request within seconds.
SECONDS_KEPT = 60.0
MOST_KEPT = 32


class RunningWork(Generic[T]):
    """Starts work once for each key, and briefly keeps results that nobody received.

    Work continues after its clients disconnect: when they repeat the request, it is done.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tasks: dict[Hashable, asyncio.Task[T]] = {}
        self._ended: dict[Hashable, float] = {}

    async def result(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the result of running or finished work with this key, or of new work. Raises what `make` raises."""
        self._forget_old()
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(_run(make))
            started = task
            started.add_done_callback(lambda _: self._end(key, started))
        return await asyncio.shield(task)

    def note_receipt(self, key: Hashable) -> None:
        """Record that a client received the result; the next request for this key starts new work."""
        task = self._tasks.get(key)
        if task is not None and task.done():
            self._drop(key)

    async def close(self) -> None:
        """Cancel all running work."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end(self, key: Hashable, task: asyncio.Task[T]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._drop(key)
        else:
            self._ended[key] = self._clock()

    def _forget_old(self) -> None:
        before = self._clock() - SECONDS_KEPT
        oldest_first = sorted(self._ended, key=lambda key: self._ended[key])
        for number, key in enumerate(oldest_first):
            if self._ended[key] < before or number < len(oldest_first) - MOST_KEPT:
                self._drop(key)

    def _drop(self, key: Hashable) -> None:
        self._tasks.pop(key, None)
        self._ended.pop(key, None)


async def _run(make: Callable[[], Awaitable[T]]) -> T:
    return await make()
