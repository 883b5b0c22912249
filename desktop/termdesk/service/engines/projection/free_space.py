"""The free parts of a range while spans are placed in it."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator

from termdesk.service.engines.projection.span_tree import Range


class FreeSpace:
    """A range and its occupied parts, which are disjoint and may be empty."""

    def __init__(self, start: int, end: int) -> None:
        self._start, self._end = start, end
        self._taken: list[Range] = []

    def take(self, taken: Range) -> None:
        """Mark a range as used."""
        insort(self._taken, taken)

    def release(self, taken: Range) -> None:
        """Mark an occupied range as free again."""
        del self._taken[bisect_left(self._taken, taken)]

    def gap_around(self, start: int, end: int) -> Range | None:
        """Return the free part that contains this range, or None if any of it is occupied."""
        after = bisect_left(self._taken, (end, end))
        if start == end:
            after = bisect_left(self._taken, (end, self._start - 1))
        first, last = self._gap(after)
        return (first, last) if first <= start and end <= last else None

    def find_taken_range(self, position: int) -> Range | None:
        """The occupied part that contains this place."""
        index = bisect_left(self._taken, (position, self._start - 1)) - 1
        if index >= 0 and self._taken[index][1] > position:
            return self._taken[index]
        return None

    def gaps_from(self, position: int, *, most: int) -> Iterator[Range]:
        """Yield the free parts around a position, nearest first, at most `most` on each side."""
        middle = bisect_left(self._taken, (position, position))
        for distance in range(most):
            for index in {middle - distance, middle + distance}:
                if 0 <= index <= len(self._taken):
                    yield self._gap(index)

    def _gap(self, index: int) -> Range:
        """Return the free part before the occupied part with this index."""
        first = self._taken[index - 1][1] if index else self._start
        return first, self._taken[index][0] if index < len(self._taken) else self._end
