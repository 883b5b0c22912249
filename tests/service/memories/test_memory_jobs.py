"""Jobs of translation memories: their owners, the lifetime of their addresses, and how many are kept."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from termdesk.domain.texts import MemoryJobState
from termdesk.service.accounts import Account
from termdesk.service.memories.memory_jobs import LIFETIME, MOST_JOBS, MemoryJob, MemoryJobs

ONE, OTHER = Account("one"), Account("other")


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 22, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def jobs(clock: Clock) -> MemoryJobs:
    return MemoryJobs(clock)


def begin_import(jobs: MemoryJobs) -> MemoryJob:
    return jobs.add_import(ONE, content_length=1, content_type="application/xml", parameters={})


def test_a_job_is_known_to_its_key_alone(jobs: MemoryJobs) -> None:
    job = begin_import(jobs)

    assert jobs.find(job.job_id, ONE) is job
    assert jobs.find(job.job_id, OTHER) is None


def test_the_address_of_a_file_needs_no_key_for_its_one_method(jobs: MemoryJobs) -> None:
    sent, made = begin_import(jobs), jobs.add_export(OTHER, "7")[0]

    assert (jobs.holder("PUT", sent.path), jobs.holder("GET", sent.path)) == (ONE, None)
    assert (jobs.holder("GET", made.path), jobs.holder("PUT", made.path)) == (OTHER, None)
    assert jobs.holder("PUT", f"{sent.path[:-1]}é") is None
    assert jobs.holder("PUT", "/v2/translate") is None


def test_addresses_end_with_their_time(jobs: MemoryJobs, clock: Clock) -> None:
    sent, made, done = begin_import(jobs), jobs.add_export(ONE, "7")[0], begin_import(jobs)
    done.status = MemoryJobState.COMPLETED
    clock.now += LIFETIME

    assert [jobs.holder(method, each.path) for method, each in (("PUT", sent), ("GET", made))] == [None, None]
    assert [each.status for each in (sent, made, done)] == [
        MemoryJobState.EXPIRED,
        MemoryJobState.EXPIRED,
        MemoryJobState.COMPLETED,
    ]


def test_an_export_that_can_be_fetched_is_given_again_to_the_same_key(jobs: MemoryJobs, clock: Clock) -> None:
    first, is_reused = jobs.add_export(ONE, "7")

    assert not is_reused
    assert jobs.add_export(ONE, "7") == (first, True)
    assert [jobs.add_export(ONE, "8")[1], jobs.add_export(OTHER, "7")[1]] == [False, False]
    clock.now += LIFETIME
    assert not jobs.add_export(ONE, "7")[1]


def test_the_oldest_jobs_make_room_but_none_that_is_worked_on(jobs: MemoryJobs) -> None:
    working, waiting = begin_import(jobs), begin_import(jobs)
    working.status = MemoryJobState.PROCESSING
    for _ in range(MOST_JOBS - 1):
        begin_import(jobs)

    assert jobs.find(working.job_id, ONE) is working
    assert jobs.find(waiting.job_id, ONE) is None


@pytest.mark.anyio
async def test_closing_ends_the_work() -> None:
    jobs, ended = MemoryJobs(), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    jobs.start(work())
    await asyncio.sleep(0)
    await jobs.close()

    assert ended.is_set()
