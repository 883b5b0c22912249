"""Reads glossaries from the service, or what this computer still has of them while it cannot be reached."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.failures import OFFLINE
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.library.stored_copies import HeldEntries
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.progress import NoProgress, Progress


class LastCopies:
    """Reads glossaries for display. Nothing is opened, and nothing is stored."""

    def __init__(self, library: Library) -> None:
        self._library = library

    async def summaries(self) -> list[GlossarySummary]:
        """Return the glossaries of the service, with local edits.

        If it cannot be reached, return those that this computer has a copy of.
        """
        return await self._library.read_known_summaries()

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
            return replace(found, reason=error.message)
