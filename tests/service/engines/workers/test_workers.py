"""Which workers are ended to free memory, and when. They are real processes that load nothing."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from termdesk.service.engines.errors import EngineFailed
from termdesk.service.engines.workers.workers import SECONDS_IDLE, SECONDS_IDLE_IN_USE, Workers

pytestmark = pytest.mark.anyio

# Sends each request back. Rules of a language would take seconds of computing.
ECHO = """
from termdesk.service.engines.workers.worker_loop import answer_requests

answer_requests(lambda: lambda request: request)
"""


class Clock:
    """A clock that the test sets."""

    passed = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.passed


async def ask(workers: Workers, name: str) -> None:
    assert await workers.ask(name, "echo_worker", request={"name": name}) == {"name": name}


@pytest.fixture(autouse=True)
def _echo_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker module that the worker processes find."""
    (tmp_path / "echo_worker.py").write_text(ECHO, "utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]]))


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


@pytest.mark.slow
async def test_the_others_make_room_before_one_that_is_in_use(workers: Workers) -> None:
    await ask(workers, "alone")
    [size] = workers.resident_bytes().values()
    narrow = Workers(most_bytes=size * 5 // 2)
    narrow.keep(["used"])

    for name in ("used", "first", "second"):
        await ask(narrow, name)

    assert list(narrow.resident_bytes()) == ["used", "second"]
    await narrow.close()


# Records each start, and never responds.
DEAF = """
import time
from pathlib import Path
with Path(__file__).with_name("starts").open("a") as starts:
    starts.write("started ")
time.sleep(600)
"""


async def test_the_end_of_the_service_waits_for_no_answer(tmp_path: Path) -> None:
    (tmp_path / "deaf_worker.py").write_text(DEAF, "utf-8")
    starts = tmp_path / "starts"
    workers = Workers()
    asked = asyncio.create_task(workers.ask("deaf worker", "deaf_worker", request={}))
    while not starts.exists():
        await asyncio.sleep(0.01)

    await workers.close()

    with pytest.raises(EngineFailed):
        await asked
    # Otherwise it would be killed after a minute, and started again.
    assert starts.read_text("utf-8").split() == ["started"]
