"""Find and replace over all languages of a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from support.multilingual_glossary import local_table
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.multilingual.rewrite import TablePhrases, compute_rewrite
from termdesk.domain.entries.rewrite import Hits, make_replacement
from termdesk.domain.errors import InvalidInput
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows
from termdesk.domain.progress import NoProgress

pytestmark = pytest.mark.anyio

TARGETS = {
    "de": [("old cat", "alte Katze"), ("dog", "old")],
    "fr": [("old cat", "vieux chat old"), ("cow", "vache")],
}


@pytest.fixture
async def table(library: Library) -> AsyncIterator[OpenTable]:
    made = await local_table(library, TARGETS)
    yield made
    await made.close()


async def hits(table: OpenTable, search: str, text: str, rows: list[int] | None = None) -> list[Hits]:
    rewrite = make_replacement(search, text, is_pattern=True)
    return await TablePhrases(table).hits(rewrite, columns=[0, 1, 2], rows=rows, progress=NoProgress())


def cells(found: list[Hits], table: OpenTable) -> list[tuple[int, str, str]]:
    return [
        (each.column, table.entries.source(row), text)
        for each in found
        for row, text in zip(each.rows, each.after, strict=True)
    ]


async def test_hits_are_found_in_every_language_by_the_rows_of_the_table(table: OpenTable) -> None:
    found = await hits(table, "old", "new")

    assert cells(found, table) == [(0, "old cat", "new cat"), (1, "dog", "new"), (2, "old cat", "vieux chat new")]
    (row,) = table.entries.rows_with("dog")
    assert cells(await hits(table, "old", "new", [row]), table) == [(1, "dog", "new")]


async def test_missing_entries_are_neither_found_nor_made(table: OpenTable) -> None:
    assert await hits(table, "^$", "filled") == []


async def test_the_change_renames_a_source_in_every_dictionary_and_leads_back(table: OpenTable) -> None:
    before = [list(each.entries) for each in table.dictionaries]

    change = await compute_rewrite(table, await hits(table, "old", "new"))
    inverse = table.apply(change, table.steps.next("Replace"))

    assert [next(iter(each.entries)) for each in table.dictionaries] == [
        ("new cat", "alte Katze"),
        ("new cat", "vieux chat new"),
    ]
    table.apply(inverse)
    assert [list(each.entries) for each in table.dictionaries] == before


async def test_hits_of_rows_that_moved_meanwhile_are_not_used(table: OpenTable) -> None:
    found = await hits(table, "old", "new")
    being_made = asyncio.ensure_future(compute_rewrite(table, found))
    await asyncio.sleep(0)
    table.apply(edit_rows(table.entries, {0: TableRowEdit("moved")}), table.steps.next("Edit"))

    with pytest.raises(InvalidInput):
        await being_made
