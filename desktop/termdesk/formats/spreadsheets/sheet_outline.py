"""The outline of an XLSX sheet: each kind of row once, so that most questions need not go through all rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_DIGITS = b"0123456789"
_ROW_END = b"row>"
# A search in one of these holds the interpreter for a few milliseconds.
_BLOCK = 256 * 1024
# Cells that hold their texts themselves make every row a kind of its own: then nothing is gained.
_MOST_KINDS = 5_000


@dataclass(frozen=True, slots=True)
class SheetOutline:
    """The rows of a sheet without their digits, each kind with its number of occurrences.

    Tags and attributes without digits are in the outline as often as in the sheet; digits that separated letters may
    make it a few more. Where the rows have little in common, `sheet` is the sheet itself, and there are no kinds.
    """

    kinds: Counter[bytes]
    sheet: bytes = b""

    def __contains__(self, part: bytes) -> bool:
        return any(part in stretch for stretch, _ in self.stretches())

    def count(self, part: bytes) -> int:
        """How often a part of a tag occurs in the sheet."""
        return sum(stretch.count(part) * times for stretch, times in self.stretches())

    def stretches(self) -> Iterator[tuple[bytes, int]]:
        """All that has to be searched, in stretches that cut no tag, each with its number of occurrences."""
        yield from self.kinds.items()
        for begin, end in blocks_of_tags(self.sheet):
            yield self.sheet[begin:end], 1


def outline_of(data: bytes) -> SheetOutline:
    """The outline of a sheet; the sheet itself where its rows have little in common."""
    kinds: Counter[bytes] = Counter()
    for begin, end in blocks_of_tags(data):
        kinds.update(data[begin:end].translate(None, _DIGITS).split(_ROW_END))
        if len(kinds) > _MOST_KINDS:
            return SheetOutline(Counter(), data)
    return SheetOutline(kinds)


def blocks_of_tags(data: bytes) -> Iterator[tuple[int, int]]:
    """Blocks that do not split a tag, so that a search in one of them never fills the memory."""
    begin = 0
    while begin < len(data):
        end = data.find(b"<", begin + _BLOCK)
        end = len(data) if end < 0 else end
        yield begin, end
        begin = end
