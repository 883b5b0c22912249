"""The changes behind the edits of the multilingual table, in all dictionaries at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange, align
from termdesk.ui.glossaries.multilingual.multilingual_changes import (
    clear_cells,
    fill_down,
    insert_block,
    paste_block,
    revert_cells,
)

ARABIC = [("bolt", "a1"), ("nut", "a2"), ("spring", "a4")]
GERMAN = [("bolt", "d1"), ("nut", "d2"), ("washer", "d3")]
texts = st.sampled_from(["", "x", "two words"])
blocks = st.lists(st.lists(texts, min_size=1, max_size=3), min_size=1, max_size=5)
rows = st.lists(st.integers(0, 3), unique=True, max_size=4).map(sorted)


def table_of() -> MultilingualEntries:
    """Return a table with the rows bolt, nut, washer and spring. Column 0 is the source, 1 Arabic, 2 German."""
    dictionaries = [Entries.of(ARABIC), Entries.of(GERMAN)]
    return MultilingualEntries(dictionaries, align(dictionaries))


def seen(table: MultilingualEntries) -> list[tuple[str, str | None, str | None]]:
    return [(table.source(row), table.target(row, 0), table.target(row, 1)) for row in range(len(table))]


def check_undone(change: MultilingualChange, table: MultilingualEntries) -> None:
    before = seen(table), [list(each) for each in table.dictionaries]
    table.apply(table.apply(change))
    assert (seen(table), [list(each) for each in table.dictionaries]) == before


def row_of(table: MultilingualEntries, source: str) -> tuple[str, str | None, str | None]:
    return next(each for each in seen(table) if each[0] == source)


def number_of(table: MultilingualEntries, source: str) -> int:
    return seen(table).index(row_of(table, source))


def test_clearing_takes_entries_out_and_leaves_the_source() -> None:
    table = table_of()
    bolt = number_of(table, "bolt")
    change = clear_cells(table, {0: [bolt], 1: [bolt]})
    check_undone(change, table)

    table.apply(change)

    assert row_of(table, "bolt") == ("bolt", None, "d1")
    assert "bolt" not in table.dictionaries[0].sources


def test_clearing_gaps_is_no_change() -> None:
    table = table_of()

    assert clear_cells(table, {2: [number_of(table, "spring")]}).count == 0


def test_filling_repeats_also_a_gap() -> None:
    table = table_of()
    order = [number_of(table, source) for source in ("spring", "bolt", "nut")]
    change = fill_down(table, order, [1, 2])
    check_undone(change, table)

    table.apply(change)

    assert [row_of(table, source)[1:] for source in ("bolt", "nut")] == [("a4", None), ("a4", None)]


@pytest.mark.slow
@given(blocks, rows)
def test_a_block_lands_in_its_cells_and_goes_on_in_new_rows(block: list[list[str]], goals: list[int]) -> None:
    table = table_of()
    change = paste_block(table, block, rows=goals, columns=[1, 2])
    check_undone(change, table)
    is_fill = len(block) == 1 and len(block[0]) == 1 and len(goals) > 1
    block = block * len(goals) if is_fill else block
    sources = [table.source(row) for row in goals]

    table.apply(change)

    for source, given_texts in zip(sources, block, strict=False):
        for target, text in zip(row_of(table, source)[1:], given_texts, strict=False):
            assert (target or "") == text
    assert len(table) >= 4


def test_new_rows_come_where_they_are_inserted() -> None:
    table = table_of()
    change = insert_block(table, [["rivet", "a5"], ["pin", "", "d6", "too wide"]], row=1, columns=[0, 1, 2])
    check_undone(change, table)

    table.apply(change)

    assert seen(table)[1:3] == [("rivet", "a5", None), ("pin", None, "d6")]
    assert len(table) == 6


@pytest.mark.parametrize("is_forbidden", [False, True])
def test_reverting_brings_back_what_the_service_has_and_leaves_what_is_new(is_forbidden: bool) -> None:
    table = table_of()
    bolt, nut, spring = (number_of(table, source) for source in ("bolt", "nut", "spring"))
    bases = [{"bolt": "old", "washer": "a3"}, {}]
    if is_forbidden:
        table.dictionaries[0].apply(SetDetails((0,), (EntryDetail(FORBIDDEN),)))

    change = revert_cells(table, [bolt, nut, spring, number_of(table, "washer")], [0, 1, 2], bases)
    check_undone(change, table)
    table.apply(change)

    assert row_of(table, "bolt")[1] == ("a1" if is_forbidden else "old"), "what is forbidden was never published"
    assert row_of(table, "washer")[1] == "a3", "what was taken out comes back"
    assert row_of(table, "spring")[1] == "a4", "what is new stays"
    assert row_of(table, "nut")[2] == "d2", "what was never published has nothing to go back to"
