"""The checks of all languages of a glossary: one list, fixed through the table, and updated after every edit."""

from __future__ import annotations

import pytest

from support.multilingual_glossary import findings, said
from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.multilingual.checks import MultilingualChecks
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import INVISIBLE, REFUSED, REPEATED_BLANKS
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows, insert_row

pytestmark = pytest.mark.anyio


async def test_it_follows_edits_also_those_that_move_the_rows_of_other_languages(
    table: OpenTable, checks: MultilingualChecks
) -> None:
    before = findings(await checks.listing(), INVISIBLE)

    table.apply(insert_row(table.entries, 0), table.steps.next("Insert"))
    (row,) = table.entries.rows_with("bolt")
    table.apply(edit_rows(table.entries, {row: TableRowEdit(targets={1: "ボ\u200bルト"})}), table.steps.next("Edit"))
    listing = await checks.listing()

    assert said(listing, INVISIBLE) == [("ja", "木\u200b"), ("ja", "ボ\u200bルト")]
    assert findings(listing, INVISIBLE)[0].row == before[0].row + 1
    assert findings(listing, INVISIBLE)[0].row_id == before[0].row_id
    assert checks.kinds_at(row, 2) == [INVISIBLE]
    assert checks.kinds_at(row, 1) == []


async def test_what_is_ignored_of_a_source_phrase_is_ignored_in_all_languages(
    table: OpenTable, checks: MultilingualChecks
) -> None:
    (row,) = table.entries.rows_with("bolt")
    table.apply(edit_rows(table.entries, {row: TableRowEdit("two  blanks")}), table.steps.next("Edit"))
    listing = await checks.listing()
    (found,) = [each for each in findings(listing, REPEATED_BLANKS) if not each.column]

    await checks.ignore(listing, [found], "as on the plate")
    listing = await checks.listing()

    assert said(listing, REPEATED_BLANKS) == [("de", "a  b")]
    assert [listing.phrase(listing.finding(each)) for each in listing.ignored.all] == ["two  blanks"]
    assert list((await checks.notes()).values()) == ["as on the plate"]
    await checks.take_back(listing, [listing.finding(listing.ignored.all[0])])
    assert len(findings(await checks.listing(), REPEATED_BLANKS)) == 2


async def test_an_edit_of_one_language_looks_at_no_other_again(table: OpenTable, checks: MultilingualChecks) -> None:
    before = await checks.listing()
    (row,) = table.entries.rows_with("bolt")

    table.apply(edit_rows(table.entries, {row: TableRowEdit(targets={1: "ボルト "})}), table.steps.next("Edit"))
    after = await checks.listing()

    assert after.parts[0] is before.parts[0]
    assert after.parts[1] is not before.parts[1]
    assert said(after, Rule.OUTER_SPACE) == [("de", "Schraube "), ("ja", "ボルト "), ("ja", "ナット ")]
    await checks.set_rules([CustomRule("No nuts", "nut")])
    assert (await checks.listing()).parts[0] is not after.parts[0]


async def test_what_the_service_refused_of_one_language_is_listed_by_the_rows_of_the_table(
    table: OpenTable, checks: MultilingualChecks
) -> None:
    japanese = table.dictionaries[1]
    await checks.listing()
    row = japanese.entries.sources.index("nut")

    first = checks.refuse(japanese, [PublishViolation("“nut” is taken", "Change it.", row, TARGET)])

    assert first is not None
    assert (table.entries.source(first.row), first.part, first.column) == ("nut", 1, TARGET)
    assert table.cell_of(japanese, row, TARGET) == (first.row, 2)
    listing = await checks.listing()
    assert said(listing, REFUSED) == [("ja", "ナット ")]
    assert findings(listing, REFUSED) == [first]
    checks.accept(japanese)
    assert findings(await checks.listing(), REFUSED) == []


async def test_a_refusal_that_names_no_row_is_not_listed(table: OpenTable, checks: MultilingualChecks) -> None:
    assert checks.refuse(table.dictionaries[0], [PublishViolation("Too large.")]) is None
    assert findings(await checks.listing(), REFUSED) == []
