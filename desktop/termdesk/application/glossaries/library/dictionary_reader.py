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
        draft = await self.find_draft(row)
        return await self.load(draft, remote, progress) if draft is not None else None

    async def load(self, draft: DraftRecord, remote: Entries | None, progress: Progress) -> Entries:
        """Return the entries of a draft. Without local edits, they are updated to `remote`."""
        local, _ = await self._records.journal.load(draft.draft_id)
        if remote is not None and not draft.has_changes:
            local.apply(await run_in_thread(progress, change_from, local, remote))
        return local

    async def find_draft(self, row: DictionarySummary) -> DraftRecord | None:
        """Return the present draft of a dictionary. The row may be outdated, so look for it again."""
        drafts = await self._records.journal.drafts(self._service.profile)
        return next((each for each in drafts if each.draft_id == row.draft_id), None)
