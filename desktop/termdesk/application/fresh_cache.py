"""A cache of values that were computed from the service's entries. Each value is fresh for one minute.

A service reveals edits only by the number of entries, so values are computed again after this time.
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
    """A cache of the most recently used values. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # Each value, with the time until which it is fresh.
        self._kept: OrderedDict[Key, tuple[Value, float]] = OrderedDict()
        # How often `expire` was called.
        self._generation = 0

    async def get(self, key: Key, make: Callable[[Value | None], Awaitable[Value]]) -> Value:
        """Return the value if it is fresh; otherwise compute it with `make`, which gets the outdated value or None.

        If `expire` is called meanwhile, the computed value may be outdated, so it is computed again. Raises what `make`
        raises.
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
        """Return the value if it is fresh, and mark it as recently used."""
        if key not in self._kept:
            return None
        value, until = self._kept[key]
        if self._clock() >= until:
            return None
        self._kept.move_to_end(key)
        return value

    def last(self, key: Key) -> Value | None:
        """Return the value even if it is no longer fresh; None if there is none."""
        return self._kept[key][0] if key in self._kept else None

    def keep(self, key: Key, value: Value) -> None:
        """Store a value. The least recently used one is dropped if the cache is full."""
        self._kept[key] = (value, self._clock() + SECONDS_FRESH)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def expire(self) -> None:
        """Mark all values as outdated, including those that are being computed now."""
        self._generation += 1
        for key in self._kept:
            self._age(key)

    def _age(self, key: Key) -> None:
        self._kept[key] = (self._kept[key][0], float("-inf"))
