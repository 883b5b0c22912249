"""The visible order after rows were inserted or removed: visible rows keep their order, and new rows are visible."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.row_order import find_touched_rows, order_after

COUNT = 12
rows_of_the_file = st.sets(st.integers(0, COUNT - 1), min_size=1).map(sorted)
shown_orders = st.lists(st.integers(0, COUNT - 1), unique=True)


def entries() -> Entries:
    return Entries.of([(f"source {row}", f"target {row}") for row in range(COUNT)])


def shown_ids(of: Entries, order: object) -> list[int]:
    return [of.ids[row] for row in order]  # type: ignore[attr-defined]  # any order that can be walked


@given(order=shown_orders, gone=rows_of_the_file)
def test_what_goes_leaves_and_the_rest_keeps_its_order(order: list[int], gone: list[int]) -> None:
    held = entries()
    expected = [held.ids[row] for row in order if row not in gone]
    change = RemoveRows(gone)

    held.apply(change)

    assert shown_ids(held, order_after(change, order)) == expected


@given(order=shown_orders, come=st.sets(st.integers(0, 6), min_size=1, max_size=5).map(sorted))
def test_what_comes_shows_and_the_rest_keeps_its_order(order: list[int], come: list[int]) -> None:
    held = entries()
    before = shown_ids(held, order)
    new = held.new_ids(len(come))
    change = InsertRows(come, ["new"] * len(come), [""] * len(come), new)

    held.apply(change)
    after = shown_ids(held, order_after(change, order))

    assert [each for each in after if each not in new] == before
    assert [each for each in after if each in new] == list(new)
    if order == sorted(order):
        assert after == [each for each in held.ids if each in {*before, *new}], "a filter keeps the order of the file"
        return
    position = after.index(new[0])
    assert after[position : position + len(new)] == list(new)
    if come[0] > 0 and held.ids[come[0] - 1] in before:
        assert after[position - 1] == held.ids[come[0] - 1]
    else:
        assert after[-1] == new[-1]


@given(order=shown_orders, gone=rows_of_the_file)
def test_rows_that_go_and_come_back_show_the_same_rows(order: list[int], gone: list[int]) -> None:
    held = entries()
    kept = [held.ids[row] for row in order if row not in gone]
    back = held.apply(RemoveRows(gone))
    without = order_after(RemoveRows(gone), order)

    held.apply(back)
    after = order_after(back, without)

    assert len(set(after)) == len(after)
    assert set(shown_ids(held, after)) == set(kept) | {held.ids[row] for row in gone}


@given(order=shown_orders, gone=rows_of_the_file)
def test_a_batch_is_its_parts_one_after_the_other(order: list[int], gone: list[int]) -> None:
    parts: tuple[Change, ...] = (RemoveRows(gone), InsertRows([0], ["new"], [""], entries().new_ids(1)))

    together = order_after(Batch(parts), order)

    assert together == order_after(parts[1], order_after(parts[0], order))


@given(order=st.sets(st.integers(0, COUNT - 1)).map(sorted), gone=rows_of_the_file)
def test_filtered_rows_come_back_where_they_stood(order: list[int], gone: list[int]) -> None:
    held = entries()
    shown = [row for row in gone if row in order]
    back = held.apply(RemoveRows(shown)) if shown else SetCells(0, [], [])

    after = order_after(back, order_after(RemoveRows(shown), order))

    assert list(after) == order


def test_changed_cells_change_no_order() -> None:
    assert list(order_after(SetCells(0, [3], ["x"]), [5, 3, 1])) == [5, 3, 1]


def test_a_change_is_seen_where_it_was_made() -> None:
    assert find_touched_rows(SetCells(0, [4, 7], ["a", "b"])) == [4, 7]
    assert find_touched_rows(RemoveRows([5, 6])) == [4]
    assert find_touched_rows(RemoveRows([0])) == [0]
    assert find_touched_rows(Batch((RemoveRows([5]), SetCells(1, [2], ["x"])))) == [2]
    assert find_touched_rows(SetCells(0, range(5000), ["x"] * 5000)) == list(range(5000))
    texts = ["x"] * 5000
    batch = Batch((SetCells(0, range(9_998, -1, -2), texts), SetCells(1, range(3, 5003), texts)))
    assert find_touched_rows(batch) == [0, 2, *range(3, 5003), *range(5004, 10_000, 2)]


def test_of_several_changes_every_row_is_seen_where_it_stands_at_the_end() -> None:
    over, appended = SetCells(1, [3, 1], ["x", "y"]), InsertRows([12], ["new"], [""], [99])
    assert find_touched_rows(Batch((over, appended))) == [1, 3, 12]
    assert find_touched_rows(Batch((over, InsertRows([0, 2], ["a", "b"], ["", ""], [98, 99])))) == [0, 2, 3, 5]
    assert find_touched_rows(Batch((over, RemoveRows([0, 1])))) == [1]
    assert find_touched_rows(Batch((RemoveRows([2]), RemoveRows([5])))) == [4]
    assert find_touched_rows(Batch(())) == []
