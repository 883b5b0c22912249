"""Undo a copy or a move to another service: delete the copy there, and restore the original here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.remote_reader import read_dictionary
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.glossaries.transfer.transfer_plan import TransferUndone
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.messages.glossary_messages import TransferMessage, TransferRemedy
from termdesk.storage.records import Records
from termdesk.storage.transfer.completed_transfers import CompletedTransfer


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

    async def _undo(self, target: ServiceInUse, copy: CompletedTransfer, progress: Progress) -> bool:
        """Undo one transfer. If the copy was changed since, do nothing and return False."""
        target_library = Library(target, self.records)
        summary = next((each for each in await target_library.summaries() if each.key == copy.key), None)
        exists = summary is not None and not summary.is_missing
        if summary is not None and exists and not await self._is_as_made(target, summary, copy):
            return False
        # Restore first: if deleting then fails, both exist and nothing is lost.
        await self._bring_back(copy)
        if summary is not None and exists:
            await target_library.delete_glossary(summary, progress)
        return True

    async def _bring_back(self, copy: CompletedTransfer) -> None:
        deleted = Bin(self.service, self.records, self.library)
        for item in await deleted.all():
            # Items that the user has restored or permanently deleted since are not in the bin.
            if item.number in copy.deleted:
                await deleted.restore(item)

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
