"""A dictionary that is open for editing: entries, undo steps, and a journal that survives a crash."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from termdesk.application.completion import complete
from termdesk.application.glossaries.editing.bulk_change import (
    MOST_AT_ONCE,
    AroundChange,
    BulkChange,
    ChangeMaker,
    at_once,
    compute_bulk_change,
)
from termdesk.application.glossaries.editing.closed_rows import ClosedRows, FreedRows, free_in_worker
from termdesk.application.glossaries.editing.draft_writer import DraftWriter
from termdesk.application.glossaries.editing.indexed_change import apply_indexed
from termdesk.application.glossaries.editing.open_entries import OpenEntries
from termdesk.application.glossaries.editing.published_base import (
    PublishedBase,
    StepBase,
    base_by_source,
    compare_with_base,
    find_differing_row,
)
from termdesk.application.glossaries.editing.undo_steps import Base, StepMark, UndoSteps, is_no_step
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.application.released_memory import LARGE, LargeRows
from termdesk.domain.entries.changes import Batch, Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.glossary_messages import EditMessage, EditRemedy
from termdesk.storage.journal import DraftRecord, Journal, StepBefore
from termdesk.storage.versions.version_records import VersionOrigin

# A journal with more edits than both limits is rewritten with a new start: loading it would take too long.
MAX_EDITS = 10_000
MAX_WEIGHT = 5


@dataclass(frozen=True, slots=True)
class LastCopy:
    """Which copy of the service's entries was opened, and the reason why the service was not asked."""

    as_of: datetime
    reason: str


