"""Copy and move glossaries from the service in use to another one.

Every transfer is recorded before anything is sent. After a crash, it can be completed without creating a second copy.
The original is deleted only after the copy was read back and found equal, and then goes to the bin.
"""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from termdesk.application.completion import complete
from termdesk.application.failures import CopyDiffers, OutdatedSummary, cause_of
from termdesk.application.glossaries.library.last_copies import LastCopies
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.library.stored_copies import HeldEntries
from termdesk.application.glossaries.publishing.publish_validation import find_violations
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySelection, GlossarySummary
from termdesk.application.glossaries.transfer.glossary_copy import GlossaryCopy, is_same_content
from termdesk.application.glossaries.transfer.interrupted_transfer import (
    InterruptedTransfer,
    is_interruption,
    reason_of,
)
from termdesk.application.glossaries.transfer.transfer_plan import (
    PlannedDictionary,
    PlannedGlossary,
    TransferPlan,
    TransferResult,
    TransferUndone,
    UnfinishedUndo,
    free_name,
)
from termdesk.application.glossaries.transfer.transfer_remains import Remains, find_remains, split_drafts
from termdesk.application.glossaries.transfer.transfer_undo import TransferUndo
from termdesk.application.languages.languages import fetch_languages, pair_violation
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.application.session.local_only_guard import local_only_refusal
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.application.stored_failure import StoredFailure, encode_stop
from termdesk.client.errors import ServiceError
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, Stopped, StorageFailed, TermdeskError
from termdesk.domain.language.language import Language, LanguagePair, Resource
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.messages.glossary_messages import TransferMessage, TransferRemedy
from termdesk.storage.records import Records
from termdesk.storage.transfer.completed_transfers import CompletedTransfer
from termdesk.storage.transfer.transfers import LOCAL_KEY, CopiedDictionary, TransferRecord

__all__ = ["Closing", "CompletedTransfer", "CopiedDictionary", "GlossaryTransfer", "Remains", "TransferRecord"]

# An async function that closes the open dictionaries of the glossary with this key before it is deleted.
Closing = Callable[[str], Awaitable[None]]

if TYPE_CHECKING:
    from termdesk.client.entries_wire import BodySizes
    from termdesk.client.wire import GlossaryRecord


