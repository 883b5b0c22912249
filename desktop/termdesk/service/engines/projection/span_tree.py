"""The tree of nested spans of a text, which a translation must preserve."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

Range = tuple[int, int]
ROOT = -1


class SpanTree:
    """Spans by index, each with its parent and children; `ROOT` represents the whole text.

    Raises ValueError if a span is not within its parent, or overlaps the one before it.
    """

    def __init__(
        self, length: int, ranges: Sequence[Range], inside: Sequence[int | None], protected: Sequence[bool]
    ) -> None:
        self._length = length
        self.ranges = ranges
        self._is_protected = protected
        self.parents: list[int] = []
        self._children: list[list[int]] = [[] for _ in range(len(ranges) + 1)]
        stack = [ROOT]
        for index, known in enumerate(inside):
            while stack[-1] != ROOT and not (
                known == stack[-1] if known is not None else _holds(ranges[stack[-1]], ranges[index])
            ):
                stack.pop()
            parent = stack[-1]
            if known is not None and known != parent:
                raise ValueError(f"The span {index} stands in {known}, which is closed or does not come before it.")
            self.parents.append(parent)
            self._children[parent].append(index)
            stack.append(index)
        self._check()

    def range_of(self, index: int) -> Range:
        """The range of a span in the source, in code points."""
        return (0, self._length) if index == ROOT else self.ranges[index]

    def children(self, index: int) -> list[int]:
        """The indexes of the spans directly inside this one."""
        return self._children[index]

    def in_order(self, index: int) -> list[int]:
        """Return the children from left to right; atoms precede spans that start at the same position."""
        return sorted(self._children[index], key=lambda child: (*self.ranges[child], child))

    def is_protected(self, index: int) -> bool:
        """Whether the text of a span is not translated."""
        return index != ROOT and self._is_protected[index]

    def is_in_protected(self, index: int) -> bool:
        """Whether a span or one of its ancestors is protected."""
        while index != ROOT and not self._is_protected[index]:
            index = self.parents[index]
        return index != ROOT

    def outer_protected(self) -> list[int]:
        """Return the outermost protected spans, in order."""
        found = []
        stack = self.in_order(ROOT)[::-1]
        while stack:
            index = stack.pop()
            if self._is_protected[index]:
                found.append(index)
            else:
                stack += self.in_order(index)[::-1]
        return found

    @cached_property
    def protected_ranges(self) -> list[Range]:
        """The protected ranges of the text; adjacent ones are merged."""
        ranges: list[Range] = []
        for index in self.outer_protected():
            start, end = self.ranges[index]
            if start == end:
                continue
            if ranges and ranges[-1][1] == start:
                ranges[-1] = (ranges[-1][0], end)
            else:
                ranges.append((start, end))
        return ranges

    def find_protected_ranges(self, start: int, end: int) -> Iterator[Range]:
        """Yield the protected ranges within a part of the text."""
        begin = max(0, bisect_left(self.protected_ranges, (start, start)) - 1)
        for first, last in islice(self.protected_ranges, begin, None):
            if first >= end:
                break
            if last > start:
                yield max(first, start), min(last, end)

    def _check(self) -> None:
        for parent in range(ROOT, len(self.ranges)):
            if not self._children[parent]:
                continue
            first, last = self.range_of(parent)
            for child in self.in_order(parent):
                start, end = self.ranges[child]
                if not first <= start <= end <= last:
                    raise ValueError(f"The span {start} to {end} overlaps another without standing in it.")
                first = end


def _holds(outer: Range, inner: Range) -> bool:
    if inner[0] == inner[1]:
        return outer[0] <= inner[0] < outer[1]
    return outer[0] <= inner[0] and inner[1] <= outer[1]
