"""Encode changes as bytes for the journal, and decode them."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Sequence
from typing import Any

from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.storage.snapshots import compress_texts, decode_texts, decompress, details_of, plain_details


def encode(change: Change) -> bytes:
    """Encode a change as compressed MessagePack. Row ranges stay ranges: 50,000 adjacent rows cost only their texts."""
    return compress_texts(_plain(change))[0]


def decode(data: bytes) -> Change:
    """Decode what `encode` returned. Raises ValueError for any other data."""
    try:
        plain = decode_texts(decompress(data))
    except zlib.error as error:
        raise ValueError("not a change") from error
    return _change(plain)


def _plain(change: Change) -> list[Any]:
    match change:
        case SetCells(column=column, rows=rows, texts=texts):
            return ["set", column, _pack_numbers(rows), list(texts)]
        case SetDetails(rows=rows, details=details):
            return ["detail", _pack_numbers(rows), plain_details(dict(enumerate(details)))]
        case InsertRows(rows=rows, sources=sources, targets=targets, ids=ids, details=details):
            plain = ["insert", _pack_numbers(rows), list(sources), list(targets), _pack_numbers(ids)]
            return [*plain, *plain_details(details)] if details else plain
        case RemoveRows(rows=rows):
            return ["remove", _pack_numbers(rows)]
        case Batch(changes=changes):
            return ["batch", [_plain(each) for each in changes]]
    raise TypeError(f"not a change: {change!r}")


def _change(plain: Any) -> Change:
    match plain:
        case ["set", column, rows, texts]:
            return SetCells(column, _unpack_numbers(rows), texts)
        case ["detail", rows, details]:
            return SetDetails(_unpack_numbers(rows), list(details_of(details).values()))
        case ["insert", rows, sources, targets, ids, *details]:
            known = details_of(details) if details else {}
            return InsertRows(_unpack_numbers(rows), sources, targets, _unpack_numbers(ids), known)
        case ["remove", rows]:
            return RemoveRows(_unpack_numbers(rows))
        case ["batch", changes]:
            return Batch(tuple(_change(each) for each in changes))
    raise ValueError("not a change")


def _pack_numbers(numbers: Sequence[int]) -> list[Any]:
    """Return `[first, count]` for consecutive numbers, else `[[numbers]]`."""
    if not len(numbers):
        return [0, 0]
    first, count = numbers[0], len(numbers)
    if isinstance(numbers, range) and numbers.step == 1:
        return [first, count]
    if numbers[-1] - first + 1 == count and all(number == first + position for position, number in enumerate(numbers)):
        return [first, count]
    return [list(numbers)]


def _unpack_numbers(packed: list[Any]) -> Sequence[int]:
    if len(packed) == 2:
        return range(packed[0], packed[0] + packed[1])
    return array("L", packed[0])