class OpenDictionary(OpenEntries):
    """Entries that are being edited, with their undo steps, their journal, and what the service has of them.

    `apply` changes the entries in memory and queues the change for the journal; `wait_until_saved` waits until
    everything is on disk. Create with `open`, end with `close`.
    """

    def __init__(
        self,
        journal: Journal,
        draft: DraftRecord,
        entries: Entries,
        violations: ViolationIndex,
        base: dict[str, str],
        steps: UndoSteps,
    ) -> None:
        super().__init__(entries, violations, PublishedBase(journal, Base(draft.base, base)), draft.pair)
        self.draft = draft
        self.steps = steps
        self.saving = DraftWriter(journal, draft)
        self._journal = journal
        self._large_rows = LargeRows(len(entries))
        self._is_closed = False
        # Set if it was opened from a copy, because the service could not be reached.
        self.last_copy: LastCopy | None = None
        # Rebases run one at a time. Otherwise a rebase that began earlier could end later, and store an older start of
        # the journal after newer edits were dropped.
        self._rebasing = asyncio.Lock()
        self._bulk_change = asyncio.Lock()
        self._shortening: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        if not draft.has_changes:
            self._keep_comparison(self._revision, base, is_same=True)

    @classmethod
    async def open(cls, journal: Journal, draft: DraftRecord, *, progress: Progress = NoProgress()) -> OpenDictionary:
        """Load a draft with its edits. Raises StorageFailed."""
        draft = await journal.find(draft.draft_id)
        entries, base = await journal.load(draft.draft_id)
        steps = UndoSteps(*await journal.steps(draft.draft_id))
        return await cls.open_with(journal, draft, entries, base=base, steps=steps, progress=progress)

    @classmethod
    async def open_with(
        cls,
        journal: Journal,
        draft: DraftRecord,
        entries: Entries,
        *,
        base: Entries | None,
        violations: ViolationIndex | None = None,
        steps: UndoSteps | None = None,
        progress: Progress = NoProgress(),
    ) -> OpenDictionary:
        """Open a draft with these entries. The caller must not use `entries` any more.

        `base` has the service's entries. Without a base, `violations` that were already computed can be passed.
        """
        shared = await run_in_thread(progress, base_by_source, base, entries)
        if violations is None or shared:
            violations = await run_in_thread(progress, without_progress(ViolationIndex), entries, shared)
        else:
            violations = await run_in_thread(progress, without_progress(violations.copy_for), entries)
        return cls(journal, draft, entries, violations, shared, steps or UndoSteps())

    async def close(self) -> None:
        """Save pending changes, and close. Raises StorageFailed if they cannot be saved."""
        async with self._bulk_change:
            await self._end()

    async def _end(self) -> None:
        if self._shortening is not None:
            await asyncio.wait({self._shortening})
        await self.saving.close()
        self._is_closed = True
        # Subscribers may refer to the dictionary. Dropping them lets its rows be freed with its last reference.
        self.changed = Event()
        self._large_rows.release()
        if self._large_rows.most >= LARGE:
            rows = ClosedRows(self.entries, self._texts, self.published, self.violations)
            weakref.finalize(self, rows.free_soon, self._loop).atexit = False

    @property
    def pair(self) -> LanguagePair:
        """The language pair of the dictionary."""
        return self.draft.pair

    @property
    def name(self) -> str:
        """The name of the glossary."""
        return self.draft.glossary_name

    @property
    def is_published(self) -> bool:
        """Whether the service has any version of this dictionary."""
        return self.draft.base is not None

    # Changing

    def apply(self, change: Change, step: StepMark | None = None) -> Change:
        """Apply a change and return its inverse. The journal is written later; `wait_until_saved` waits for it.

        `step` marks the undo step of this change (`steps.next` creates a new one). A change without a step clears the
        undo history. Raises InvalidInput if the dictionary is closed, because the edits would be lost or reach wrong
        rows.
        """
        self.refuse_if_closed()
        self.refuse_if_busy()
        move = self.steps.base_move(step, self._base.current.hash)
        inverse = self._apply_in_memory(change)
        if move is not None:
            assert move.known is not None, "a worker takes the steps whose base has to be read"
            self._move_base(move.known, step)
        self._note(change, inverse, step)
        return inverse

    def _apply_in_memory(self, change: Change) -> Change:
        if isinstance(change, Batch):
            return Batch(tuple(reversed([self._apply_in_memory(each) for each in change.changes])))
        inverse = apply_indexed(change, self.entries, self.violations, self._texts)
        self.changed.emit(change, inverse)
        return inverse

    @property
    def held(self) -> asyncio.Lock:
        """The lock of bulk changes. While it is held, `apply` refuses other changes."""
        return self._bulk_change

    @property
    def is_busy(self) -> bool:
        """Whether a bulk change is being computed."""
        return self._bulk_change.locked()

    async def apply_bulk_change(
        self,
        made: ChangeMaker,
        step: StepMark | None = None,
        *,
        around_change: AroundChange[Change] = at_once,
        progress: Progress = NoProgress(),
    ) -> Change | None:
        """Compute a change of many rows in a worker and apply it. Return the change; None if it changes nothing.

        `made` gets a copy of the entries in the worker and returns the change. `around_change` returns a context
        manager; the entries change inside its `with` block. Cancelling leaves everything unchanged. See `apply` for
        `step`.
        """
        async with self.held:
            while True:
                self.refuse_if_closed()
                revision, base = self._revision, self._base.current
                moved = await self.find_base_of_step(step)
                targets = (moved or base).targets
                found = await run_in_thread(progress, compute_bulk_change, self.entries.copy(), made, targets)
                if is_no_step(found.change.count, step):
                    return None
                if revision == self._revision and base is self._base.current and self.is_base_of_step(step, moved):
                    break
            with around_change(found.change):
                self.take_over(found, step, moved)
            self._large_rows.note(len(self.entries))
            return found.change

    async def find_base_of_step(self, step: StepMark | None) -> Base | None:
        """Return the base that undo or redo of a step brings, for `take_over`; None if the base stays.

        Raises StorageFailed.
        """
        move = self.steps.base_move(step, self._base.current.hash)
        return await self._base.find(move, like=self.entries.copy()) if move is not None else None

    def is_base_of_step(self, step: StepMark | None, base: Base | None) -> bool:
        """Return whether `find_base_of_step` would still find this base. A step may have got its bases since."""
        move = self.steps.base_move(step, self._base.current.hash)
        if move is None or base is None:
            return move is None and base is None
        return move.hash == base.hash

    def take_over(self, found: BulkChange, step: StepMark | None = None, base: Base | None = None) -> None:
        """Replace the entries by the result of a bulk change, and the base by `base` unless it is None.

        Nothing may have changed since it was computed, so the caller owns `held`. The violations must have been
        computed with the new base.
        """
        entries = self.entries
        replaced: list[FreedRows] = [entries.sources, entries.targets, self.violations, *self._texts.take_away()]
        entries.become(found.entries)
        found.violations.attach(entries)
        self.violations = found.violations
        if base is not None:
            self._move_base(base, step)
        free_in_worker(replaced)
        self.changed.emit(found.change, found.inverse)
        self._note(found.change, found.inverse, step)

    async def take(
        self, change: Change, title: str, *, may_be_empty: bool = False, progress: Progress = NoProgress()
    ) -> None:
        """Apply a change as a new step, in a worker if it is large. Do nothing if it is empty, unless it may be.

        An empty step comes with a new base; see `accept`.
        """
        step = self.steps.next(title, may_be_empty=may_be_empty)
        if change.count > MOST_AT_ONCE:
            await self.apply_bulk_change(lambda _entries: change, step, progress=progress)
        elif not is_no_step(change.count, step):
            self.apply(change, step)

    def _move_base(self, base: Base, step: StepMark | None) -> None:
        """Set the base that undo or redo of a step brings, and keep the present one for the way back."""
        former = self._base.current
        self._set_base(base)
        if step is not None:
            self.steps.keep_base(step.position, former)

    def _set_base(self, base: Base) -> None:
        self._base.set(base)
        self.draft = replace(self.draft, base=base.hash)
        self.steps.forget_published()

    def refuse_if_closed(self) -> None:
        """Raise InvalidInput if the dictionary is closed."""
        if self._is_closed:
            raise InvalidInput(EditMessage.CLOSED(name=self.name), remedy=EditRemedy.OPEN_AGAIN())

    def refuse_if_busy(self) -> None:
        """Raise InvalidInput while a bulk change is being computed."""
        if self.is_busy:
            raise InvalidInput(
                EditMessage.BUSY(name=self.name),
                remedy=EditRemedy.WAIT(),
            )

    def _note(self, change: Change, inverse: Change, step: StepMark | None) -> None:
        self._revision += 1
        self.saving.add(change, entry_count=len(self.entries), step=self.steps.note(step, inverse))
        self._free_unused()
        if self._shortening is None and self._is_journal_long():
            self._shortening = self._loop.create_task(self._make_journal_short(), name="Shortening a draft's journal")

    def _free_unused(self) -> None:
        unused: list[FreedRows] = [*self.steps.take_unused()]
        if unused:
            free_in_worker(unused)

    async def wait_until_saved(self) -> None:
        """Wait until all changes so far are on disk. Raises StorageFailed."""
        await self.saving.wait_until_saved()

    def _is_journal_long(self) -> bool:
        return self.draft.edit_count + self.saving.weight > max(MAX_EDITS, MAX_WEIGHT * len(self.entries))

    async def _make_journal_short(self) -> None:
        try:
            await self.rebase(base=None)
        except StorageFailed as error:
            # A long journal only loads more slowly. The next edit tries again.
            self.saving.failed.emit(error)
        finally:
            self._shortening = None

    # Journal and service

    async def rebase(
        self,
        *,
        base: Entries | None,
        glossary: tuple[str, str] | None = None,
        origin: VersionOrigin | None = VersionOrigin.SERVICE,
        sent: Entries | None = None,
        step: float | None = None,
    ) -> None:
        """Record that the service has `base`, and compare edits with it from now on. None leaves the base unchanged.

        `step` is the moment of the undo step that came with it, such as a merge. Undo then brings the former base back,
        and redo this one. If the step is undone before this ends, the former base stays.

        `glossary`, an id and a name on the service, assigns all dictionaries of this glossary to that one. `origin`
        tells how this version was created; None if the service is only about to get it, so that there is none to store
        yet. `sent` has the rows with their details at the time of publishing. Raises
        StorageFailed.
        """
        # If it stopped halfway, the base in memory would be another one than that on disk.
        store = partial(self._journal.rebase, base=base, glossary=glossary, origin=origin, sent=sent)
        await complete(self._rebase(base, step, store))

    async def _rebase(
        self, base: Entries | None, step: float | None, store: Callable[..., Awaitable[DraftRecord]]
    ) -> None:
        async with self._rebasing:
            await self.saving.wait_until_saved()
            # No await between these two: `start` must equal the journal up to `last_number`.
            revision, start, through = self._revision, self.entries.copy(), self.saving.last_number
            former = self._base.current
            self.saving.reset_weight()
            before = StepBefore(step, former.hash) if step is not None else None
            draft = await store(self.draft.draft_id, start=start, through=through, step=before)
            # Undo may have moved the base meanwhile.
            self.draft = replace(draft, base=self._base.current.hash)
            if base is not None and step is None:
                await self._compare_with(base, draft.base, revision, start)
            elif base is not None and step is not None:
                bases = await self._journal.bases_of_step(draft.draft_id, step)
                new_hash = bases.after if bases is not None else None
                await self._compare_with(base, new_hash, revision, start, StepBase(step, former, bases))

    async def accept(self, base: Entries, *, since: int) -> None:
        """Record that the service has `base`, whose changes were applied as the only change since a revision, if any.

        Undo of that step brings the former base back. After further changes nobody knows whether the step still stands,
        so the former base stays, and the changes of others come again. Raises StorageFailed.
        """
        if self._revision <= since + 1:
            await self.rebase(base=base, step=self.step_since(since))

    def step_since(self, revision: int) -> float | None:
        """Return the moment of the step that is the only change since a revision; None if there is no such step."""
        return self.steps.last_moment if self._revision == revision + 1 else None

    async def keep_version(self) -> None:
        """Store the present entries as a version, before changes of others are merged. Raises StorageFailed."""
        await self._journal.keep_version(self.draft.draft_id, self.entries.copy())

    def base_entries(self) -> Entries | None:
        """Return the service's last known entries; None if this dictionary was never published."""
        return Entries(self.published.keys(), self.published.values()) if self.is_published else None

    @property
    def has_unpublished_edits(self) -> bool:
        """Whether there are edits that the service does not have, as far as known. Fast at any size.

        After an edit it is True until `is_as_published` has compared all rows. Undo and redo back to the published
        entries need no comparison.
        """
        if not self.is_published:
            return True
        if (is_same := self._base.comparison_at(self._revision)) is not None:
            return not is_same
        return not self.steps.is_at_published

    async def is_as_published(self, progress: Progress = NoProgress()) -> bool:
        """Return whether the service, as far as known, has exactly the same entries."""
        if not self.has_unpublished_edits:
            return True
        if not self.is_published or self._base.comparison_at(self._revision) is not None:
            return False
        revision, base = self._revision, self.published
        # While the user types, usually the same row still differs. Checking it first avoids copying all rows.
        row = self._base.differing_row
        is_known = row < len(self.entries) and self.is_changed(row) and not self.is_unpublished_row(row)
        if is_known or len(self.entries) - len(self.violations.excluded) != len(base):
            is_same = False
        else:
            differing = await run_in_thread(progress, find_differing_row, self.entries.copy(), base)
            self._base.note_difference(differing)
            is_same = differing is None
        self._keep_comparison(revision, base, is_same=is_same)
        return is_same

    def _keep_comparison(self, revision: int, base: Mapping[str, str], *, is_same: bool) -> None:
        """Record the result of a comparison, unless the entries or the base changed meanwhile."""
        if revision == self._revision and self._base.keep_comparison(revision, base, is_same=is_same) and is_same:
            self.steps.mark_published()

    @property
    def has_local_only_data(self) -> bool:
        """Whether this computer has something that the service cannot store: details of entries or undo steps."""
        return bool(self.entries.details or self.steps.titles)

    async def refresh(self) -> None:
        """Save pending changes, and read the name and the service id of the glossary again. Raises StorageFailed."""
        async with self._rebasing:
            while True:
                await self.saving.wait_until_saved()
                revision = self._revision
                draft = await self._journal.find(self.draft.draft_id)
                # Undo may have moved the base meanwhile.
                if revision == self._revision:
                    break
            if draft.base != self._base.current.hash:
                # It was deleted from the service.
                self.steps.forget_bases()
                self._base.note_hash(draft.base)
            self.draft = draft
            self.saving.reset_weight()

    async def _compare_with(
        self,
        base: Entries,
        base_hash: str | None,
        revision: int,
        copy: Entries,
        step: StepBase | None = None,
    ) -> None:
        """Compare edits with `base` from now on. `copy` has the entries of `revision`.

        `step` came with this base: if it is no longer done, the present base stays.
        """
        while True:
            found = await run_in_thread(NoProgress(), compare_with_base, base, copy)
            if revision == self._revision:
                new = Base(base_hash, found.targets)
                if step is not None:
                    is_done = self.steps.attach_bases(step.moment, step.bases, former=step.former, newer=new)
                    self._free_unused()
                    if not is_done:
                        return
                found.violations.attach(self.entries)
                replaced: list[FreedRows] = [self.published, self.violations, copy]
                self.violations = found.violations
                self._set_base(new)
                self._keep_comparison(revision, found.targets, is_same=found.is_same)
                free_in_worker(replaced)
                return
            revision, copy = self._revision, self.entries.copy()
