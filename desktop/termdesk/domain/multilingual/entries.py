"""What stands in the cells of the table of several dictionaries: looked up in the entries, never copied from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows
from termdesk.domain.entries.entries import Entries
from termdesk.domain.multilingual.table import NONE, Alignment, MultilingualChange

# For each id of a dictionary its present row.
Places = Mapping[int, int] | Sequence[int]


def rows_set_aside(
    columns: Sequence[Sequence[int]], forbidden: Sequence[Collection[int]], rows: Iterable[int] | None = None
) -> set[int]:
    """Rows whose every entry must not be used: no other language is asked for a translation of it.

    `columns` have the ids of each dictionary by row, as in `Alignment`, and `forbidden` those of its forbidden entries.
    Of these `rows` only, where they are given.
    """
    found: Iterable[int] = (
        rows
        if rows is not None
        else {
            row
            for ids, banned in zip(columns, forbidden, strict=True)
            if banned
            for row, number in enumerate(ids)
            if number in banned
        }
    )
    sides = list(zip(columns, forbidden, strict=True))
    return {
        row
        for row in found
        if any(ids[row] in banned for ids, banned in sides)
        and all(ids[row] == NONE or ids[row] in banned for ids, banned in sides)
    }


class MultilingualEntries:
    """Dictionaries with their alignment. `columns` are counted from 0 and are targets; all share the source phrase."""

    def __init__(self, dictionaries: Sequence[Entries], alignment: Alignment) -> None:
        if len(dictionaries) != len(alignment.columns):
            raise ValueError(f"{len(dictionaries)} dictionaries but {len(alignment.columns)} columns")
        self.dictionaries = tuple(dictionaries)
        self.alignment = alignment
        self._places: list[Places | None] = [None] * len(dictionaries)
        # What was set aside, by which forbidden entries, and the rows that hold other entries since; None: all do.
        self._aside: set[int] = set()
        self._forbidden: list[set[int]] = []
        self._rows_since: set[int] | None = None
        # How many targets of each dictionary are empty, where that was counted since it was changed.
        self._blank: list[int | None] = [None] * len(dictionaries)

    def copy(self) -> MultilingualEntries:
        """An independent copy, all dictionaries with it."""
        return self.copied_with([each.copy() for each in self.dictionaries])

    def copied_with(self, dictionaries: Sequence[Entries]) -> MultilingualEntries:
        """A copy that has these, which are copies of its dictionaries."""
        twin = MultilingualEntries(dictionaries, self.alignment.copy())
        twin._aside, twin._forbidden = self._aside.copy(), self._forbidden
        twin._rows_since = None if self._rows_since is None else self._rows_since.copy()
        twin._blank = self._blank.copy()
        return twin

    def become(self, other: MultilingualEntries) -> None:
        """Hold what a copy holds, which is to be used no more; the dictionaries, each by itself, hold it already."""
        self.alignment.columns = other.alignment.columns
        self._places, self._blank = other._places, other._blank
        self._aside, self._forbidden, self._rows_since = other._aside, other._forbidden, other._rows_since

    def __len__(self) -> int:
        return len(self.alignment)

    @property
    def width(self) -> int:
        return len(self.dictionaries)

    def place(self, row: int, column: int) -> int | None:
        """The row of the dictionary that stands here, or None where it has no such phrase."""
        number = self.alignment.columns[column][row]
        return None if number == NONE else self.places(column)[number]

    def source(self, row: int) -> str:
        """The phrase of a row, as the first dictionary has it that has it."""
        for column, ids in enumerate(self.alignment.columns):
            if ids[row] != NONE:
                return self.dictionaries[column].sources[self.places(column)[ids[row]]]
        return ""

    def target(self, row: int, column: int) -> str | None:
        """The target phrase; None where the dictionary has no such phrase."""
        place = self.place(row, column)
        return None if place is None else self.dictionaries[column].targets[place]

    def holders(self, row: int) -> list[int]:
        """The columns whose dictionaries have the phrase of this row."""
        return [column for column, ids in enumerate(self.alignment.columns) if ids[row] != NONE]

    def set_aside(self) -> set[int]:
        """As `rows_set_aside`; after an edit of some cells only these rows are looked at."""
        forbidden = [each.forbidden_ids() for each in self.dictionaries]
        columns, since = self.alignment.columns, self._rows_since
        if since is None or forbidden != self._forbidden:
            self._aside = rows_set_aside(columns, forbidden)
        else:
            self._aside = (self._aside - since) | rows_set_aside(columns, forbidden, since)
        self._forbidden, self._rows_since = forbidden, set()
        return self._aside

    def missing(self, column: int, aside: Collection[int] = ()) -> int:
        """How many rows have no target phrase in this column; those `aside` need none."""
        entries, blank = self.dictionaries[column], self._blank[column]
        if blank is None:
            blank = self._blank[column] = entries.targets.count("")
        needless = sum(not self.target(row, column) for row in aside)
        return len(self) - len(entries) + blank - needless

    def count_missing(self) -> tuple[set[int], list[int]]:
        """As `set_aside`, and as `missing` for each column."""
        aside = self.set_aside()
        return aside, [self.missing(column, aside) for column in range(self.width)]

    def rows_with(self, source: str) -> list[int]:
        """Rows of a phrase, ascending. One look through each dictionary: 1 ms for 50,000 entries."""
        rows: set[int] = set()
        for column, entries in enumerate(self.dictionaries):
            if source in entries.sources:
                ids = {number for number, text in zip(entries.ids, entries.sources, strict=True) if text == source}
                rows.update(row for row, number in enumerate(self.alignment.columns[column]) if number in ids)
        return sorted(rows)

    def apply(
        self, change: MultilingualChange, apply: Callable[[int, Change], Change] | None = None
    ) -> MultilingualChange:
        """Carry out a change and give back its inverse. `apply` changes one dictionary, by its column."""
        apply_bulk_change = apply or self._apply_to_entries
        inverses = []
        for column, part in change.parts:
            inverses.append((column, apply_bulk_change(column, part)))
            self._blank[column] = None
            first = _first_moved(part)
            if first is not None:
                self._renumber(column, first)
        if not change.rows.is_in_place:
            self._rows_since = None
        elif self._rows_since is not None:
            self._rows_since.update(change.rows.come)
        return MultilingualChange(tuple(inverses), self.alignment.apply(change.rows))

    def _apply_to_entries(self, column: int, change: Change) -> Change:
        return self.dictionaries[column].apply(change)

    def _renumber(self, column: int, first: int) -> None:
        """Rows from `first` on stand elsewhere now. Ids of rows that went stay known: no row ever gets them again."""
        places, ids = self._places[column], self.dictionaries[column].ids
        if isinstance(places, dict):
            places.update(zip(ids[first:], range(first, len(ids)), strict=True))
        else:
            self._places[column] = None

    def places(self, column: int) -> Places:
        """For each id of this dictionary its row. Made when first asked for: 3 ms for 50,000."""
        places = self._places[column]
        if places is None:
            ids, count = self.dictionaries[column].ids, len(self.dictionaries[column])
            is_untouched = (
                count > 0 and ids[0] == 0 and ids[-1] == count - 1 and all(map(int.__eq__, ids, range(count)))
            )
            places = range(count) if is_untouched else dict(zip(ids, range(count), strict=True))
            self._places[column] = places
        return places


def _first_moved(change: Change) -> int | None:
    """The first row that a change, applied in one or in several parts, moved; None where rows stay where they are."""
    if isinstance(change, Batch):
        return min((row for each in change.changes if (row := _first_moved(each)) is not None), default=None)
    return change.rows[0] if isinstance(change, (InsertRows, RemoveRows)) and change.rows else None
