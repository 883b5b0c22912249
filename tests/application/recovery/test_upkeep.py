"""While the program is idle, backups are made when due, and damage of the database is reported."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.files.damaged_files import NAME, write_drafts
from support.waiting import until
from termdesk.application.recovery.upkeep import SECONDS_BEFORE, SECONDS_BETWEEN, maintain_once, upkeep
from termdesk.application.released_memory import memory_released
from termdesk.domain.errors import TermdeskError
from termdesk.storage.integrity.backups import EVERY
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[Records]:
    async with Records(tmp_path / NAME) as opened:
        yield opened


class Time:
    """Sleeps that end when the test says so."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self._turn = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        await self._turn.wait()
        self._turn.clear()

    def go_on(self) -> None:
        self._turn.set()


async def test_backups_that_cannot_be_listed_are_told_and_looked_for_again(records: Records) -> None:
    await write_drafts(records, edits=1)
    records.backups.folder.write_text("not a folder")
    reported: list[TermdeskError] = []
    time = Time()

    async with upkeep(records, reported.append, sleep=time.sleep):
        await until(lambda: time.asked == [SECONDS_BEFORE])
        time.go_on()
        await until(lambda: len(time.asked) == 2)
        records.backups.folder.unlink()
        time.go_on()
        await until(lambda: len(time.asked) == 3)

    assert [str(records.backups.folder) in each.message for each in reported] == [True]
    assert len(records.backups.all()) == 1


async def test_what_changed_is_backed_up_after_the_start_and_then_when_it_is_due(records: Records) -> None:
    await write_drafts(records, edits=3)
    reported: list[TermdeskError] = []
    time = Time()

    memory_released.clear()
    async with upkeep(records, reported.append, sleep=time.sleep):
        await until(lambda: time.asked == [SECONDS_BEFORE])
        time.go_on()
        await until(lambda: len(time.asked) == 2)
        assert len(records.backups.all()) == 1
        assert memory_released.is_set(), "what the backup took is given back"
        time.go_on()
        await until(lambda: len(time.asked) == 3)

    assert time.asked[1:] == [SECONDS_BETWEEN, SECONDS_BETWEEN]
    assert len(records.backups.all()) == 1, f"nothing is due within {EVERY}"
    assert reported == []


async def test_work_that_is_found_damaged_is_told_once_and_looked_through_at_the_next_start(records: Records) -> None:
    await write_drafts(records, edits=3)
    await records._database.run(_break_references)
    reported: list[TermdeskError] = []
    time = Time()

    async with upkeep(records, reported.append, sleep=time.sleep):
        for count in (1, 2, 3):
            await until(lambda expected=count: len(time.asked) == expected)
            time.go_on()

    assert len(reported) == 1
    assert "could not be backed up" in reported[0].message
    assert records.backups.all() == []
    assert not records._database.path.with_name(f"{NAME}-sums").exists()


def _break_references(connection: sqlite3.Connection) -> None:
    connection.execute("COMMIT")
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM snapshots")


# Bytes; more than any database of these tests has.
MUCH = 1_000_000_000


async def test_a_program_that_ends_backs_up_and_tidies_what_is_due(records: Records) -> None:
    assert await maintain_once(records, most_bytes=MUCH)
    assert records.backups.all() == []
    await write_drafts(records, edits=1)

    assert await maintain_once(records, most_bytes=MUCH)
    [backup] = records.backups.all()
    assert backup.commits == records.commits
    await write_drafts(records, edits=1)
    assert await maintain_once(records, most_bytes=MUCH)

    assert records.backups.all() == [backup], f"nothing is due within {EVERY}"


async def test_a_program_that_ends_does_not_wait_long_for_its_backup(records: Records) -> None:
    await write_drafts(records, edits=1)

    assert not await maintain_once(records, most_bytes=0)
    assert records.backups.all() == []

    assert await maintain_once(records, most_bytes=MUCH)
    assert len(records.backups.all()) == 1
