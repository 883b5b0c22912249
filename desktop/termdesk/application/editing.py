"""One dictionary that is open for editing: entries, problems, what changed, and a journal that survives a crash."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from termdesk.application.ordering import Arrangement, folded, folded_rows, matching_rows, sort_key, sorted_rows
from termdesk.application.problem_index import ProblemIndex
from termdesk.application.progress import run_in_thread
from termdesk.domain.changes import Batch, Change, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries import SOURCE, TARGET, Entries
from termdesk.domain.entry_rules import Problem
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.journal import DraftRecord, Journal


class OpenDictionary:
    """Entries that are being edited, with everything the grid asks for while it paints.

    `apply` is immediate in memory and queues the change for the journal; `saved()` waits until everything
    applied so far is on disk. What is derived (problems, filter texts, sort keys, marks of changed rows) follows
    each change at the cost of that change.
    """

    def __init__(self, draft: DraftRecord, entries: Entries, *, base: Entries | None, journal: Journal) -> None:
        self.draft = draft
        self.entries = entries
        self.base = base
        self.problems = ProblemIndex(entries)
        self._journal = journal
        self._folded: list[str] | None = None
        self._keys: dict[int, list[str]] = {}
        self._base_targets: dict[str, str] | None = None
        self._revision = 0
        self._saving: asyncio.Task[None] | None = None
        self._unsaved: list[Change] = []
        self.save_failed: Callable[[TermdeskError], None] = lambda error: None

    @property
    def pair(self) -> LanguagePair:
        return self.draft.pair

    @property
    def name(self) -> str:
        return self.draft.glossary_name

    def __len__(self) -> int:
        return len(self.entries)

    # What the grid asks while it paints

    def has_problem(self, row: int, column: int) -> bool:
        return self.problems.has_problem(row, column)

    def problem_at(self, row: int, column: int) -> Problem | None:
        return self.problems.at(row, column)

    def is_changed(self, row: int) -> bool:
        """Whether this row is not on the service as it stands here. Never so for a glossary not yet published."""
        if self._base_targets is None:
            return False
        source, target = self.entries[row]
        return self._base_targets.get(source) != target

    # Changing

    def apply(self, change: Change) -> Change:
        """Carry out a change and give back its inverse; the journal follows (`saved` waits for it)."""
        inverse = self._apply_in_memory(change)
        self._revision += 1
        self._unsaved.append(change)
        if self._saving is None or self._saving.done():
            self._saving = asyncio.get_running_loop().create_task(self._save())
        return inverse

    async def saved(self) -> None:
        """Wait until every change so far is on disk. Raises StorageFailed where it could not be written."""
        while self._saving is not None and not self._saving.done():
            await asyncio.wait({self._saving})
        if self._unsaved:
            await self._write_queued()

    async def _save(self) -> None:
        try:
            await self._write_queued()
        except TermdeskError as error:
            # The changes stay queued: the next edit, and `saved`, try again.
            self.save_failed(error)

    async def _write_queued(self) -> None:
        while self._unsaved:
            batch = tuple(self._unsaved)
            change = batch[0] if len(batch) == 1 else Batch(batch)
            await self._journal.append(self.draft.draft_id, change, entry_count=len(self.entries))
            del self._unsaved[: len(batch)]

    def _apply_in_memory(self, change: Change) -> Change:
        match change:
            case SetCells():
                return self._set_cells(change)
            case InsertRows():
                return self._insert_rows(change)
            case RemoveRows():
                return self._remove_rows(change)
            case Batch(changes=changes):
                return Batch(tuple(reversed([self._apply_in_memory(each) for each in changes])))
        raise TypeError(f"not a change: {change!r}")

    def _set_cells(self, change: SetCells) -> Change:
        ids = [self.entries.ids[row] for row in change.rows]
        column = self.entries.column(change.column)
        self.problems.leave(ids, [column[row] for row in change.rows], change.column)
        inverse = self.entries.apply(change)
        self.problems.come(ids, change.texts, change.column)
        if self._folded is not None:
            for row in change.rows:
                self._folded[row] = folded(*self.entries[row])
        if keys := self._keys.get(change.column):
            for row, text in zip(change.rows, change.texts, strict=True):
                keys[row] = sort_key(text)
        return inverse

    def _insert_rows(self, change: InsertRows) -> Change:
        inverse = self.entries.apply(change)
        self.problems.come(change.ids, change.sources, SOURCE)
        self.problems.come(change.ids, change.targets, TARGET)
        self._forget_derived(change.rows)
        return inverse

    def _remove_rows(self, change: RemoveRows) -> Change:
        inverse = self.entries.apply(change)
        assert isinstance(inverse, InsertRows)
        self.problems.leave(inverse.ids, inverse.sources, SOURCE)
        self.problems.leave(inverse.ids, inverse.targets, TARGET)
        self._forget_derived(change.rows)
        return inverse

    def _forget_derived(self, rows: Sequence[int]) -> None:
        """Rows came or went: what hangs on row numbers follows where that is cheap, else it is made anew when asked."""
        if len(rows) == 1 and self._folded is not None:
            row = rows[0]
            if len(self._folded) < len(self.entries):
                self._folded.insert(row, folded(*self.entries[row]))
            else:
                del self._folded[row]
        else:
            self._folded = None
        self._keys.clear()

    # Filtering and sorting

    async def arranged(self, wanted: Arrangement, progress: Progress = NoProgress()) -> Sequence[int] | None:
        """Rows to show and their order; None for all rows in file order. Computed in a worker."""
        if wanted.is_everything:
            return None
        while True:
            revision = self._revision
            rows = await run_in_thread(progress, self._arrange, wanted)
            # An edit meanwhile may have moved rows; the answer would point at others.
            if revision == self._revision:
                return rows
            self._folded = None
            self._keys.clear()

    def _arrange(self, progress: Progress, wanted: Arrangement) -> Sequence[int]:
        rows: Sequence[int] | None = None
        if wanted.needle:
            if self._folded is None:
                self._folded = folded_rows(self.entries)
            progress.step(1, 3)
            rows = matching_rows(self._folded, wanted.needle)
        if wanted.only_problems:
            faulty = self.problems.rows()
            rows = faulty if rows is None else sorted(set(rows) & set(faulty))
        progress.step(2, 3)
        if wanted.sort_column is None:
            return [] if rows is None else rows
        return self._sorted(rows, wanted.sort_column, descending=wanted.descending)

    def _sorted(self, rows: Sequence[int] | None, column: int, *, descending: bool) -> Sequence[int]:
        keys = self._keys.get(column)
        if keys is None:
            keys = self._keys[column] = [sort_key(phrase) for phrase in self.entries.column(column)]
        if rows is None:
            return sorted_rows(keys, descending=descending)
        return sorted(rows, key=keys.__getitem__, reverse=descending)

    # Against the service

    async def compare_with_base(self) -> None:
        """Make the marks of changed rows ready; a worker's work for large dictionaries."""
        if self.base is not None:
            base = self.base
            self._base_targets = await run_in_thread(NoProgress(), lambda _progress: base.as_dict())

    async def rebase(self, base: Entries, draft: DraftRecord) -> None:
        """The service now holds `base`; changes from here on count against it."""
        self.base, self.draft = base, draft
        await self.compare_with_base()

    @property
    def is_published(self) -> bool:
        return self.draft.glossary_id is not None
