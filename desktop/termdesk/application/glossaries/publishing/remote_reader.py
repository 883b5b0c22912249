"""What the service holds of a dictionary, read whole or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from termdesk.client.errors import NotFound, Unavailable
from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair
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
    return await read_dictionary(api, draft.glossary_id, draft.pair, progress)


async def read_dictionary(
    api: ApiClient, glossary_id: str, pair: LanguagePair, progress: Progress = NoProgress()
) -> Remote:
    """What the service holds of a dictionary; gone only where its glossary does not list it.

    Raises NotFound where it is listed and cannot be read, and IncompleteAnswer.
    """
    lost: NotFound | None = None
    for _ in range(2):
        glossary = await ready_glossary(api, glossary_id)
        dictionary = glossary.dictionary(pair) if glossary else None
        if dictionary is None:
            return Remote(glossary, None)
        try:
            entries = await api.glossaries.entries(
                glossary_id, dictionary.pair, expected_count=dictionary.entry_count, progress=progress
            )
        except NotFound as error:
            lost = error
        else:
            return Remote(glossary, entries)
    assert lost is not None, "neither round gave the entries"
    raise lost


async def ready_glossary(api: ApiClient, glossary_id: str) -> Glossary | None:
    """A glossary, once the service says that it is ready; None where it has none of this id.

    Raises Unavailable where that takes five minutes.
    """
    for wait in (*_WAITS, None):
        glossary = await api.glossaries.find(glossary_id)
        if glossary is None or glossary.is_ready:
            return glossary
        if wait is not None:
            await asyncio.sleep(wait)
    raise Unavailable("The service is still preparing this glossary.", call=f"GET /v3/glossaries/{glossary_id}")
