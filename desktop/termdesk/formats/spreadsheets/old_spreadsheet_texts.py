"""Struck-out parts of the shared texts of XLS files."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence

# Start and end (exclusive), in UTF-16 units.
Span = tuple[int, int]

_TWO_BYTES, _PHONETIC, _RICH = 0x01, 0x04, 0x08
# Size of the counts at the start.
_HEAD_BYTES = 8


def struck_spans(records: Sequence[bytes], is_struck: Callable[[int], bool]) -> dict[int, tuple[Span, ...]]:
    """Return the struck-out parts by index of the text, from 0; texts without such parts are left out.

    `records` are the record with the shared texts and its continuation records; `is_struck` takes a font number.
    Everything after a damaged record is ignored.
    """
    found: dict[int, tuple[Span, ...]] = {}
    try:
        for position, (length, runs) in enumerate(_SharedTexts(records).texts()):
            ends = [start for start, _ in runs[1:]] + [length]
            spans = [(start, end) for (start, font), end in zip(runs, ends, strict=True) if is_struck(font)]
            if joined := _join_spans(spans):
                found[position] = joined
    except (struct.error, IndexError):
        pass
    return found


def _join_spans(spans: Sequence[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for start, end in spans:
        if joined and joined[-1][1] == start:
            joined[-1] = joined[-1][0], end
        elif start < end:
            joined.append((start, end))
    return tuple(joined)


class _SharedTexts:
    """Reads texts that may continue in the next record."""

    def __init__(self, records: Sequence[bytes]) -> None:
        self._records = records
        self._number = 0
        self._at = _HEAD_BYTES

    def texts(self) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Yield the length of each text and its runs, as (start, font number)."""
        while self._number < len(self._records) - 1 or self._at < len(self._records[self._number]):
            length, flags = struct.unpack("<HB", self._take(3))
            runs = struct.unpack("<H", self._take(2))[0] if flags & _RICH else 0
            phonetic = struct.unpack("<I", self._take(4))[0] if flags & _PHONETIC else 0
            self._skip_letters(length, flags & _TWO_BYTES)
            raw = self._take(4 * runs)
            yield length, [struct.unpack_from("<HH", raw, 4 * run) for run in range(runs)]
            self._take(phonetic)

    def _take(self, count: int) -> bytes:
        parts = []
        while count:
            part = self._records[self._number][self._at : self._at + count]
            parts.append(part)
            self._at += len(part)
            count -= len(part)
            if count:
                self._number, self._at = self._number + 1, 0
        return b"".join(parts)

    def _skip_letters(self, count: int, has_two_bytes: int) -> None:
        while True:
            width = 1 + has_two_bytes
            fitting = min(count, (len(self._records[self._number]) - self._at) // width)
            self._at += fitting * width
            count -= fitting
            if not count:
                return
            # The letters continue in the next record, whose first byte gives the bytes per letter again.
            self._number, self._at = self._number + 1, 1
            has_two_bytes = self._records[self._number][0] & _TWO_BYTES
