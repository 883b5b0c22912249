"""Glossaries on this computer that belong to other services: list them, and copy or move them to the one in use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.storage.journal import DraftRecord
from termdesk.storage.records import Records

# An async function that takes over the lock of the glossary with this id in a profile, if its service keeps one.
LockLearner = Callable[[str, str], Awaitable[None]]


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
    """Finds, copies and moves the drafts of other services.

    No request is sent to these services, except that the one on this computer is asked for a lock.
    """

    def __init__(self, service: ServiceInUse, records: Records, learn_lock: LockLearner | None = None) -> None:
        """`learn_lock` takes over the lock of a glossary that another program may have set. None only in tests."""
        self._learn_lock = learn_lock
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

        A locked glossary stays locked. Return the key of the new glossary. If it raises StorageFailed,
        LocalServiceFailed or ServiceError, nothing was created.
        """
        return await self._bring(glossary, keeps_original=True)

    async def move(self, glossary: GlossaryElsewhere) -> str:
        """Copy like `copy`, and delete the drafts for the other service. What that service has remains there.

        Return the key of the new glossary. If it raises what `copy` raises, nothing was moved.
        """
        return await self._bring(glossary, keeps_original=False)

    async def _bring(self, glossary: GlossaryElsewhere, *, keeps_original: bool) -> str:
        glossary_id = glossary.drafts[0].glossary_id
        if self._learn_lock is not None and glossary_id is not None:
            await self._learn_lock(glossary.profile, glossary_id)
        drafts = [each.draft_id for each in glossary.drafts]
        return await self._records.journal.bring(drafts, self._service.profile, keeps_original=keeps_original)
