"""Passes uncaught exceptions from anywhere to one handler; the program continues."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

log = logging.getLogger(__name__)


@contextmanager
def report_uncaught(report: Callable[[BaseException], None]) -> Iterator[None]:
    """Call `report` for uncaught exceptions of slots, overrides, tasks and threads while this context is active.

    `report` is called in the window's thread. Must be entered inside the running loop. Exceptions in jobs go to
    `Jobs.bug_found` instead.
    """
    loop = asyncio.get_running_loop()

    def on_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        report(error)

    def on_thread(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            loop.call_soon_threadsafe(report, arguments.exc_value)

    def on_loop(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            report(error)
        else:
            log.warning("loop: %s", context.get("message"))

    before = sys.excepthook, threading.excepthook, loop.get_exception_handler()
    sys.excepthook, threading.excepthook = on_exception, on_thread
    loop.set_exception_handler(on_loop)
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = before[:2]
        loop.set_exception_handler(before[2])
