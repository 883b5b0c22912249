"""Several dictionaries of one glossary with the same source language, open together as one table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, nullcontext
from dataclasses import replace
from functools import partial
from typing import TypeVar

from termdesk.application.glossaries.editing.bulk_change import AroundChange, at_once
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_steps import Base, StepMark, is_no_step
from termdesk.application.glossaries.library.large_removal import NO_CHOICES, LargeRemovalChoices
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.bulk_change import (
    MultilingualChangeMaker,
    compute_multilingual_bulk_change,
)
from termdesk.application.glossaries.multilingual.table_rows import (
    DictionaryColumn,
    Texts,
    rows_counted,
    rows_shown,
)
from termdesk.application.glossaries.multilingual.undo_steps import MultilingualSteps
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.glossaries.view.facets import Counts, Facet
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.application.progress import run_in_thread
from termdesk.application.released_memory import LargeRows
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import NO_DETAIL, EntryDetail
from termdesk.domain.entries.entry_rules import Rule, Violation, duplicate_message
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.multilingual.columns import TableColumn, column_of
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import NONE, Alignment, MultilingualChange, align
from termdesk.domain.progress import NoProgress, Part, Progress

T = TypeVar("T")


class OpenTable:
    """Dictionaries with the same source language, as one table. Each stores its part of a change in its own journal.

    Row numbers are those of the table. `column` is the number of one of its `columns`, `part` the index of a dictionary
    (see `domain/multilingual/columns.py`). Create with `open`, end with `close`.
    """

    def __init__(
        self, library: Library, summary: GlossarySummary, dictionaries: Sequence[OpenDictionary], rows: Alignment
    ) -> None:
        self._library = library
        self.summary = summary
        self.dictionaries = tuple(dictionaries)
        self.entries = MultilingualEntries([each.entries for each in dictionaries], rows)
        self.steps = MultilingualSteps([each.steps for each in dictionaries])
        self._large_rows = LargeRows(self._entry_count)
        self._aligned_at = [each.revision for each in dictionaries]
        self._revision = 0
        self._row_revision = 0
        self._texts: tuple[int, Texts | None] = (0, None)
        self._violation_rows: tuple[int, list[int]] = (-1, [])

    @classmethod
    async def open(
        cls,
        library: Library,
        summary: GlossarySummary,
        source: str,
        *,
        is_kept: Callable[[OpenDictionary], bool] = lambda _dictionary: False,
        expect_pages: Callable[[Sequence[OpenDictionary]], AbstractContextManager[object]] = nullcontext,
        choices: LargeRemovalChoices = NO_CHOICES,
        progress: Progress = NoProgress(),
    ) -> OpenTable:
        """Open all dictionaries of a glossary with this source language, and align them in a worker.

        `expect_pages` returns a context manager that stays entered until the table is complete, so that no page closes
        its dictionaries. After a cancellation or an error, opened dictionaries are closed again unless `is_kept`.
        Raises what `Library.open` raises. While the service cannot be reached, the last copies are opened.
        """
        pairs = pairs_from(summary, source)
        dictionaries: list[OpenDictionary] = []
        times: list[int] = []
        with ExitStack() as expected:
            try:
                for number, pair in enumerate(pairs):
                    part = Part(progress, number, len(pairs) + 1)
                    dictionaries.append(await library.open(summary, pair, part, choices=choices, takes_copy=True))
                    times.append(library.times_opened(dictionaries[-1]))
                    expected.enter_context(expect_pages(dictionaries[-1:]))
                return cls(library, summary, dictionaries, await _align_dictionaries(dictionaries, progress))
            except BaseException:
                expected.close()
                await _close_all(library, dictionaries, times, is_kept)
                raise

    async def align_anew(self, progress: Progress = NoProgress()) -> None:
        """Align again if a dictionary was edited after `open`. Call it only before the table is used."""
        if self._aligned_at != [each.revision for each in self.dictionaries]:
            rows = await _align_dictionaries(self.dictionaries, progress)
            self.entries = MultilingualEntries([each.entries for each in self.dictionaries], rows)
            self.steps.bring_up()

    async def close(self, *, is_kept: Callable[[OpenDictionary], bool] = lambda _dictionary: False) -> None:
        """Save pending changes, and close the dictionaries except those that are kept or were opened again meanwhile.

        Raises StorageFailed.
        """
        times = [self._library.times_opened(each) for each in self.dictionaries]
        await _close_all(self._library, self.dictionaries, times, is_kept)
        self._large_rows.release()

    @property
    def _entry_count(self) -> int:
        return sum(map(len, self.dictionaries))

    async def wait_until_saved(self) -> None:
        """Wait until all changes so far are on disk. Raises StorageFailed."""
        for each in self.dictionaries:
            await each.wait_until_saved()

    @property
    def source(self) -> str:
        """The code of the source language."""
        return self.dictionaries[0].pair.source

    @property
    def columns(self) -> Sequence[TableColumn]:
        """The columns of the table, by number; the first one is the source phrase."""
        return self.entries.columns

    def language(self, column: int) -> str:
        """Return the language code of a column."""
        dictionary = self.dictionary_at(column)
        return self.source if dictionary is None else dictionary.pair.target

    def dictionary_at(self, column: int) -> OpenDictionary | None:
        """Return the dictionary of a column; None for the source phrase, which is in several."""
        part = self.columns[column].part
        return None if part is None else self.dictionaries[part]

    @property
    def name(self) -> str:
        """The name of the glossary."""
        return self.dictionaries[0].name

    def __len__(self) -> int:
        return len(self.entries)

    # Needed by the grid while it paints

    @property
    def violation_count(self) -> int:
        """The number of violations in all dictionaries."""
        return sum(each.violation_count for each in self.dictionaries)

    def has_violation(self, row: int, part: int) -> bool:
        """Return whether a target breaks a rule."""
        position = self.entries.position(row, part)
        return position is not None and self.dictionaries[part].has_violation(position, TARGET)

    def violation_at(self, row: int, part: int) -> Violation | None:
        """Return the first violation of a target; None if there is none."""
        position = self.entries.position(row, part)
        return None if position is None else self.dictionaries[part].violation_at(position, TARGET)

    def source_has_violation(self, row: int) -> bool:
        """Return whether the source phrase breaks a rule in one of the dictionaries that have it."""
        return any(dictionary.has_violation(position, SOURCE) for dictionary, position in self._positions(row))

    def source_violation(self, row: int) -> tuple[LanguagePair, Violation] | None:
        """Return the first violation of the source phrase, with rows of the table, and the pair of its dictionary."""
        for dictionary, position in self._positions(row):
            if violation := dictionary.violation_at(position, SOURCE):
                if violation.rule is Rule.DUPLICATE:
                    source = self.entries.source(row)
                    violation = replace(violation, message=duplicate_message(source, self._rows_of(dictionary, source)))
                return dictionary.pair, replace(violation, row=row)
        return None

    def _rows_of(self, dictionary: OpenDictionary, source: str) -> list[int]:
        """Return the rows of the table in which a dictionary has this phrase and publishes it."""
        ids = self.entries.alignment.columns[self.dictionaries.index(dictionary)]
        rows, excluded = self.entries.rows_with(source), dictionary.violations.excluded
        return [each for each in rows if ids[each] != NONE and ids[each] not in excluded]

    def is_changed(self, row: int, part: int) -> bool:
        """Return whether an entry differs from the service. Always False for a dictionary that was never published."""
        position = self.entries.position(row, part)
        return position is not None and self.dictionaries[part].is_changed(position)

    def is_forbidden(self, row: int, part: int) -> bool:
        """Return whether a target is forbidden, and therefore never published."""
        position = self.entries.position(row, part)
        return position is not None and self.dictionaries[part].is_forbidden(position)

    def is_unpublished_row(self, row: int, part: int) -> bool:
        """Return whether a target is not published: forbidden, or an admitted synonym of a preferred one."""
        position = self.entries.position(row, part)
        return position is not None and self.dictionaries[part].is_unpublished_row(position)

    def _positions(self, row: int) -> Iterator[tuple[OpenDictionary, int]]:
        """Yield the dictionaries that have the phrase of a row, each with its own row number."""
        for part, dictionary in enumerate(self.dictionaries):
            position = self.entries.position(row, part)
            if position is not None:
                yield dictionary, position

    def detail(self, row: int, part: int) -> EntryDetail:
        """Return status, note and domain of an entry; empty if the dictionary has no such entry."""
        position = self.entries.position(row, part)
        return NO_DETAIL if position is None else self.dictionaries[part].entries.detail(position)

    def cell_of(self, dictionary: OpenDictionary, row: int, column: int) -> tuple[int, int]:
        """Return the row and the column of a phrase in the table. `column` is its `SOURCE` or `TARGET`."""
        part = self.dictionaries.index(dictionary)
        table_row = self.entries.alignment.columns[part].index(dictionary.entries.ids[row])
        return table_row, column_of(part, column).number

    def violation_rows(self) -> list[int]:
        """Return all rows with a violation, ascending.

        Computed again after an edit, in 20 ms for 8 dictionaries of 50,000 entries.
        """
        made, rows = self._violation_rows
        if made != self._revision:
            rows = sorted({row for each in self._columns() for row in each.find_marked_rows(RowMark.VIOLATION)})
            self._violation_rows = self._revision, rows
        return rows

    # Changing

    @property
    def revision(self) -> int:
        """A number that increases with every change."""
        return self._revision

    @property
    def row_revision(self) -> int:
        """A number that increases when rows come, go or move. Until then, row numbers stay valid."""
        return self._row_revision

    @property
    def is_busy(self) -> bool:
        """Whether a bulk change is being computed for the table or for one of its dictionaries."""
        return any(each.is_busy for each in self.dictionaries)

    @property
    def has_unpublished_edits(self) -> bool:
        """Whether a dictionary has edits that the service does not have, as far as known. Fast."""
        return any(each.has_unpublished_edits for each in self.dictionaries)

    async def is_as_published(self, progress: Progress = NoProgress()) -> bool:
        """Return whether the service, as far as known, has exactly these entries. Compared in a worker."""
        return all([await each.is_as_published(progress) for each in self.dictionaries])

    def apply(self, change: MultilingualChange, step: StepMark | None = None) -> MultilingualChange:
        """Apply a change to all its dictionaries and return its inverse. The journals are written later.

        `step` marks the undo step of this change. Each dictionary records its part as a step of its own, which can be
        undone when the dictionary is open alone. Raises what `OpenDictionary.apply` raises, before anything has
        changed.
        """
        self._refuse_if_closed()
        for each in self.dictionaries:
            each.refuse_if_busy()
        marks = self.steps.marks(step, change)
        inverse = self.entries.apply(change, lambda part, its: self.dictionaries[part].apply(its, marks.get(part)))
        self._note_revision(change)
        self.steps.note(step, inverse, marks)
        return inverse

    async def apply_bulk_change(
        self,
        made: MultilingualChangeMaker,
        step: StepMark | None = None,
        *,
        around_change: AroundChange[MultilingualChange] = at_once,
        progress: Progress = NoProgress(),
    ) -> MultilingualChange | None:
        """Compute a change of many rows in a worker and apply it. See `OpenDictionary.apply_bulk_change`."""
        async with AsyncExitStack() as held:
            for each in self.dictionaries:
                await held.enter_async_context(each.held)
            while True:
                self._refuse_if_closed()
                bases = [each.published for each in self.dictionaries]
                moved = await self._find_bases_of_step(step)
                targets = [moved[part].targets if part in moved else base for part, base in enumerate(bases)]
                found = await run_in_thread(
                    progress, compute_multilingual_bulk_change, await self._copy_entries(), made, targets
                )
                if is_no_step(found.change.count, step):
                    return None
                # If a dictionary was published meanwhile, compute again: the violations depend on its new base.
                is_same = all(each.published is base for each, base in zip(self.dictionaries, bases, strict=True))
                if is_same and self._are_bases_of_step(step, moved):
                    break
            marks = self.steps.marks(step, found.change)
            with around_change(found.change):
                for column, part in found.parts.items():
                    self.dictionaries[column].take_over(part, marks.get(column), moved.get(column))
                self.entries.become(found.entries)
                self._note_revision(found.change)
                self.steps.note(step, found.inverse, marks)
            self._large_rows.note(self._entry_count)
            return found.change

    def _note_revision(self, change: MultilingualChange) -> None:
        self._revision += 1
        self._row_revision += not change.rows.is_in_place

    async def _find_bases_of_step(self, step: StepMark | None) -> dict[int, Base]:
        """Return the bases that undo or redo of a step brings, by dictionary."""
        marks = self.steps.marks_of_step(step) if step is not None else {}
        found = {part: await self.dictionaries[part].find_base_of_step(mark) for part, mark in marks.items()}
        return {part: base for part, base in found.items() if base is not None}

    def _are_bases_of_step(self, step: StepMark | None, bases: Mapping[int, Base]) -> bool:
        """Return whether `_find_bases_of_step` would still find these bases."""
        marks = self.steps.marks_of_step(step) if step is not None else {}
        return all(self.dictionaries[part].is_base_of_step(mark, bases.get(part)) for part, mark in marks.items())

    async def _copy_entries(self) -> MultilingualEntries:
        """Return a copy of all dictionaries, copying one per frame.

        They cannot change meanwhile, because all are held.
        """
        copies = []
        for each in self.dictionaries:
            copies.append(each.entries.copy())
            await asyncio.sleep(0)
        return self.entries.copy_with(copies)

    def _refuse_if_closed(self) -> None:
        for each in self.dictionaries:
            each.refuse_if_closed()

    # Filtering and sorting

    async def find_rows(self, query: ViewQuery, progress: Progress = NoProgress()) -> Sequence[int] | None:
        """Return the rows that a query shows, in their order; None for all rows in their present order.

        Computed in a worker, for the latest edit. Raises InvalidInput for a bad pattern.
        """
        if query.is_everything:
            return None
        language = self.language(query.sort_column or 0)
        return await self.compute(
            lambda progress, columns, texts: rows_shown(progress, query, columns, texts, language=language),
            progress,
            facets=[choice.facet for choice in query.choices],
        )

    async def count_facets(
        self, query: ViewQuery, facets: Collection[Facet], progress: Progress = NoProgress()
    ) -> Counts:
        """Return how many rows each value of the facets would show under the query, for the latest edit."""
        return await self.compute(
            lambda progress, columns, texts: rows_counted(progress, query, columns, texts, facets),
            progress,
            facets=[*facets, *(choice.facet for choice in query.choices)],
        )

    async def compute(
        self,
        work: Callable[[Progress, Sequence[DictionaryColumn], Texts | None], tuple[T, Texts]],
        progress: Progress,
        *,
        facets: Collection[Facet] = (),
    ) -> T:
        """Return what `work` computes in a worker from the latest state of the table.

        `work` gets the texts of all rows if they are cached, and returns them to be cached. The classes of `facets` are
        cached likewise.
        """
        while True:
            revision = self._revision
            made, texts = self._texts
            known = texts if made == revision else None
            columns, revisions = self._columns(facets), [each.revision for each in self.dictionaries]
            result, texts = await run_in_thread(progress, work, columns, known)
            # An edit made meanwhile may have moved rows: then the result and the texts are outdated.
            if revision == self._revision and revisions == [each.revision for each in self.dictionaries]:
                self._texts = revision, texts
                for column, dictionary in zip(columns, self.dictionaries, strict=True):
                    dictionary.keep_classes(column.made)
                return result

    def _columns(self, facets: Collection[Facet] = ()) -> list[DictionaryColumn]:
        """Return a snapshot of each dictionary. Only pointers are copied: some milliseconds for 400,000 entries."""
        return [
            DictionaryColumn(
                each.entries.copy(), ids[:], *each.violations.marks(), each.published, each.copy_known_classes(facets)
            )
            for each, ids in zip(self.dictionaries, self.entries.alignment.columns, strict=True)
        ]


def pairs_from(summary: GlossarySummary, source: str) -> list[LanguagePair]:
    """Return the pairs of a glossary with this source language, sorted by target language."""
    return sorted((row.pair for row in summary.rows if row.pair.source == source), key=lambda pair: pair.target)


def sources_of(summary: GlossarySummary) -> list[str]:
    """Return the source languages of a glossary, the one with the most dictionaries first."""
    sources = {row.pair.source for row in summary.rows}
    return sorted(sources, key=lambda source: (-len(pairs_from(summary, source)), source))


async def _align_dictionaries(dictionaries: Sequence[OpenDictionary], progress: Progress) -> Alignment:
    """Align the present entries. Repeated if a dictionary is edited meanwhile."""
    part = Part(progress, len(dictionaries), len(dictionaries) + 1)
    while True:
        revisions = [each.revision for each in dictionaries]
        rows = await run_in_thread(part, _align_entries, [each.entries.copy() for each in dictionaries])
        if revisions == [each.revision for each in dictionaries]:
            return rows


def _align_entries(progress: Progress, dictionaries: Sequence[Entries]) -> Alignment:
    return align(dictionaries, progress)


async def _close_all(
    library: Library,
    dictionaries: Sequence[OpenDictionary],
    times: Sequence[int],
    is_kept: Callable[[OpenDictionary], bool],
) -> None:
    """Close the dictionaries that are not kept, unless they were opened again since.

    `times` has the number of openings of each.
    """
    for dictionary, times_opened in zip(dictionaries, times, strict=False):
        await library.close_unshown(dictionary, times_opened=times_opened, is_shown=partial(is_kept, dictionary))
