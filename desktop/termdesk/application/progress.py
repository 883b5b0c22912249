"""Run long work in a worker thread. It reports its progress, and stops when its task is cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from termdesk.domain.errors import Stopped
from termdesk.domain.progress import Progress

if TYPE_CHECKING:
    import asyncio

P = ParamSpec("P")
T = TypeVar("T")

# The eye cannot follow more updates per second, and each costs time of the window.
_SECONDS_BETWEEN_STEPS = 0.05


class ThreadProgress:
    """Forwards progress steps to the event loop's thread, a few per second, and ends the work after `stop`.

    The first and the final step are always forwarded; others may be skipped.
    """

    def __init__(self, progress: Progress, loop: asyncio.AbstractEventLoop) -> None:
        self._progress = progress
        self._loop = loop
        self._stopped = threading.Event()
        self._next = 0.0

    def stop(self) -> None:
        """Make the next step raise `Stopped`, in whatever thread it happens."""
        self._stopped.set()

    def raise_if_stopped(self) -> None:
        """Raise `Stopped` if `stop` was called."""
        if self._stopped.is_set():
            raise Stopped

    def step(self, done: int, total: int | None = None) -> None:
        """Forward a step. Raises `Stopped` if `stop` was called."""
        self.raise_if_stopped()
        now = time.monotonic()
        if now >= self._next or done == total:
            self._next = now + _SECONDS_BETWEEN_STEPS
            self._loop.call_soon_threadsafe(self._forward, done, total)

    def _forward(self, done: int, total: int | None) -> None:
        try:
            self._progress.step(done, total)
        except Stopped:
            # The receiver asked to stop. The thread stops at its next step.
            self.stop()


def without_progress(function: Callable[P, T]) -> Callable[Concatenate[Progress, P], T]:
    """Return a function for `run_in_thread` that reports no progress, and so cannot be stopped halfway."""

    def run(_progress: Progress, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    return run


async def run_in_thread(
    progress: Progress, function: Callable[Concatenate[Progress, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run `function(progress, …)` in a worker thread and wait for it.

    If the task is cancelled, the function's next `progress.step` raises `Stopped`. The wait ends only after the thread
    has left the function, so nothing else works on the same data meanwhile.
    """
    # Imported here, because commands that run nothing in a thread do without it: it takes a fifth of their start.
    import asyncio

    loop = asyncio.get_running_loop()
    reporter = ThreadProgress(progress, loop)

    def work() -> T:
        # Cancelled before a worker thread was free: the function never started.
        reporter.raise_if_stopped()
        return function(reporter, *args, **kwargs)

    running = loop.run_in_executor(None, work)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        reporter.stop()
        await _wait_until_left(running)
        raise


async def _wait_until_left(running: asyncio.Future[T]) -> None:
    """Wait until the thread has left the function, even if the task is cancelled again."""
    import asyncio

    while not running.done():
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError:
            continue
    if not running.cancelled():
        running.exception()  # read, so that the loop does not report it as never retrieved
