"""Which workers make room, and when they end. They are real ones, of the smallest language."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import AsyncIterator

import pytest

from termdesk.service.engines.correction.improvement import WORKER
from termdesk.service.engines.workers.workers import SECONDS_IDLE, SECONDS_IDLE_IN_USE, Workers

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(importlib.util.find_spec("lingotweaker_data_it") is None, reason="The rules are not installed."),
]


class Clock:
    """Time that goes on as it is told."""

    passed = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.passed


async def ask(workers: Workers, name: str) -> None:
    await workers.ask(name, WORKER, "it", request={"is_warming": True})


@pytest.fixture
async def clock() -> Clock:
    return Clock()


@pytest.fixture
async def workers(clock: Clock) -> AsyncIterator[Workers]:
    made = Workers(clock=clock)
    yield made
    await made.close()


async def test_a_worker_that_is_in_use_rests_longer_than_others(workers: Workers, clock: Clock) -> None:
    workers.keep(["used"])
    await ask(workers, "used")
    await ask(workers, "other")

    clock.passed = SECONDS_IDLE + 10
    await workers.end_idle()
    assert list(workers.resident_bytes()) == ["used"]

    clock.passed = SECONDS_IDLE_IN_USE + 10
    await workers.end_idle()
    assert not workers.resident_bytes()


async def test_the_others_make_room_before_one_that_is_in_use(workers: Workers) -> None:
    await ask(workers, "alone")
    [size] = workers.resident_bytes().values()
    narrow = Workers(most_bytes=size * 5 // 2)
    narrow.keep(["used"])

    for name in ("used", "first", "second"):
        await ask(narrow, name)

    assert list(narrow.resident_bytes()) == ["used", "second"]
    await narrow.close()
