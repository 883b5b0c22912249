"""Outline of an XLSX sheet: each kind of row only once, so that most searches need not go through all rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_DIGITS = b"0123456789"
_ROW_END = b"row>"
# Searching one block keeps the interpreter busy for a few milliseconds only.
_BLOCK = 256 * 1024
# If cells contain their texts inline, each row is a kind of its own and an outline saves nothing.
_MOST_KINDS = 5_000


@dataclass(frozen=True, slots=True)
class SheetOutline:
    """The distinct rows of a sheet without their digits, each with its number of occurrences.

    Tags and attributes without digits occur in the outline as often as in the sheet; removing digits between letters
    may add a few. If the rows have little in common, `sheet` is the sheet itself and `kinds` is empty.
    """

    kinds: Counter[bytes]
    sheet: bytes = b""

    def __contains__(self, part: bytes) -> bool:
        return any(part in stretch for stretch, _ in self.stretches())

    def count(self, part: bytes) -> int:
        """Return how often a part of a tag occurs in the sheet."""
        return sum(stretch.count(part) * times for stretch, times in self.stretches())

    def stretches(self) -> Iterator[tuple[bytes, int]]:
        """Yield everything to search, without splitting a tag, each part with its number of occurrences."""
        yield from self.kinds.items()
        for begin, end in blocks_of_tags(self.sheet):
            yield self.sheet[begin:end], 1


def outline_of(data: bytes) -> SheetOutline:
    """Return the outline of a sheet, or the sheet itself if its rows have little in common."""
    kinds: Counter[bytes] = Counter()
    for begin, end in blocks_of_tags(data):
        kinds.update(data[begin:end].translate(None, _DIGITS).split(_ROW_END))
        if len(kinds) > _MOST_KINDS:
            return SheetOutline(Counter(), data)
    return SheetOutline(kinds)


def blocks_of_tags(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and end of blocks that do not split a tag, so that searching one block needs little memory."""
    begin = 0
    while begin < len(data):
        end = data.find(b"<", begin + _BLOCK)
        end = len(data) if end < 0 else end
        yield begin, end
        begin = end
