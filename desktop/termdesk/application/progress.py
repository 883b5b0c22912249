"""Long work in a worker thread: it says how far it is, and ends when its task is cancelled."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from termdesk.domain.errors import Stopped
from termdesk.domain.progress import Progress

P = ParamSpec("P")
T = TypeVar("T")

# More often than the eye can follow is only work for the window.
_SECONDS_BETWEEN_STEPS = 0.05


class _FromThread:
    """Forwards steps to the loop's thread, a few a second, and ends the work once it was stopped."""

    def __init__(self, progress: Progress, loop: asyncio.AbstractEventLoop) -> None:
        self._progress = progress
        self._loop = loop
        self._stopped = threading.Event()
        self._next = 0.0

    def stop(self) -> None:
        self._stopped.set()

    def step(self, done: int, total: int | None = None) -> None:
        if self._stopped.is_set():
            raise Stopped
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _SECONDS_BETWEEN_STEPS
            self._loop.call_soon_threadsafe(self._progress.step, done, total)


async def run_in_thread(
    progress: Progress, function: Callable[Concatenate[Progress, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run `function(progress, …)` in a worker thread and wait for it.

    Cancelling the task makes the function's next `progress.step` raise `Stopped`; the wait ends only
    when the thread has left the function, so nobody works on the same data behind the caller's back.
    """
    loop = asyncio.get_running_loop()
    reporter = _FromThread(progress, loop)
    work = loop.run_in_executor(None, lambda: function(reporter, *args, **kwargs))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        reporter.stop()
        while not work.done():
            # A second cancel must not leave the thread alone either.
            try:
                await asyncio.wait({work})
            except asyncio.CancelledError:
                continue
        if not work.cancelled():
            work.exception()  # read, so that the loop does not report it as never retrieved
        raise
