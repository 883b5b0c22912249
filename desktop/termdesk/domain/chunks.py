"""Process long columns in chunks: one C call over half a million rows would block the GUI thread too long.

A C call keeps the interpreter until it ends, also in a worker. On a slow computer most of these take up to 3 ms.
"""

from __future__ import annotations

import codecs
import time
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, repeat
from typing import Any, TypeVar, cast

T = TypeVar("T", bound=Hashable)
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

# Copying, joining or counting this many phrases takes about 1 ms.
AT_ONCE = 5_000
# A prime: otherwise, the hashes in one part would end with the same bits, and collide.
_PARTS = 61
# What is freed can wait. Otherwise a worker that frees and one that computes would pass the interpreter to each other,
# and the window would wait for both again and again.
_SECONDS_BETWEEN_PARTS = 0.0005
# Decoding or searching this much takes about 1 ms.
_BYTES_AT_ONCE = 512 * 1024


def chunks(count: int, size: int = AT_ONCE) -> Iterator[slice]:
    """Slices that cover `count` rows one after another."""
    for first in range(0, count, size):
        yield slice(first, first + size)


def decode_utf8(data: bytes, size: int = _BYTES_AT_ONCE) -> str:
    """Decode UTF-8 without its byte order mark: a single call for 10 MB would block the window for 30 ms.

    Raises UnicodeDecodeError with the position in `data`.
    """
    try:
        return join_texts(decode_chunks(data, "utf-8-sig", size=size))
    except UnicodeDecodeError:
        # Decode everything again to get the position in the whole data.
        return data.decode("utf-8-sig")


def decode_chunks(data: bytes, encoding: str, errors: str = "strict", *, size: int = _BYTES_AT_ONCE) -> Iterator[str]:
    """The text of `data` in parts. An error names a position in its chunk."""
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    for chunk in chunks(len(data), size):
        yield decoder.decode(data[chunk])
    yield decoder.decode(b"", final=True)


def join_texts(parts: Iterable[str]) -> str:
    """Join long texts. `str.join` would copy all of them in one call: 20 ms for 10 MB."""
    whole = ""
    # Python extends a text in place if only one local variable refers to it, and the memory behind it is free: so all
    # parts come first.
    for part in list(parts):
        whole += part
    return whole


def has_text(text: str, sign: str) -> bool:
    """Whether a character occurs in a long text."""
    return any(text.find(sign, chunk.start, chunk.stop) >= 0 for chunk in chunks(len(text), _BYTES_AT_ONCE))


def copy_list(values: Iterable[V]) -> list[V]:
    """Many values as a list. For a worker: `list` takes two thirds of the time, but all at once."""
    found: list[V] = []
    rest = iter(values)
    while chunk := list(islice(rest, AT_ONCE)):
        found += chunk
    return found


def use_texts(texts: list[str], known: Sequence[str]) -> list[str]:
    """Return the texts, with the objects of `known` for those that are equal at the same place: one copy in memory."""
    shared = [other if text == other else text for text, other in zip(texts, known, strict=False)]
    return shared + texts[len(shared) :]


def make_growing_dict() -> dict[Any, Any]:
    """An empty dictionary for half a million texts, which grows several times as fast as `{}`.

    Each time a dictionary grows, it needs the hashes of all keys, in one call. If all keys are texts, Python does not
    store the hashes and visits each text. It does store them once any other key has been in the dictionary.
    """
    found = {None: None}
    del found[None]
    return cast(dict[Any, Any], found)


def dict_of(keys: Sequence[K], values: Sequence[V]) -> dict[K, V]:
    """A dictionary of two long columns. Of equal keys the last one wins."""
    found: dict[K, V] = make_growing_dict()
    for chunk in chunks(len(keys)):
        found.update(zip(keys[chunk], values[chunk], strict=True))
    return found


def count_values(column: Sequence[K]) -> dict[K, int]:
    """The distinct values of a column, each with the number of its occurrences."""
    counts: dict[K, int] = make_growing_dict()
    # Most columns have no repeated value. This does not count, but runs in C.
    for chunk in chunks(len(column)):
        counts.update(zip(column[chunk], repeat(1)))
    if len(counts) < len(column):
        counts = make_growing_dict()
        known = counts.get
        for value in column:
            counts[value] = known(value, 0) + 1
    return counts


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
    # Not all sets at once, which takes 10 ms.
    while parts:
        parts.pop()
    return False


def release(columns: Iterable[list[Any]]) -> None:
    """Empty unused lists, in a worker: freeing half a million texts at once takes 50 ms."""
    for column in columns:
        while column:
            del column[-AT_ONCE:]
            if column:
                time.sleep(_SECONDS_BETWEEN_PARTS)


def release_dict(values: dict[Any, Any]) -> None:
    """Empty an unused dictionary, in a worker; see `release`."""
    while values:
        for _ in range(min(AT_ONCE, len(values))):
            values.popitem()
        if values:
            time.sleep(_SECONDS_BETWEEN_PARTS)


def is_same_column(one: Sequence[T], other: Sequence[T]) -> bool:
    """Whether two columns are equal."""
    return len(one) == len(other) and all(one[chunk] == other[chunk] for chunk in chunks(len(one)))


def is_same_mapping(one: Mapping[T, T], other: Mapping[T, T]) -> bool:
    """Whether two mappings are equal; their values are never None."""
    return len(one) == len(other) and all(other.get(key) == value for key, value in one.items())
