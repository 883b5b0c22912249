"""Rows that a change affects, and the order in which rows are shown after insertions and removals."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import compress, islice
from operator import lt

from termdesk.domain.chunks import AT_ONCE, chunks, copy_list
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.column_splice import is_block


def moves_rows(change: Change) -> bool:
    """Whether a change inserts or removes rows."""
    if isinstance(change, Batch):
        return any(map(moves_rows, change.changes))
    return isinstance(change, InsertRows | RemoveRows)


def find_touched_rows(change: Change) -> list[int]:
    """The rows of the dictionary in which the change is visible."""
    match change:
        case SetCells(rows=rows) | SetDetails(rows=rows) | InsertRows(rows=rows):
            return copy_list(rows)
        case RemoveRows(rows=rows):
            return [max(0, rows[0] - 1)] if rows else []
        case Batch(changes=changes):
            return _rows_touched_by_all(changes)
    return []


def _rows_touched_by_all(changes: Sequence[Change]) -> list[int]:
    """The rows that several changes affected, numbered as after the last one.

    If there are none, the place of the rows that the last change removed.
    """
    touched: list[int] = []
    for each in changes:
        if moves_rows(each):
            touched = [moved for row in touched if (moved := _row_after(each, row)) is not None]
        if not isinstance(each, RemoveRows):
            touched += find_touched_rows(each)
    return _sort_distinct(touched) if touched or not changes else find_touched_rows(changes[-1])


def _sort_distinct(rows: list[int]) -> list[int]:
    """These rows in ascending order, each of them once."""
    if len(rows) <= AT_ONCE:
        return sorted(set(rows))
    # One call that sorts all rows would block the window.
    is_touched = bytearray(max(rows) + 1)
    for row in rows:
        is_touched[row] = True
    found: list[int] = []
    for chunk in chunks(len(is_touched)):
        found += compress(range(len(is_touched))[chunk], is_touched[chunk])
    return found


def _row_after(change: Change, row: int) -> int | None:
    """The number of a row after insertions or removals; None if it was removed."""
    match change:
        case InsertRows(rows=come):
            # come[i] - i is the old row number before which the i-th new row is inserted.
            return row + bisect_right(range(len(come)), row, key=lambda number: come[number] - number)
        case RemoveRows(rows=gone):
            before = bisect_left(gone, row)
            return None if before < len(gone) and gone[before] == row else row - before
        case Batch(changes=changes):
            for each in changes:
                after = _row_after(each, row)
                if after is None:
                    return None
                row = after
    return row


def order_after(change: Change, order: Sequence[int]) -> array[int]:
    """The displayed order after insertions and removals: displayed rows remain, and new rows are displayed.

    If a filter shows rows in file order, new rows are inserted in that order. If rows are sorted, a new row follows the
    row before it in the dictionary, or comes last if that one is hidden.
    """
    match change:
        case RemoveRows(rows=gone) if is_block(gone):
            count, end = len(gone), gone[-1]
            return array("L", [row - count if row > end else row for row in order if not gone[0] <= row <= end])
        case RemoveRows(rows=gone):
            removed = set(gone)
            kept = (row for row in order if row not in removed)
            return array("L", (row - bisect_left(gone, row) for row in kept))
        case InsertRows(rows=come):
            return _order_with(come, order)
        case Batch(changes=changes):
            for each in changes:
                order = order_after(each, order)
    return array("L", order)


def _order_with(come: Sequence[int], order: Sequence[int]) -> array[int]:
    if is_block(come) and _is_ascending(order):
        position, count = bisect_left(order, come[0]), len(come)
        return array("L", [*order[:position], *come, *[row + count for row in order[position:]]])
    shifted = _make_room(come, order)
    if _is_ascending(shifted):
        return array("L", sorted((*shifted, *come)))
    if come and come[0] > 0 and (before := _index_of(shifted, come[0] - 1)) is not None:
        return shifted[: before + 1] + array("L", come) + shifted[before + 1 :]
    return shifted + array("L", come)


def _make_room(come: Sequence[int], order: Sequence[int]) -> array[int]:
    """The row numbers of an order, renumbered for these insertions."""
    if is_block(come):
        first, count = come[0], len(come)
        return array("L", [row + count if row >= first else row for row in order])
    # come[i] - i is the old row number before which the i-th new row is inserted.
    entrances = [row - number for number, row in enumerate(come)]
    return array("L", (row + bisect_left(entrances, row + 1) for row in order))


def _is_ascending(order: Sequence[int]) -> bool:
    """Whether an order ascends. Stops at the first row that does not."""
    return all(map(lt, order, islice(order, 1, None)))


def _index_of(order: array[int], row: int) -> int | None:
    try:
        return order.index(row)
    except ValueError:
        return None
