"""Reads glossaries from the service, or what this computer still has of them while it cannot be reached."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.failures import OFFLINE
from termdesk.application.glossaries.editing.edit_counts import EditCounts
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.library.stored_copies import HeldEntries
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.entries.entries import Entries
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress

# A copy was used instead of the entries of the service.
CopyUsed = Event[[DictionarySummary, HeldEntries]]


class LastCopies:
    """Reads glossaries for display. Nothing is opened, and nothing is stored."""

    def __init__(self, library: Library, used: CopyUsed | None = None) -> None:
        """`used` is emitted with each copy that is given, so that the user can be told of when it is."""
        self._library = library
        self._used = used or CopyUsed()

    async def entries(
        self, summary: GlossarySummary, row: DictionarySummary, progress: Progress = NoProgress()
    ) -> HeldEntries:
        """Return the entries with local edits, or, if the service cannot be reached, the last copy of its entries.

        Raises what `Library.entries` raises.
        """
        try:
            return HeldEntries(await self._library.entries(summary, row, progress))
        except OFFLINE as error:
            if (found := await self._library.copies.find(summary, row)) is None:
                raise
            held = replace(found, reason=error.message)
            self._used.emit(row, held)
            return held


class CopyingLibrary:
    """The entries of a library; the last copies of them while the service cannot be reached."""

    def __init__(self, library: Library, copies: LastCopies) -> None:
        self._library = library
        self._copies = copies

    @property
    def edit_counts(self) -> EditCounts:
        """The number of changes of each dictionary since the program started."""
        return self._library.edit_counts

    async def read_known_summaries(self) -> list[GlossarySummary]:
        """Return all glossaries that can be listed now."""
        return await self._library.read_known_summaries()

    async def entries(
        self, summary: GlossarySummary, row: DictionarySummary, progress: Progress = NoProgress()
    ) -> Entries:
        """Return a copy of the entries of a dictionary. Raises what `Library.entries` raises."""
        return (await self._copies.entries(summary, row, progress)).entries

    async def is_locked(self, summary: GlossarySummary) -> bool:
        """Return whether a glossary must stay on this computer. Raises what `Library.is_locked` raises."""
        return await self._library.locks.is_locked(summary)

    async def read(self, summary: GlossarySummary, pair: LanguagePair, progress: Progress = NoProgress()) -> Entries:
        """Return a copy of the entries of a dictionary. Raises what `Library.read` raises."""
        row = summary.row(pair)
        if row is None:
            return await self._library.read(summary, pair, progress)
        return await self.entries(summary, row, progress)
