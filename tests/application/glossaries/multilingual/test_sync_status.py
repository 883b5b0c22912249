"""The sync status in the headings of the multilingual table, while the service changes."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.sync_status import sync_statuses
from termdesk.application.glossaries.summaries import GlossarySummary, SyncStatus
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


async def test_each_new_base_is_compared_with_anew(records: Records) -> None:
    same, other = Entries.of([("tree", "Baum")]), Entries.of([("tree", "Ast")])
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id="g1",
        glossary_name="Terms",
        pair=LanguagePair("en", "de"),
        entries=same,
        is_on_service=True,
    )
    dictionary = await OpenDictionary.open(records.journal, draft)
    summary = GlossarySummary("g1", "g1", "Terms")
    found = []
    for number in range(60):
        # A replaced object frees its memory, which a later one may take.
        for _ in range(number % 6):
            await dictionary.rebase(base=same)
        await dictionary.rebase(base=other if number % 2 else same)
        found += await sync_statuses([dictionary], summary)

    assert found == [SyncStatus.PUBLISHED, SyncStatus.EDITED] * 30
    await dictionary.close()
