"""Drafts, stored like the window stores them."""

from __future__ import annotations

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.journal import DraftRecord
from termdesk.storage.records import Records

PAIR = LanguagePair("en", "de")
ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus")])


async def draft_of(records: Records, *, glossary_id: str | None = None, profile: str = "local") -> DraftRecord:
    """Create a draft of `ENTRIES`. With an id, it belongs to a glossary of the service."""
    return await records.journal.open_draft(
        profile=profile,
        glossary_key=None,
        glossary_id=glossary_id,
        glossary_name="Terms",
        pair=PAIR,
        entries=ENTRIES,
        is_on_service=glossary_id is not None,
    )
