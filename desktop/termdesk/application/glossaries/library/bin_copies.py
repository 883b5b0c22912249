"""Copies dictionaries to the bin before they are deleted, and takes the copies out again if nothing was deleted."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from termdesk.application.completion import complete
from termdesk.application.glossaries.library.dictionary_reader import DictionaryReader
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.client.errors import ServiceError
from termdesk.client.transport.writes import WriteFacts
from termdesk.domain.progress import Progress
from termdesk.storage.deleted_glossaries import AddedToBin
from termdesk.storage.records import Records


@dataclass(slots=True, eq=False)
class Deletion:
    """A deletion from the service, with the `facts` that the notebook records about it.

    Set `is_sent` just before the call that deletes. Failures before that say nothing about the deletion.
    """

    facts: WriteFacts
    is_sent: bool = False

    def did_nothing(self, error: BaseException) -> bool:
        """Whether the service certainly still has everything after this error."""
        if not self.is_sent:
            return True
        # An earlier attempt may have deleted it after all. Then the bin has the only copy.
        return isinstance(error, ServiceError) and not error.may_have_happened


class BinCopies:
    """Copies the glossaries that are about to be deleted from the service in use."""

    def __init__(self, service: ServiceInUse, records: Records, reader: DictionaryReader) -> None:
        self._service = service
        self._records = records
        self._reader = reader

    @contextlib.asynccontextmanager
    async def keep_copies(
        self, summary: GlossarySummary, rows: Sequence[DictionarySummary], progress: Progress
    ) -> AsyncIterator[Deletion]:
        """Copy these dictionaries to the bin, because the block deletes them. If nothing was deleted, remove the copies
        again.
        """
        facts, added = await self._keep(summary, rows, progress)
        deletion = Deletion(facts)
        try:
            yield deletion
        except BaseException as error:
            if added is not None and not added.is_repeated and deletion.did_nothing(error):
                # Also executed after a cancellation.
                await complete(self._records.deleted_glossaries.forget(added.number))
            raise

    async def _keep(
        self, summary: GlossarySummary, rows: Sequence[DictionarySummary], progress: Progress
    ) -> tuple[WriteFacts, AddedToBin | None]:
        """Copy every version of these dictionaries to the bin: the service's, the edited one, and the edits' base.

        Return what the notebook records about their deletion, and what was added to the bin, None if there is nothing.
        """
        snapshots, versions = self._records.snapshots, []
        facts = WriteFacts(summary.name)
        for row in rows:
            remote = await self._reader.remote(summary, row, progress) if row.is_on_service else None
            local = await self._reader.local(row, remote, progress)
            if remote is not None:
                content_hash = await snapshots.put(remote)
                base = await self._reader.find_base(row)
                if local is not None and base is not None and base != content_hash:
                    versions.append((row.pair, base))
                versions.append((row.pair, content_hash))
                facts = replace(facts, entry_count=facts.entry_count + len(remote))
                if len(rows) == 1:
                    facts = replace(facts, pair=row.pair, before_hash=versions[-1][1])
            if local is not None:
                versions.append((row.pair, await snapshots.put(local)))
        if not versions:
            # A glossary without dictionaries has nothing to restore.
            return facts, None
        profile = self._service.profile
        added = await self._records.deleted_glossaries.add(
            profile,
            summary.name,
            versions,
            summary.tags,
            summary.key,
            is_local_only=await self._records.local_only.has(summary.key),
        )
        return facts, added
