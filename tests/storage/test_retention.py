"""Old versions are deleted by the rules, and their space is freed. What is needed is kept."""

from __future__ import annotations

import random
import sqlite3
import time
from pathlib import Path

import pytest

from support.detailed import detailed
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.storage import retention
from termdesk.storage.database import Database
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState
from termdesk.storage.records import Records
from termdesk.storage.transfer.transfers import TransferRecord

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
DAY = retention.DAY


def version(number: int, rows: int = 20) -> Entries:
    chance = random.Random(number)
    return Entries.of([(f"{number} {row}", chance.randbytes(40).hex()) for row in range(rows)])


async def published(
    records: Records, number: int, *, state: JobState = JobState.VERIFIED, rows: int = 20, draft_id: str = "d1"
) -> str:
    stored = await records.snapshots.put(version(number, rows))
    job = await records.publish_jobs.plan(
        profile="local",
        draft_id=draft_id,
        glossary_id="g1",
        glossary_name="Terms",
        pair=PAIR,
        method=Method.REPLACE,
        target_hash=stored,
    )
    await records.publish_jobs.mark(job.job_id, state)
    return stored


async def stored(database: Database) -> set[str]:
    return await database.run(lambda connection: {row[0] for row in connection.execute("SELECT hash FROM snapshots")})


async def set_back(database: Database, days: float) -> None:
    """Move all records this many days into the past."""

    def work(connection: sqlite3.Connection) -> None:
        for table, column in (("publish_jobs", "changed_at"), ("snapshots", "stored_at"), ("versions", "made_at")):
            connection.execute(f"UPDATE {table} SET {column} = {column} - ?", (days * DAY,))

    await database.run(work)


@pytest.fixture
def database(records: Records) -> Database:
    return records._database


async def test_a_version_that_nothing_refers_to_goes_after_two_days(records: Records, database: Database) -> None:
    first = await records.snapshots.put(version(1))

    await retention.tidy(database)
    assert first in await stored(database)
    await set_back(database, 3)
    second = await records.snapshots.put(version(2))
    await retention.tidy(database)

    assert await stored(database) == {second}


async def test_a_version_that_comes_again_counts_as_new(records: Records, database: Database) -> None:
    first = await records.snapshots.put(version(1))
    await set_back(database, 3)
    await records.snapshots.put(version(1))

    await retention.tidy(database)

    assert first in await stored(database)


@pytest.mark.scorecard("R29")
async def test_of_many_publishings_the_last_thirty_stay_then_fewer(records: Records, database: Database) -> None:
    hashes = []
    for number in range(60):
        hashes.append(await published(records, number))
        await set_back(database, 1)

    await retention.tidy(database)

    kept = await stored(database)
    assert set(hashes[-30:]) <= kept
    # The daily places are all among the last thirty; weekly and monthly ones reach further back.
    assert 30 < len(kept) < 40


@pytest.mark.slow
async def test_a_call_whose_outcome_is_open_stays_with_its_version(records: Records, database: Database) -> None:
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id="g1",
        glossary_name="Terms",
        pair=PAIR,
        entries=version(100),
        is_on_service=True,
    )
    open_one = await published(records, 0, state=JobState.SENT, draft_id=draft.draft_id)
    of_a_draft_that_is_gone = await published(records, 1, state=JobState.SENT)
    for number in range(2, 45):
        await published(records, number)
    await set_back(database, 800)

    await retention.tidy(database)

    kept = await stored(database)
    assert {open_one, draft.start} <= kept
    assert of_a_draft_that_is_gone not in kept
    assert len(await records.publish_jobs.unclear("local")) == 1


