"""Opening of a dictionary for changes, as the window opens it, and reading of its last copy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.stored_copies import HeldEntries
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.released_memory import collect_released
from termdesk.commands.output import remark
from termdesk.domain.language.language import LanguagePair


async def read_entries(cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary) -> HeldEntries:
    """Return the entries of a dictionary. If they are a copy because the service cannot be reached, say so."""
    held = await cases.last_copies.entries(summary, row)
    if held.as_of is not None:
        _tell_copy(row.pair, held.as_of, held.reason)
    return held


def _tell_copy(pair: LanguagePair, as_of: datetime, reason: str) -> None:
    remark(f"{pair}: {reason} This is the copy of {as_of.astimezone():%Y-%m-%d %H:%M} on this computer.")


def as_of_json(held: HeldEntries) -> str | None:
    """Return the time of a copy as JSON; None if the entries are current."""
    return held.as_of.isoformat(timespec="seconds") if held.as_of else None


@asynccontextmanager
async def open_dictionary(
    cases: LazyUseCases, summary: GlossarySummary, pair: LanguagePair
) -> AsyncIterator[OpenDictionary]:
    """Open a dictionary with its edits, and close it at the end. Its draft stays only if it differs from the service.

    If the service cannot be reached, open the last copy on this computer, and say so.
    Raises what `Library.open` raises.
    """
    dictionary = await cases.library.open(summary, pair, takes_copy=True)
    if (copy := dictionary.last_copy) is not None:
        _tell_copy(pair, copy.as_of, copy.reason)
    try:
        yield dictionary
    finally:
        await cases.library.close(dictionary)
        collect_released()
