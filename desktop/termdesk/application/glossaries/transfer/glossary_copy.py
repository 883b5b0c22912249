"""Copy one glossary to the other service: create local drafts, publish them, read them back, and compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from termdesk.application.completion import complete
from termdesk.application.failures import CopyDiffers
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.large_removal import LargeRemovalChoice
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.application.glossaries.publishing.publisher import Publisher, dictionaries_with_edits
from termdesk.application.glossaries.publishing.remote_reader import read_dictionary
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.glossaries.transfer.transfer_plan import PlannedDictionary
from termdesk.application.glossaries.transfer.transfer_remains import split_drafts
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Method
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.storage.records import Records
from termdesk.storage.transfer.transfers import LOCAL_KEY, TransferRecord


class GlossaryCopy:
    """Creates the copy of a transfer, or completes it. What the other service already has is not sent again."""

    def __init__(
        self,
        target: ServiceInUse,
        records: Records,
        record: TransferRecord,
        check_sending: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`check_sending` is awaited right before each request with entries, and raises if the original is locked."""
        self._check_sending = check_sending
        self._target = target
        self._records = records
        self._record = record
        self._library = Library(target, records)
        self._publisher = Publisher(target, records)

    async def make(self, dictionaries: Sequence[PlannedDictionary], progress: Progress = NoProgress()) -> None:
        """Publish the copy, read every dictionary back, and compare. One dictionary is open at a time.

        Raises CopyDiffers, ServiceError and StorageFailed. The drafts and the records of their calls then tell what the
        service may have, and calling `make` again continues from there.
        """
        await self.discard_untouched()
        summary = await self._summary()
        for each in dictionaries:
            if summary is None or summary.row(each.row.pair) is None:
                await self._make_draft(summary, each)
            else:
                # A draft of an earlier attempt. If one of them cannot be published, raise before anything is sent.
                async with self._open_copy(each) as dictionary:
                    await self._plan(dictionary)
        for number, each in enumerate(dictionaries):
            async with self._open_copy(each) as dictionary:
                # The first call creates the glossary for the other dictionaries, too.
                if (plan := await self._plan(dictionary)) is not None:
                    if self._check_sending is not None:
                        await self._check_sending()
                    await self._publisher.publish(plan, Part(progress, number, len(dictionaries)))
                await self._check(await self._read_back(dictionary), each)
                await self._records.transfers.mark_done(self._record, each.row.pair)

    @asynccontextmanager
    async def _open_copy(self, planned: PlannedDictionary) -> AsyncIterator[OpenDictionary]:
        """Open the copy of a dictionary. Raises CopyDiffers if it was edited after an earlier attempt."""
        summary, pair = await self._summary(), planned.row.pair.roots
        assert summary is not None, "it has drafts"
        dictionary = await self._library.open(summary, pair, choices={pair: LargeRemovalChoice.TAKE_REMOTE})
        try:
            # Edits of the copy must not be published without asking the user.
            await self._check(dictionary.entries.copy_published_part(), planned)
            yield dictionary
        finally:
            await complete(self._library.close(dictionary))

    async def discard_untouched(self) -> bool:
        """Discard drafts of the copy that were neither edited nor sent. Return whether nothing of the copy is left."""
        untouched, kept = await split_drafts(self._records, self._record)
        for draft in untouched:
            await self._records.journal.discard(draft.draft_id)
        return not kept and self._record.other_key.startswith(LOCAL_KEY)

    async def _summary(self) -> GlossarySummary | None:
        """Return the copy as the other service and this computer know it. Listing may give it another key."""
        summaries = await self._library.summaries()
        self._record = await self._records.transfers.present(self._record) or self._record
        return next((each for each in summaries if each.key == self._record.other_key), None)

    async def _make_draft(self, summary: GlossarySummary | None, dictionary: PlannedDictionary) -> None:
        journal, original = self._records.journal, dictionary.row.draft_id
        entries = await self._records.snapshots.get(dictionary.content_hash)
        draft = await journal.open_draft(
            profile=self._target.profile,
            glossary_key=self._record.other_key,
            glossary_id=summary.glossary_id if summary else None,
            glossary_name=self._record.name,
            pair=dictionary.row.pair.roots,
            entries=entries,
            is_on_service=False,
        )
        if original is not None:
            edited, _ = await journal.load(original)
            # Undo steps fit only the rows that they were recorded for.
            if await run_in_thread(NoProgress(), _is_equal, edited, entries):
                await journal.take_over_steps(original, draft.draft_id)

    async def _plan(self, dictionary: OpenDictionary) -> PublishPlan | None:
        """Return the plan of a dictionary; None if the service has it. Raises CopyDiffers if it cannot be published."""
        if not await dictionaries_with_edits([dictionary]):
            return None
        plan = await self._publisher.plan(dictionary)
        if plan.can_be_published:
            return plan
        if plan.method is not Method.NOTHING:
            raise CopyDiffers(name=dictionary.name, service=self._target.full_title)
        return None

    async def _read_back(self, dictionary: OpenDictionary) -> Entries | None:
        await dictionary.refresh()
        draft = dictionary.draft
        if draft.glossary_id is None:
            return None
        return (await read_dictionary(await self._target.api(), draft.glossary_id, draft.pair)).entries

    async def _check(self, remote: Entries | None, planned: PlannedDictionary) -> None:
        entries = await self._records.snapshots.get(planned.content_hash)
        if remote is None or not await run_in_thread(NoProgress(), _holds, remote, entries):
            raise CopyDiffers(name=self._record.name, service=self._target.full_title)


def is_same_content(_progress: Progress, one: Entries, other: Entries) -> bool:
    """Return whether both have the same entries with the same details, in any order. For a worker."""
    if one == other:
        return all(one.detail(row) == other.detail(row) for row in range(len(one)))
    return _rows(one) == _rows(other)


def _rows(entries: Entries) -> Counter[tuple[object, ...]]:
    return Counter((*entries[row], entries.detail(row)) for row in range(len(entries)))


def _holds(_progress: Progress, remote: Entries, entries: Entries) -> bool:
    return remote.holds_as(entries.copy_published_part())


def _is_equal(_progress: Progress, one: Entries, other: Entries) -> bool:
    return one == other
