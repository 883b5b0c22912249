"""Texts found in other texts, and the choice between several occurrences."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.engines.projection.borders import Borders
from termdesk.service.engines.projection.occurrences import (
    LONGEST_OVERLAPPING,
    Occurrences,
    find_all,
    find_same_rank,
    lower_text,
    outwards,
)


@given(st.text("ab", max_size=30), st.text("ab", min_size=1, max_size=4))
def test_all_places_of_a_short_text_are_found_overlapping_ones_too(text: str, part: str) -> None:
    expected = [position for position in range(len(text)) if text.startswith(part, position)]

    assert find_all(text, part) == expected


def test_places_of_a_long_text_do_not_overlap() -> None:
    part = "a" * (LONGEST_OVERLAPPING + 1)

    assert find_all("a" * 40, part) == [0, len(part)]


def test_case_counts_only_where_it_can() -> None:
    found = Occurrences("Red and red")

    assert found.of("red") == [8]
    assert found.of("RED") == [0, 8]
    assert found.exactly("RED") == []


def test_words_are_not_found_inside_others() -> None:
    text = "car careful car"
    found = Occurrences(text)

    assert found.of("car") == [0, 4, 12]
    assert found.of("car", Borders(text)) == [0, 12]


def test_letters_that_grow_in_lower_case_move_no_place() -> None:
    text = "İ Red"

    assert lower_text(text) == text
    assert Occurrences(text).of("Red") == [2]


def test_the_third_of_three_is_meant_by_the_third() -> None:
    assert list(find_same_rank([5, 9, 20], [1, 3, 7], 7)) == [20]
    assert list(find_same_rank([5, 9, 20], [1, 3, 7], 4)) == []
    assert list(find_same_rank([5, 9], [1, 3, 7], 7)) == []


@given(st.lists(st.integers(0, 50), unique=True, max_size=12).map(sorted), st.integers(0, 50))
def test_the_nearest_places_come_first(positions: list[int], expected: int) -> None:
    found = list(outwards(positions, expected, most=20))

    assert sorted(found) == positions
    assert [abs(position - expected) for position in found] == sorted(
        abs(position - expected) for position in positions
    )


def test_only_so_many_places_are_tried_on_each_side() -> None:
    assert list(outwards([1, 4, 6, 9], 5, most=1)) == [4, 6]
