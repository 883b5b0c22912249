"""Glossaries deleted on the service are kept with the versions of their entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database
from termdesk.storage.records import Records
from termdesk.storage.schema.migrations import MIGRATIONS

pytestmark = pytest.mark.anyio


async def test_deleted_glossaries_are_found_again_with_their_entries(records: Records) -> None:
    entries = Entries.of([("contract", "Vertrag")])
    pair = LanguagePair("en", "de")
    await records.deleted_glossaries.add("local", "Old", [])
    await records.deleted_glossaries.add("local", "Terms", [(pair, await records.snapshots.put(entries))])
    await records.deleted_glossaries.add("vendor", "Other", [])

    latest, before = await records.deleted_glossaries.all("local")

    assert (latest.name, before.name) == ("Terms", "Old")
    ((found, content_hash),) = latest.dictionaries
    assert found == pair
    assert await records.snapshots.get(content_hash) == entries


async def test_of_a_deletion_that_is_repeated_the_latest_is_kept(records: Records) -> None:
    pair = LanguagePair("en", "de")
    entries = [(pair, await records.snapshots.put(Entries.of([("contract", "Vertrag")])))]
    others = [(pair, await records.snapshots.put(Entries.of([("contract", "Kontrakt")])))]
    add = records.deleted_glossaries.add
    added = [
        await add("local", "Law", dictionaries, (), key, is_overwritten=is_overwritten)
        for dictionaries, key, is_overwritten in (
            (entries, "g1", False),
            (entries, "g1", False),
            (others, "g1", False),
            (entries, "g2", False),
            (entries, "g1", True),
        )
    ]

    assert [each.is_repeated for each in added] == [False, True, False, False, False]
    assert [each.number for each in await records.deleted_glossaries.all("local")] == [5, 4, 3, 2]


async def test_a_version_that_was_overwritten_lost_the_english_words_of_its_name(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    number = next(position for position, script in enumerate(MIGRATIONS) if "is_overwritten" in script)
    before = Database(path, migrations=MIGRATIONS[:number])
    await before.open()
    insert = (
        "INSERT INTO deleted_glossaries (profile, name, dictionaries, deleted_at, shelf_key) VALUES (?, ?, ?, ?, ?)"
    )
    rows = [
        ("local", "Terms (as others had it)", "[]", 0, ""),
        ("local", "Mine (as others had it)", "[]", 0, "key"),
        ("local", "Law", "[]", 0, ""),
    ]
    await before.run(lambda connection: connection.executemany(insert, rows))
    await before.close()

    async with Records(path) as records:
        found = await records.deleted_glossaries.all("local")

    assert [(each.name, each.is_overwritten) for each in found] == [
        ("Law", False),
        ("Mine (as others had it)", False),
        ("Terms", True),
    ]
