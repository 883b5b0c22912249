"""Read a dictionary from the service, completely or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from termdesk.client.errors import NotFound, Unavailable
from termdesk.client.transport.calls import Family
from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.service_messages import AnswerMessage
from termdesk.storage.journal import DraftRecord

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# Seconds to wait before each new request for a glossary that is not ready; five minutes in total.
_WAITS = (0.5, 1.0, 2.0, 4.0, *[8.0] * 37)


@dataclass(frozen=True, slots=True)
class Remote:
    """A dictionary on the service. `glossary` or `entries` is None if the service does not have it."""

    glossary: Glossary | None
    entries: Entries | None


async def read_remote(
    api: ApiClient, draft: DraftRecord, progress: Progress = NoProgress(), *, like: Entries | None = None
) -> Remote:
    """Return the service's version of a draft. It shares equal texts with `like`, to save memory.

    Raises ServiceError; IncompleteAnswer for an incomplete response.
    """
    if draft.glossary_id is None:
        return Remote(None, None)
    return await read_dictionary(api, draft.glossary_id, draft.pair, progress, like=like)


async def read_dictionary(
    api: ApiClient,
    glossary_id: str,
    pair: LanguagePair,
    progress: Progress = NoProgress(),
    *,
    like: Entries | None = None,
) -> Remote:
    """Return the service's version of a dictionary. It is missing only if its glossary does not list it.

    Raises NotFound if it is listed but cannot be read, and IncompleteAnswer.
    """
    lost: NotFound | None = None
    for _ in range(2):
        glossary = await ready_glossary(api, glossary_id)
        dictionary = glossary.dictionary(pair) if glossary else None
        if dictionary is None:
            return Remote(glossary, None)
        try:
            entries = await api.glossaries.entries(
                glossary_id, dictionary.pair, expected_count=dictionary.entry_count, progress=progress, like=like
            )
        except NotFound as error:
            lost = error
        else:
            return Remote(glossary, entries)
    assert lost is not None, "neither round gave the entries"
    raise lost


async def ready_glossary(api: ApiClient, glossary_id: str) -> Glossary | None:
    """Return a glossary once the service reports that it is ready; None if there is none with this id.

    The waiting time is reported through `api.report_preparation`. Raises Unavailable after five minutes.
    """
    glossary = await api.glossaries.find(glossary_id)
    if glossary is None or glossary.is_ready:
        return glossary
    with api.report_preparation(Family.GLOSSARIES, sum(_WAITS)):
        for wait in _WAITS:
            await asyncio.sleep(wait)
            glossary = await api.glossaries.find(glossary_id)
            if glossary is None or glossary.is_ready:
                return glossary
    raise Unavailable(AnswerMessage.STILL_PREPARING(), call=f"GET /v3/glossaries/{glossary_id}")
