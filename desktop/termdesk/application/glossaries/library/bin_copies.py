"""Copies dictionaries to the bin before they are deleted, and takes the copies out again if a deletion is refused."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from termdesk.application.failures import OutdatedSummary
from termdesk.application.glossaries.library.dictionary_reader import DictionaryReader
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.client.errors import ServiceError
from termdesk.client.transport.writes import WriteFacts
from termdesk.domain.progress import Progress
from termdesk.storage.deleted_glossaries import AddedToBin
from termdesk.storage.records import Records


class BinCopies:
    """Copies the glossaries that are about to be deleted from the service in use."""

    def __init__(self, service: ServiceInUse, records: Records, reader: DictionaryReader) -> None:
        self._service = service
        self._records = records
        self._reader = reader

    @contextlib.asynccontextmanager
    async def keep_copies(
        self, summary: GlossarySummary, rows: Sequence[DictionarySummary], progress: Progress
    ) -> AsyncIterator[WriteFacts]:
        """Copy these dictionaries to the bin, because the block deletes them. If the deletion is refused, remove the
        copies again.
        """
        facts, added = await self._keep(summary, rows, progress)
        try:
            yield facts
        except OutdatedSummary:
            # Nothing was sent.
            if added is not None and not added.is_repeated:
                await self._records.deleted_glossaries.forget(added.number)
            raise
        except ServiceError as error:
            # An earlier attempt may have deleted them after all. Then the bin has the only copy.
            if added is not None and not added.is_repeated and not error.may_have_happened:
                await self._records.deleted_glossaries.forget(added.number)
            raise

    async def _keep(
        self, summary: GlossarySummary, rows: Sequence[DictionarySummary], progress: Progress
    ) -> tuple[WriteFacts, AddedToBin | None]:
        """Copy every version of these dictionaries to the bin: the service's and the edited one.

        Return what the notebook records about their deletion, and what was added to the bin, None if there is nothing.
        """
        snapshots, versions = self._records.snapshots, []
        facts = WriteFacts(summary.name)
        for row in rows:
            remote = await self._reader.remote(summary, row, progress) if row.is_on_service else None
            if remote is not None:
                versions.append((row.pair, await snapshots.put(remote)))
                facts = replace(facts, entry_count=facts.entry_count + len(remote))
                if len(rows) == 1:
                    facts = replace(facts, pair=row.pair, before_hash=versions[-1][1])
            local = await self._reader.local(row, remote, progress)
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
            is_local_only=await self._records.local_only.has(profile, summary.key),
        )
        return facts, added
