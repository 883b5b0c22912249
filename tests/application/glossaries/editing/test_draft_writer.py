"""Edits that the disk refuses wait, whatever it said, and are tried again."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from support.files.damaged_files import NAME, write_drafts
from support.waiting import until
from termdesk.application.glossaries.editing import draft_writer
from termdesk.application.glossaries.editing.draft_writer import DraftWriter
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.errors import TermdeskError
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
        # Straight on the connection: a transaction would notice, and take it back.
        await database._in_thread(lambda: change_schema(database._open_connection(), f"'{sql}'"))
        await saving.saved()

        assert len(failures) == 1
        assert "is damaged" in failures[0].message
        assert saving.last_number == 3
        await saving.close()
