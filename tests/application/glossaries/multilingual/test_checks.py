"""The checks of all languages of a glossary: one list, mended through the table, kept up with every edit."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator

import pytest

from support.multilingual_glossary import made
from support.publishing_setup import PublishingSetup, client
from support.running_service import RunningService
from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory
from termdesk.application.glossaries.checks.findings import Finding
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.checks import MultilingualChecks
from termdesk.application.glossaries.multilingual.findings import MultilingualListing
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.multilingual.quick_fix import compute_multilingual_quick_fix
from termdesk.domain.advice.custom_rules import CustomRule
from termdesk.domain.advice.kinds import INVISIBLE, NEAR_DUPLICATE, REFUSED, REPEATED_BLANKS
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows, insert_row
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

# The two dictionaries do not have their phrases in the same order, and each has one that the other lacks.
TARGETS = {
    "de": [("bolt", "Schraube "), ("e-mail", "E-Mail"), ("nut", "Mutter"), ("nut", "Mutter"), ("only de", "a  b")],
    "ja": [("only ja", "木\u200b"), ("nut", "ナット "), ("email", "メール"), ("e-mail", "メール"), ("bolt", "ボルト")],
}


@pytest.fixture
async def library(records: Records, service: RunningService) -> AsyncIterator[Library]:
    async with client(service.url, service.key) as api:
        # A profile of its own, since all tests share the service.
        yield Library(PublishingSetup(records, api, profile=uuid.uuid4().hex), records)


@pytest.fixture
async def table(library: Library) -> AsyncIterator[OpenTable]:
    summary = await made(library, "Parts", {code: Entries.of(pairs) for code, pairs in TARGETS.items()})
    opened = await OpenTable.opened(library, summary, "en")
    yield opened
    await opened.close()


@pytest.fixture
def checks(library: Library, records: Records, table: OpenTable) -> MultilingualChecks:
    return MultilingualChecks.create(table, CheckFactory(library, records))


def findings(listing: MultilingualListing, kind: str) -> list[Finding]:
    return [listing.finding(packed) for packed in listing.open.of(kind)]


def said(listing: MultilingualListing, kind: str) -> list[tuple[str, str]]:
    """Language and phrase of what is found."""
    return [(listing.language(each), listing.phrase(each)) for each in findings(listing, kind)]


async def test_the_rules_of_the_service_are_listed_at_once_by_the_rows_of_the_table(
    table: OpenTable, checks: MultilingualChecks
) -> None:
    listing = await checks.by_rules()

    assert said(listing, Rule.OUTER_SPACE) == [("de", "Schraube "), ("ja", "ナット ")]
    assert said(listing, Rule.DUPLICATE) == [("en", "nut"), ("en", "nut")]
    assert listing.open.by_kind.keys() == {Rule.OUTER_SPACE, Rule.DUPLICATE}
    for each in findings(listing, Rule.OUTER_SPACE):
        assert table.entries.target(each.row, each.part) == listing.phrase(each)
    assert [each.row for each in findings(listing, Rule.DUPLICATE)] == table.entries.rows_with("nut")


async def test_what_is_said_of_a_source_phrase_is_said_once_and_all_else_of_its_language(
    table: OpenTable, checks: MultilingualChecks
) -> None:
    listing = await checks.listing()

    assert said(listing, REPEATED_BLANKS) == [("de", "a  b")]
    assert said(listing, INVISIBLE) == [("ja", "木\u200b")]
    # Both are spellings of one phrase in Japanese alone.
    assert {phrase for _, phrase in said(listing, NEAR_DUPLICATE)} == {"email", "e-mail"}
    await checks.set_rules([CustomRule("No nuts", "nut")])
    (own,) = (await checks.listing()).own_kinds
    listing = await checks.listing()
    assert said(listing, own) == [("en", "nut"), ("en", "nut")]
    assert all(listing.of_all(each) for each in findings(listing, own))
    packed = listing.open.of(own)[0]
    assert listing.packed(listing.finding(packed)) == packed
    first, behind = listing.place_of(listing.finding(packed).row, 0)
    assert first <= packed <= behind


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
