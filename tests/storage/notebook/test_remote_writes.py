"""Changes are listed with the name of their glossary if it is known, and are deleted after a year."""

from __future__ import annotations

import pytest

from support.files.stored_drafts import ENTRIES, PAIR, draft_of
from termdesk.domain.merging.difference import Method
from termdesk.storage.notebook.remote_writes import ReadBack, RemoteWrites
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.records import Records
from termdesk.storage.retention import DAY, DAYS_OF_WRITES

pytestmark = pytest.mark.anyio


async def add(records: Records, path: str, *, method: str = "PUT", job_id: str = "") -> None:
    await records.remote_writes.add(
        "local", method=method, path=path, outcome="done", status=200, trace_id="t", job_id=job_id
    )


async def test_names_come_from_the_publishing_call_or_by_the_id_of_the_glossary(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    stored = await records.snapshots.put(ENTRIES)
    job = await records.publish_jobs.plan(
        profile="local",
        draft_id=draft.draft_id,
        glossary_id=None,
        glossary_name="New",
        pair=PAIR,
        method=Method.CREATE,
        target_hash=stored,
    )
    await add(records, "/v3/glossaries", job_id=job.job_id)
    await add(records, "/v3/glossaries/g1")
    await add(records, "/v3/glossaries/g2")

    writes = await records.remote_writes.all()

    assert [(each.glossary_name, each.pair, each.after_hash) for each in writes] == [
        ("", None, ""),
        ("Terms", None, ""),
        ("New", PAIR, stored),
    ]
    assert [each.number for each in writes] == [3, 2, 1]


async def test_a_change_gets_its_outcome_later(records: Records) -> None:
    for write_id, outcome, status, trace_id in (
        ("w1", "unclear", 0, ""),
        ("w2", "unclear", 0, ""),
        ("w1", "done", 200, "t"),
    ):
        await records.remote_writes.add(
            "local", write_id=write_id, method="PUT", path="/", outcome=outcome, status=status, trace_id=trace_id
        )

    writes = await records.remote_writes.all()

    assert [(each.outcome, each.status, each.trace_id) for each in writes] == [("unclear", 0, ""), ("done", 200, "t")]


async def test_a_reading_shows_what_became_of_a_publishing_call(records: Records) -> None:
    for name, state in (("Law", JobState.VERIFIED), ("Terms", JobState.FAILED), ("Gears", JobState.SENT)):
        draft = await draft_of(records, glossary_id=name)
        stored = await records.snapshots.put(ENTRIES)
        job = await records.publish_jobs.plan(
            profile="local",
            draft_id=draft.draft_id,
            glossary_id=name,
            glossary_name=name,
            pair=PAIR,
            method=Method.REPLACE,
            target_hash=stored,
        )
        await add(records, "/v3/glossaries", job_id=job.job_id)
        await records.publish_jobs.mark(job.job_id, state)

    writes = await records.remote_writes.all()

    assert [each.read_back for each in writes] == [None, ReadBack.MISSING, ReadBack.CONFIRMED]


@pytest.mark.parametrize(
    ("is_found", "is_named", "read_back"),
    [
        (True, False, [ReadBack.MISSING, ReadBack.CONFIRMED]),
        (True, True, [ReadBack.CONFIRMED, ReadBack.CONFIRMED]),
        (False, False, [None, None]),
    ],
)
async def test_a_creation_that_is_given_up_is_settled_if_its_glossary_was_found(
    records: Records, is_found: bool, is_named: bool, read_back: list[ReadBack | None]
) -> None:
    draft = await draft_of(records, glossary_id=None)
    job = await records.publish_jobs.plan(
        profile="local",
        draft_id=draft.draft_id,
        glossary_id=None,
        glossary_name="Law",
        pair=PAIR,
        method=Method.CREATE,
        target_hash=await records.snapshots.put(ENTRIES),
    )
    for method in ("POST", "PATCH"):
        await add(records, "/v3/glossaries", method=method, job_id=job.job_id)
    await records.publish_jobs.mark(job.job_id, JobState.SENT)

    await records.publish_jobs.end_creation(job.job_id, is_found=is_found, is_named=is_named)

    assert [each.read_back for each in await records.remote_writes.all()] == read_back
    assert await records.publish_jobs.unclear("local") == []


async def test_what_is_older_than_a_year_goes(records: Records) -> None:
    now = 2_000_000_000.0
    for age in (DAYS_OF_WRITES + 1, 1):
        writes = RemoteWrites(records._database, clock=lambda age=age: now - age * DAY)  # type: ignore[misc]
        await writes.add("local", method="PUT", path=f"/{age}", outcome="done", status=200, trace_id="")
    from termdesk.storage.retention import tidy

    await tidy(records._database, clock=lambda: now)

    assert [each.path for each in await records.remote_writes.all()] == ["/1"]
