"""Quick fixes in a table are one change in all dictionaries together."""

from __future__ import annotations

import pytest

from support.multilingual_glossary import findings, said
from termdesk.application.glossaries.multilingual.checks import MultilingualChecks
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.multilingual.quick_fix import compute_multilingual_quick_fix
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.findings.kinds import REPEATED_BLANKS
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows

pytestmark = pytest.mark.anyio


async def test_all_of_a_kind_are_mended_in_all_languages_as_one_step(
    table: OpenTable, checks: MultilingualChecks
) -> None:
    listing = await checks.listing()
    change = await compute_multilingual_quick_fix(table, findings(listing, Rule.OUTER_SPACE))
    assert change is not None

    table.apply(change, table.steps.next("Trim"))

    assert said(await checks.listing(), Rule.OUTER_SPACE) == []
    assert table.dictionaries[0].entries.targets[0] == "Schraube"
    assert table.dictionaries[1].entries.targets[1] == "ナット"
    assert await compute_multilingual_quick_fix(table, findings(listing, Rule.OUTER_SPACE)) is None


async def test_a_source_phrase_is_mended_wherever_it_stands(table: OpenTable, checks: MultilingualChecks) -> None:
    (row,) = table.entries.rows_with("bolt")
    table.apply(edit_rows(table.entries, {row: TableRowEdit("two  blanks")}), table.steps.next("Edit"))
    listing = await checks.listing()
    found = [each for each in findings(listing, REPEATED_BLANKS) if not each.column]
    assert len(found) == 1

    change = await compute_multilingual_quick_fix(table, found)
    assert change is not None
    table.apply(change, table.steps.next("Collapse"))

    assert table.entries.source(row) == "two blanks"
    assert [each.entries.sources.count("two blanks") for each in table.dictionaries] == [1, 1]


async def test_rows_that_repeat_others_go_and_what_only_they_held(table: OpenTable, checks: MultilingualChecks) -> None:
    rows = len(table)
    change = await compute_multilingual_quick_fix(table, findings(await checks.listing(), Rule.DUPLICATE))
    assert change is not None

    inverse = table.apply(change, table.steps.next("Delete"))

    assert len(table) == rows - 1
    assert table.dictionaries[0].entries.sources.count("nut") == 1
    assert table.dictionaries[1].entries.sources.count("nut") == 1
    table.apply(inverse, None)
    assert len(table) == rows
