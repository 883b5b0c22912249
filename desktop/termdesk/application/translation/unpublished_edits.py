"""Count the edits of a glossary that are not published, which translations therefore ignore."""

from __future__ import annotations

from collections.abc import Collection

from termdesk.application.glossaries.editing.edit_counts import EditKey, edit_keys
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.entries import Entries
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import difference
from termdesk.domain.progress import NoProgress, Progress


class UnpublishedEdits:
    """Compares local entries with what the service was last known to have."""

    def __init__(self, library: Library) -> None:
        self._library = library

    async def count(self, glossary_id: str, pair: LanguagePair) -> int:
        """The number of entries that publishing would add, change or remove; 0 without local edits.

        Raises StorageFailed.
        """
        edited = await self._library.edited(glossary_id, pair)
        if edited is None:
            return 0
        base, here = edited
        return await run_in_thread(NoProgress(), _count, base, here)

    async def draft(self, pair: LanguagePair) -> GlossarySummary | None:
        """The first glossary, by name, with a dictionary of this direction that was never published and can be.

        Raises StorageFailed.
        """
        listed = await self._library.local_summaries()
        may_leave = ((each, each.row(pair)) for each in listed if not each.is_local_only)
        return next((each for each, row in may_leave if row and row.was_never_published and row.entry_count), None)

    @property
    def edited(self) -> Event[Collection[EditKey]]:
        """Emitted at each edit with the keys of the edited dictionary; subscribers have to be quick."""
        return self._library.edit_counts.counted


def is_about(keys: Collection[EditKey], glossary_id: str, pair: LanguagePair) -> bool:
    """Whether an edit with these keys concerns this dictionary."""
    return edit_keys(glossary_id, None, pair)[0] in keys


def _count(_progress: Progress, base: Entries, here: Entries) -> int:
    return difference(base, here.published_part()).count
