"""Glossaries on this computer that belong to other services: list them, and copy or move them to the one in use."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.storage.journal import DraftRecord
from termdesk.storage.records import Records


@dataclass(frozen=True, slots=True)
class GlossaryElsewhere:
    """A glossary with unpublished edits for another service, whose profile has the id `profile`.

    If `is_local_only`, the user locked it to this computer.
    """

    profile: str
    name: str
    drafts: tuple[DraftRecord, ...]
    is_local_only: bool = False

    @property
    def key(self) -> str:
        """The key of the glossary, unique within its service."""
        return self.drafts[0].glossary_key

    @property
    def entry_count(self) -> int:
        """The total number of entries of its drafts."""
        return sum(draft.entry_count for draft in self.drafts)


class DraftsElsewhere:
    """Finds, copies and moves the drafts of other services. No request is sent to these services."""

    def __init__(self, service: ServiceInUse, records: Records) -> None:
        self._service = service
        self._records = records

    async def glossaries(self) -> list[GlossaryElsewhere]:
        """All glossaries with unpublished edits for other services, by name. Raises StorageFailed."""
        found: dict[tuple[str, str], list[DraftRecord]] = {}
        for draft in await self._records.journal.drafts_of_others(self._service.profile):
            if draft.has_changes:
                found.setdefault((draft.profile, draft.glossary_key), []).append(draft)
        locked = await self._records.local_only.all()
        glossaries = [
            GlossaryElsewhere(
                profile,
                drafts[0].glossary_name,
                tuple(sorted(drafts, key=lambda each: each.pair)),
                is_local_only=key in locked,
            )
            for (profile, key), drafts in found.items()
        ]
        return sorted(glossaries, key=lambda each: (each.name.casefold(), each.profile, each.key))

    async def copy(self, glossary: GlossaryElsewhere) -> str:
        """Copy its drafts to a new glossary for the service in use: entries, details, undo history and tags.

        Return the key of the new glossary. If it raises StorageFailed, nothing was created.
        """
        return await self._bring(glossary, keeps_original=True)

    async def move(self, glossary: GlossaryElsewhere) -> str:
        """Copy like `copy`, and delete the drafts for the other service. What that service has remains there.

        Return the key of the new glossary. If it raises StorageFailed, nothing was moved.
        """
        return await self._bring(glossary, keeps_original=False)

    async def _bring(self, glossary: GlossaryElsewhere, *, keeps_original: bool) -> str:
        drafts = [each.draft_id for each in glossary.drafts]
        return await self._records.journal.bring(drafts, self._service.profile, keeps_original=keeps_original)
