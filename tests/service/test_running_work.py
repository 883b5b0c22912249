"""Repeated requests join work that is already running."""

from __future__ import annotations

import asyncio

import pytest

from termdesk.service.running_work import MOST_KEPT, SECONDS_KEPT, RunningWork

pytestmark = pytest.mark.anyio


class Work:
    """Counts its starts, and ends when the test allows it."""

    def __init__(self) -> None:
        self.begun = 0
        self.may_end = asyncio.Event()

    async def __call__(self) -> int:
        self.begun += 1
        number = self.begun
        await self.may_end.wait()
        return number


async def test_a_request_that_is_repeated_joins_the_running_work() -> None:
    running: RunningWork[int] = RunningWork()
    work = Work()

    both = asyncio.gather(running.result("a", work), running.result("a", work))
    await asyncio.sleep(0)
    work.may_end.set()

    assert await both == [1, 1]
    assert work.begun == 1


async def test_work_goes_on_when_its_client_leaves_and_the_repeat_gets_it() -> None:
    running: RunningWork[int] = RunningWork()
    work = Work()
    first = asyncio.create_task(running.result("a", work))
    await asyncio.sleep(0)

    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    work.may_end.set()

    assert await running.result("a", work) == 1
    assert work.begun == 1


async def test_what_was_received_is_new_work_the_next_time() -> None:
    running: RunningWork[int] = RunningWork()
    work = Work()
    work.may_end.set()

    assert await running.result("a", work) == 1
    assert await running.result("a", work) == 1
    running.note_receipt("a")
    assert await running.result("a", work) == 2
    assert await running.result("b", work) == 3


async def test_what_nobody_received_is_forgotten_after_a_moment_and_where_it_becomes_too_much() -> None:
    now = 0.0
    running: RunningWork[int] = RunningWork(clock=lambda: now)
    work = Work()
    work.may_end.set()
    await running.result("a", work)

    now = SECONDS_KEPT + 1
    assert await running.result("a", work) == 2
    for number in range(MOST_KEPT + 1):
        await running.result(number, work)
    assert await running.result("a", work) == MOST_KEPT + 4


async def test_a_failure_reaches_all_who_wait_and_is_tried_again() -> None:
    running: RunningWork[int] = RunningWork()

    async def fail() -> int:
        await asyncio.sleep(0)
        raise ValueError

    both = await asyncio.gather(running.result("a", fail), running.result("a", fail), return_exceptions=True)

    assert [type(each) for each in both] == [ValueError, ValueError]
    work = Work()
    work.may_end.set()
    assert await running.result("a", work) == 1
