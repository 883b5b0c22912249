"""Edits that cannot be written wait, whatever the error, and are tried again."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from support.files.damaged_files import NAME, write_drafts
from support.files.small_disk import SmallDisk, small_disk
from support.waiting import until
from termdesk.application.glossaries.editing import draft_writer
from termdesk.application.glossaries.editing.draft_writer import DraftWriter
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.errors import StorageFailed, TermdeskError
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

DAMAGED = "CAST(x'435245415445205441424c4520fffe28' AS TEXT)"


def change_schema(connection: sqlite3.Connection, sql: str) -> None:
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(f"UPDATE sqlite_master SET sql = {sql} WHERE name = 'edits'")
    version = connection.execute("PRAGMA schema_version").fetchone()[0]
    connection.execute(f"PRAGMA schema_version = {version + 1}")
    connection.execute("PRAGMA writable_schema = OFF")


@pytest.mark.scorecard("R04")
async def test_a_damaged_schema_is_told_once_and_saving_goes_on_when_it_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft_writer, "RETRY_SECONDS", 0.01)
    failures: list[TermdeskError] = []
    async with Records(tmp_path / NAME) as records:
        draft = await records.journal.find(await write_drafts(records, edits=2))
        database = records._database
        sql = await database.run(
            lambda connection: connection.execute("SELECT sql FROM sqlite_master WHERE name = 'edits'").fetchone()[0]
        )
        saving = DraftWriter(records.journal, draft)
        saving.failed.subscribe(failures.append)
        await database._in_thread(lambda: change_schema(database._open_connection(), DAMAGED))

        saving.add(SetCells(TARGET, (0,), ("später",)), entry_count=400)
        await until(lambda: failures)
        # Directly on the connection, because a transaction would notice the change and roll it back.
        await database._in_thread(lambda: change_schema(database._open_connection(), f"'{sql}'"))
        await saving.wait_until_saved()

        assert len(failures) == 1
        assert "is damaged" in failures[0].message
        assert saving.last_number == 3
        await saving.close()


def leave(disk: SmallDisk) -> None:
    (disk.folder / "data").rename(disk.folder / "away")


# Disk errors, their messages, and their remedies.
FAULTS = {
    "read-only": (SmallDisk.forbid_writing, "disk I/O error", None),
    "pulled out": (SmallDisk.pull_out, "disk I/O error|malformed", None),
    "unmounted": (SmallDisk.unmount, "no longer there", None),
    "moved": (leave, "no longer there", lambda disk: (disk.folder / "away").rename(disk.folder / "data")),
}


@pytest.mark.scorecard("R07")
@pytest.mark.parametrize("fault", FAULTS)
async def test_a_disk_that_fails_is_told_once_and_edits_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    monkeypatch.setattr(draft_writer, "RETRY_SECONDS", 0.01)
    strike, words, repair = FAULTS[fault]
    failures: list[TermdeskError] = []
    with small_disk(tmp_path, megabytes=4) as disk:
        folder = disk.folder / "data"
        folder.mkdir()
        async with Records(folder / NAME) as records:
            draft = await records.journal.find(await write_drafts(records, edits=2))
            saving = DraftWriter(records.journal, draft)
            saving.failed.subscribe(failures.append)
            strike(disk)

            saving.add(SetCells(TARGET, (0,), ("später",)), entry_count=400)
            await until(lambda: failures)
            with pytest.raises(StorageFailed, match=words):
                await saving.wait_until_saved()
            assert len(failures) == 1
            assert saving.last_number == 2

            if repair is None:
                with pytest.raises(StorageFailed):
                    await saving.close()
                return
            repair(disk)
            await saving.wait_until_saved()
            await saving.close()
            assert (await records.journal.load(draft.draft_id))[0].targets[0] == "später"
