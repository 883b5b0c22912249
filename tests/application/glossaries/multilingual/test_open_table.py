"""Several dictionaries open as one table: its rows, and edits that change all of them or none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager

import pytest

from support.multilingual_glossary import local_table
from support.proof.tracked_objects import Visits
from support.view_queries import containing
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.changes import InsertRows, SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows, rewrite_cells, with_detail
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange, align

pytestmark = pytest.mark.anyio

FRENCH = LanguagePair("en", "fr")
TARGETS = {
    "de": [("cat", "Katze "), ("dog", "Hund"), ("dog", "Rüde")],
    "fr": [("cat", "chat"), ("cow", "vache"), ("dog", "chien")],
}


@pytest.fixture
async def table(library: Library) -> AsyncIterator[OpenTable]:
    made = await local_table(library, TARGETS)
    yield made
    await made.close()


async def test_violations_are_told_by_the_cells_of_the_table(table: OpenTable) -> None:
    (cat,), dogs = table.entries.rows_with("cat"), table.entries.rows_with("dog")

    assert table.has_violation(cat, 0)
    assert not table.has_violation(cat, 1)
    found = table.violation_at(cat, 0)
    assert found is not None
    assert found.rule is Rule.OUTER_SPACE
    assert table.violation_at(cat, 1) is None
    assert [table.source_has_violation(row) for row in (cat, *dogs)] == [False, True, True]
    said = table.source_violation(dogs[1])
    assert said is not None
    pair, violation = said
    assert (pair.target, violation.rule, violation.row) == ("de", Rule.DUPLICATE, dogs[1])
    assert table.violation_rows() == sorted([cat, *dogs])
    assert table.violation_count == 3


async def test_rows_with_a_problem_are_found_again_after_an_edit(table: OpenTable) -> None:
    (cat,) = table.entries.rows_with("cat")
    before = table.violation_rows()

    table.apply(edit_rows(table.entries, {cat: TableRowEdit(targets={0: "Katze"})}), table.steps.next("Trim"))

    assert table.violation_rows() == [row for row in before if row != cat]


async def test_a_cell_where_a_dictionary_has_no_entry_has_nothing(table: OpenTable) -> None:
    (cow,) = table.entries.rows_with("cow")

    assert (table.has_violation(cow, 0), table.is_changed(cow, 0), table.is_forbidden(cow, 0)) == (False, False, False)
    assert table.detail(cow, 0) == EntryDetail()
    table.apply(with_detail(table.entries, cow, 1, EntryDetail(FORBIDDEN)), table.steps.next("Forbid"))
    assert (table.is_forbidden(cow, 0), table.is_forbidden(cow, 1)) == (False, True)


async def test_columns_are_the_source_and_each_language(table: OpenTable) -> None:
    french = table.dictionaries[1]
    row = french.entries.sources.index("cow")

    assert [table.language(column) for column in range(3)] == ["en", "de", "fr"]
    assert [table.dictionary_at(each.number) for each in table.columns] == [None, *table.dictionaries]
    (cow,) = table.entries.rows_with("cow")
    assert table.cell_of(french, row, TARGET) == (cow, 2)
    assert table.cell_of(french, row, SOURCE) == (cow, 0)


def rename_all(entries: MultilingualEntries) -> MultilingualChange:
    rows = range(len(entries))
    return rewrite_cells(entries, [(0, list(rows), [f"{entries.source(row)} 2" for row in rows])])


async def test_a_change_of_many_rows_is_one_step_in_all_dictionaries(table: OpenTable) -> None:
    before = [list(each.entries) for each in table.dictionaries]

    change = await table.apply_bulk_change(rename_all, table.steps.next("Rename"))
    assert change is not None

    assert all(source.endswith(" 2") for each in table.dictionaries for source in each.entries.sources)
    assert table.entries.alignment == align([each.entries for each in table.dictionaries])
    assert table.steps.titles == ["Rename"]
    table.apply(table.steps.change(0, table.entries))
    assert [list(each.entries) for each in table.dictionaries] == before
    assert await table.apply_bulk_change(lambda _entries: MultilingualChange(()), table.steps.next("No")) is None


async def test_while_many_rows_change_nothing_else_does(table: OpenTable) -> None:
    being_done = asyncio.ensure_future(table.apply_bulk_change(rename_all, table.steps.next("Rename")))
    while not table.is_busy:
        await asyncio.sleep(0)

    with pytest.raises(InvalidInput):
        table.apply(edit_rows(table.entries, {0: TableRowEdit("typed")}), table.steps.next("Type"))
    await being_done

    assert "typed" not in table.dictionaries[0].entries.sources
    assert not table.is_busy


async def test_an_edit_during_a_search_is_in_the_answer(table: OpenTable) -> None:
    asked = asyncio.ensure_future(table.find_rows(containing("owl").with_order(1)))
    await asyncio.sleep(0)

    (cow,) = table.entries.rows_with("cow")
    table.apply(edit_rows(table.entries, {cow: TableRowEdit("owl")}), table.steps.next("Edit"))

    assert list(await asked or []) == table.entries.rows_with("owl")
    assert await table.find_rows(ViewQuery()) is None
    counts = await table.count_facets(containing("owl"), [Facet.INCOMPLETE])
    assert counts[Facet.INCOMPLETE]["target_empty"] == 1


async def test_a_dictionary_that_was_edited_before_the_table_is_shown_is_aligned_again(table: OpenTable) -> None:
    german = table.dictionaries[0]
    german.apply(InsertRows.at(german.entries, 0, [("cow", "Kuh")]))
    german.apply(SetCells(TARGET, (1,), ("Katze",)))

    await table.align_anew()

    (cow,) = table.entries.rows_with("cow")
    assert [table.entries.target(cow, column) for column in range(2)] == ["Kuh", "vache"]


async def test_what_was_closed_takes_no_change(library: Library) -> None:
    closed = await local_table(library, TARGETS)
    kept = closed.dictionaries[1]
    await closed.close(is_kept=lambda each: each is kept)

    with pytest.raises(InvalidInput):
        closed.apply(edit_rows(closed.entries, {0: TableRowEdit("late")}))
    with pytest.raises(InvalidInput):
        await closed.apply_bulk_change(rename_all)

    assert "late" not in kept.entries.sources
    kept.apply(SetCells(TARGET, (0,), ("still open",)))
    await library.close(kept)


async def french_parts(library: Library) -> GlossarySummary:
    """Create a glossary on this computer with one closed dictionary."""
    await library.close(await library.new("Parts", FRENCH, Entries.of(TARGETS["fr"])))
    (summary,) = await library.local_summaries()
    return summary


async def test_what_is_opened_alone_while_the_table_closes_can_be_edited(library: Library) -> None:
    summary = await french_parts(library)
    table = await OpenTable.open(library, summary, "en")
    # Closing takes its time, because edits have to be saved first.
    table.dictionaries[0].apply(SetCells(TARGET, (1,), ("veau",)))
    closing = asyncio.create_task(table.close())
    await asyncio.sleep(0)
    opening = asyncio.create_task(library.open(summary, FRENCH))

    await closing

    alone = await opening
    alone.apply(SetCells(TARGET, (0,), ("chatte",)))
    await library.close(alone)


@pytest.mark.slow
async def test_what_is_opened_alone_while_the_table_is_given_up_can_be_edited(library: Library) -> None:
    summary = await french_parts(library)
    coming = asyncio.create_task(OpenTable.open(library, summary, "en"))
    while not library.open_dictionaries:
        await asyncio.sleep(0)
    library.open_dictionaries[0].apply(SetCells(TARGET, (1,), ("veau",)))
    opening = asyncio.create_task(library.open(summary, FRENCH))

    coming.cancel()
    await asyncio.wait({coming})

    assert coming.cancelled()
    alone = await opening
    alone.apply(SetCells(TARGET, (0,), ("chatte",)))
    await library.close(alone)


async def test_a_page_that_closes_leaves_open_what_the_table_has_just_opened(library: Library) -> None:
    summary, expected = await french_parts(library), list[OpenDictionary]()

    @contextmanager
    def expect_pages(dictionaries: Sequence[OpenDictionary]) -> Iterator[None]:
        coming = list(dictionaries)
        expected.extend(coming)
        yield
        del expected[: len(coming)]

    coming = asyncio.create_task(OpenTable.open(library, summary, "en", expect_pages=expect_pages))
    while not library.open_dictionaries:
        await asyncio.sleep(0)
    (french,) = library.open_dictionaries
    times_opened = library.times_opened(french)
    assert not coming.done()

    await library.close_unshown(french, times_opened=times_opened, is_shown=lambda: french in expected)

    table = await coming
    assert expected == []
    table.dictionaries[0].apply(SetCells(TARGET, (0,), ("chatte",)))
    await table.close()
    assert list(library.open_dictionaries) == []


@pytest.mark.slow
async def test_the_garbage_collection_does_not_visit_the_rows(library: Library) -> None:
    rows = 5_000
    visits = Visits(rows)
    pairs = {language: [(f"word {number}", f"Wort {number}") for number in range(rows)] for language in ("de", "fr")}
    table = await local_table(library, pairs)
    pairs.clear()
    await table.find_rows(containing("1"))
    await table.find_rows(ViewQuery(sort_column=1))

    more, large = visits.more()

    assert large == []
    assert more < rows // 4
    await table.close()
