"""Differences between two states of a dictionary, row by row, including details and unpublished terms."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail

# Target and details of each row of one source phrase, in row order.
Terms = tuple[tuple[str, EntryDetail], ...]


@dataclass(frozen=True, slots=True)
class RowDifference:
    """The source phrases that were added, changed and removed, with their rows before and after.

    `moved` counts the rows that are in both, but in a different order.
    """

    added: dict[str, Terms]
    changed: dict[str, tuple[Terms, Terms]]
    removed: dict[str, Terms]
    moved: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether both have the same rows in the same order."""
        return not (self.added or self.changed or self.removed or self.moved)


class RowsBySource:
    """The rows of entries by their source phrase. For a worker."""

    def __init__(self, entries: Entries, rows: Iterable[int]) -> None:
        self.entries = entries
        # Most phrases have one row; a list for each of them would take far more memory.
        self.first: dict[str, int] = {}
        self.repeated: dict[str, list[int]] = {}
        for row in rows:
            source = entries.sources[row]
            if (first := self.first.setdefault(source, row)) != row:
                self.repeated.setdefault(source, [first]).append(row)

    def __getitem__(self, source: str) -> Sequence[int]:
        """The rows of a source phrase; empty if it does not exist."""
        if (rows := self.repeated.get(source)) is not None:
            return rows
        first = self.first.get(source)
        return () if first is None else (first,)

    def terms(self, source: str) -> Terms:
        """The terms of a source phrase."""
        return tuple((self.entries.targets[row], self.entries.detail(row)) for row in self[source])


def compare_rows(before: Entries, after: Entries) -> RowDifference:
    """The changes between two states. The order of the rows of one source phrase is ignored. For a worker."""
    old, new = RowsBySource(before, range(len(before))), RowsBySource(after, range(len(after)))
    added: dict[str, Terms] = {}
    changed: dict[str, tuple[Terms, Terms]] = {}
    for source, row in new.first.items():
        former = old.first.get(source)
        if former is None:
            added[source] = new.terms(source)
        elif source in old.repeated or source in new.repeated:
            if Counter(old.terms(source)) != Counter(new.terms(source)):
                changed[source] = old.terms(source), new.terms(source)
        elif before.targets[former] != after.targets[row] or before.detail(former) != after.detail(row):
            changed[source] = old.terms(source), new.terms(source)
    removed = {source: old.terms(source) for source in old.first if source not in new.first}
    found = [row for row in match_rows(old, new) if row is not None]
    return RowDifference(added, changed, removed, len(found) - len(longest_rise(found)))


def match_rows(present: RowsBySource, version: RowsBySource) -> list[int | None]:
    """For each row of the version, the corresponding present row; None if it was removed.

    Rows of one source phrase are paired by target and details, then by target, then by order.
    """
    found: list[int | None] = [None] * len(version.entries)
    for source, row in version.first.items():
        if source in version.repeated or source in present.repeated:
            for number, same in _pair_rows(present, version, source):
                found[number] = same
        else:
            found[row] = present.first.get(source)
    return found


def _pair_rows(present: RowsBySource, version: RowsBySource, source: str) -> Iterator[tuple[int, int]]:
    """Yield (row of the version, row of the present) for the rows with one source phrase that correspond.

    Equal entries are paired first, then rows with equal targets, then the rest in their order.
    """
    present_rows, version_rows = [*present[source]], [*version[source]]
    for key in (_term, _target, _nothing):
        by_key: dict[Hashable, deque[int]] = {}
        for row in present_rows:
            by_key.setdefault(key(present.entries, row), deque()).append(row)
        left = []
        for number in version_rows:
            if same := by_key.get(key(version.entries, number)):
                yield number, same.popleft()
            else:
                left.append(number)
        present_rows, version_rows = sorted(chain(*by_key.values())), left


def _term(entries: Entries, row: int) -> Hashable:
    return entries.targets[row], entries.detail(row)


def _target(entries: Entries, row: int) -> Hashable:
    return entries.targets[row]


def _nothing(_entries: Entries, _row: int) -> Hashable:
    return None


def longest_rise(numbers: Sequence[int]) -> list[int]:
    """The positions of a longest ascending subsequence."""
    if all(numbers[position] > numbers[position - 1] for position in range(1, len(numbers))):
        return list(range(len(numbers)))
    # An ascending subsequence of each length ends at `ends[length - 1]`, with the number `lowest[length - 1]`. Of all
    # subsequences of that length, it is the one whose last number is lowest.
    ends: list[int] = []
    lowest: list[int] = []
    before = [-1] * len(numbers)
    for position, number in enumerate(numbers):
        length = bisect_left(lowest, number)
        before[position] = ends[length - 1] if length else -1
        ends[length : length + 1] = [position]
        lowest[length : length + 1] = [number]
    found = []
    position = ends[-1]
    while position >= 0:
        found.append(position)
        position = before[position]
    return found[::-1]
