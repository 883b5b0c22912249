"""The rows of several dictionaries side by side, for the worker that filters and sorts them and counts facets."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from termdesk.application.glossaries.view.conditions import Condition, Match, fits_of, rows_that_fit
from termdesk.application.glossaries.view.facets import NO_CODE, Classes, Counts, Facet, FacetRows, ManyClasses, Marks
from termdesk.application.glossaries.view.folded_rows import FoldedRows
from termdesk.application.glossaries.view.row_classes import (
    SOURCE_EMPTY,
    TARGET_EMPTY,
    Rows,
    classify_phrases,
    find_marked_rows,
    group_rows,
    is_kept,
    is_of_source,
)
from termdesk.application.glossaries.view.row_finder import count_values, find_rows
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.chunks import chunks
from termdesk.domain.entries.entries import SOURCE, Entries
from termdesk.domain.gc_exemption import untrack
from termdesk.domain.language.column_keys import alphabetical_keys
from termdesk.domain.multilingual.columns import column_of
from termdesk.domain.multilingual.entries import find_excluded_rows
from termdesk.domain.multilingual.table import NONE
from termdesk.domain.progress import Progress


@dataclass(frozen=True, slots=True)
class DictionaryColumn:
    """A snapshot of one dictionary, with the id of its entry for each row of the table.

    `violating` has the ids of rows with a violation, `repeated` the source phrases that occur twice. `excluded` has the
    ids of rows that break no rule because they are never published. `base` has the service's entries. `codes` are the
    known classes of its phrases by facet; a worker adds newly computed ones to `made`.
    """

    entries: Entries
    ids: Sequence[int]
    violating: Collection[int]
    repeated: Collection[str]
    excluded: Collection[int]
    base: Mapping[str, str]
    codes: Mapping[Facet, bytes] = field(default_factory=dict)
    made: dict[Facet, bytes] = field(default_factory=dict)

    @property
    def rows(self) -> Rows:
        """The rows of the dictionary, with its own row numbers."""
        entries = self.entries
        return Rows(
            entries.sources,
            entries.targets,
            entries.ids,
            self.violating,
            self.repeated,
            self.excluded,
            self.base,
            entries.details,
        )

    def positions(self) -> list[int]:
        """Return the dictionary's row for each row of the table, or `NONE`."""
        known = positions_by_id(self.entries.ids)
        known[NONE] = NONE
        return [known[number] for number in self.ids]

    def table_rows(self, rows: Sequence[int]) -> list[int]:
        """Convert rows of the dictionary to rows of the table, ascending."""
        ids = self.entries.ids
        found = {ids[row] for row in rows}
        return [row for row, number in enumerate(self.ids) if number in found] if found else []

    def find_marked_rows(self, mark: RowMark) -> list[int]:
        """Return the rows of the table in which this dictionary has a mark, ascending."""
        return self.table_rows(find_marked_rows(mark, self.rows))

    def by_facet(self, facet: Facet, progress: Progress) -> FacetRows:
        """Return the rows of the dictionary, with its own row numbers, by value of a facet."""
        found = group_rows(facet, self.rows, self.made.get(facet, self.codes.get(facet)), progress)
        if is_kept(facet) and facet not in self.codes and isinstance(found, Classes):
            self.made[facet] = found.codes
        return found


@dataclass(slots=True)
class Texts:
    """The texts of all rows by column, the source phrase first, with values derived from them.

    Valid until the next edit.
    """

    columns: list[list[str]]
    folded: FoldedRows | None = None
    keys: dict[int, list[str]] = field(default_factory=dict)
    source_classes: dict[Facet, Classes] = field(default_factory=dict)


def rows_shown(
    progress: Progress,
    query: ViewQuery,
    columns: Sequence[DictionaryColumn],
    texts: Texts | None,
    *,
    language: str = "",
) -> tuple[Sequence[int], Texts]:
    """Return the rows to show in their order, and the texts to reuse next time. For a worker.

    `language` is that of the column to sort by. Raises InvalidInput for a bad pattern.
    """
    texts = texts or texts_of(columns, progress, total=len(columns) + 3)
    return find_rows(progress, query, TableRows(query, columns, texts, language)), texts


def rows_counted(
    progress: Progress,
    query: ViewQuery,
    columns: Sequence[DictionaryColumn],
    texts: Texts | None,
    facets: Collection[Facet],
) -> tuple[Counts, Texts]:
    """Return what `count_values` returns, and the texts to reuse next time. For a worker."""
    texts = texts or texts_of(columns, progress, total=len(columns) + 3)
    return count_values(progress, query, TableRows(query, columns, texts), facets), texts


