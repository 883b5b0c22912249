"""Data of a newer version is shown, but never changed."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from support.files.damaged_files import NAME, write_drafts
from termdesk import assembly
from termdesk.domain.entries.changes import RemoveRows
from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.folders import Folders
from termdesk.storage.integrity.damage import NewerDatabase
from termdesk.storage.records import Records
from termdesk.storage.schema.migrations import MIGRATIONS


def test_a_newer_schema_opens_read_only(qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, tmp_path: Path) -> None:
    folders = Folders.under(tmp_path)
    path = folders.data / NAME

    async def work() -> int:
        async with Records(path) as records:
            draft_id = await write_drafts(records, edits=3)
        with closing(sqlite3.connect(path)) as newer:
            newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        (folders.data / f"{NAME}-sums").unlink()
        before = path.read_bytes()
        async with AsyncExitStack() as stack:
            # The window asks first.
            with pytest.raises(NewerDatabase):
                await assembly._open_records(stack, folders, is_read_only=False)
            opened = await assembly._open_records(stack, folders, is_read_only=True)
            assert opened is not None
            records, _ = opened
            assert records.is_read_only
            await records.tidy()
            assert await records.check(keep=True) is None
            with pytest.raises(StorageFailed, match="open for reading only"):
                await records.journal.append(draft_id, RemoveRows((0,)), entry_count=399)
            entries, _ = await records.journal.load(draft_id)
        assert path.read_bytes() == before
        return len(entries)

    task = qt_loop.create_task(work())
    qtbot.waitUntil(task.done, timeout=10_000)

    assert task.result() == 400
