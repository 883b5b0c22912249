"""Numbers by the hash of a text, in eight bytes each: 100,000 take less than a megabyte."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator

_BUCKET_BITS = 6
_BITS = 64
_MASK = (1 << _BITS) - 1
_BYTES = 8


class HashedNumbers:
    """Numbers of `value_bits` bits by the hash of a text; the other bits store part of the hash.

    Different texts can have the same hash, so the caller compares the texts. Hashes are valid in this process only.
    `add` everything, then `freeze`, then look up.
    """

    __slots__ = ("_buckets", "_value_bits")

    def __init__(self, value_bits: int) -> None:
        self._value_bits = value_bits
        # Several arrays, so that sorting one takes only some milliseconds.
        self._buckets = [array("Q") for _ in range(1 << _BUCKET_BITS)]

    def add(self, text: str, value: int) -> None:
        """Store a number for a text."""
        packed = (_hash(text) << self._value_bits & _MASK) | value
        self._buckets[packed >> _BITS - _BUCKET_BITS].append(packed)

    def add_all(self, texts: Iterable[str], values: Iterable[int]) -> None:
        """Like `add` for many texts, but faster."""
        bits, buckets = self._value_bits, self._buckets
        for text, value in zip(texts, values, strict=False):
            # Without a function call for each, because there are many.
            packed = (hash(text) + len(text) << bits & _MASK) | value
            buckets[packed >> _BITS - _BUCKET_BITS].append(packed)

    def freeze(self) -> None:
        """Sort the numbers; after this nothing can be added."""
        for number, bucket in enumerate(self._buckets):
            self._buckets[number] = array("Q", sorted(set(bucket)))

    def get(self, text: str) -> Iterator[int]:
        """The numbers of this text, ascending."""
        first = _hash(text) << self._value_bits & _MASK
        bucket = self._buckets[first >> _BITS - _BUCKET_BITS]
        stop = first + (1 << self._value_bits)
        for place in range(bisect_left(bucket, first), len(bucket)):
            packed = bucket[place]
            if packed >= stop:
                return
            yield packed - first

    def __contains__(self, text: str) -> bool:
        """Whether this text may have a number; another text can have the same hash."""
        return next(self.get(text), None) is not None

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return _BYTES * sum(len(bucket) for bucket in self._buckets)


def _hash(text: str) -> int:
    # Python hashes the bytes in memory, which are the same for “of” and “景”: only their lengths differ.
    return hash(text) + len(text)
