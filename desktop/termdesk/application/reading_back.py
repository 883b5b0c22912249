"""What the service holds of a dictionary, read whole or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from termdesk.client.errors import NotFound, Unavailable
from termdesk.domain.entries import Entries
from termdesk.domain.glossary import Glossary
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.journal import DraftRecord

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# A glossary that is not ready yet is asked for again after these seconds, five minutes in all.
_WAITS = (0.5, 1.0, 2.0, 4.0, *[8.0] * 37)


@dataclass(frozen=True, slots=True)
class Remote:
    """A dictionary on the service. No glossary, or no entries: it is not there."""

    glossary: Glossary | None
    entries: Entries | None


async def read_remote(api: ApiClient, draft: DraftRecord, progress: Progress = NoProgress()) -> Remote:
    """What the service holds for a draft. Raises IncompleteAnswer where it does not come whole."""
    if draft.glossary_id is None:
        return Remote(None, None)
    try:
        glossary = await ready_glossary(api, draft.glossary_id)
    except NotFound:
        return Remote(None, None)
    dictionary = glossary.dictionary(draft.pair)
    if dictionary is None:
        return Remote(glossary, None)
    try:
        entries = await api.glossaries.entries(
            draft.glossary_id, dictionary.pair, expected_count=dictionary.entry_count, progress=progress
        )
    except NotFound:
        return Remote(glossary, None)
    return Remote(glossary, entries)


async def ready_glossary(api: ApiClient, glossary_id: str) -> Glossary:
    """A glossary, once the service says that it is ready. Raises Unavailable where that takes five minutes."""
    for wait in (*_WAITS, None):
        glossary = await api.glossaries.get(glossary_id)
        if glossary.is_ready:
            return glossary
        if wait is not None:
            await asyncio.sleep(wait)
    raise Unavailable("The service is still preparing this glossary.", call=f"GET /v3/glossaries/{glossary_id}")
