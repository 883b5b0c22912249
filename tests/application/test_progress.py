"""Work in a thread: its steps arrive, its result comes back, and cancelling ends it before the wait ends."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from termdesk.application.progress import run_in_thread, without_progress
from termdesk.domain.errors import Stopped
from termdesk.domain.progress import NoProgress, Progress


class Seen:
    """Remembers the steps and the threads they were told in."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, int | None]] = []
        self.threads: set[int] = set()

    def step(self, done: int, total: int | None = None) -> None:
        self.steps.append((done, total))
        self.threads.add(threading.get_ident())


def test_the_result_comes_back_and_steps_are_told_in_the_threads_of_the_loop() -> None:
    seen = Seen()

    def count(progress: Progress, upto: int, *, by: int) -> int:
        for done in range(0, upto + 1, by):
            progress.step(done, upto)
        return upto // by

    result = asyncio.run(run_in_thread(seen, count, 100_000, by=10))

    assert result == 10_000
    assert seen.steps[0] == (0, 100_000)
    assert seen.steps[-1] == (100_000, 100_000)
    assert len(seen.steps) < 100, "steps are told a few times a second only"
    assert seen.threads == {threading.get_ident()}


def test_an_error_of_the_function_reaches_the_caller() -> None:
    def fail(progress: Progress) -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        asyncio.run(run_in_thread(NoProgress(), fail))


def test_cancelling_waits_until_the_thread_has_left_even_when_cancelled_twice() -> None:
    entered, left = threading.Event(), threading.Event()

    def work(progress: Progress) -> None:
        entered.set()
        try:
            while True:
                progress.step(1)
                time.sleep(0.001)
        finally:
            time.sleep(0.02)
            left.set()

    async def cancel_twice() -> bool:
        task = asyncio.create_task(run_in_thread(NoProgress(), work))
        await asyncio.to_thread(entered.wait)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return left.is_set()

    assert asyncio.run(cancel_twice())


def test_work_cancelled_before_a_worker_was_free_never_begins() -> None:
    free = threading.Event()
    began: list[str] = []

    def wait(progress: Progress) -> None:
        free.wait()

    async def cancel_the_second() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        first = asyncio.create_task(run_in_thread(NoProgress(), wait))
        second = asyncio.create_task(run_in_thread(NoProgress(), lambda progress: began.append("second")))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        free.set()
        await first
        with pytest.raises(asyncio.CancelledError):
            await second

    asyncio.run(cancel_the_second())

    assert began == []


def test_a_progress_that_says_stop_ends_the_work() -> None:
    class Refuses:
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    def work(progress: Progress) -> None:
        while True:
            progress.step(1)
            time.sleep(0.001)

    with pytest.raises(Stopped):
        asyncio.run(run_in_thread(Refuses(), work))


def test_a_function_without_progress_gets_only_its_arguments() -> None:
    assert asyncio.run(run_in_thread(NoProgress(), without_progress(divmod), 7, 2)) == (3, 1)
