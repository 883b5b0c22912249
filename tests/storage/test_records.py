"""Data that an older version of the program stored is available to this one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.storage import snapshots
from termdesk.storage.change_codec import encode
from termdesk.storage.database import Database
from termdesk.storage.records import Records
from termdesk.storage.schema.migrations import MIGRATIONS

pytestmark = pytest.mark.anyio

ENTRIES = Entries.of([("house", "Haus"), ("tree", "Baum")])


async def written_by_the_first_version(path: Path) -> None:
    """Write a published dictionary, and one with an unpublished edit."""
    database = Database(path, migrations=MIGRATIONS[:1])
    packed = snapshots.pack(ENTRIES)

    def work(connection: sqlite3.Connection) -> None:
        snapshots.insert(connection, packed)
        for draft, target in (("published", "de"), ("edited", "fr")):
            row = (draft, "local", "g1", "g1", "Homes", "en", target, packed.hash, packed.hash, 2, 0.0)
            connection.execute(f"INSERT INTO drafts VALUES ({', '.join('?' * len(row))})", row)
        change = encode(SetCells(TARGET, (1,), ("arbre",)))
        connection.execute("INSERT INTO edits (draft_id, change) VALUES ('edited', ?)", (change,))

    await database.open()
    await database.run(work)
    await database.close()


@pytest.mark.scorecard("R11")
async def test_drafts_of_the_first_version_open_as_they_were_left(tmp_path: Path) -> None:
    path = tmp_path / "termdesk.db"
    await written_by_the_first_version(path)

    async with Records(path) as records:
        drafts = {draft.draft_id: draft for draft in await records.journal.drafts("local")}
        edited, _ = await records.journal.load("edited")
        steps = await records.journal.steps("edited")

    assert {name: draft.has_changes for name, draft in drafts.items()} == {"published": False, "edited": True}
    assert list(edited) == [("house", "Haus"), ("tree", "arbre")]
    assert steps == ([], 0), "nobody knew then how to take it back"
