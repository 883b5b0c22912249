"""Glossaries on this computer that belong to other services than the one in use: listed, copied and moved here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.journal import DraftRecord
from termdesk.storage.records import Records

if TYPE_CHECKING:
    from termdesk.application.glossaries.library.batches import LibraryBatches


@dataclass(frozen=True, slots=True)
class GlossaryElsewhere:
    """A glossary with unpublished edits for another service. `profile` is the name under which that is stored."""

    profile: str
    name: str
    drafts: tuple[DraftRecord, ...]

    @property
    def key(self) -> str:
        """The key of the glossary, among those of its service."""
        return self.drafts[0].glossary_key

    @property
    def entry_count(self) -> int:
        """The entries of all its drafts together."""
        return sum(draft.entry_count for draft in self.drafts)


class DraftsElsewhere:
    """Reads this computer only: the other services are not asked."""

    def __init__(self, service: ServiceInUse, records: Records, batches: LibraryBatches) -> None:
        self._service = service
        self._records = records
        self._batches = batches

    async def glossaries(self) -> list[GlossaryElsewhere]:
        """All glossaries with unpublished edits for other services, by name. Raises StorageFailed."""
        found: dict[tuple[str, str], list[DraftRecord]] = {}
        for draft in await self._records.journal.drafts_of_others(self._service.profile):
            if draft.has_changes:
                found.setdefault((draft.profile, draft.glossary_key), []).append(draft)
        glossaries = [
            GlossaryElsewhere(profile, drafts[0].glossary_name, tuple(sorted(drafts, key=lambda each: each.pair)))
            for (profile, _key), drafts in found.items()
        ]
        return sorted(glossaries, key=lambda each: (each.name.casefold(), each.profile, each.key))

    async def copy(self, glossary: GlossaryElsewhere, progress: Progress = NoProgress()) -> str:
        """Copy its drafts, with details and tags, to a new glossary for the service in use. Gives its key.

        Raises StorageFailed; then there is no new glossary.
        """
        read: list[tuple[LanguagePair, Entries]] = []
        for draft in glossary.drafts:
            progress.step(len(read), len(glossary.drafts))
            read.append((draft.pair, (await self._records.journal.load(draft.draft_id))[0]))
        tags = (await self._records.glossary_tags.all(glossary.profile)).get(glossary.key, ())
        return await self._batches.create(glossary.name, read, tags)

    async def move(self, glossary: GlossaryElsewhere, progress: Progress = NoProgress()) -> str:
        """Copy it, then delete its drafts for the other service. What that service has stays there.

        Gives the new key. Raises StorageFailed; a draft that could not be deleted is then in both places.
        """
        key = await self.copy(glossary, progress)
        for draft in glossary.drafts:
            await self._records.journal.discard(draft.draft_id)
        return key
