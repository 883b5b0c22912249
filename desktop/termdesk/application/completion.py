"""Complete work even if the task that started it is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def complete(work: Coroutine[Any, Any, T]) -> T:
    """Run `work`, which must not stop halfway, such as closing something.

    If the caller is cancelled, `CancelledError` is raised only after `work` has ended. Raises what `work` raises.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        if not task.done():
            await task
        raise
