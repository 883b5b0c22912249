"""Opening of a dictionary for changes, as the window opens it, and reading of its last copy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from termdesk.application.failures import OFFLINE
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.stored_copies import HeldEntries
from termdesk.application.glossaries.publishing.remote_reader import read_dictionary
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.glossaries.transfer.transfer_plan import PlannedDictionary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.released_memory import collect_released
from termdesk.commands.glossaries.glossary_lookup import find_glossaries, find_glossary
from termdesk.commands.output import remark, tell_copy
from termdesk.domain.language.language import LanguagePair

_NOT_CHANGED = "Nothing was changed. Only glossaries that are not on the service can be changed without it."


async def read_published(cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary) -> HeldEntries | None:
    """Return the entries as the service has them; None if it has no such dictionary any more.

    If they are a copy because the service cannot be reached, say so.
    """
    try:
        assert summary.glossary_id is not None, "it is on the service"
        found = (await read_dictionary(await cases.session.api(), summary.glossary_id, row.pair)).entries
        return HeldEntries(found) if found is not None else None
    except OFFLINE as error:
        if (held := await cases.library.copies.find_published(summary, row)) is None or held.as_of is None:
            raise
        tell_copy(row.pair, held.as_of, error.message)
        return held


async def find_readable(cases: LazyUseCases, name: str) -> GlossarySummary:
    """Return the glossary with this name or id. Without the service, return that of which this computer has a copy.

    Raises what `find_glossary` raises, and the reason why the service cannot be asked if there is no copy.
    """
    try:
        return find_glossary(await cases.library.summaries(), name)
    except OFFLINE:
        summaries = await cases.library.read_stored_summaries()
        if not find_glossaries(summaries, name):
            remark(f"This computer has no copy of a glossary “{name}”.")
            raise
        return find_glossary(summaries, name)


async def find_for_change(
    cases: LazyUseCases, name: str, *reasons: str
) -> tuple[list[GlossarySummary], GlossarySummary]:
    """Return all listed glossaries, and the one with this name or id, to be changed where it is.

    Without the service, only a glossary of this computer can be changed; `reasons` say so instead of the usual words.
    Raises what `Library.summaries` and `find_glossary` raise.
    """
    try:
        summaries = await cases.library.summaries()
    except OFFLINE:
        summaries = await cases.library.read_stored_summaries()
        found = find_glossaries(summaries, name)
        if not found or any(each.glossary_id is not None for each in found):
            remark(*(reasons or (_NOT_CHANGED,)))
            raise
    return summaries, find_glossary(summaries, name)


def as_of_json(held: HeldEntries | PlannedDictionary) -> str | None:
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
        tell_copy(pair, copy.as_of, copy.reason)
    try:
        yield dictionary
    finally:
        await cases.library.close(dictionary)
        collect_released()
