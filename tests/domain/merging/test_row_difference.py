"""Two states of a dictionary are compared by row, including details, synonyms and order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from support.detailed import detailed
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, NO_DETAIL, PREFERRED, EntryDetail
from termdesk.domain.merging.row_difference import RowDifference, RowsBySource, compare_rows, longest_rise, match_rows

NOTED = EntryDetail(note="asked Ann")


def test_details_and_terms_that_are_never_published_count() -> None:
    before = detailed([("a", "x"), ("b", "y"), ("c", "z")], [NOTED, NO_DETAIL, EntryDetail(FORBIDDEN)])
    after = detailed(
        [("a", "x"), ("b", "y"), ("b", "w"), ("d", "v")], [NO_DETAIL, EntryDetail(PREFERRED), EntryDetail(ADMITTED)]
    )

    assert compare_rows(before, after) == RowDifference(
        added={"d": (("v", NO_DETAIL),)},
        changed={
            "a": ((("x", NOTED),), (("x", NO_DETAIL),)),
            "b": ((("y", NO_DETAIL),), (("y", EntryDetail(PREFERRED)), ("w", EntryDetail(ADMITTED)))),
        },
        removed={"c": (("z", EntryDetail(FORBIDDEN)),)},
    )


def test_another_order_is_counted_by_the_rows_that_have_to_move() -> None:
    before = Entries.of((each, "x") for each in "abcde")

    assert compare_rows(before, Entries.of((each, "x") for each in "eabcd")).moved == 1
    assert compare_rows(before, Entries.of((each, "x") for each in "abxcd")).moved == 0
    assert compare_rows(before, before.copy()).is_empty


def test_ten_thousand_rows_of_one_phrase_are_paired_one_by_one() -> None:
    """Comparing all pairs would take forever."""
    entries = Entries.of(("", str(number)) for number in range(10_000))
    rows = RowsBySource(entries, range(len(entries)))

    assert match_rows(rows, rows) == [*range(10_000)]


@given(st.lists(st.integers(0, 8), unique=True))
def test_the_longest_rise_ascends_and_none_is_longer(numbers: list[int]) -> None:
    positions = longest_rise(numbers)

    found = [numbers[position] for position in positions]
    assert positions == sorted(set(positions))
    assert found == sorted(found)
    longest = [0] * len(numbers)
    for position, number in enumerate(numbers):
        longest[position] = 1 + max((longest[each] for each in range(position) if numbers[each] < number), default=0)
    assert len(found) == max(longest, default=0)
