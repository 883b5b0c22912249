"""Runs a server of a test in a separate thread, for code that needs the main thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any

from support.campaign import HANGING_SECONDS


@contextmanager
def running(server: AbstractAsyncContextManager[Any]) -> Iterator[None]:
    """Run a server in a separate thread, because commands need the main thread, which receives the signals."""
    has_started, has_ended = threading.Event(), threading.Event()

    async def serve() -> None:
        async with server:
            has_started.set()
            await asyncio.to_thread(has_ended.wait)
        # The next round of the event loop closes the connections.
        await asyncio.sleep(0)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        assert has_started.wait(HANGING_SECONDS)
        yield
    finally:
        has_ended.set()
        thread.join()
