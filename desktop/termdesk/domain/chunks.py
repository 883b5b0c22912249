"""Process long columns in chunks: one C call over half a million rows would block the GUI thread too long."""

from __future__ import annotations

import codecs
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T", bound=Hashable)

# Copying, joining or counting this many phrases takes about 2 ms.
AT_ONCE = 20_000
_PARTS = 64
# Decoding this much takes about 2 ms.
_BYTES_AT_ONCE = 1024 * 1024


def chunks(count: int, size: int = AT_ONCE) -> Iterator[slice]:
    """Slices that cover `count` rows one after another."""
    for first in range(0, count, size):
        yield slice(first, first + size)


def decode_utf8(data: bytes, size: int = _BYTES_AT_ONCE) -> str:
    """Decode UTF-8 without its byte order mark: a single call for 10 MB would block the window for 30 ms.

    Raises UnicodeDecodeError with the position in `data`.
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        parts = [decoder.decode(data[chunk]) for chunk in chunks(len(data), size)]
        parts.append(decoder.decode(b"", final=True))
    except UnicodeDecodeError:
        # Decode everything again to get the position in the whole data.
        return data.decode("utf-8-sig")
    return "".join(parts)


def distinct(column: Sequence[T]) -> set[T]:
    """The distinct values of a column."""
    found: set[T] = set()
    for chunk in chunks(len(column)):
        found.update(column[chunk])
    return found


def has_repeats(column: Sequence[Hashable]) -> bool:
    """Whether a value occurs twice in a column. One set of half a million values would block the GUI as it grows."""
    parts: list[set[Hashable]] = [set() for _ in range(_PARTS)]
    for each in column:
        part = parts[hash(each) % _PARTS]
        if each in part:
            return True
        part.add(each)
    return False


def release(columns: Iterable[list[Any]]) -> None:
    """Empty unused lists, in a worker: freeing half a million texts at once takes 50 ms."""
    for column in columns:
        while column:
            del column[-AT_ONCE:]


def is_same_column(one: Sequence[T], other: Sequence[T]) -> bool:
    """Whether two columns are equal."""
    return len(one) == len(other) and all(one[chunk] == other[chunk] for chunk in chunks(len(one)))


def is_same_mapping(one: Mapping[T, T], other: Mapping[T, T]) -> bool:
    """Whether two mappings are equal; their values are never None."""
    return len(one) == len(other) and all(other.get(key) == value for key, value in one.items())