@pytest.mark.slow
async def test_the_oldest_go_where_all_together_are_too_much(
    records: Records, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes = [await published(records, number, rows=200) for number in range(8)]
    await set_back(database, 3)
    monkeypatch.setattr(retention, "MOST_BYTES", 40_000)

    await retention.tidy(database)

    kept = await stored(database)
    assert hashes[-1] in kept
    assert len(kept) < 8
    assert kept == set(hashes[-len(kept) :])


@pytest.mark.slow
async def test_the_space_of_what_went_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "termdesk.db"
    async with Records(path) as records:
        for number in range(6):
            await records.snapshots.put(version(number, rows=4_000))
        await set_back(records._database, 3)
    before = path.stat().st_size

    async with Records(path) as records:
        await records.tidy()

    assert path.stat().st_size < before / 3
    async with Records(path):
        pass


async def test_deleted_glossaries_go_after_ninety_days(records: Records, database: Database) -> None:
    kept = await records.snapshots.put(version(1))
    await records.deleted_glossaries.add("local", "Old", [(PAIR, kept)])
    await set_back(database, 10)

    await retention.tidy(database, clock=lambda: time.time() + 80 * DAY)
    assert kept in await stored(database)
    await retention.tidy(database, clock=lambda: time.time() + 91 * DAY)

    assert await records.deleted_glossaries.all("local") == []
    assert await stored(database) == set()


async def test_a_wrong_clock_deletes_nothing(records: Records, database: Database) -> None:
    kept = await records.snapshots.put(version(1))
    await records.deleted_glossaries.add("local", "Old", [(PAIR, kept)])
    now = time.time()
    await retention.tidy(database, clock=lambda: now)

    # The clock is wrong for some hours. Several programs end meanwhile.
    for hours in (0, 1, 8):
        await retention.tidy(database, clock=lambda hours=hours: now + 5_000 * DAY + hours * DAY / 24)
    await retention.tidy(database, clock=lambda: now + DAY)
    assert len(await records.deleted_glossaries.all("local")) == 1

    # After a long journey the clock is right.
    await retention.tidy(database, clock=lambda: now + 200 * DAY)
    assert len(await records.deleted_glossaries.all("local")) == 1
    await retention.tidy(database, clock=lambda: now + 201 * DAY)
    assert await records.deleted_glossaries.all("local") == []


async def test_transfers_that_nobody_went_on_with_go_after_ninety_days(records: Records, database: Database) -> None:
    await records.transfers.begin(TransferRecord("t", "here", "a", "there", "local-b", "Old", (PAIR,), is_move=False))

    await retention.tidy(database, clock=lambda: time.time() + 80 * DAY)
    assert len(await records.transfers.all("here")) == 1
    await retention.tidy(database, clock=lambda: time.time() + 91 * DAY)

    assert await records.transfers.all("here") == []


@pytest.mark.slow
async def test_versions_thin_out_and_what_the_user_kept_stays(records: Records, database: Database) -> None:
    """After 100 daily readings, the last 30 stay, then one per week and month.

    A version kept by the user stays anyway.
    """
    first = version(0)
    await records.versions.keep("local", "g1", PAIR, version(999), "before the audit")
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id="g1",
        glossary_name="Terms",
        pair=PAIR,
        entries=first,
        is_on_service=True,
    )
    for day in range(1, 100):
        await set_back(database, 1)
        await records.journal.rebase(draft.draft_id, base=version(day), start=version(day), through=0)

    await records.tidy()

    versions = await records.versions.all("local", "g1")
    assert versions[-1].name == "before the audit"
    ages = [round((versions[0].made_at - each.made_at).total_seconds() / DAY) for each in versions[:-1]]
    assert ages[:30] == [*range(30)]
    assert 4 <= len(ages[30:]) <= 12
    assert (await records.snapshots.get(versions[-2].content_hash)).as_dict()
    assert await stored(database) == {each.content_hash for each in versions}


async def keep(records: Records, numbers: range, *, key: str = "g1", rows: int = 20) -> None:
    for number in numbers:
        await records.versions.keep("local", key, PAIR, version(number, rows), f"{number}")


async def names(records: Records, key: str = "g1") -> list[str]:
    return [each.name for each in await records.versions.all("local", key)]


async def test_of_very_many_kept_versions_the_latest_of_each_dictionary_stay(
    records: Records, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MOST_KEPT", 5)
    await keep(records, range(8))
    await keep(records, range(100, 103), key="g2")
    await set_back(database, 1000)

    await records.tidy()

    assert await names(records) == ["7", "6", "5", "4", "3"]
    assert await names(records, "g2") == ["102", "101", "100"]


async def test_kept_versions_that_are_too_large_together_go_after_all_others(
    records: Records, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await records.snapshots.put(version(0, 200))
    query = "SELECT max(length(content)) FROM snapshots"
    size: int = await database.run(lambda connection: connection.execute(query).fetchone()[0])
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id="g1",
        glossary_name="Terms",
        pair=PAIR,
        entries=version(50, 200),
        is_on_service=True,
    )
    await records.journal.rebase(draft.draft_id, base=version(51, 200), start=version(51, 200), through=0)
    await keep(records, range(3), rows=200)
    await keep(records, range(10, 11), key="g2", rows=200)
    # There is room for three kept versions, and nothing else.
    monkeypatch.setattr(retention, "MOST_KEPT_BYTES", 3 * size + size // 2)
    monkeypatch.setattr(retention, "MOST_BYTES", 3 * size + size // 2)

    await records.tidy()

    assert await names(records) == ["2", "1", ""], "the newest reading stays, too"
    assert await names(records, "g2") == ["10"], "the newest of a dictionary stays"


async def test_a_kept_version_that_a_publishing_run_needs_stays(
    records: Records, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MOST_KEPT", 1)
    await keep(records, range(4))
    needed = (await records.versions.all("local", "g1"))[-1]
    step = PublishStep(0, "d1", "g1", "Terms", PAIR, "", 1, 0, 0, before_hash=needed.content_hash)
    await records.publish_runs.begin(PublishRun("r1", "local", RunState.STOPPED, time.time(), (step,)))
    await set_back(database, 10)

    await records.tidy()

    assert await names(records) == ["3", "0"]


@pytest.mark.slow
async def test_versions_with_details_do_not_make_way_for_later_readings(records: Records, database: Database) -> None:
    """Each day a change by others is merged. The local versions kept before the merges are thinned out separately."""
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id="g1",
        glossary_name="Terms",
        pair=PAIR,
        entries=version(0),
        is_on_service=True,
    )
    for day in range(1, 100):
        await set_back(database, 1)
        here = detailed(version(day), [EntryDetail(note="signed")])
        await records.journal.keep_version(draft.draft_id, here)
        await records.journal.rebase(draft.draft_id, base=version(1000 + day), start=here, through=0)

    await records.tidy()

    versions = await records.versions.all("local", "g1")
    for is_whole in (True, False):
        found = [each for each in versions if each.is_whole is is_whole]
        ages = [round((versions[0].made_at - each.made_at).total_seconds() / DAY) for each in found]
        assert ages[:30] == [*range(30)]
        assert 4 <= len(ages[30:]) <= 12
    oldest = await records.snapshots.get([each for each in versions if each.is_whole][-1].content_hash)
    assert oldest.detail(0).note == "signed"
