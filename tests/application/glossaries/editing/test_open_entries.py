"""Filters, sort orders and counts of an open dictionary include every edit, also one made meanwhile."""

from __future__ import annotations

import asyncio

import pytest

from support.view_queries import containing
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import NOTHING, Facet
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.changes import InsertRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import DOMAIN, NOTE, STATUS, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


async def open_with(records: Records, entries: Entries) -> OpenDictionary:
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id=None,
        glossary_name="Terms",
        pair=LanguagePair("en", "de"),
        entries=entries,
        is_on_service=False,
    )
    return await OpenDictionary.open(records.journal, draft)


def only(facet: Facet, *values: str) -> ViewQuery:
    return ViewQuery().with_values(facet, frozenset(values))


@pytest.mark.slow
async def test_an_edit_while_the_grid_is_arranged_is_in_the_answer(records: Records) -> None:
    dictionary = await open_with(records, Entries.of([(f"house {number}", "x") for number in range(20_000)]))
    intended = containing("tree").with_order(SOURCE)
    asked = asyncio.create_task(dictionary.find_rows(intended))
    await asyncio.sleep(0)

    dictionary.apply(InsertRows.at(dictionary.entries, 5, [("tree 2", "y"), ("tree 1", "z")]))

    assert list(await asked or []) == [6, 5]
    assert list(await dictionary.find_rows(intended) or []) == [6, 5]
    await dictionary.close()


@pytest.mark.slow
async def test_an_arrangement_that_was_given_up_leaves_nothing_stale(records: Records) -> None:
    dictionary = await open_with(records, Entries.of([(f"house {number}", "x") for number in range(20_000)]))
    given_up = asyncio.create_task(dictionary.find_rows(containing("tree").with_order(TARGET)))
    await asyncio.sleep(0)
    dictionary.apply(SetCells(SOURCE, (7,), ("tree",)))
    given_up.cancel()
    await asyncio.wait({given_up})

    assert list(await dictionary.find_rows(containing("tree").with_order(TARGET)) or []) == [7]
    await dictionary.close()


async def test_everything_in_file_order_needs_no_list(records: Records) -> None:
    dictionary = await open_with(records, Entries.of([("tree", "Baum"), ("house", "Haus"), ("", "x")]))

    assert await dictionary.find_rows(ViewQuery()) is None
    assert await dictionary.find_rows(containing("not there")) == []
    await dictionary.close()


async def test_details_are_filtered_sorted_and_counted(records: Records) -> None:
    dictionary = await open_with(records, Entries.of([(f"tree {number}", "Baum") for number in range(6)]))
    details = [EntryDetail("preferred", "see the law", "law"), EntryDetail(domain="energy"), EntryDetail("forbidden")]
    dictionary.apply(SetDetails((4, 1, 2), details))

    async def shown(intended: ViewQuery) -> list[int]:
        return list(await dictionary.find_rows(intended) or [])

    assert await shown(ViewQuery((Condition("LAW", NOTE),))) == [4]
    assert await shown(ViewQuery((Condition("", DOMAIN, Match.EMPTY, is_negated=True),))) == [1, 4]
    assert await shown(ViewQuery((Condition("^p", STATUS, Match.PATTERN), Condition("tree")))) == [4]
    assert await shown(ViewQuery(sort_column=DOMAIN, descending=True)) == [4, 1, 0, 2, 3, 5]
    assert await shown(only(Facet.STATUS, "forbidden", "preferred")) == [2, 4]
    assert await shown(only(Facet.NOTE, NOTHING).with_values(Facet.DOMAIN, frozenset({"energy"}))) == [1]
    assert await dictionary.count_facets(only(Facet.STATUS, "preferred"), [Facet.STATUS, Facet.DOMAIN]) == {
        Facet.STATUS: {"preferred": 1, "forbidden": 1, NOTHING: 4},
        Facet.DOMAIN: {"law": 1, "energy": 0, NOTHING: 0},
    }
    await dictionary.close()
