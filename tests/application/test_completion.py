"""Work that is not stopped half-way."""

from __future__ import annotations

import asyncio

import pytest

from termdesk.application.completion import complete

pytestmark = pytest.mark.anyio


async def test_a_cancelled_caller_waits_for_the_end_and_is_then_cancelled() -> None:
    go = asyncio.Event()
    done: list[str] = []

    async def work() -> None:
        await go.wait()
        done.append("work")

    async def call() -> None:
        await complete(work())
        done.append("never")

    caller = asyncio.create_task(call())
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.sleep(0)
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await caller

    assert done == ["work"]


async def test_what_the_work_gives_and_raises_reaches_the_caller() -> None:
    async def give() -> int:
        return 7

    async def fail() -> None:
        raise ValueError("no")

    assert await complete(give()) == 7
    with pytest.raises(ValueError, match="no"):
        await complete(fail())
