"""Long columns in pieces: one call in C over half a million rows holds the interpreter, and every window, too long."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

# Copying, joining or counting this many phrases takes some 2 ms.
AT_ONCE = 20_000


def pieces(count: int, size: int = AT_ONCE) -> Iterator[slice]:
    """Slices that cover `count` rows one after the other."""
    for first in range(0, count, size):
        yield slice(first, first + size)


def distinct(column: Sequence[T]) -> set[T]:
    """The set of what a column holds."""
    found: set[T] = set()
    for piece in pieces(len(column)):
        found.update(column[piece])
    return found
