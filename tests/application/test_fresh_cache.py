"""Values are fresh for a minute, and those that were used last are kept."""

from __future__ import annotations

import pytest

from termdesk.application.fresh_cache import MOST_KEPT, SECONDS_FRESH, FreshCache


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def cache(clock: Clock) -> FreshCache[str, int]:
    return FreshCache(clock)


def test_a_value_is_fresh_for_a_minute_and_known_afterwards(cache: FreshCache[str, int], clock: Clock) -> None:
    assert (cache.fresh("a"), cache.last("a")) == (None, None)
    cache.keep("a", 1)
    clock.seconds = SECONDS_FRESH - 1
    assert cache.fresh("a") == 1

    clock.seconds = SECONDS_FRESH
    assert (cache.fresh("a"), cache.last("a")) == (None, 1)
    cache.keep("a", 2)
    assert cache.fresh("a") == 2


def test_the_value_that_was_not_used_for_the_longest_time_goes(cache: FreshCache[str, int]) -> None:
    for number in range(MOST_KEPT):
        cache.keep(str(number), number)
    assert cache.fresh("0") == 0

    cache.keep("new", 9)

    assert [cache.last(key) for key in ("0", "1", "new")] == [0, None, 9]


def test_expired_values_are_not_fresh(cache: FreshCache[str, int]) -> None:
    cache.keep("a", 1)

    cache.expire()

    assert (cache.fresh("a"), cache.last("a")) == (None, 1)


@pytest.mark.anyio
async def test_what_was_read_before_everything_expired_is_made_again(cache: FreshCache[str, int]) -> None:
    lasts: list[int | None] = []

    async def make(last: int | None) -> int:
        lasts.append(last)
        if len(lasts) == 1:
            # A dictionary is published while its entries are on their way.
            cache.expire()
        return len(lasts)

    assert [await cache.get("a", make), await cache.get("a", make)] == [2, 2]
    assert lasts == [None, 1]