class GlossaryTransfer:
    """Copies and moves glossaries of the service in use, one after another."""

    def __init__(self, service: ServiceInUse, records: Records, library: Library) -> None:
        self._service = service
        self._records = records
        self._library = library
        self._running: set[str] = set()

    # Planning

    async def plan(
        self,
        target: ServiceInUse,
        parts: Sequence[GlossarySelection],
        *,
        is_move: bool,
        listed: Sequence[GlossaryRecord] | None = None,
        progress: Progress = NoProgress(),
    ) -> TransferPlan:
        """Read what would be sent to another service, and which glossaries that service has. Changes nothing.

        To copy, the last copies on this computer are enough if the service in use cannot be reached. Raises
        InvalidInput if a glossary is locked to this computer, ServiceError and StorageFailed. `listed` are the
        glossaries of the target if they were just listed.
        """
        api = await target.api()
        for part in parts:
            await self._refuse_locked(target, part.summary)
        drafts = await self._records.journal.drafts(target.profile)
        listed = await api.glossaries.list_records() if listed is None else listed
        taken = {each.name for each in listed} | {each.glossary_name for each in drafts}
        languages: Sequence[Language] = ()
        with contextlib.suppress(ServiceError):
            languages = await fetch_languages(api, Resource.GLOSSARY)
        begun = {each.key: each for each in await self.find_unfinished() if each.other_profile == target.profile}
        sizes = api.glossaries.body_sizes
        count, planned, names = sum(len(part.rows) for part in parts), list[PlannedGlossary](), set(taken)
        for part in parts:
            dictionaries: list[PlannedDictionary] = []
            for row in part.rows:
                done = sum(len(each.dictionaries) for each in planned) + len(dictionaries)
                held = await self._read(part.summary, row, Part(progress, done, count), is_move=is_move)
                entries = held.entries
                violation = pair_violation(languages, row.pair, service=target.full_title)
                content_hash = await self._records.snapshots.put(entries)
                made = await run_in_thread(NoProgress(), _plan_dictionary, row, entries, content_hash, violation, sizes)
                dictionaries.append(replace(made, as_of=held.as_of, reason=held.reason))
            name, record = part.summary.name, begun.get(part.summary.key)
            free = record.name if record else free_name(name, names)
            names.add(free)
            planned.append(PlannedGlossary(part.summary, free, tuple(dictionaries), free != name, record))
        return TransferPlan(target.full_title, is_move, tuple(planned), frozenset(taken))

    async def _refuse_locked(self, target: ServiceInUse, summary: GlossarySummary) -> None:
        """Raise InvalidInput if this glossary is locked to this computer, and the target is elsewhere.

        The service is asked each time, because another program may have just locked it.
        """
        if not (await target.api()).provider.is_local and await self._library.locks.is_locked(summary):
            raise local_only_refusal(target.full_title, summary.name)

    async def _read(
        self, summary: GlossarySummary, row: DictionarySummary, progress: Progress, *, is_move: bool
    ) -> HeldEntries:
        """Return the entries to send. A move deletes the original, so it needs the present ones."""
        if is_move:
            return HeldEntries(await self._library.entries(summary, row, progress))
        return await LastCopies(self._library).entries(summary, row, progress)

    # Execution

    async def run(
        self,
        target: ServiceInUse,
        plan: TransferPlan,
        progress: Progress = NoProgress(),
        *,
        close_original: Closing | None = None,
    ) -> TransferResult:
        """Execute a plan, glossary by glossary. Stops at the first failure, which is part of the result.

        `close_original` is awaited with the key of each glossary before the glossary is deleted. Raises Stopped.
        """
        done: list[CompletedTransfer] = []
        for number, planned in enumerate(plan.going):
            part = Part(progress, number, len(plan.going))
            try:
                made = await self._transfer(target, planned, part, is_move=plan.is_move, close_original=close_original)
            except Stopped:
                raise
            except TermdeskError as error:
                explained = await self._explain(target, planned, error, is_move=plan.is_move)
                return TransferResult(tuple(done), explained)
            done.append(made)
        return TransferResult(tuple(done))

    async def _explain(
        self, target: ServiceInUse, planned: PlannedGlossary, error: TermdeskError, *, is_move: bool
    ) -> TermdeskError:
        """Return an error that says how far a transfer came. The words of publishing speak of edits instead."""
        if not is_interruption(error):
            return error
        try:
            unfinished = {(each.key, each.other_profile): each for each in await self.find_unfinished()}
        except StorageFailed:
            # Without the disk, nobody knows how far it came.
            return error
        present = unfinished.get((planned.summary.key, target.profile))
        stored = StoredFailure.of(cause_of(error))
        names = (self._service.profile, planned.summary.key, target.profile, "", planned.name)
        record = present or TransferRecord("", *names, (), is_move, planned.summary.name)
        reason = reason_of(stored, stored.words)
        is_unfinished = present is not None
        titles = (self._service.full_title, target.full_title)
        return InterruptedTransfer(record, *titles, reason, is_unfinished=is_unfinished).as_error(error)

    async def _transfer(
        self,
        target: ServiceInUse,
        planned: PlannedGlossary,
        progress: Progress,
        *,
        is_move: bool,
        close_original: Closing | None,
    ) -> CompletedTransfer:
        if is_move:
            await self._refuse_unseen_entries(planned)
        record = await self._begin_transfer(target, planned, is_move=is_move)
        self._running.add(record.transfer_id)
        try:
            try:
                check = partial(self._refuse_locked, target, planned.summary)
                await GlossaryCopy(target, self._records, record, check).make(planned.going, progress)
            except CopyDiffers:
                # A new attempt would fail again.
                await self._records.transfers.end(record)
                raise
            except BaseException:
                # Also executed after a cancellation. What was sent stays, and the transfer can be resumed.
                await complete(self._give_up_unsent(target, record))
                raise
            deleted: tuple[int, ...] = ()
            if is_move:
                deleted = await self._delete_original(planned, record, close_original)
            return await self._complete(planned, record, deleted)
        except BaseException as error:
            with contextlib.suppress(StorageFailed):
                await complete(self._records.transfers.note_stop(record, encode_stop(_cause(error))))
            raise
        finally:
            self._running.discard(record.transfer_id)

    async def _complete(
        self, planned: PlannedGlossary, record: TransferRecord, deleted: tuple[int, ...]
    ) -> CompletedTransfer:
        """Store what is needed to undo a transfer that is done, and return it."""
        present = await self._records.transfers.present(record) or record
        sent = {each.row.pair.roots: each.content_hash for each in planned.going}
        if record.is_move and planned.record is not None:
            # An earlier attempt may have moved some dictionaries already.
            earlier, numbers = await self._in_bin(planned.record)
            sent, deleted = {**earlier, **sent}, tuple(dict.fromkeys((*deleted, *numbers)))
        completed = _make_completed(present, sent, planned.entry_count, deleted)
        await self._records.completed_transfers.add(completed)
        return completed

    async def _in_bin(self, record: TransferRecord) -> tuple[dict[LanguagePair, str], tuple[int, ...]]:
        """Return what a move has deleted: the latest version of each dictionary, and the numbers in the bin."""
        pairs, versions, numbers = {each.roots for each in record.pairs}, dict[LanguagePair, str](), list[int]()
        for deleted in await self._records.deleted_glossaries.all(record.profile):
            if deleted.glossary_key != record.key:
                continue
            # A pair may have two versions. The second one is the edited one, which was copied.
            found = {pair.roots: version for pair, version in deleted.dictionaries if pair.roots in pairs}
            if found.keys() - versions.keys():
                versions = {**found, **versions}
                numbers.append(deleted.number)
        return versions, tuple(numbers)

    async def _begin_transfer(self, target: ServiceInUse, planned: PlannedGlossary, *, is_move: bool) -> TransferRecord:
        """Store and return the record of this transfer."""
        pairs = tuple(each.row.pair for each in planned.going)
        record = await self._with_copy(target, planned.record) if planned.record else None
        if record is None:
            known = planned.record.transfer_id if planned.record else uuid.uuid4().hex
            key = f"{LOCAL_KEY}{uuid.uuid4().hex}"
            keys = (known, self._service.profile, planned.summary.key, target.profile, key, planned.name)
            record = TransferRecord(*keys, pairs, is_move)
        done = {(each.pair.roots, each.version) for each in record.done}
        dictionaries = [
            CopiedDictionary(roots, each.content_hash, (roots, each.content_hash) in done)
            for each in planned.going
            for roots in [each.row.pair.roots]
        ]
        record = replace(record, is_move=is_move, pairs=pairs, original_name=planned.summary.name, stop_reason="")
        record = replace(record, dictionaries=tuple(dictionaries))
        await self._records.transfers.begin(record)
        return record

    async def _with_copy(self, target: ServiceInUse, record: TransferRecord) -> TransferRecord | None:
        """Return the present record of an interrupted transfer; None if no part of its copy exists any more."""
        listed = {each.key for each in await Library(target, self._records).summaries()}
        # Listing may have found the id of the glossary that an interrupted creation made.
        present = await self._records.transfers.present(record)
        return present if present is not None and present.other_key in listed else None

    async def _delete_original(
        self, planned: PlannedGlossary, record: TransferRecord, close_original: Closing | None
    ) -> tuple[int, ...]:
        """Move the originals to the bin, here and on the service in use, if neither we nor others changed them.

        Return their numbers in the bin.
        """
        present = await self._records.transfers.present(record) or record
        if close_original is not None:
            await close_original(present.key)
        if self._service.profile != record.profile:
            message = TransferMessage.OTHER_SERVICE(name=planned.summary.name)
            raise InvalidInput(message, remedy=TransferRemedy.GO_BACK())
        # The service is not asked for a draft, so a draft can be moved without it.
        summaries = await self._library.read_known_summaries()
        summary = next((each for each in summaries if each.key == present.key), None)
        if summary is None:
            raise OutdatedSummary(planned.summary.name)
        for each in planned.going:
            if not await self._is_unchanged(summary, each):
                await self._records.transfers.end(record)
                raise InvalidInput(TransferMessage.EDITED_HERE(name=summary.name), remedy=TransferRemedy.BOTH_STAY())
            if await self._was_changed_by_others(summary, each):
                await self._records.transfers.end(record)
                raise InvalidInput(TransferMessage.OTHERS_WROTE(name=summary.name), remedy=TransferRemedy.BOTH_STAY())
        gone: list[LanguagePair] = [each.row.pair.roots for each in planned.going]
        before = {each.number for each in await self._records.deleted_glossaries.all(record.profile)}
        if all(row.pair.roots in gone for row in summary.rows):
            await self._library.delete_glossary(summary)
        else:
            for pair in gone:
                await self._library.delete_dictionary(summary, pair)
        deleted = await self._records.deleted_glossaries.all(record.profile)
        return tuple(each.number for each in deleted if each.number not in before)

    # Undo

    async def undo(
        self, target: ServiceInUse, copies: Sequence[CompletedTransfer], progress: Progress = NoProgress()
    ) -> TransferUndone:
        """Undo completed transfers; see `TransferUndo`."""
        return await TransferUndo(self._service, self._records, self._library).undo(target, copies, progress)

    async def undo_unfinished(
        self, target: ServiceInUse, record: TransferRecord, progress: Progress = NoProgress()
    ) -> UnfinishedUndo:
        """Delete what an interrupted transfer has copied, and restore what it has deleted, as drafts.

        If the copy was changed since, leave everything as it is. Raises ServiceError, InvalidInput and StorageFailed;
        the transfer then stays unfinished.
        """
        present = await self._with_copy(target, record) or record
        _, numbers = await self._in_bin(present) if record.is_move and present.is_copied else ({}, ())
        undo = TransferUndo(self._service, self._records, self._library)
        outcome = await undo.undo_unfinished(target, present, numbers, progress)
        if outcome is not UnfinishedUndo.LEFT_ALONE:
            await self._records.transfers.end(present)
        return outcome

    async def _refuse_unseen_entries(self, planned: PlannedGlossary) -> None:
        """Raise InvalidInput if the service has entries that the copy would lack: a move would delete them unseen."""
        for each in planned.going:
            if await self._was_changed_by_others(planned.summary, each):
                message = TransferMessage.OTHERS_WROTE(name=planned.summary.name)
                raise InvalidInput(message, remedy=TransferRemedy.MERGE_FIRST())

    async def _was_changed_by_others(self, summary: GlossarySummary, planned: PlannedDictionary) -> bool:
        """Return whether a dictionary with local edits differs on the service from what these edits are based on.

        A dictionary without local edits is copied as the service has it.
        """
        row = summary.row(planned.row.pair)
        if row is None or row.draft_id is None or not row.is_on_service:
            return False
        edits = await self._library.find_edits(summary.key, row.pair)
        if edits is None:
            # Edits without a base were made before the service had this dictionary.
            return row.has_changes
        remote = await self._library.read_remote(summary, row)
        return not await run_in_thread(NoProgress(), without_progress(Entries.holds_as), remote, edits[0])

    async def _is_unchanged(self, summary: GlossarySummary, planned: PlannedDictionary) -> bool:
        row = summary.row(planned.row.pair)
        if row is None:
            return False
        entries = await self._library.entries(summary, row)
        copied = await self._records.snapshots.get(planned.content_hash)
        return await run_in_thread(NoProgress(), is_same_content, entries, copied)

    # Interrupted transfers

    async def find_unfinished(self) -> list[TransferRecord]:
        """Return the transfers from the service in use that were interrupted or failed. Raises StorageFailed."""
        records = await self._records.transfers.all(self._service.profile)
        return [each for each in records if each.transfer_id not in self._running]

    async def remains(self, record: TransferRecord, target: ServiceInUse | None = None) -> dict[LanguagePair, Remains]:
        """Return what is left of each dictionary of an interrupted transfer; see `find_remains`."""
        return await find_remains(self._records, record, target)

    async def give_up(self, records: Iterable[TransferRecord]) -> None:
        """Forget interrupted transfers, and discard their drafts. The other service keeps what it has.

        Drafts that were edited since, or may have been sent, stay too. Raises StorageFailed.
        """
        for record in records:
            for draft in (await split_drafts(self._records, record))[0]:
                await self._records.journal.discard(draft.draft_id)
            await self._records.transfers.end(record)

    def is_original_gone(self, record: TransferRecord, summaries: Sequence[GlossarySummary]) -> bool:
        """Return whether nothing of the original is left, so that only `settle` can end the transfer.

        `summaries` are all glossaries of the service in use.
        """
        summary = next((each for each in summaries if each.key == record.key), None)
        return summary is None or not any(summary.row(pair) for pair in record.pairs)

    async def settle(self, target: ServiceInUse, record: TransferRecord) -> CompletedTransfer:
        """End an interrupted transfer whose original is gone: a move that ended just after its last deletion.

        Raises InvalidInput, and forgets the transfer, if the other service does not have the whole copy: then the user
        has deleted the original. Raises ServiceError and StorageFailed.
        """
        found = await self._with_copy(target, record)
        summaries = await Library(target, self._records).summaries() if found is not None else []
        copy = next((each for each in summaries if found is not None and each.key == found.other_key), None)
        rows = [copy.row(pair) for pair in record.pairs] if copy is not None else []
        if found is None or not all(row is not None and row.is_on_service for row in rows):
            await GlossaryCopy(target, self._records, found or record).discard_untouched()
            await self._records.transfers.end(record)
            message = TransferMessage.ORIGINAL_GONE(name=record.name, service=target.full_title)
            raise InvalidInput(message, remedy=TransferRemedy.RESTORE_AND_REPEAT())
        versions, numbers = await self._in_bin(found)
        count = sum(row.entry_count for row in rows if row is not None)
        completed = _make_completed(found, versions, count, numbers)
        if found.is_move and versions.keys() == {pair.roots for pair in found.pairs}:
            await self._records.completed_transfers.add(completed)
        else:
            # If the bin lacks a dictionary, its copy is the only one left, and undoing would delete it.
            await self._records.transfers.end(found)
        return completed

    async def find_completed(self) -> list[CompletedTransfer]:
        """Return the transfers from the service in use that can still be undone, the latest first.

        Raises StorageFailed.
        """
        return await self._records.completed_transfers.all(self._service.profile)

    async def _give_up_unsent(self, target: ServiceInUse, record: TransferRecord) -> None:
        present = await self._records.transfers.present(record)
        if present is not None and await GlossaryCopy(target, self._records, present).discard_untouched():
            await self._records.transfers.end(present)


def _cause(error: BaseException) -> BaseException:
    """Return what led to an error: the words of publishing speak of edits."""
    return cause_of(error) if isinstance(error, TermdeskError) else error


def _plan_dictionary(
    _progress: Progress, row: DictionarySummary, entries: Entries, content_hash: str, violation: str, sizes: BodySizes
) -> PlannedDictionary:
    published = entries.copy_published_part()
    if not violation:
        # Use a valid name here. The name of the copy is checked where the user chooses it.
        found = find_violations(
            NoProgress(), published, rows=entries.find_published_rows(), name="-", pair=row.pair.roots
        )
        violation = found[0].line if found else ""
    byte_count = 0 if violation else sizes.replacement(row.pair, published)
    return PlannedDictionary(row, content_hash, len(published), byte_count, violation)


def _make_completed(
    record: TransferRecord, versions: Mapping[LanguagePair, str], entry_count: int, deleted: tuple[int, ...]
) -> CompletedTransfer:
    keys = (record.transfer_id, record.profile, record.other_profile, record.other_key, record.name)
    facts = (tuple(versions.items()), entry_count, record.is_move, deleted)
    return CompletedTransfer(*keys, record.original_name, *facts)
