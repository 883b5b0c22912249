"""Locks that keep glossaries on this computer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.application.session.shared_locks import ask_lock, end_lock, is_on_this_computer, share_lock
from termdesk.domain.errors import InvalidInput
from termdesk.messages.glossary_messages import LibraryMessage, LibraryRemedy
from termdesk.storage.records import Records


class GlossaryLocks:
    """The locks of the glossaries of the service in use.

    `find_current` returns the present state of a listed glossary.
    """

    def __init__(
        self,
        service: ServiceInUse,
        records: Records,
        *,
        find_current: Callable[[GlossarySummary], Awaitable[GlossarySummary]],
    ) -> None:
        self._service = service
        self._records = records
        self._find_current = find_current

    async def lock(self, summary: GlossarySummary) -> None:
        """Keep a glossary on this computer: nothing of it is sent to any other service until `unlock`.

        If the service on this computer has the glossary, it keeps the lock, too, for all programs that use it. Raises
        InvalidInput if a remote service has it or may have it, ServiceError and StorageFailed.
        """
        summary = await self.check_lockable(summary)
        profile, locks = self._service.profile, self._records.local_only
        # First here, so that the lock holds even if the service cannot be reached.
        await locks.lock(profile, summary.key)
        if summary.is_on_service:
            await share_lock(await self._service.api(), profile, summary.key, locks)

    async def check_lockable(self, summary: GlossarySummary) -> GlossarySummary:
        """Return the glossary as it is now. Raises InvalidInput if a remote service already has it, or may have it."""
        summary = await self._find_current(summary)
        drafts = {row.draft_id for row in summary.rows}
        unclear = await self._records.publish_jobs.unclear(self._service.profile)
        may_arrive = any(job.draft_id in drafts for job in unclear)
        # Most drafts are locked without asking the service, which may be out of reach.
        if (summary.glossary_id is None and not may_arrive) or await is_on_this_computer(self._service):
            return summary
        values = {"name": summary.name, "service": self._service.full_title}
        if summary.glossary_id is not None:
            raise InvalidInput(LibraryMessage.IS_ELSEWHERE(**values), remedy=LibraryRemedy.COPY_AND_DELETE())
        raise InvalidInput(LibraryMessage.MAY_BE_ELSEWHERE(**values), remedy=LibraryRemedy.SETTLE_FIRST())

    async def is_locked(self, summary: GlossarySummary) -> bool:
        """Return whether a glossary must stay on this computer.

        The service on this computer is asked, because another program may have locked the glossary since it was listed.
        Raises ServiceError and StorageFailed.
        """
        return await ask_lock(self._service, self._records.local_only, summary.key, summary.glossary_id)

    async def unlock(self, summary: GlossarySummary) -> None:
        """Allow a glossary to be sent again. Raises StorageFailed, and ServiceError if the service keeps the lock."""
        summary = await self._find_current(summary)
        if await self._records.local_only.is_shared(summary.key):
            await end_lock(await self._service.api(), summary.key)
        await self._records.local_only.unlock(summary.key)
