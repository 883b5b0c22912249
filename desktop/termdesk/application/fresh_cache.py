"""A few values that were made from what a service has, each fresh for a minute.

A service reveals changes of entries only by their count, so what was made from them is made again after this time.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

SECONDS_FRESH = 60.0
MOST_KEPT = 4

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class FreshCache(Generic[Key, Value]):
    """Keeps the values that were used last. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # The value, and until when it is fresh.
        self._kept: OrderedDict[Key, tuple[Value, float]] = OrderedDict()
        # How often everything expired.
        self._generation = 0

    async def get(self, key: Key, make: Callable[[Value | None], Awaitable[Value]]) -> Value:
        """The value, if it is still fresh; otherwise the one that `make` makes, given the last one. Raises as `make`.

        What is made of entries that were read before everything expired may be old, and is made again.
        """
        while (value := self.fresh(key)) is None:
            generation = self._generation
            value = await make(self.last(key))
            self.keep(key, value)
            if generation == self._generation:
                break
            self._age(key)
        return value

    def fresh(self, key: Key) -> Value | None:
        """The value, if it is still fresh; it then counts as used."""
        if key not in self._kept:
            return None
        value, until = self._kept[key]
        if self._clock() >= until:
            return None
        self._kept.move_to_end(key)
        return value

    def last(self, key: Key) -> Value | None:
        """The value, however old it is."""
        return self._kept[key][0] if key in self._kept else None

    def keep(self, key: Key, value: Value) -> None:
        """Keep a value, in the place of the one that was not used for the longest time."""
        self._kept[key] = (value, self._clock() + SECONDS_FRESH)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def expire(self) -> None:
        """Nothing is fresh any more, and nothing that is being made now will be."""
        self._generation += 1
        for key in self._kept:
            self._age(key)

    def _age(self, key: Key) -> None:
        self._kept[key] = (self._kept[key][0], float("-inf"))