class TableRows:
    """The rows of the table.

    Marks and facets are looked up in the languages of the query. A row has a mark if any of these languages has it.
    """

    def __init__(self, query: ViewQuery, columns: Sequence[DictionaryColumn], texts: Texts, language: str = "") -> None:
        self._languages = query.find_chosen_languages(len(columns))
        self._columns = columns
        self._texts = texts
        self._language = language
        self._known_positions: dict[int, list[int]] = {}

    @property
    def total(self) -> int:
        """The number of rows of the table."""
        return len(self._texts.columns[SOURCE])

    def find_matching_rows(
        self, condition: Condition, among: Sequence[int] | None, progress: Progress
    ) -> Sequence[int]:
        """Return the rows of `among` (None: all rows) that meet a condition. Raises InvalidInput for a bad pattern."""
        texts = self._texts
        is_folded = condition.match is Match.CONTAINS and not condition.is_negated
        if condition.column is not None:
            looked_at = [texts.columns[condition.column]]
        else:
            looked_at = [texts.columns[SOURCE], *self._targets()]
            if is_folded:
                among = self._find_containing_rows(condition.needle, among)
                if len(looked_at) == len(texts.columns):
                    return among
        fits = fits_of(condition)
        return rows_that_fit(looked_at, fits, is_negated=condition.is_negated, among=among, progress=progress)

    def _find_containing_rows(self, needle: str, among: Sequence[int] | None) -> list[int]:
        """Return the rows with a text in any of their cells. Each row is searched as one text, which is faster."""
        if self._texts.folded is None:
            self._texts.folded = FoldedRows.of(self._texts.columns)
        return self._texts.folded.find(needle, among=among)

    def find_marked_rows(self, mark: RowMark) -> Sequence[int]:
        """Return the rows with a mark in one of the languages, ascending."""
        if mark is RowMark.INCOMPLETE:
            return self._without_target(bool)
        return sorted(set().union(*(self._columns[number].find_marked_rows(mark) for number in self._languages)))

    def _without_target(self, is_filled: Callable[[str], bool]) -> list[int]:
        """Return the rows in which one of the languages lacks a required translation."""
        columns = self._columns
        needless = find_excluded_rows([column.ids for column in columns], [column.excluded for column in columns])
        targets = self._targets()
        return [
            row
            for row in range(self.total)
            if row not in needless and not all(is_filled(column[row]) for column in targets)
        ]

    def _targets(self) -> list[list[str]]:
        """Return the targets of the languages of the query."""
        return [self._texts.columns[column_of(part).number] for part in self._languages]

    def sort_keys(self, column: int) -> Sequence[str]:
        """Return the sort key of each row."""
        texts = self._texts
        if (keys := texts.keys.get(column)) is None:
            keys = texts.keys[column] = untrack(alphabetical_keys(self._language, texts.columns[column]))
        return keys

    # Facets

    def by_facet(self, facet: Facet, progress: Progress) -> FacetRows:
        """Return all rows by value of a facet."""
        if facet is Facet.INCOMPLETE:
            return self._by_gap()
        if is_of_source(facet):
            return self._of_source(facet, progress)
        found = [(number, self._columns[number].by_facet(facet, progress)) for number in self._languages]
        # A dictionary that was never published has no change classes, so its rows have none of these values.
        classes = [each for _, each in found if isinstance(each, Classes)]
        if classes:
            codes = [self._codes(number, each.codes if isinstance(each, Classes) else None) for number, each in found]
            return ManyClasses(codes, classes[0].values)
        return self._join_marks([(number, each) for number, each in found if isinstance(each, Marks)])

    def _codes(self, number: int, codes: bytes | None) -> bytes:
        """Convert codes by dictionary rows to codes by table rows. Rows without an entry get `NO_CODE`."""
        if codes is None:
            return bytes([NO_CODE]) * self.total
        # Index -1, which is `NONE`, selects the code appended here.
        with_none = codes + bytes([NO_CODE])
        return bytes([with_none[position] for position in self._positions(number)])

    def _join_marks(self, parts: Sequence[tuple[int, Marks]]) -> Marks:
        """Convert marks of several dictionaries to marks of table rows."""
        found: dict[str, set[int]] = {}
        for number, marks in parts:
            if marks.rows:
                table_rows = [0] * len(self._columns[number].entries)
                for row, position in enumerate(self._positions(number)):
                    if position != NONE:
                        table_rows[position] = row
                for value, rows in marks.rows.items():
                    found.setdefault(value, set()).update(table_rows[row] for row in rows)
        return Marks({value: array("L", sorted(rows)) for value, rows in found.items()}, self.total)

    def _positions(self, number: int) -> list[int]:
        if number not in self._known_positions:
            self._known_positions[number] = self._columns[number].positions()
        return self._known_positions[number]

    def _of_source(self, facet: Facet, progress: Progress) -> Classes:
        known = self._texts.source_classes
        if facet not in known:
            known[facet] = classify_phrases(facet, self._texts.columns[SOURCE], progress)
        return known[facet]

    def _by_gap(self) -> Marks:
        sources = self._texts.columns[SOURCE]
        empty = [row for row, phrase in enumerate(sources) if not phrase or phrase.isspace()]
        gaps = self._without_target(lambda phrase: bool(phrase) and not phrase.isspace())
        return Marks({SOURCE_EMPTY: array("L", empty), TARGET_EMPTY: array("L", gaps)}, self.total)


def positions_by_id(ids: Sequence[int]) -> dict[int, int]:
    """Return the position of each id."""
    found: dict[int, int] = {}
    for chunk in chunks(len(ids)):
        found.update(zip(ids[chunk], range(chunk.start, chunk.stop), strict=False))
    return found


def texts_of(columns: Sequence[DictionaryColumn], progress: Progress, *, total: int = 0) -> Texts:
    """Return all texts by row of the table. For a worker. `total` is the number of progress steps of the whole job."""
    sources = untrack([""] * len(columns[0].ids))
    targets = []
    for number, column in enumerate(columns):
        positions, entries = column.positions(), column.entries
        targets.append(untrack(["" if position == NONE else entries.targets[position] for position in positions]))
        for row, position in enumerate(positions):
            if position != NONE:
                sources[row] = entries.sources[position]
        progress.step(number + 1, total or len(columns))
    return Texts([sources, *targets])
