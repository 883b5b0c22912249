"""The rows affected by a change, by row id, so that they are still valid after the rows have moved."""

from __future__ import annotations

import pytest

from support.detailed import detailed
from termdesk.application.glossaries.editing.row_edits import RowEdit, row_edit
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, NO_DETAIL, EntryDetail

BANNED, NOTED = EntryDetail(FORBIDDEN), EntryDetail(note="asked Ann")


@pytest.fixture
def entries() -> Entries:
    """Return rows whose ids differ from their numbers, because the first row was removed."""
    made = detailed([("gone", ""), ("tree", "Baum"), ("house", "Haus"), ("sea", "See")], [NO_DETAIL, NOTED, BANNED])
    made.apply(RemoveRows([0]))
    return made


def applied(entries: Entries, change: Change) -> RowEdit | None:
    return row_edit(change, entries.apply(change), entries)


@pytest.mark.parametrize("column", [SOURCE, TARGET])
def test_new_phrases_are_told_with_their_column(entries: Entries, column: int) -> None:
    edit = applied(entries, SetCells(column, (0, 2), ("a", "b")))

    assert edit is not None
    assert (list(edit.ids), edit.columns, edit.count) == ([1, 3], (column,), 2)
    assert (edit.sources if column == SOURCE else edit.targets) == ("a", "b")
    assert edit.moves_sources is (column == SOURCE)


def test_new_rows_have_both_columns_and_may_be_forbidden(entries: Entries) -> None:
    inserted = InsertRows((0, 1), ("a", "b"), ("x", "y"), (9, 10), {1: BANNED})

    edit = applied(entries, inserted)

    assert edit == RowEdit((9, 10), ("a", "b"), ("x", "y"), now_forbidden=frozenset({10}))
    assert edit.columns == (SOURCE, TARGET)


def test_removed_rows_are_empty_and_no_longer_forbidden(entries: Entries) -> None:
    edit = applied(entries, RemoveRows([0, 1]))

    assert edit is not None
    assert (list(edit.ids), edit.sources, edit.targets) == ([1, 2], ["", ""], ["", ""])
    assert (edit.now_forbidden, edit.now_allowed, edit.are_gone) == (frozenset(), frozenset({2}), True)


def test_of_details_only_the_ban_counts(entries: Entries) -> None:
    edit = applied(entries, SetDetails((0, 1, 2), (BANNED, NO_DETAIL, NOTED)))

    assert edit == RowEdit([1, 2], now_forbidden=frozenset({1}), now_allowed=frozenset({2}))
    assert edit.columns == ()
    assert edit.moves_sources
    assert applied(entries, SetDetails((0,), (EntryDetail(FORBIDDEN, "why"),))) is None


def test_a_batch_is_no_single_change(entries: Entries) -> None:
    assert applied(entries, Batch((SetCells(SOURCE, (0,), ("a",)),))) is None
