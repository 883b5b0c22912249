"""The nesting of spans, derived from positions or given, and rejected if it is invalid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.engines.projection.span_tree import ROOT, Range, SpanTree


def tree(
    length: int, *ranges: Range, inside: list[int | None] | None = None, protected: tuple[int, ...] = ()
) -> SpanTree:
    return SpanTree(
        length,
        list(ranges),
        inside or [None] * len(ranges),
        [index in protected for index in range(len(ranges))],
    )


def test_places_alone_tell_the_nesting() -> None:
    found = tree(10, (0, 8), (1, 3), (1, 2), (4, 8), (9, 10))

    assert found.parents == [ROOT, 0, 1, 0, ROOT]
    assert (found.children(0), found.children(ROOT)) == ([1, 3], [0, 4])
    assert (found.range_of(ROOT), found.range_of(3)) == ((0, 10), (4, 8))


def test_an_atom_at_the_end_of_a_span_stands_behind_it_unless_told_otherwise() -> None:
    assert tree(5, (0, 3), (3, 3)).parents == [ROOT, ROOT]
    assert tree(5, (0, 3), (3, 3), inside=[-1, 0]).parents == [ROOT, 0]
    assert tree(5, (0, 3), (0, 0)).parents == [ROOT, 0]


def test_atoms_come_before_what_begins_at_the_same_place() -> None:
    found = tree(5, (2, 4), (2, 2), (0, 1), inside=[-1, -1, -1])

    assert found.in_order(ROOT) == [2, 1, 0]


@pytest.mark.parametrize(
    ("ranges", "inside"),
    [
        ([(0, 3), (2, 5)], [None, None]),
        ([(0, 3), (1, 5)], [-1, 0]),
        ([(3, 1)], [None]),
        ([(0, 6)], [None]),
        ([(0, 2), (3, 4)], [-1, 0]),
        ([(0, 2), (3, 4), (0, 1)], [-1, -1, 0]),
        ([(0, 2)], [1]),
    ],
    ids=["overlap", "out of its parent", "backwards", "beyond the text", "beside its parent", "closed", "to come"],
)
def test_spans_that_do_not_nest_are_refused(ranges: list[Range], inside: list[int | None]) -> None:
    with pytest.raises(ValueError, match="span"):
        tree(5, *ranges, inside=inside)


def test_what_is_protected_counts_once_and_joined_where_it_touches() -> None:
    found = tree(12, (0, 4), (1, 2), (4, 6), (6, 6), (8, 10), protected=(0, 1, 2, 3, 4))

    assert found.outer_protected() == [0, 2, 3, 4]
    assert found.protected_ranges == [(0, 6), (8, 10)]
    assert list(found.find_protected_ranges(5, 9)) == [(5, 6), (8, 9)]
    assert list(found.find_protected_ranges(6, 8)) == []


def test_a_span_in_a_protected_one_is_protected_with_it() -> None:
    found = tree(9, (0, 8), (1, 5), (2, 3), protected=(1,))

    assert [found.is_protected(index) for index in (ROOT, 0, 1, 2)] == [False, False, True, False]
    assert [found.is_in_protected(index) for index in (ROOT, 0, 1, 2)] == [False, False, True, True]


@st.composite
def nested(draw: st.DrawFn) -> list[Range]:
    """Draw nested ranges, in the order in which they open."""
    ranges: list[Range] = []
    waiting = [(0, 20)]
    while waiting and len(ranges) < 8:
        first, last = waiting.pop()
        if last - first < 2 or not draw(st.booleans()):
            continue
        start = draw(st.integers(first, last - 2))
        end = draw(st.integers(start + 2, last))
        ranges.append((start, end))
        waiting += [(end, last), (start + 1, end)]
    return ranges


@given(nested())
def test_told_and_found_nesting_agree(ranges: list[Range]) -> None:
    found = tree(20, *ranges)

    again = tree(20, *ranges, inside=list(found.parents))

    assert again.parents == found.parents
    for index, parent in enumerate(found.parents):
        first, last = found.range_of(parent)
        assert first <= ranges[index][0] <= ranges[index][1] <= last
