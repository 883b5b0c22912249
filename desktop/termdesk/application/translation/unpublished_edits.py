"""Count the unpublished edits of a glossary, which translations do not use."""

from __future__ import annotations

from collections.abc import Callable, Collection

from termdesk.application.glossaries.editing.edit_counts import EditKey, edit_keys
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.entries import Entries
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.merging.difference import difference
from termdesk.domain.progress import NoProgress, Progress


class UnpublishedEdits:
    """Compares local entries with the service's last known entries."""

    def __init__(self, library: Library) -> None:
        self._library = library

    async def count(self, glossary_id: str, pair: LanguagePair) -> int:
        """Return the number of entries that publishing would add, change or remove; 0 without local edits.

        Raises StorageFailed.
        """
        edited = await self._library.find_edits(glossary_id, pair)
        if edited is None:
            return 0
        base, local = edited
        return await run_in_thread(NoProgress(), _count, base, local)

    async def draft(self, pair: LanguagePair) -> GlossarySummary | None:
        """Return the first glossary, by name, with a dictionary of this direction that was never published and can be.

        Raises StorageFailed.
        """
        return await self._first_draft(lambda row: row.pair.roots == pair.roots)

    async def draft_in(self, language: str) -> GlossarySummary | None:
        """Return what `draft` returns, for any direction from or into a language."""
        return await self._first_draft(lambda row: root(language) in (row.pair.roots.source, row.pair.roots.target))

    async def _first_draft(self, fits: Callable[[DictionarySummary], bool]) -> GlossarySummary | None:
        listed = await self._library.local_summaries()
        drafts = ((each, row) for each in listed if not each.is_local_only for row in each.rows if fits(row))
        return next((each for each, row in drafts if row.was_never_published and row.entry_count), None)

    @property
    def edited(self) -> Event[Collection[EditKey]]:
        """Emitted at each edit with the keys of the edited dictionary. Subscribers must be fast."""
        return self._library.edit_counts.counted


def is_about(keys: Collection[EditKey], glossary_id: str, pair: LanguagePair) -> bool:
    """Return whether an edit with these keys concerns this dictionary."""
    return edit_keys(glossary_id, None, pair)[0] in keys


def _count(_progress: Progress, base: Entries, local: Entries) -> int:
    return difference(base, local.copy_published_part()).count
