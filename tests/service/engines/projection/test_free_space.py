"""The free parts of a range, compared with a simple model."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.engines.projection.free_space import FreeSpace

LENGTH = 20
ranges = st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)).map(lambda ends: (min(ends), max(ends)))


@given(st.lists(ranges), ranges)
def test_a_gap_is_as_wide_as_what_is_free(expected: list[tuple[int, int]], asked: tuple[int, int]) -> None:
    free = FreeSpace(0, LENGTH)
    taken = []
    for start, end in expected:
        if free.gap_around(start, end):
            free.take((start, end))
            taken.append((start, end))

    gap = free.gap_around(*asked)

    is_torn = any(start < asked[1] and asked[0] < end for start, end in taken)
    assert (gap is None) == is_torn
    if gap:
        assert gap[0] <= asked[0] <= asked[1] <= gap[1]
        assert not any(start < gap[1] and gap[0] < end for start, end in taken)


def test_what_is_released_is_free_again() -> None:
    free = FreeSpace(0, 10)
    free.take((3, 6))
    free.take((6, 8))

    free.release((3, 6))

    assert free.gap_around(1, 5) == (0, 6)
    assert free.find_taken_range(7) == (6, 8)
    assert free.find_taken_range(6) is None


def test_the_nearest_gaps_come_first() -> None:
    free = FreeSpace(0, 10)
    free.take((2, 4))
    free.take((6, 8))

    assert next(free.gaps_from(5, most=5)) == (4, 6)
    assert sorted(free.gaps_from(5, most=5)) == [(0, 2), (4, 6), (8, 10)]
