"""Copies dictionaries to the bin before they are deleted, and takes the copies out again if nothing was deleted."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from termdesk.application.completion import complete
from termdesk.application.failures import OutdatedSummary
from termdesk.application.glossaries.library.dictionary_reader import DictionaryReader
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.application.session.shared_locks import ask_lock
from termdesk.client.errors import ServiceError
from termdesk.client.transport.writes import WriteFacts
from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.deleted_glossaries import AddedToBin
from termdesk.storage.records import Records

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient


@dataclass(slots=True, eq=False)
class Deletion:
    """A deletion from the service, with the `facts` that the notebook records about it.

    `copied` has the pairs that the service had, with the hashes of their entries, and `counts` their numbers by root
    pair. Set `is_sent` just before the call that deletes. Failures before that say nothing about the deletion.
    """

    facts: WriteFacts
    copied: Sequence[tuple[LanguagePair, str]] = ()
    counts: Mapping[LanguagePair, int] = field(default_factory=dict)
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
        copied, counts = list[tuple[LanguagePair, str]](), dict[LanguagePair, int]()
        facts, added = await self._keep(summary, rows, copied, counts, progress)
        deletion = Deletion(facts, copied, counts)
        try:
            yield deletion
        except BaseException as error:
            if added is not None and not added.is_repeated and deletion.did_nothing(error):
                # Also executed after a cancellation.
                await complete(self._records.deleted_glossaries.forget(added.number))
            raise

    async def has_copied(self, api: ApiClient, glossary_id: str, deletion: Deletion) -> bool:
        """Read whether the service still has exactly the entries that were copied. Raises ServiceError."""
        for pair, content_hash in deletion.copied:
            remote = await api.glossaries.entries(glossary_id, pair)
            copy = await self._records.snapshots.get(content_hash)
            if not await run_in_thread(NoProgress(), without_progress(Entries.holds_as), remote, copy):
                return False
        return True

    async def _keep(
        self,
        summary: GlossarySummary,
        rows: Sequence[DictionarySummary],
        copied: list[tuple[LanguagePair, str]],
        counts: dict[LanguagePair, int],
        progress: Progress,
    ) -> tuple[WriteFacts, AddedToBin | None]:
        """Copy every version of these dictionaries to the bin: the service's, the edited one, and the edits' base.

        Add those of the service to `copied` and `counts`. Return what the notebook records about their deletion, and
        what was added to the bin, None if there is nothing.
        """
        snapshots, versions = self._records.snapshots, []
        facts = WriteFacts(summary.name)
        for row in rows:
            remote = await self._reader.remote(summary, row, progress) if row.is_on_service else None
            draft = await self._reader.find_draft(row)
            local = await self._reader.load(draft, remote, progress) if draft is not None else None
            if remote is not None:
                content_hash = await snapshots.put(remote)
                base = draft.base if draft is not None and draft.has_changes else None
                if base is not None and base != content_hash:
                    versions.append((row.pair, base))
                versions.append((row.pair, content_hash))
                copied.append((row.pair, content_hash))
                counts[row.pair.roots] = len(remote)
                facts = replace(facts, entry_count=facts.entry_count + len(remote))
                if len(rows) == 1:
                    facts = replace(facts, pair=row.pair, before_hash=versions[-1][1])
            if local is not None:
                versions.append((row.pair, await snapshots.put(local)))
        if not versions:
            # A glossary without dictionaries has nothing to restore.
            return facts, None
        profile = self._service.profile
        is_locked = await ask_lock(self._service, self._records.local_only, summary.key, summary.glossary_id)
        added = await self._records.deleted_glossaries.add(
            profile,
            summary.name,
            versions,
            summary.tags,
            summary.key,
            is_local_only=is_locked,
        )
        return facts, added


async def refuse_if_changed(
    api: ApiClient, summary: GlossarySummary, deletion: Deletion, *, is_whole: bool
) -> Glossary | None:
    """Return a glossary as it is now; None if the service no longer has it.

    Raises OutdatedSummary if what is to be deleted has another number of entries than the copy in the bin, because
    others wrote meanwhile. `is_whole`: also if there is a dictionary that was not copied.
    """
    assert summary.glossary_id is not None, "drafts cannot change on the service"
    remote = await api.glossaries.find(summary.glossary_id)
    copied = {row.pair.roots for row in summary.rows if row.is_on_service}
    dictionaries = remote.dictionaries if remote else ()
    if added := [str(each.pair) for each in dictionaries if is_whole and each.pair.roots not in copied]:
        raise OutdatedSummary(summary.name, added=added)
    counts = deletion.counts
    if any(counts.get(each.pair.roots, each.entry_count) != each.entry_count for each in dictionaries):
        raise OutdatedSummary(summary.name, is_changed=True)
    return remote
