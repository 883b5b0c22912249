"""The client waits with the event loop in which it is used."""

from __future__ import annotations

import asyncio

import pytest

from termdesk.client.transport.clock import LoopClock

pytestmark = pytest.mark.anyio


async def test_it_goes_forward_by_the_loop() -> None:
    clock = LoopClock()
    before = clock.now()

    await clock.sleep(0.01)

    assert clock.now() > before
    assert abs(clock.now() - asyncio.get_running_loop().time()) < 90


async def test_a_call_comes_at_its_time_unless_it_is_cancelled() -> None:
    clock = LoopClock()
    called: list[str] = []
    arrived = asyncio.Event()

    clock.call_at(clock.now(), lambda: called.append("cancelled")).cancel()
    clock.call_at(clock.now(), arrived.set)
    async with asyncio.timeout(90):
        await arrived.wait()

    assert called == []
