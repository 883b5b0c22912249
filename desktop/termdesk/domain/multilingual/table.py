"""Several dictionaries of one source language as one table: a row for each source phrase, a column for each dictionary.

* Alignment: which entry of each dictionary is in which row, by row ids, which do not change when rows move
* RowSwap: rows of the table to remove and insert; applying one returns its inverse, as with changes to entries
* MultilingualChange: one step for the table: a change for each affected dictionary, and a swap of rows

The k-th occurrence of a phrase in a dictionary is in the k-th row of this phrase, so nothing is lost or doubled.
Unpublished entries come after the published one, so that a forbidden term is not in the row of a translation.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from termdesk.domain.chunks import has_repeats
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.column_splice import insert_at, is_block, remove_at
from termdesk.domain.progress import NoProgress, Progress

# Marks a missing entry.
NONE = -1

Ids = tuple[int, ...]


class AlignableRows(Protocol):
    """The part of a dictionary that is needed for the alignment: its source phrases and row ids, in file order."""

    @property
    def sources(self) -> Sequence[str]:
        """The source phrases, one for each row."""

    @property
    def ids(self) -> Sequence[int]:
        """The permanent ids of the rows, in the same order."""

    def find_unpublished_ids(self) -> set[int]:
        """Ids of the rows that are never published."""


@dataclass(frozen=True, slots=True)
class RowSwap:
    """Remove the rows `gone` (old numbers), and insert rows with these `ids` at `come` (new numbers).

    Both ascend. A row whose entries change is in both.
    """

    gone: Sequence[int] = ()
    come: Sequence[int] = ()
    ids: Sequence[Ids] = ()

    @property
    def is_in_place(self) -> bool:
        """Whether each row is replaced at its place, so that no row moves."""
        return self.gone == self.come


@dataclass(frozen=True, slots=True)
class MultilingualChange:
    """One step: `parts` has the change of each changed dictionary, with its index."""

    parts: tuple[tuple[int, Change], ...] = ()
    rows: RowSwap = RowSwap()

    @property
    def count(self) -> int:
        """The number of cells or rows that change in all dictionaries."""
        return sum(change.count for _, change in self.parts)


class Alignment:
    """The rows of the table by dictionary: `columns[c][row]` is the id of the entry, or `NONE`."""

    __slots__ = ("columns",)

    def __init__(self, columns: Iterable[array[int]]) -> None:
        self.columns = list(columns)

    def __len__(self) -> int:
        return len(self.columns[0]) if self.columns else 0

    def __getitem__(self, row: int) -> Ids:
        return tuple(column[row] for column in self.columns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alignment) and self.columns == other.columns

    __hash__ = None  # type: ignore[assignment]  # mutable, so never a key

    def copy(self) -> Alignment:
        """An independent copy."""
        return Alignment(column[:] for column in self.columns)

    def apply(self, swap: RowSwap) -> RowSwap:
        """Apply a swap and return its inverse."""
        before = [self[row] for row in swap.gone]
        if swap.is_in_place:
            for row, ids in zip(swap.come, swap.ids, strict=True):
                for column, value in zip(self.columns, ids, strict=True):
                    column[row] = value
        else:
            self._take_out(swap.gone)
            self._bring_in(swap.come, swap.ids)
        return RowSwap(swap.come, swap.gone, before)

    def _take_out(self, rows: Sequence[int]) -> None:
        if rows:
            self.columns = [remove_at(column, rows) for column in self.columns]

    def _bring_in(self, rows: Sequence[int], ids: Sequence[Ids]) -> None:
        if not rows:
            return
        new = [array("q", values) for values in zip(*ids, strict=True)]
        if is_block(rows):
            for column, values in zip(self.columns, new, strict=True):
                column[rows[0] : rows[0]] = values
        else:
            both = zip(self.columns, new, strict=True)
            self.columns = [insert_at(column, rows, values) for column, values in both]


def align(dictionaries: Sequence[AlignableRows], progress: Progress = NoProgress()) -> Alignment:
    """Align dictionaries by their exact source phrases. For a worker: 8 dictionaries of 50,000 take 0.4 s.

    Rows have the order of the first dictionary. A phrase of a later one follows the phrase that precedes it there, so
    neighbors remain together.
    """
    rows_of: dict[object, int] = {}
    orders: list[list[int]] = []
    for number, dictionary in enumerate(dictionaries):
        orders.append([rows_of.setdefault(key, len(rows_of)) for key in _keys(dictionary)])
        progress.step(number + 1, 2 * len(dictionaries))
    position_of = _positions(orders, len(rows_of))
    columns = []
    for number, (dictionary, order) in enumerate(zip(dictionaries, orders, strict=True)):
        column = array("q", [NONE]) * len(rows_of)
        for row, value in zip(order, dictionary.ids, strict=True):
            column[position_of[row]] = value
        columns.append(column)
        progress.step(len(dictionaries) + number + 1, 2 * len(dictionaries))
    return Alignment(columns)


def _keys(dictionary: AlignableRows) -> Iterable[object]:
    """The keys of a dictionary's rows: the phrase, and from its second occurrence on also its number."""
    sources = dictionary.sources
    if not has_repeats(sources):
        return sources
    seen: Counter[str] = Counter()
    keys: list[object] = [None] * len(sources)
    for row in _sort_published_first(dictionary):
        source = sources[row]
        keys[row] = (source, seen[source]) if seen[source] else source
        seen[source] += 1
    return keys


def _sort_published_first(dictionary: AlignableRows) -> Iterable[int]:
    rows = range(len(dictionary.sources))
    kept = dictionary.find_unpublished_ids()
    return sorted(rows, key=lambda row: dictionary.ids[row] in kept) if kept else rows


def _positions(orders: Sequence[Sequence[int]], total: int) -> Sequence[int]:
    """For each row, in order of discovery, its position in the table."""
    known, shown = 0, list[int]()
    for order in orders:
        followers: defaultdict[int, list[int]] = defaultdict(list)
        last, newest = -1, known
        for row in order:
            if row >= known:
                followers[last].append(row)
                newest = max(newest, row + 1)
            else:
                last = row
        if followers:
            shown = followers.pop(-1, []) + list(
                chain.from_iterable([row, *followers[row]] if row in followers else (row,) for row in shown)
            )
        known = newest
    positions = array("q", [0]) * total
    for position, row in enumerate(shown):
        positions[row] = position
    return positions
