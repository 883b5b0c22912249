"""Undo a copy or a move to another service: delete the copy there, and restore the original here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.remote_reader import read_dictionary
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.glossaries.transfer.glossary_copy import is_same_content
from termdesk.application.glossaries.transfer.transfer_plan import TransferUndone, UnfinishedUndo
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.client.creation import mark_name
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.messages.glossary_messages import TransferMessage, TransferRemedy
from termdesk.storage.journal import DraftRecord
from termdesk.storage.records import Records
from termdesk.storage.transfer.completed_transfers import CompletedTransfer
from termdesk.storage.transfer.transfers import TransferRecord


@dataclass(frozen=True, slots=True)
class TransferUndo:
    """Undoes completed transfers from the service in use. Copies that were changed since are left alone."""

    service: ServiceInUse
    records: Records
    library: Library

    async def undo(
        self, target: ServiceInUse, copies: Sequence[CompletedTransfer], progress: Progress = NoProgress()
    ) -> TransferUndone:
        """Delete these copies, through the bin of the other service. What a move deleted is restored as a draft.

        If a copy has changed, both the copy and its original are left as they are. Stops at the first failure, which is
        part of the result. Raises InvalidInput if the service in use is not the one that the originals came from.
        """
        undone: list[str] = []
        left_alone: list[str] = []
        for number, copy in enumerate(copies):
            if self.service.profile != copy.profile:
                message = TransferMessage.CAME_FROM_ELSEWHERE(name=copy.name)
                raise InvalidInput(message, remedy=TransferRemedy.USE_ITS_PROFILE())
            try:
                is_undone = await self._undo(target, copy, Part(progress, number, len(copies)))
            except Stopped:
                raise
            except TermdeskError as error:
                return TransferUndone(tuple(undone), tuple(left_alone), error)
            if is_undone:
                await self.records.completed_transfers.forget(copy)
            (undone if is_undone else left_alone).append(copy.name)
        return TransferUndone(tuple(undone), tuple(left_alone))

    async def undo_unfinished(
        self, target: ServiceInUse, record: TransferRecord, deleted: Sequence[int], progress: Progress
    ) -> UnfinishedUndo:
        """Delete what an interrupted transfer has copied, on its service and here, and restore what it has deleted.

        `deleted` are the numbers of that in the bin. If the copy was changed since, do nothing.
        """
        library = Library(target, self.records)
        summary = next((each for each in await library.summaries() if each.key == record.other_key), None)
        # Listing may have found the glossary that an interrupted creation made.
        drafts = [
            each for each in await self.records.journal.drafts(target.profile) if each.glossary_key == record.other_key
        ]
        sent = {each.pair.roots: each.version for each in record.dictionaries}
        if not await self._are_drafts_as_made(drafts, sent):
            return UnfinishedUndo.LEFT_ALONE
        is_on_service = summary is not None and summary.is_on_service and not summary.is_missing
        if summary is not None and is_on_service and not await self._is_part_as_made(target, summary, record, sent):
            return UnfinishedUndo.LEFT_ALONE
        # Restore first: if deleting then fails, both exist and nothing is lost.
        is_restored = await self._bring_back(await self._find_gone(record, deleted) if deleted else ())
        if summary is not None and is_on_service:
            await library.delete_glossary(summary, progress)
        for draft in drafts:
            await self.records.journal.discard(draft.draft_id)
        return UnfinishedUndo.ORIGINAL_RESTORED if is_restored else UnfinishedUndo.COPY_DELETED

    async def _find_gone(self, record: TransferRecord, deleted: Sequence[int]) -> list[int]:
        """Return those numbers in the bin whose dictionaries no longer exist: a deletion may have failed."""
        original = next((each for each in await self.library.summaries() if each.key == record.key), None)
        present = {row.pair.roots for row in original.rows} if original is not None else set()
        gone: list[int] = []
        for item in await self.records.deleted_glossaries.all(record.profile):
            if item.number in deleted and not present.issuperset(pair.roots for pair, _ in item.dictionaries):
                gone.append(item.number)
        return gone

    async def _are_drafts_as_made(self, drafts: Sequence[DraftRecord], sent: Mapping[LanguagePair, str]) -> bool:
        for draft in drafts:
            version = sent.get(draft.pair.roots)
            if version is None:
                return False
            entries, _ = await self.records.journal.load(draft.draft_id)
            copied = await self.records.snapshots.get(version)
            if not await run_in_thread(NoProgress(), is_same_content, entries, copied):
                return False
        return True

    async def _is_part_as_made(
        self, target: ServiceInUse, summary: GlossarySummary, record: TransferRecord, sent: Mapping[LanguagePair, str]
    ) -> bool:
        """Return whether the service has nothing but what was copied, under the name of the copy."""
        calls = await self.records.publish_jobs.unclear(target.profile)
        names = {record.name, *(mark_name(record.name, call.nonce) for call in calls)}
        rows = [row.pair.roots for row in summary.rows if row.is_on_service]
        if summary.name not in names or not sent.keys() >= {*rows}:
            return False
        for pair in rows:
            if not await self._holds(target, summary, pair, sent[pair]):
                return False
        return True

    async def _undo(self, target: ServiceInUse, copy: CompletedTransfer, progress: Progress) -> bool:
        """Undo one transfer. If the copy was changed since, do nothing and return False."""
        target_library = Library(target, self.records)
        summary = next((each for each in await target_library.summaries() if each.key == copy.key), None)
        exists = summary is not None and not summary.is_missing
        if summary is not None and exists and not await self._is_as_made(target, summary, copy):
            return False
        # Restore first: if deleting then fails, both exist and nothing is lost.
        await self._bring_back(copy.deleted)
        if summary is not None and exists:
            await target_library.delete_glossary(summary, progress)
        return True

    async def _bring_back(self, numbers: Sequence[int]) -> bool:
        """Restore these items of the bin, and return whether there was any."""
        deleted = Bin(self.service, self.records, self.library)
        # Items that the user has restored or permanently deleted since are not in the bin.
        items = [each for each in await deleted.all() if each.number in numbers]
        for item in items:
            await deleted.restore(item)
        return bool(items)

    async def _is_as_made(self, target: ServiceInUse, summary: GlossarySummary, copy: CompletedTransfer) -> bool:
        """Return whether the copy has exactly what was copied, on its service and on this computer."""
        sent = {pair.roots: version for pair, version in copy.dictionaries}
        if {row.pair.roots for row in summary.rows} != sent.keys() or summary.name != copy.name:
            return False
        for row in summary.rows:
            if row.has_changes or not row.is_on_service:
                return False
            if not await self._holds(target, summary, row.pair.roots, sent[row.pair.roots]):
                return False
        return True

    async def _holds(
        self, target: ServiceInUse, summary: GlossarySummary, pair: LanguagePair, content_hash: str
    ) -> bool:
        if summary.glossary_id is None:
            return False
        remote = await read_dictionary(await target.api(), summary.glossary_id, pair)
        copied = await self.records.snapshots.get(content_hash)
        return await run_in_thread(NoProgress(), _is_held, remote.entries, copied)


def _is_held(_progress: Progress, remote: Entries | None, copied: Entries) -> bool:
    return remote is not None and remote.holds_as(copied.copy_published_part())
