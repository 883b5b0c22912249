"""A multimap from texts to numbers that stores only the hash of a text: eight bytes for each number."""

from __future__ import annotations

import operator
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from itertools import chain

_BUCKET_BITS = 6
_BITS = 64
_MASK = (1 << _BITS) - 1
_BYTES = 8
# Sorting this many at once takes some milliseconds, in which no other thread can run.
_MOST_UNSORTED = 32_768


class HashedNumbers:
    """Finds the numbers of a text by the hash of the text. Each entry has 64 bits: part of the hash, and a number of
    `value_bits` bits.

    Different texts can have the same hash, so the caller must compare the texts. Hashes are valid in this process only.
    `add` everything, then `freeze`, then look up.
    """

    __slots__ = ("_buckets", "_sorted", "_unsorted", "_value_bits")

    def __init__(self, value_bits: int) -> None:
        self._value_bits = value_bits
        self._unsorted: list[int] = []
        self._sorted: list[array[int]] = []
        self._buckets: list[array[int]] = []

    def hash_of(self, text: str) -> int:
        """The hash of a text, as `add_hashed` takes it."""
        # Add the length, because Python hashes only the bytes in memory, and these are the same for “of” and “景”.
        return hash(text) + len(text) << self._value_bits & _MASK

    def hashes_of(self, texts: Iterable[str]) -> list[int]:
        """The same for many texts, in less time."""
        bits = self._value_bits
        return [hash(text) + len(text) << bits & _MASK for text in texts]

    def add(self, text: str, value: int) -> None:
        """Store a number for a text."""
        self.add_hashed((self.hash_of(text),), (value,))

    def add_hashed(self, hashes: Iterable[int], values: Iterable[int]) -> None:
        """Like `add` for some thousand texts at once, which is faster. `hashes` are from `hash_of`."""
        self._unsorted += map(operator.or_, hashes, values)
        if len(self._unsorted) >= _MOST_UNSORTED:
            self._sort()

    def _sort(self) -> None:
        self._sorted.append(array("Q", sorted(self._unsorted)))
        self._unsorted = []

    def freeze(self) -> None:
        """Merge all numbers; after this nothing can be added."""
        self._sort()
        width = _BITS - _BUCKET_BITS
        stops = [0] * len(self._sorted)
        for number in range(1 << _BUCKET_BITS):
            starts, limit = stops, number + 1 << width
            stops = [bisect_left(each, limit, start) for each, start in zip(self._sorted, starts, strict=True)]
            parts = (each[start:stop] for each, start, stop in zip(self._sorted, starts, stops, strict=True))
            # This is fast, because each part is already sorted.
            self._buckets.append(array("Q", sorted(chain.from_iterable(parts))))
        self._sorted = []

    def get(self, text: str) -> list[int]:
        """The numbers of this text, ascending."""
        first = self.hash_of(text)
        bucket = self._buckets[first >> _BITS - _BUCKET_BITS]
        start, end = bisect_left(bucket, first), first + (1 << self._value_bits)
        # Most texts have no number.
        if start == len(bucket) or bucket[start] >= end:
            return []
        stop = start + 1
        while stop < len(bucket) and bucket[stop] < end:
            stop += 1
        return [packed - first for packed in bucket[start:stop]]

    def __contains__(self, text: str) -> bool:
        """Whether this text may have a number; another text can have the same hash."""
        return bool(self.get(text))

    @property
    def size(self) -> int:
        """The memory that the numbers take, in bytes."""
        return _BYTES * sum(len(bucket) for bucket in self._buckets)
