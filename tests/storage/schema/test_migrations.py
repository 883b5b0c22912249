"""The scripts create the same tables, whether they run together or one after the other."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from termdesk.storage.database import Database
from termdesk.storage.records import Records
from termdesk.storage.schema.migrations import MIGRATIONS

pytestmark = pytest.mark.anyio


def tables_of(path: Path) -> list[tuple[str, str]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    finally:
        connection.close()


async def test_a_database_of_each_version_gets_the_tables_of_a_new_one(tmp_path: Path) -> None:
    async with Records(tmp_path / "new.db"):
        pass
    older = tmp_path / "older.db"
    for version in range(len(MIGRATIONS)):
        database = Database(older, migrations=MIGRATIONS[: version + 1])
        await database.open()
        await database.close()

    new = tables_of(tmp_path / "new.db")
    assert tables_of(older) == new
    assert {"drafts", "edits", "steps", "snapshots", "publish_runs", "folder_links"} <= {name for name, _ in new}
