"""The last seen content of dictionaries on the service is stored by profile, and updated with their drafts."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from support.files.stored_drafts import ENTRIES, PAIR, draft_of
from termdesk.domain.entries.entries import Entries
from termdesk.storage.database import Database
from termdesk.storage.records import Records
from termdesk.storage.schema.migrations import MIGRATIONS

pytestmark = pytest.mark.anyio


async def test_what_is_opened_or_published_was_seen_and_a_draft_was_not(records: Records) -> None:
    await draft_of(records)
    await draft_of(records, glossary_id="g1")
    local = await draft_of(records, profile="vendor")
    await records.journal.rebase(local.draft_id, base=ENTRIES, start=ENTRIES, through=0, glossary=("g2", "Terms"))

    seen, elsewhere = await records.seen_dictionaries.all("local"), await records.seen_dictionaries.all("vendor")

    assert {key: [*pairs] for key, pairs in seen.items()} == {"g1": [PAIR]}
    assert (seen["g1"][PAIR].entry_count, seen["g1"][PAIR].has_changed) == (2, False)
    assert {key: [*pairs] for key, pairs in elsewhere.items()} == {"g2": [PAIR]}


async def test_a_change_that_was_read_is_noted_until_it_is_taken_in(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    await records.seen_dictionaries.mark("local", "g1", PAIR, has_changed=True)
    before = (await records.seen_dictionaries.all("local"))["g1"][PAIR]
    three = Entries.of([*ENTRIES.as_dict().items(), ("tree", "Baum")])

    await records.journal.rebase(draft.draft_id, base=three, start=three, through=0)

    after = (await records.seen_dictionaries.all("local"))["g1"][PAIR]
    assert before.has_changed
    assert (after.entry_count, after.has_changed) == (3, False)


async def test_drafts_of_an_older_version_count_as_seen(tmp_path: Path) -> None:
    """Their base is the last seen content of the service."""
    [position] = [number for number, script in enumerate(MIGRATIONS) if "CREATE TABLE seen_dictionaries" in script]
    path = tmp_path / "termdesk.db"
    older = Database(path, migrations=MIGRATIONS[:position])
    await older.open()

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO snapshots VALUES ('h', x'00', 17, 0.0)")
        columns = "draft_id, profile, shelf_key, glossary_id, glossary_name, source, target, base, start, entry_count"
        for row in (
            ("d1", "local", "g1", "g1", "A", "en", "de", "h"),
            ("d2", "local", "l", None, "B", "en", "de", None),
        ):
            connection.execute(
                f"INSERT INTO drafts ({columns}, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'h', 17, 5.0)", row
            )

    await older.run(fill)
    await older.close()

    async with Records(path) as records:
        seen = await records.seen_dictionaries.all("local")

    assert {key: [(pair, each.entry_count) for pair, each in pairs.items()] for key, pairs in seen.items()} == {
        "g1": [(PAIR, 17)]
    }
