"""Glossaries deleted on the service are kept with the versions of their entries."""

from __future__ import annotations

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

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
