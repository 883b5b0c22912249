"""Other glossaries to compare with, without a service: only those given here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from termdesk.application.glossaries.editing.edit_counts import EditCounts
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress


class NearbyLibrary:
    """Glossaries by name, each with a dictionary from English to Arabic."""

    def __init__(self, glossaries: Mapping[str, Sequence[tuple[str, str]]] | None = None) -> None:
        self.edit_counts = EditCounts()
        self.is_readable = True
        self._glossaries = glossaries or {}

    async def read_known_summaries(self) -> list[GlossarySummary]:
        if not self.is_readable:
            raise StorageFailed("The disk is gone.", path="termdesk.db")
        return [
            GlossarySummary(name, None, name, drafts=(DictionarySummary(LanguagePair("en", "ar"), len(pairs)),))
            for name, pairs in self._glossaries.items()
        ]

    async def read(self, summary: GlossarySummary, pair: LanguagePair, progress: Progress = NoProgress()) -> Entries:
        return Entries.of(self._glossaries[summary.key])
