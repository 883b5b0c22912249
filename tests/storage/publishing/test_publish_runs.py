"""A publishing run and the versions that it needs are still known after a restart, until the run ends."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.storage import retention
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.publishing.publish_runs import PublishStep, RunState, StepState, new_run
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
FIRST = PublishStep(0, "d1", "g1", "Law", PAIR, "hash", added=1, changed=2, removed=3)
SECOND = replace(FIRST, position=1, draft_id="d2", glossary_id=None)
RUN = new_run("r1", "here", [FIRST, SECOND])


async def test_what_has_begun_is_known_after_a_restart_until_it_ends(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        await records.publish_runs.begin(RUN)
        await records.publish_runs.begin(replace(RUN, run_id="r2", profile="elsewhere"))

    async with Records(tmp_path / "termdesk.db") as records:
        assert await records.publish_runs.all("here") == [RUN]
        await records.publish_runs.mark("r1", RunState.WAITING)
        found = await records.publish_runs.find("r1")
        assert found == replace(RUN, state=RunState.WAITING)
        await records.publish_runs.end("r1")
        assert await records.publish_runs.find("r1") is None
        assert len(await records.publish_runs.all("elsewhere")) == 1


async def test_a_step_knows_the_calls_before_it_and_the_versions_that_it_wrote(records: Records) -> None:
    version = await records.snapshots.put(Entries.of([("a", "b")]))
    for _ in range(2):
        job = await records.publish_jobs.plan(
            profile="here",
            draft_id="d1",
            glossary_id="g1",
            glossary_name="Law",
            pair=PAIR,
            method=Method.MERGE,
            target_hash=version,
        )
        await records.publish_runs.begin(RUN)
        await records.publish_runs.mark_sent("r1", 0)

    [sent, planned] = (await records.publish_runs.find("r1") or RUN).steps
    assert (sent.state, sent.after_call) == (StepState.SENT, 2)
    assert planned.state is StepState.PLANNED
    assert [each.job_id for each in await records.publish_jobs.since("d1", 1)] == [job.job_id]
    done = replace(sent, target_hash=version, before_hash=version, creates_glossary=True)
    await records.publish_runs.mark_step("r1", done, StepState.VERIFIED)
    found = await records.publish_runs.find("r1") or RUN
    assert found.verified == [replace(done, state=StepState.VERIFIED)]
    assert found.pending == [planned]


async def test_what_the_service_had_before_stays_as_long_as_it_can_be_undone(records: Records) -> None:
    version = await records.snapshots.put(Entries.of([("a", "b")]))
    await records.publish_runs.begin(RUN)
    await records.publish_runs.mark_step("r1", replace(FIRST, before_hash=version), StepState.VERIFIED)

    await retention.tidy(records.publish_runs._database, clock=lambda: time.time() + 80 * retention.DAY)
    assert await records.snapshots.get(version) == Entries.of([("a", "b")])
    assert await records.publish_runs.all("here")

    await retention.tidy(records.publish_runs._database, clock=lambda: time.time() + 91 * retention.DAY)
    assert await records.publish_runs.all("here") == []
    with pytest.raises(StorageFailed):
        await records.snapshots.get(version)


async def test_what_another_run_has_published_is_no_longer_the_work_of_an_interrupted_one(records: Records) -> None:
    """`old` was sent; `new` has another draft of the same dictionary, and publishes it."""
    runs = records.publish_runs
    other = replace(FIRST, position=1, draft_id="d3", glossary_id="g3")
    await runs.begin(new_run("old", "here", [FIRST, other]))
    await runs.mark_sent("old", 0)
    unsent = new_run("unsent", "here", [FIRST])
    await runs.begin(unsent)
    await runs.begin(replace(unsent, run_id="elsewhere", profile="elsewhere"))
    new = new_run("new", "here", [replace(FIRST, draft_id="d9", pair=LanguagePair("EN", "DE"))])
    await runs.begin(new)

    await runs.mark_written(new, replace(new.steps[0], target_hash="x"))

    old = await runs.find("old")
    assert old is not None
    assert [step.state for step in old.steps] == [StepState.SUPERSEDED, StepState.PLANNED]
    assert (old.may_have_written, old.is_superseded) == (False, False)
    assert await runs.find("unsent") is None, "it had sent nothing, so there is nothing to tell"
    assert len(await runs.all("elsewhere")) == 1
    [step] = (await runs.find("new") or RUN).steps
    assert step.state is StepState.VERIFIED

    await runs.mark_written(new, replace(other, position=0, target_hash="y"))
    assert (await runs.find("old") or RUN).steps[1].state is StepState.SUPERSEDED
    waiting = replace(
        old, state=RunState.WAITING, steps=tuple(replace(each, state=StepState.SUPERSEDED) for each in old.steps)
    )
    assert waiting.is_superseded
    assert not waiting.is_waiting
    assert not replace(waiting, state=RunState.UNDOING).is_superseded


async def test_a_run_that_was_to_create_a_glossary_knows_it_by_the_calls_of_its_draft(records: Records) -> None:
    """The draft `d2` created the glossary in another run, and was deleted. Then another draft publishes it."""
    runs, jobs = records.publish_runs, records.publish_jobs
    version = await records.snapshots.put(Entries.of([("a", "b")]))
    await runs.begin(RUN)
    job = await jobs.plan(
        profile="here",
        draft_id="d2",
        glossary_id=None,
        glossary_name="Law",
        pair=LanguagePair("en", "fr"),
        method=Method.CREATE,
        target_hash=version,
    )
    await jobs.store_glossary_id(job.job_id, "g2")
    new = new_run("new", "here", [replace(SECOND, position=0, draft_id="d9", glossary_id="g2", target_hash=version)])
    await runs.begin(new)

    await runs.mark_written(new, new.steps[0])
    assert len((await runs.find("r1") or new).steps) == 2, "nobody knows yet whether it was created"
    await jobs.mark(job.job_id, JobState.VERIFIED)
    await runs.mark_written(new, new.steps[0])

    assert [step.draft_id for step in (await runs.find("r1") or new).steps] == ["d1"]
