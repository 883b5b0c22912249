"""The dictionaries that a change of the table affects, the calls that will publish it, and where it is visible."""

from __future__ import annotations

import pytest

from support.multilingual_glossary import local_table
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.affected_dictionaries import find_affected, find_affected_rows
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.domain.entries.changes import RemoveRows
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.merging.difference import Method
from termdesk.domain.multilingual.edits import (
    TableRowEdit,
    edit_rows,
    insert_row,
    remove_rows,
    rewrite_cells,
    with_detail,
)
from termdesk.domain.multilingual.table import MultilingualChange

pytestmark = pytest.mark.anyio

TARGETS = {
    "de": [("cat", "Katze"), ("dog", "Hund")],
    "fr": [("cat", "chat"), ("cow", "vache"), ("dog", "chien")],
    "es": [("cow", "vaca")],
}


@pytest.fixture
async def table(library: Library) -> OpenTable:
    """German and French were published, French before its last row was added; Spanish never was."""
    made = await local_table(library, TARGETS)
    german, french, _ = made.dictionaries
    await german.rebase(base=german.entries.copy(), glossary=("g1", "Terms"))
    base = french.entries.copy()
    base.apply(RemoveRows([2]))
    await french.rebase(base=base, glossary=("g2", "Terms"))
    return made


def affected(table: OpenTable, change: MultilingualChange) -> list[tuple[str, int, Method]]:
    found = find_affected(table.dictionaries, table.entries, change)
    return [(each.pair.target, each.count, each.method) for each in found]


async def test_new_targets_are_merged_and_phrases_that_go_need_a_replacement(table: OpenTable) -> None:
    rows = {table.entries.source(row): row for row in range(len(table))}

    typed = edit_rows(table.entries, {rows["cat"]: TableRowEdit(targets={0: "Kater"})})
    assert affected(table, typed) == [("de", 1, Method.MERGE)]
    renamed = edit_rows(table.entries, {rows["cat"]: TableRowEdit("tomcat")})
    assert affected(table, renamed) == [("de", 1, Method.REPLACE), ("fr", 1, Method.REPLACE)]
    # The service does not have this row of the French dictionary yet.
    removed = remove_rows(table.entries, [rows["dog"]])
    assert affected(table, removed) == [("de", 1, Method.REPLACE), ("fr", 1, Method.MERGE)]
    both = rewrite_cells(table.entries, [(0, [rows["cat"], rows["dog"]], ["CAT", "DOG"])])
    assert affected(table, both) == [("de", 2, Method.REPLACE), ("fr", 2, Method.REPLACE)]


async def test_a_dictionary_that_was_never_published_is_created(table: OpenTable) -> None:
    rows = {table.entries.source(row): row for row in range(len(table))}

    change = edit_rows(table.entries, {rows["dog"]: TableRowEdit(targets={2: "perro"})})

    assert affected(table, change) == [("es", 1, Method.CREATE)]


async def test_a_change_shows_where_its_cells_are(table: OpenTable) -> None:
    entries = table.entries

    for change, rows in (
        (edit_rows(entries, {1: TableRowEdit(targets={0: "Kuh"})}), [1]),
        (edit_rows(entries, {0: TableRowEdit("tomcat"), 2: TableRowEdit("hound")}), [0, 2]),
        (insert_row(entries, 1), [1]),
        (remove_rows(entries, [1, 2]), [0]),
        (remove_rows(entries, [0]), [0]),
        (with_detail(entries, 2, 0, EntryDetail(FORBIDDEN)), [2]),
        (edit_rows(entries, {0: TableRowEdit(targets={0: "Kater"})}, [TableRowEdit("gear", {0: "Zahnrad"})]), [0, 3]),
        (edit_rows(entries, {2: TableRowEdit(targets={0: "Rüde"})}, [TableRowEdit("gear", {0: "Rad"})], new_at=2), [2]),
    ):
        assert find_affected_rows(entries, change) == rows
