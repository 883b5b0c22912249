"""The contents of the cells of a multilingual table, looked up in the dictionaries instead of copied."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows
from termdesk.domain.entries.entries import Entries
from termdesk.domain.multilingual.columns import table_columns
from termdesk.domain.multilingual.table import NONE, Alignment, MultilingualChange

# The current row of each id of a dictionary.
Positions = Mapping[int, int] | Sequence[int]


def find_excluded_rows(
    columns: Sequence[Sequence[int]], kept: Sequence[Collection[int]], rows: Iterable[int] | None = None
) -> set[int]:
    """Rows whose entries are all unpublished (forbidden or synonyms): they need no translation into other languages.

    `columns` have the ids of each dictionary by row, as in `Alignment`, and `kept` the ids of its unpublished entries.
    Checks only `rows` if they are given.
    """
    found: Iterable[int] = (
        rows
        if rows is not None
        else {
            row
            for ids, excluded in zip(columns, kept, strict=True)
            if excluded
            for row, number in enumerate(ids)
            if number in excluded
        }
    )
    sides = list(zip(columns, kept, strict=True))
    return {
        row
        for row in found
        if any(ids[row] in excluded for ids, excluded in sides)
        and all(ids[row] == NONE or ids[row] in excluded for ids, excluded in sides)
    }


class MultilingualEntries:
    """Dictionaries and their alignment. All share the source phrase.

    `columns` are those of the table. A `part` is the index of a dictionary.
    """

    def __init__(self, dictionaries: Sequence[Entries], alignment: Alignment) -> None:
        if len(dictionaries) != len(alignment.columns):
            raise ValueError(f"{len(dictionaries)} dictionaries but {len(alignment.columns)} columns")
        self.dictionaries = tuple(dictionaries)
        self.alignment = alignment
        self.columns = table_columns(len(self.dictionaries))
        self._positions: list[Positions | None] = [None] * len(dictionaries)
        # The rows set aside, the unpublished entries on which they are based, and the rows changed since then (None:
        # all).
        self._excluded: set[int] = set()
        self._kept: list[set[int]] = []
        self._rows_since: set[int] | None = None
        # The number of empty targets of each dictionary, if counted since its last change.
        self._blank: list[int | None] = [None] * len(dictionaries)

    def copy(self) -> MultilingualEntries:
        """An independent copy, including all dictionaries."""
        return self.copy_with([each.copy() for each in self.dictionaries])

    def copy_with(self, dictionaries: Sequence[Entries]) -> MultilingualEntries:
        """A copy with these dictionaries, which must be copies themselves."""
        twin = MultilingualEntries(dictionaries, self.alignment.copy())
        twin._excluded, twin._kept = self._excluded.copy(), self._kept
        twin._rows_since = None if self._rows_since is None else self._rows_since.copy()
        twin._blank = self._blank.copy()
        return twin

    def become(self, other: MultilingualEntries) -> None:
        """Take over the contents of a copy, which must not be used afterwards.

        The dictionaries were updated already.
        """
        self.alignment.columns = other.alignment.columns
        self._positions, self._blank = other._positions, other._blank
        self._excluded, self._kept, self._rows_since = other._excluded, other._kept, other._rows_since

    def __len__(self) -> int:
        return len(self.alignment)

    @property
    def width(self) -> int:
        """The number of dictionaries, which is the number of target columns."""
        return len(self.dictionaries)

    def position(self, row: int, part: int) -> int | None:
        """The row in the dictionary; None if it does not have the phrase."""
        number = self.alignment.columns[part][row]
        return None if number == NONE else self.positions(part)[number]

    def cell(self, row: int, column: int) -> str:
        """The text of a cell of the table; empty if the dictionary of the column does not have the phrase."""
        part = self.columns[column].part
        if part is None:
            return self.source(row)
        # Does not call `target`, because this is called for each cell that is painted.
        number = self.alignment.columns[part][row]
        return "" if number == NONE else self.dictionaries[part].targets[self.positions(part)[number]]

    def source(self, row: int) -> str:
        """The source phrase of a row, from the first dictionary that has it."""
        for part, ids in enumerate(self.alignment.columns):
            if ids[row] != NONE:
                return self.dictionaries[part].sources[self.positions(part)[ids[row]]]
        return ""

    def target(self, row: int, part: int) -> str | None:
        """The target; None if the dictionary does not have the phrase."""
        position = self.position(row, part)
        return None if position is None else self.dictionaries[part].targets[position]

    def holders(self, row: int) -> list[int]:
        """The dictionaries that contain the phrase of this row."""
        return [part for part, ids in enumerate(self.alignment.columns) if ids[row] != NONE]

    def update_excluded_rows(self) -> set[int]:
        """Return the result of `find_excluded_rows`, cached: after an edit only the changed rows are checked."""
        kept = [each.find_unpublished_ids() for each in self.dictionaries]
        columns, since = self.alignment.columns, self._rows_since
        if since is None or kept != self._kept:
            self._excluded = find_excluded_rows(columns, kept)
        else:
            self._excluded = (self._excluded - since) | find_excluded_rows(columns, kept, since)
        self._kept, self._rows_since = kept, set()
        return self._excluded

    def count_missing_targets(self, part: int, excluded: Collection[int] = ()) -> int:
        """The number of rows without a target in this dictionary, except those `excluded`."""
        entries, blank = self.dictionaries[part], self._blank[part]
        if blank is None:
            blank = self._blank[part] = entries.targets.count("")
        needless = sum(not self.target(row, part) for row in excluded)
        return len(self) - len(entries) + blank - needless

    def count_missing(self) -> tuple[set[int], list[int]]:
        """The excluded rows, and the missing targets of each dictionary."""
        excluded = self.update_excluded_rows()
        return excluded, [self.count_missing_targets(part, excluded) for part in range(self.width)]

    def rows_with(self, source: str) -> list[int]:
        """The rows of a phrase, ascending. One pass over each dictionary: 1 ms for 50,000 entries."""
        rows: set[int] = set()
        for part, entries in enumerate(self.dictionaries):
            if source in entries.sources:
                ids = {number for number, text in zip(entries.ids, entries.sources, strict=True) if text == source}
                rows.update(row for row, number in enumerate(self.alignment.columns[part]) if number in ids)
        return sorted(rows)

    def apply(
        self, change: MultilingualChange, apply: Callable[[int, Change], Change] | None = None
    ) -> MultilingualChange:
        """Apply a change and return its inverse. The function `apply` changes one dictionary, given by its index."""
        apply_bulk_change = apply or self._apply_to_entries
        inverses = []
        for part, its in change.parts:
            inverses.append((part, apply_bulk_change(part, its)))
            self._blank[part] = None
            first = _first_moved(its)
            if first is not None:
                self._renumber(part, first)
        if not change.rows.is_in_place:
            self._rows_since = None
        elif self._rows_since is not None:
            self._rows_since.update(change.rows.come)
        return MultilingualChange(tuple(inverses), self.alignment.apply(change.rows))

    def _apply_to_entries(self, part: int, change: Change) -> Change:
        return self.dictionaries[part].apply(change)

    def _renumber(self, part: int, first: int) -> None:
        """Rows from `first` on have moved. Ids of removed rows remain, because ids are never reused."""
        positions, ids = self._positions[part], self.dictionaries[part].ids
        if isinstance(positions, dict):
            positions.update(zip(ids[first:], range(first, len(ids)), strict=True))
        else:
            self._positions[part] = None

    def positions(self, part: int) -> Positions:
        """The row of each id of this dictionary. Computed on demand: 3 ms for 50,000."""
        positions = self._positions[part]
        if positions is None:
            ids, count = self.dictionaries[part].ids, len(self.dictionaries[part])
            is_untouched = (
                count > 0 and ids[0] == 0 and ids[-1] == count - 1 and all(map(int.__eq__, ids, range(count)))
            )
            positions = range(count) if is_untouched else dict(zip(ids, range(count), strict=True))
            self._positions[part] = positions
        return positions


def _first_moved(change: Change) -> int | None:
    """The first row that a change moved, in one or several parts; None if no row moved."""
    if isinstance(change, Batch):
        return min((row for each in change.changes if (row := _first_moved(each)) is not None), default=None)
    return change.rows[0] if isinstance(change, (InsertRows, RemoveRows)) and change.rows else None
