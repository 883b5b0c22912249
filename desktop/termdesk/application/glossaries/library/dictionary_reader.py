"""Read the entries of a dictionary without opening it: the service's version, and the local version."""

from __future__ import annotations

from termdesk.application.failures import OutdatedSummary
from termdesk.application.glossaries.editing.pull import change_from
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.entries import Entries
from termdesk.domain.progress import Progress
from termdesk.storage.journal import DraftRecord
from termdesk.storage.records import Records


class DictionaryReader:
    """Reads dictionaries of the service in use. Each call returns new Entries."""

    def __init__(self, service: ServiceInUse, records: Records) -> None:
        self._service = service
        self._records = records

    async def remote(self, summary: GlossarySummary, row: DictionarySummary, progress: Progress) -> Entries:
        """Return the entries as the service has them.

        Raises ServiceError, and OutdatedSummary if the dictionary exists only on this computer.
        """
        if summary.glossary_id is None:
            # The draft was published or deleted meanwhile.
            raise OutdatedSummary(summary.name)
        api = await self._service.api()
        return await api.glossaries.entries(
            summary.glossary_id, row.pair, expected_count=row.entry_count, progress=progress
        )

    async def local(self, row: DictionarySummary, remote: Entries | None, progress: Progress) -> Entries | None:
        """Return the local version of a dictionary; None if there is none.

        Without local edits, it is updated to `remote`.
        """
        draft = await self._find_draft(row)
        if draft is None:
            return None
        local, _ = await self._records.journal.load(draft.draft_id)
        if remote is not None and not draft.has_changes:
            local.apply(await run_in_thread(progress, change_from, local, remote))
        return local

    async def find_base(self, row: DictionarySummary) -> str | None:
        """Return the hash of the entries that the local edits are based on; None if there are no such edits."""
        draft = await self._find_draft(row)
        return draft.base if draft is not None and draft.has_changes else None

    async def _find_draft(self, row: DictionarySummary) -> DraftRecord | None:
        # The row may be outdated, so look for the draft again.
        drafts = await self._records.journal.drafts(self._service.profile)
        return next((each for each in drafts if each.draft_id == row.draft_id), None)
