"""The changes behind the edits of the grid: what they change, what they leave out, and that they can be undone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.changes import Change, SetDetails, as_one
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import DOMAIN, FORBIDDEN, NOTE, PREFERRED, STATUS, EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.ui.glossaries.dictionary.grid_changes import (
    clear_cells,
    fill_down,
    insert_block,
    paste_block,
    remove_rows,
    revert_rows,
    with_texts,
)

texts = st.sampled_from(["", "a", "b", "two words"])
rows = st.lists(st.integers(0, 3), unique=True, max_size=4)
blocks = st.lists(st.lists(texts, min_size=1, max_size=3), min_size=1, max_size=6)


def entries_of(*pairs: tuple[str, str]) -> Entries:
    """Return entries with these pairs; the second one has details."""
    entries = Entries.of(pairs or [("a", "1"), ("b", "2"), ("", "3"), ("d", "")])
    entries.apply(SetDetails((1,), (EntryDetail(PREFERRED, "mind", "law"),)))
    return entries


def state(entries: Entries) -> list[tuple[str, str, EntryDetail]]:
    return [(*entries[row], entries.detail(row)) for row in range(len(entries))]


def check_undone(entries: Entries, change: Change) -> None:
    before, ids = state(entries), list(entries.ids)
    inverse = entries.apply(change)
    entries.apply(inverse)
    assert state(entries) == before
    assert list(entries.ids) == ids


@given(rows, rows)
def test_clearing_empties_these_cells_alone(sources: list[int], noted: list[int]) -> None:
    entries = entries_of()
    expected = [
        ("" if row in sources else source, target, replaced(detail, is_noted=row in noted))
        for row, (source, target, detail) in enumerate(state(entries))
    ]
    change = clear_cells(entries, {SOURCE: sources, NOTE: noted})
    check_undone(entries, change)

    entries.apply(change)

    assert state(entries) == expected


def replaced(detail: EntryDetail, *, is_noted: bool) -> EntryDetail:
    return EntryDetail(detail.status, "" if is_noted else detail.note, detail.domain)


def test_what_is_empty_already_is_no_change() -> None:
    assert clear_cells(entries_of(), {SOURCE: [2], TARGET: [3], NOTE: [0, 2]}).count == 0


@given(st.dictionaries(st.sampled_from([SOURCE, TARGET, DOMAIN, NOTE]), st.dictionaries(st.integers(0, 3), texts)))
def test_texts_get_into_their_cells_and_the_same_text_is_no_change(expected: dict[int, dict[int, str]]) -> None:
    entries = entries_of()
    change = as_one(with_texts(entries, expected))
    check_undone(entries, change)

    entries.apply(change)

    assert all(entries.cell(row, column) == text for column, cells in expected.items() for row, text in cells.items())
    assert as_one(with_texts(entries, expected)).count == 0


def test_a_status_is_set_by_any_of_its_words_and_no_other_word() -> None:
    entries = entries_of()
    entries.apply(as_one(with_texts(entries, {STATUS: {0: "verboten"}})))

    assert entries.detail(0).status == FORBIDDEN
    with pytest.raises(InvalidInput, match="not a status"):
        with_texts(entries, {STATUS: {0: "fine"}})


@given(st.lists(st.integers(0, 3), min_size=1, unique=True))
def test_removing_takes_rows_in_any_order(gone: list[int]) -> None:
    entries = entries_of()
    rest = [each for row, each in enumerate(state(entries)) if row not in gone]
    check_undone(entries, remove_rows(gone))

    entries.apply(remove_rows(gone))

    assert state(entries) == rest


def test_filling_repeats_the_first_of_the_rows_as_they_are_given() -> None:
    entries = entries_of()
    entries.apply(fill_down(entries, [1, 0, 3], [TARGET, DOMAIN]))

    assert [entries.cell(row, TARGET) for row in range(4)] == ["2", "2", "3", "2"]
    assert [entries.cell(row, DOMAIN) for row in range(4)] == ["law", "law", "", "law"]
    assert entries.cell(0, SOURCE) == "a"


def test_reverting_leaves_new_and_forbidden_rows_alone() -> None:
    entries = entries_of(("a", "x"), ("b", "y"), ("new", "z"), ("d", "w"))
    entries.apply(SetDetails((3,), (EntryDetail(FORBIDDEN),)))

    change = revert_rows(entries, [0, 2, 3], {"a": "1", "b": "2", "d": "4"})
    check_undone(entries, change)
    entries.apply(change)

    assert [target for _, target in entries] == ["1", "y", "z", "w"]


@pytest.mark.slow
@given(blocks, rows.map(sorted), st.sampled_from([SOURCE, TARGET]))
def test_a_block_lands_at_its_place_and_goes_on_in_new_rows(
    block: list[list[str]], goals: list[int], column: int
) -> None:
    entries = entries_of()
    change = paste_block(entries, block, rows=goals, column=column, shown=(SOURCE, TARGET))
    check_undone(entries, change)

    entries.apply(change)

    is_fill = len(block) == 1 and len(block[0]) == 1 and len(goals) > 1
    positions = goals if is_fill else [*goals, *range(4, 4 + max(0, len(block) - len(goals)))]
    for position, given_texts in zip(positions, block * len(goals) if is_fill else block, strict=False):
        for offset, text in enumerate(given_texts[: 2 - column]):
            assert entries.cell(position, column + offset) == text
    assert len(entries) == 4 + (0 if is_fill else max(0, len(block) - len(goals)))


def test_a_block_follows_the_columns_as_they_are_seen() -> None:
    entries = entries_of()
    entries.apply(paste_block(entries, [["law", "x"]], rows=[0], column=DOMAIN, shown=(DOMAIN, TARGET)))

    assert (entries.cell(0, DOMAIN), entries.cell(0, TARGET), entries.cell(0, SOURCE)) == ("law", "x", "a")


def test_new_rows_have_details_only_where_the_block_has_them() -> None:
    entries = entries_of()
    block = [["x", "admitted"], ["y", ""]]

    entries.apply(insert_block(entries, block, row=1, column=TARGET, shown=(SOURCE, TARGET, STATUS)))

    assert state(entries)[1:3] == [("", "x", EntryDetail("admitted")), ("", "y", EntryDetail())]
    assert entries.detail(3).domain == "law", "the row that had details still has them"
