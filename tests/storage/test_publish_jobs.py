"""Publishing calls are stored before they are sent, and found again after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.stored_drafts import ENTRIES, PAIR
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.storage.publish_jobs import MERGE_KEEPS_TARGETS, JobState, PublishJob
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


async def planned(records: Records, profile: str = "local") -> PublishJob:
    entries = Entries.of([("a", "b")])
    draft = await records.journal.open_draft(
        profile=profile,
        glossary_key=None,
        glossary_id=None,
        glossary_name="Terms",
        pair=LanguagePair("en", "de"),
        entries=entries,
        is_on_service=False,
    )
    content_hash = await records.snapshots.put(entries)
    return await records.publish_jobs.plan(
        profile=profile,
        draft_id=draft.draft_id,
        glossary_id=None,
        glossary_name="Terms",
        pair=LanguagePair("en", "de"),
        method=Method.CREATE,
        target_hash=content_hash,
        nonce="8f3a",
    )


@pytest.mark.scorecard("R23")
async def test_a_call_that_was_sent_is_unclear_after_a_restart_until_it_is_verified(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        job = await planned(records)
        assert await records.publish_jobs.unclear("local") == []
        await records.publish_jobs.mark(job.job_id, JobState.SENT, trace_id="A1")
        await records.publish_jobs.store_glossary_id(job.job_id, "g7")

    async with Records(tmp_path / "termdesk.db") as records:
        (found,) = await records.publish_jobs.unclear("local")
        assert await records.publish_jobs.unclear("vendor") == []
        assert await records.publish_jobs.unclear("local", draft_id="another") == []
        assert await records.publish_jobs.unclear("local", draft_id=job.draft_id) == [found]
        await records.publish_jobs.mark(job.job_id, JobState.VERIFIED)
        assert await records.publish_jobs.unclear("local") == []

    assert (found.method, found.nonce, found.target_hash) == (Method.CREATE, "8f3a", job.target_hash)
    assert found.glossary_id == "g7"
    assert found.pair == job.pair
    assert found.state is JobState.SENT


async def test_what_was_learned_about_a_service_stays_with_its_profile(records: Records) -> None:
    await records.publish_jobs.learn("vendor", MERGE_KEEPS_TARGETS)
    await records.publish_jobs.learn("vendor", MERGE_KEEPS_TARGETS)

    assert await records.publish_jobs.has_learned("vendor", MERGE_KEEPS_TARGETS)
    assert not await records.publish_jobs.has_learned("local", MERGE_KEEPS_TARGETS)


async def test_calls_of_a_draft_that_goes_are_waited_for_no_longer_and_versions_stay(records: Records) -> None:
    job, ended, other = [await planned(records) for _ in range(3)]
    for each in (job, other):
        await records.publish_jobs.mark(each.job_id, JobState.SENT)
    await records.publish_jobs.mark(ended.job_id, JobState.VERIFIED)

    for each in (job, ended):
        await records.journal.discard(each.draft_id)

    assert [each.draft_id for each in await records.publish_jobs.unclear("local")] == [other.draft_id]
    states = await records.publish_jobs.last_states("local")
    assert states == {job.draft_id: JobState.FAILED, ended.draft_id: JobState.VERIFIED, other.draft_id: JobState.SENT}


async def test_the_last_call_of_a_draft_counts(records: Records) -> None:
    target_hash = await records.snapshots.put(ENTRIES)
    for state in (JobState.FAILED, JobState.VERIFIED, JobState.SENT):
        for draft_id in ("d1",) if state is not JobState.SENT else ("d1", "d2"):
            job = await records.publish_jobs.plan(
                profile="local",
                draft_id=draft_id,
                glossary_id="g1",
                glossary_name="Terms",
                pair=PAIR,
                method=Method.REPLACE,
                target_hash=target_hash,
            )
            await records.publish_jobs.mark(job.job_id, state if draft_id == "d1" else JobState.FAILED)

    assert await records.publish_jobs.last_states("local") == {"d1": JobState.SENT, "d2": JobState.FAILED}
    assert await records.publish_jobs.last_states("vendor") == {}
