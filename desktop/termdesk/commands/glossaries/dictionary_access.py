"""Opening of a dictionary for changes, as the window opens it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.released_memory import collect_released
from termdesk.domain.language.language import LanguagePair


@asynccontextmanager
async def open_dictionary(
    cases: LazyUseCases, summary: GlossarySummary, pair: LanguagePair
) -> AsyncIterator[OpenDictionary]:
    """Open a dictionary with its edits, and close it at the end. Its draft stays only if it differs from the service.

    Raises what `Library.open` raises.
    """
    dictionary = await cases.library.open(summary, pair)
    try:
        yield dictionary
    finally:
        await cases.library.close(dictionary)
        collect_released()
