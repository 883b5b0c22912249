"""Undo a copy or a move to another service: the copy is deleted there, and the original comes back here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.remote_reader import read_dictionary
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.glossaries.transfer.transfer_plan import MadeCopy, PlannedDictionary, TransferUndone
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.messages.glossary_messages import TransferMessage, TransferRemedy
from termdesk.storage.records import Records


@dataclass(frozen=True, slots=True)
class TransferUndo:
    """Takes back what a transfer of the service in use has done. What others changed since is left alone."""

    service: ServiceInUse
    records: Records
    library: Library

    async def undo(
        self, target: ServiceInUse, copies: Sequence[MadeCopy], progress: Progress = NoProgress()
    ) -> TransferUndone:
        """Delete these copies by way of the bin of the other service; what a move deleted is a draft here again.

        A copy that is no longer as it was made stays, and its original where it is. Stops at the first failure, which
        is in the result. Raises InvalidInput where another service is in use than the one that they came from.
        """
        undone: list[str] = []
        left_alone: list[str] = []
        for number, copy in enumerate(copies):
            if self.service.profile != copy.profile:
                message = TransferMessage.CAME_FROM_ELSEWHERE(name=copy.planned.name)
                raise InvalidInput(message, remedy=TransferRemedy.USE_ITS_PROFILE())
            try:
                is_undone = await self._undo(target, copy, Part(progress, number, len(copies)))
            except Stopped:
                raise
            except TermdeskError as error:
                return TransferUndone(tuple(undone), tuple(left_alone), error)
            (undone if is_undone else left_alone).append(copy.planned.name)
        return TransferUndone(tuple(undone), tuple(left_alone))

    async def _undo(self, target: ServiceInUse, copy: MadeCopy, progress: Progress) -> bool:
        """Undo one transfer; False, and nothing is done, where the copy was changed since."""
        there = Library(target, self.records)
        summary = next((each for each in await there.summaries() if each.key == copy.key), None)
        is_there = summary is not None and not summary.is_missing
        if summary is not None and is_there and not await self._is_as_made(target, summary, copy):
            return False
        # First what cannot harm anybody: after a failure both are there.
        await self._bring_back(copy)
        if summary is not None and is_there:
            await there.delete_glossary(summary, progress)
        return True

    async def _bring_back(self, copy: MadeCopy) -> None:
        deleted = Bin(self.service, self.records, self.library)
        for item in await deleted.all():
            # What the user restored or deleted for good since is not there.
            if item.number in copy.deleted:
                await deleted.restore(item)

    async def _is_as_made(self, target: ServiceInUse, summary: GlossarySummary, copy: MadeCopy) -> bool:
        """Whether the copy has exactly what was copied, on its service and here."""
        going = {each.row.pair.roots: each for each in copy.planned.going}
        if {row.pair.roots for row in summary.rows} != going.keys() or summary.name != copy.planned.name:
            return False
        for row in summary.rows:
            if row.has_changes or not row.is_on_service:
                return False
            if not await self._holds(target, summary, going[row.pair.roots]):
                return False
        return True

    async def _holds(self, target: ServiceInUse, summary: GlossarySummary, planned: PlannedDictionary) -> bool:
        if summary.glossary_id is None:
            return False
        found = await read_dictionary(await target.api(), summary.glossary_id, planned.row.pair.roots)
        copied = await self.records.snapshots.get(planned.content_hash)
        return await run_in_thread(NoProgress(), _is_held, found.entries, copied)


def _is_held(_progress: Progress, held: Entries | None, copied: Entries) -> bool:
    return held is not None and held.holds_as(copied.published_part())
