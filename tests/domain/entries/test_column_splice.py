"""Inserting items into a column, and removing them, at many places at once."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.column_splice import insert_at, is_block, remove_at

columns = st.lists(st.text(max_size=2), max_size=30)


@given(columns, st.data())
def test_what_is_taken_out_goes_back_to_where_it_was(column: list[str], data: st.DataObject) -> None:
    positions = sorted(data.draw(st.sets(st.integers(0, len(column) - 1)) if column else st.just(set())))

    left = remove_at(column, positions)

    assert left == [item for position, item in enumerate(column) if position not in positions]
    assert insert_at(left, positions, [column[position] for position in positions]) == column


def test_columns_of_numbers_stay_columns_of_numbers() -> None:
    column = array("l", [1, 2, 3, 4])

    assert remove_at(column, [0, 2]) == array("l", [2, 4])
    assert insert_at(array("l", [2, 4]), [0, 2], [1, 3]) == column


def test_a_block_is_consecutive_and_not_empty() -> None:
    assert is_block([3, 4, 5])
    assert is_block(range(7, 8))
    assert not is_block([3, 5])
    assert not is_block([])
