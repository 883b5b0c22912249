"""Reads the entries of a dictionary that need not be open: as the service has them, and as this computer has them."""

from __future__ import annotations

from termdesk.application.failures import OutdatedSummary
from termdesk.application.glossaries.editing.pull import change_from
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.entries import Entries
from termdesk.domain.progress import Progress
from termdesk.storage.records import Records


class DictionaryReader:
    """Reads dictionaries of the service in use. Each call gives entries of its own."""

    def __init__(self, service: ServiceInUse, records: Records) -> None:
        self._service = service
        self._records = records

    async def remote(self, summary: GlossarySummary, row: DictionarySummary, progress: Progress) -> Entries:
        """The entries as the service has them. Raises ServiceError; OutdatedSummary for one that is only here."""
        if summary.glossary_id is None:
            # The draft was deleted meanwhile.
            raise OutdatedSummary(summary.name)
        api = await self._service.api()
        return await api.glossaries.entries(
            summary.glossary_id, row.pair, expected_count=row.entry_count, progress=progress
        )

    async def local(self, row: DictionarySummary, remote: Entries | None, progress: Progress) -> Entries | None:
        """What this computer has of a dictionary, None for nothing. Without edits it follows what is `remote`."""
        # The row may be outdated: read the draft again.
        drafts = await self._records.journal.drafts(self._service.profile)
        draft = next((each for each in drafts if each.draft_id == row.draft_id), None)
        if draft is None:
            return None
        local, _ = await self._records.journal.load(draft.draft_id)
        if remote is not None and not draft.has_changes:
            local.apply(await run_in_thread(progress, change_from, local, remote))
        return local
