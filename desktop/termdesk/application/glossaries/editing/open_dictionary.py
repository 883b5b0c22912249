"""A dictionary that is open for editing: entries, violations, changed rows, and a journal that survives a crash."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence

from termdesk.application.gc_freeze import FrozenRows
from termdesk.application.glossaries.editing.bulk_change import (
    MOST_AT_ONCE,
    AroundChange,
    BulkChange,
    ChangeMaker,
    at_once,
    compute_bulk_change,
)
from termdesk.application.glossaries.editing.draft_writer import DraftWriter
from termdesk.application.glossaries.editing.indexed_change import apply_indexed
from termdesk.application.glossaries.editing.published_base import (
    Comparison,
    base_by_source,
    differing_row,
    holds_as,
)
from termdesk.application.glossaries.editing.undo_steps import StepMark, UndoSteps
from termdesk.application.glossaries.view.facets import Counts, Facet
from termdesk.application.glossaries.view.row_texts import ComputedTexts, RowTexts, rows_counted, rows_shown
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.application.progress import run_in_thread
from termdesk.domain.chunks import release
from termdesk.domain.entries.changes import Batch, Change
from termdesk.domain.entries.entries import SOURCE, Entries
from termdesk.domain.entries.entry_rules import Violation
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.glossary_messages import EditMessage, EditRemedy
from termdesk.storage.journal import DraftRecord, Journal
from termdesk.storage.versions.version_records import VersionOrigin

# From this size on the journal is restarted: loading it would take longer than loading a new start.
MAX_EDITS = 10_000
MAX_WEIGHT = 5


class OpenDictionary:
    """Entries that are being edited, with everything the grid asks for while it paints.

    `apply` takes effect in memory at once and queues the change for the journal; `saved` waits until everything is on
    disk. Everything derived (violations, filter texts, sort keys, marks of changed rows) follows each change, at a cost
    that depends on the change alone. Create it with `opened`, end it with `close`.
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
        self.draft = draft
        self.steps = steps
        self.entries = entries
        self.violations = violations
        self.saving = DraftWriter(journal, draft)
        self._journal = journal
        self._base = base
        self._texts = RowTexts(entries, draft.pair)
        self._revision = 0
        self._apart = FrozenRows(len(entries))
        # A row that differed from the published entries when they were last compared.
        self._differing_row = 0
        self._comparison = Comparison(-1, {}, is_same=False)
        self._is_closed = False
        # Emitted with every change that was applied, and its inverse, for what is derived elsewhere. Each part of a
        # batch is an event of its own; a bulk change is one event.
        self.changed = Event[Change, Change]()
        # Rebases run one after another: the start of the first would come back without the edits that the second
        # dropped.
        self._rebasing = asyncio.Lock()
        self._bulk_change = asyncio.Lock()
        self._shortening: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        if not draft.has_changes:
            self._keep_comparison(self._revision, base, is_same=True)

    @classmethod
    async def opened(cls, journal: Journal, draft: DraftRecord, *, progress: Progress = NoProgress()) -> OpenDictionary:
        """Load a draft with its edits. Raises StorageFailed."""
        draft = await journal.find(draft.draft_id)
        entries, base = await journal.load(draft.draft_id)
        steps = UndoSteps(*await journal.steps(draft.draft_id))
        return await cls.checked(journal, draft, entries, base=base, steps=steps, progress=progress)

    @classmethod
    async def checked(
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
        """Open a draft with these entries, which belong to the dictionary from now on; `base` is what the service has.

        Without a base, `violations` that were found before may be handed in.
        """
        shared = await run_in_thread(progress, base_by_source, base, entries)
        if violations is None or shared:
            violations = await run_in_thread(progress, _checked, entries, shared)
        else:
            violations = await run_in_thread(progress, _copied, violations, entries)
        return cls(journal, draft, entries, violations, shared, steps or UndoSteps())

    async def close(self) -> None:
        """Save what remains, and end. Raises StorageFailed if it cannot be saved."""
        async with self._bulk_change:
            await self._end()

    async def _end(self) -> None:
        if self._shortening is not None:
            await asyncio.wait({self._shortening})
        await self.saving.close()
        self._is_closed = True
        # Subscribers may refer to the dictionary: without them its rows go with the last reference to it.
        self.changed = Event()
        self._apart.release()

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
        """Whether the service has this dictionary, in whatever version."""
        return self.draft.base is not None

    def __len__(self) -> int:
        return len(self.entries)

    # Asked by the grid while it paints

    @property
    def violation_count(self) -> int:
        """The number of cells that break a rule."""
        return self.violations.count

    @property
    def size_in_bytes(self) -> int:
        """The UTF-8 bytes of the published entries as plain TSV; updated with every change."""
        return self.violations.size

    def has_violation(self, row: int, column: int) -> bool:
        """Whether a cell breaks a rule."""
        return self.violations.has_violation(row, column)

    def violation_at(self, row: int, column: int) -> Violation | None:
        """The first violation of a cell; None if there is none."""
        return self.violations.at(row, column)

    def next_violation(self, row: int, step: int, column: int = SOURCE) -> tuple[int, int] | None:
        """The next cell with a violation after (`step` 1) or before (`step` -1) this one, wrapping around; None if
        there is none.
        """
        return self.violations.next_after(row, column, step)

    def is_changed(self, row: int) -> bool:
        """Whether a row differs from the service. Always False for a dictionary that was never published."""
        if not self._base:
            return False
        source, target = self.entries[row]
        # A published entry that is kept here now will be removed there; one that always was never was there.
        return (self._base.get(source) == target) is self.is_kept_here(row)

    def base_target(self, source: str) -> str | None:
        """The target that the service was last known to have for a source phrase; None if it has none."""
        return self._base.get(source)

    def is_forbidden(self, row: int) -> bool:
        """Whether a row is a forbidden term, which is never published."""
        return self.entries.detail(row).is_forbidden

    def is_kept_here(self, row: int) -> bool:
        """Whether a row is not published: a forbidden term, or an admitted synonym of a preferred one."""
        return self.entries.ids[row] in self.violations.aside

    @property
    def published(self) -> Mapping[str, str]:
        """Source -> target as the service was last known to have them. Never modified in place."""
        return self._base

    # Changing

    @property
    def revision(self) -> int:
        """A number that grows with every change."""
        return self._revision

    def apply(self, change: Change, step: StepMark | None = None) -> Change:
        """Apply a change and give its inverse. The journal is written later; `saved` waits for it.

        `step` is the step of undo that this change is (`steps.next` creates a new one). A change without a step clears
        the undo history. Raises InvalidInput if the dictionary is closed: its edits would get lost or reach wrong rows.
        """
        self.refuse_if_closed()
        self.refuse_if_busy()
        inverse = self._apply_in_memory(change)
        self._note(change, inverse, step)
        return inverse

    @property
    def held(self) -> asyncio.Lock:
        """The lock of bulk changes. `apply` refuses other changes while it is held."""
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
        appearing: AroundChange[Change] = at_once,
        progress: Progress = NoProgress(),
    ) -> Change | None:
        """Like `apply`, for a change of many rows: it is computed in a worker and then appears at once.

        `made` gives the change for a copy of the entries, in the worker. `appearing` is entered with the change around
        the moment in which the entries change. Cancelling leaves everything as it was. Gives the change; None if it
        changes nothing.
        """
        async with self.held:
            while True:
                self.refuse_if_closed()
                revision, base = self._revision, self._base
                found = await run_in_thread(progress, compute_bulk_change, self.entries.copy(), made, base)
                if not found.change.count:
                    return None
                if revision == self._revision and base is self._base:
                    break
            with appearing(found.change):
                self.take_over(found, step)
            self._apart.again(len(self.entries))
            return found.change

    def take_over(self, found: BulkChange, step: StepMark | None = None) -> None:
        """Take over the result of a bulk change that was computed while `held`, against the present `published`."""
        self.entries.become(found.entries)
        found.violations.attach(self.entries)
        self.violations = found.violations
        self._loop.run_in_executor(None, release, self._texts.take_away())
        self.changed.emit(found.change, found.inverse)
        self._note(found.change, found.inverse, step)

    async def take(self, change: Change, title: str, *, progress: Progress = NoProgress()) -> None:
        """Apply a change as a new step, directly or in a worker depending on its size; do nothing if it is empty."""
        step = self.steps.next(title)
        if change.count > MOST_AT_ONCE:
            await self.apply_bulk_change(lambda _entries: change, step, progress=progress)
        elif change.count:
            self.apply(change, step)

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
        if self._shortening is None and self._is_journal_long():
            self._shortening = self._loop.create_task(self._make_journal_short(), name="Shortening a draft's journal")

    async def saved(self) -> None:
        """Wait until all changes so far are on disk. Raises StorageFailed."""
        await self.saving.saved()

    def _is_journal_long(self) -> bool:
        return self.draft.edit_count + self.saving.weight > max(MAX_EDITS, MAX_WEIGHT * len(self.entries))

    async def _make_journal_short(self) -> None:
        try:
            await self.rebase(base=None)
        except StorageFailed as error:
            # A long journal is merely slow to load; the next edit tries again.
            self.saving.failed.emit(error)
        finally:
            self._shortening = None

    def _apply_in_memory(self, change: Change) -> Change:
        if isinstance(change, Batch):
            return Batch(tuple(reversed([self._apply_in_memory(each) for each in change.changes])))
        inverse = apply_indexed(change, self.entries, self.violations, self._texts)
        self.changed.emit(change, inverse)
        return inverse

    # Filtering and sorting

    async def find_rows(self, query: ViewQuery, progress: Progress = NoProgress()) -> Sequence[int] | None:
        """The rows that a query shows, in their order; None for all rows in file order.

        Found in a worker, for the latest edit. Raises InvalidInput for a bad pattern.
        """
        if query.is_everything:
            return None
        while True:
            revision = self._revision
            asked = self._texts.asked(query, self.violations.marks(), self._base)
            rows, made = await run_in_thread(progress, rows_shown, asked)
            # An edit meanwhile may have moved rows; the answer, and what was made for it, would point at others.
            if revision == self._revision:
                self._texts.keep(made)
                return rows

    async def count_facets(
        self, query: ViewQuery, facets: Collection[Facet], progress: Progress = NoProgress()
    ) -> Counts:
        """How many rows each value of the facets would show under the query, for the latest edit."""
        while True:
            revision = self._revision
            asked = self._texts.asked(query.sorted_by(None), self.violations.marks(), self._base, facets=facets)
            counts, made = await run_in_thread(progress, rows_counted, asked, facets)
            if revision == self._revision:
                self._texts.keep(made)
                return counts

    def known_classes(self, facets: Collection[Facet]) -> dict[Facet, bytes]:
        """Copies of the classes that are known of these facets: a byte for each row."""
        return self._texts.known_classes(facets)

    def keep_classes(self, made: Mapping[Facet, bytes]) -> None:
        """Take over classes that were made elsewhere of the entries as they stand now."""
        self._texts.keep(ComputedTexts(codes=dict(made)))

    # Journal and service

    async def rebase(
        self,
        *,
        base: Entries | None,
        glossary: tuple[str, str] | None = None,
        origin: VersionOrigin = VersionOrigin.SERVICE,
        sent: Entries | None = None,
    ) -> None:
        """Record that the service has `base` (None: as before). Changes count against it from now on.

        `glossary`, an id and a name on the service, assigns all dictionaries of this glossary to that one. `origin`
        is how this version came about; `sent` are the rows with their details as they were when they were published.
        Raises StorageFailed.
        """
        async with self._rebasing:
            await self.saving.saved()
            # No await between these two: the start must equal the journal up to that number.
            revision, start, through = self._revision, self.entries.copy(), self.saving.last_number
            self.saving.weight = 0
            self.draft = await self._journal.rebase(
                self.draft.draft_id,
                base=base,
                start=start,
                through=through,
                glossary=glossary,
                origin=origin,
                sent=sent,
            )
            if base is not None:
                await self._compare_with(base, revision, start)

    async def keep_version(self) -> None:
        """Keep what is here as a version, before changes of others come in. Raises StorageFailed."""
        await self._journal.keep_version(self.draft.draft_id, self.entries.copy())

    def base_entries(self) -> Entries | None:
        """The entries that the service was last known to have; None if this dictionary was never there."""
        return Entries(self._base.keys(), self._base.values()) if self.is_published else None

    @property
    def has_unpublished_edits(self) -> bool:
        """Whether something here is not on the service, as far as known. Quick to ask, at any size.

        After an edit it is True until `is_as_published` has compared all rows; undo and redo back to the published
        entries need no comparison.
        """
        if not self.is_published:
            return True
        if self._is_compared:
            return not self._comparison.is_same
        return not self.steps.is_at_published

    @property
    def _is_compared(self) -> bool:
        return self._comparison.revision == self._revision and self._comparison.base is self._base

    async def is_as_published(self, progress: Progress = NoProgress()) -> bool:
        """Whether the service, as far as known, has exactly the same entries."""
        if not self.has_unpublished_edits:
            return True
        if not self.is_published or self._is_compared:
            return False
        revision, base = self._revision, self._base
        # Usually the same row still differs: this avoids copying all rows during typing.
        row = self._differing_row
        is_known = row < len(self.entries) and self.is_changed(row) and not self.is_kept_here(row)
        if is_known or len(self.entries) - len(self.violations.aside) != len(base):
            is_same = False
        else:
            differing = await run_in_thread(progress, differing_row, self.entries.copy(), base)
            self._differing_row = differing or 0
            is_same = differing is None
        self._keep_comparison(revision, base, is_same=is_same)
        return is_same

    def _keep_comparison(self, revision: int, base: Mapping[str, str], *, is_same: bool) -> None:
        """The entries of this revision were compared with this base; either may be over by now."""
        if revision == self._revision and base is self._base:
            self._comparison = Comparison(revision, base, is_same)
            if is_same:
                self.steps.mark_published()

    @property
    def leaves_something_here(self) -> bool:
        """Whether this computer knows more than the service even where that holds every phrase: details, steps."""
        return bool(self.entries.details or self.steps.titles)

    async def refresh(self) -> None:
        """Save what remains, and read the name and the service id of the glossary again. Raises StorageFailed."""
        await self.saving.saved()
        self.draft = await self._journal.find(self.draft.draft_id)
        self.saving.weight = 0

    async def _compare_with(self, base: Entries, revision: int, copy: Entries) -> None:
        """Count changes against `base` from now on; `copy` has the entries of `revision`."""
        while True:
            shared = await run_in_thread(NoProgress(), base_by_source, base, copy)
            violations = await run_in_thread(NoProgress(), _checked, copy, shared)
            is_same = await run_in_thread(NoProgress(), holds_as, copy, shared)
            if revision == self._revision:
                violations.attach(self.entries)
                self._base, self.violations = shared, violations
                self.steps.forget_published()
                self._keep_comparison(revision, shared, is_same=is_same)
                return
            revision, copy = self._revision, self.entries.copy()


def _copied(_progress: Progress, violations: ViolationIndex, entries: Entries) -> ViolationIndex:
    return violations.copied_for(entries)


def _checked(_progress: Progress, entries: Entries, base: dict[str, str]) -> ViolationIndex:
    return ViolationIndex(entries, base)
