"""Find rows by id, and ids by key. Almost every key has only one row, so keys need no list of their own."""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from termdesk.domain.gc_exemption import untrack


def find_row(ids: Sequence[int], row_id: int | None, expected: int | None) -> int | None:
    """The current row of an id, which was once in row `expected`; None if the row is gone.

    Finding a row that has moved takes 6 ms for 500,000 rows.
    """
    if row_id is None:
        return None
    if expected is not None and expected < len(ids) and ids[expected] == row_id:
        return expected
    with suppress(ValueError):
        return ids.index(row_id)
    return None


class Groups:
    """Many small groups of numbers in two arrays: separate objects would burden the cycle collector."""

    __slots__ = ("_ends", "_numbers")

    def __init__(self) -> None:
        self._numbers = array("I")
        self._ends = array("I")

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, position: int) -> Sequence[int]:
        return self._numbers[self._ends[position - 1] if position else 0 : self._ends[position]]

    def __iter__(self) -> Iterator[Sequence[int]]:
        return (self[position] for position in range(len(self)))

    def append(self, numbers: Iterable[int]) -> None:
        """Add a group."""
        self._numbers.extend(numbers)
        self._ends.append(len(self._numbers))


class RowIds:
    """Which rows have a key, in ascending order. Adding and removing is fast, however many rows share a key."""

    __slots__ = ("_several", "_single")

    def __init__(self) -> None:
        self._single: dict[str, int] = {}
        self._several: dict[str, array[int]] = {}

    def of(self, key: str) -> Sequence[int]:
        """The rows of a key. Do not keep the returned object: it changes."""
        if (single := self._single.get(key)) is not None:
            return (single,)
        return self._several.get(key, ())

    def several(self) -> Groups:
        """The rows of each key that has several rows. For a worker."""
        groups = Groups()
        for rows in self._several.values():
            groups.append(rows)
        return groups

    def add(self, key: str, row_id: int) -> None:
        """Add a row to a key."""
        if (several := self._several.get(key)) is not None:
            insort(several, row_id)
        elif (single := self._single.pop(key, None)) is not None:
            self._several[key] = untrack(array("I", sorted((single, row_id))))
        else:
            self._single[key] = row_id

    def discard(self, key: str, row_id: int) -> None:
        """Remove a row from a key."""
        several = self._several.get(key)
        if several is None:
            if self._single.get(key) == row_id:
                del self._single[key]
            return
        position = bisect_left(several, row_id)
        if position < len(several) and several[position] == row_id:
            del several[position]
        if len(several) == 1:
            del self._several[key]
            self._single[key] = several[0]


class RowsByPart:
    """Which rows contain a part of a phrase. A part in more than `most` rows is only known to be frequent."""

    __slots__ = ("_rows", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        # A single row, several rows, or None for a common part.
        self._rows: dict[str, int | array[int] | None] = {}

    def of(self, part: str) -> Sequence[int] | None:
        """Rows with this part, and perhaps some that had it before; None if there are too many."""
        rows = self._rows.get(part, ())
        return (rows,) if isinstance(rows, int) else rows

    def add(self, parts: Collection[str], row_id: int) -> None:
        """Add a row with these parts."""
        rows = self._rows
        for part in parts:
            known = rows.setdefault(part, row_id)
            if isinstance(known, int):
                if known != row_id:
                    rows[part] = untrack(array("I", (known, row_id)))
            elif known is not None:
                if len(known) < self.most:
                    known.append(row_id)
                else:
                    rows[part] = None

    def discard(self, parts: Collection[str], row_id: int) -> None:
        """Remove these parts of a row."""
        for part in parts:
            known = self._rows.get(part)
            if isinstance(known, int):
                if known == row_id:
                    del self._rows[part]
            elif known is not None and row_id in known:
                known.remove(row_id)
                if not known:
                    del self._rows[part]
