"""Waiting for a condition, with a time limit and without a fixed sleep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from support.campaign import HANGING_SECONDS


async def until(holds: Callable[[], object], *, seconds: float = HANGING_SECONDS) -> None:
    """Return as soon as `holds()` is true. Raises TimeoutError after `seconds`."""
    async with asyncio.timeout(seconds):
        while not holds():  # the condition belongs to other code, which sets no event
            await asyncio.sleep(0.002)
