"""Edits in the multilingual table can be undone there after its dictionaries were closed and opened again."""

from __future__ import annotations

import random
import uuid
from collections.abc import AsyncIterator
from functools import partial

import pytest

from support.multilingual_glossary import made, own_entries, summary_of
from support.publishing_setup import PublishingSetup, client
from support.running_service import RunningService
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows, from_outside, insert_row, remove_rows
from termdesk.domain.multilingual.table import MultilingualChange, align
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

Contents = list[list[tuple[str, str]]]


@pytest.fixture
async def library(records: Records, service: RunningService) -> AsyncIterator[Library]:
    async with client(service.url, service.key) as api:
        setup = PublishingSetup(records, api, profile=uuid.uuid4().hex)
        yield Library(setup, records)


def do(table: OpenTable, change: MultilingualChange, title: str) -> None:
    if change.count:
        table.apply(change, table.steps.next(title))


def undo(table: OpenTable) -> None:
    position = table.steps.done - 1
    table.apply(
        table.steps.change(position, table.entries), StepMark(position, table.steps.titles[position], is_done=False)
    )


def redo(table: OpenTable) -> None:
    position = table.steps.done
    table.apply(table.steps.change(position, table.entries), StepMark(position, table.steps.titles[position]))


@pytest.mark.slow
async def test_undo_in_the_table_brings_back_the_base_of_a_change_from_elsewhere(library: Library) -> None:
    summary = await made(library, "Parts", own_entries())
    table = await OpenTable.open(library, summary, "en")
    [german, *others] = sorted(table.dictionaries, key=lambda each: each.pair.target != "de")
    for each in table.dictionaries:
        await each.rebase(base=each.entries.copy(), glossary=(uuid.uuid4().hex, "Parts"))
    before, published = german.published, [each.published for each in others]
    remote = Entries.of([*german.entries.copy(), ("wing nut", "Flügelmutter")])
    change = InsertRows.at(german.entries, len(german), [("wing nut", "Flügelmutter")])
    revision, column = german.revision, table.dictionaries.index(german)
    do(table, from_outside(table.entries, column, change), "Changes from the service")
    await german.accept(remote, since=revision)
    assert german.published == remote.as_dict()

    for is_worker in (False, True):
        for is_done, base in ((False, before), (True, remote.as_dict())):
            if is_worker:
                mark = StepMark(0, "Changes from the service", is_done=is_done)
                await table.apply_bulk_change(partial(table.steps.change, 0), mark)
            else:
                (redo if is_done else undo)(table)
            assert german.published == base
            await german.wait_until_saved()
            _, stored = await library._records.journal.load(german.draft.draft_id)
            assert stored is not None
            assert stored.as_dict() == base
    assert [each.published for each in others] == published
    await table.close()


def undo_alone(dictionary: OpenDictionary) -> None:
    position = dictionary.steps.done - 1
    mark = StepMark(position, dictionary.steps.titles[position], is_done=False)
    dictionary.apply(dictionary.steps.change(position, dictionary.entries), mark)


def contents(table: OpenTable) -> Contents:
    return [list(each.entries) for each in table.dictionaries]


async def opened(library: Library, summary: GlossarySummary) -> OpenTable:
    return await OpenTable.open(library, await summary_of(library, summary.key), "en")


async def test_steps_come_back_with_the_table(library: Library) -> None:
    summary = await made(library, "Parts", own_entries())
    table = await opened(library, summary)
    before = contents(table)
    do(table, edit_rows(table.entries, {0: TableRowEdit("screw", {1: "Schraube 2", 3: "ねじ"})}), "Rename")
    do(table, remove_rows(table.entries, [1]), "Delete row")
    do(table, edit_rows(table.entries, {}, [TableRowEdit("gear", {1: "Zahnrad", 0: "ترس"})]), "Paste")
    after = contents(table)
    undo(table)
    await table.close()

    again = await opened(library, summary)

    assert again.steps.titles == ["Rename", "Delete row", "Paste"]
    assert again.steps.done == 2
    redo(again)
    assert contents(again) == after
    for _ in range(3):
        undo(again)
    assert contents(again) == before
    assert again.entries.alignment == align([each.entries for each in again.dictionaries])
    for _ in range(3):
        redo(again)
    assert contents(again) == after
    await again.close()


@pytest.mark.slow
async def test_what_was_taken_back_in_one_dictionary_alone_stands_by_itself(library: Library) -> None:
    summary = await made(library, "Parts", own_entries())
    table = await opened(library, summary)
    before = contents(table)
    do(table, edit_rows(table.entries, {0: TableRowEdit(None, {1: "Bolzen", 3: "ねじ"})}), "Type")
    do(table, edit_rows(table.entries, {1: TableRowEdit(None, {1: "Nuss"})}), "Type more")
    await table.close()
    alone = await library.open(await summary_of(library, summary.key), LanguagePair("en", "de"))
    undo_alone(alone)
    undo_alone(alone)
    await library.close(alone)

    again = await opened(library, summary)

    assert (again.steps.titles, again.steps.done) == (["Type", "Type", "Type more"], 1)
    undo(again)
    assert contents(again) == before
    await again.close()


@pytest.mark.slow
async def test_a_clock_that_goes_back_mixes_nothing_up(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = await made(library, "Parts", own_entries())
    for moment in (2_000.0, 1_000.0, 1_000.0):
        monkeypatch.setattr("time.time", lambda moment=moment: moment)
        table = await opened(library, summary)
        do(
            table,
            edit_rows(table.entries, {0: TableRowEdit(None, {0: f"at {moment} {table.steps.done}"})}),
            f"{moment}",
        )
        await table.close()
    monkeypatch.undo()

    again = await opened(library, summary)

    assert again.steps.titles == ["2000.0", "1000.0", "1000.0"]
    undo(again)
    assert "at 1000.0 1" in again.dictionaries[0].entries.targets
    await again.close()


def act_on_table(table: OpenTable, chance: random.Random) -> None:
    rows, width = len(table), table.entries.width
    some = chance.sample(range(rows), min(rows, 2))
    column = chance.randrange(width)
    edit = TableRowEdit(
        chance.choice([None, f"new {chance.random()}"]), {column: chance.choice(["", f"{chance.random()}"])}
    )
    acts = [
        lambda: do(table, edit_rows(table.entries, dict.fromkeys(some[:1], edit)), "Edit"),
        lambda: do(table, remove_rows(table.entries, some), "Delete rows"),
        lambda: do(table, insert_row(table.entries, chance.randrange(rows + 1)), "Insert row"),
        lambda: undo(table) if table.steps.done else None,
        lambda: undo(table) if table.steps.done else None,
        lambda: redo(table) if table.steps.done < len(table.steps.titles) else None,
    ]
    chance.choice(acts)()


def act_alone(dictionary: OpenDictionary, chance: random.Random) -> None:
    entries, steps = dictionary.entries, dictionary.steps
    position = chance.randrange(len(entries) + 1)
    if steps.done and chance.random() < 0.4:
        undo_alone(dictionary)
    elif position < len(entries) and chance.random() < 0.7:
        change = chance.choice(
            [RemoveRows([position]), SetCells(chance.choice([SOURCE, TARGET]), [position], ["alone"])]
        )
        dictionary.apply(change, steps.next("Alone"))
    else:
        dictionary.apply(InsertRows([position], ["more"], ["mehr"], entries.new_ids(1)), steps.next("Alone, a row"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
async def test_together_and_alone_in_any_order_everything_can_be_undone(library: Library, seed: int) -> None:
    chance = random.Random(seed)
    summary = await made(library, "Parts", own_entries())
    before = own_entries()
    for _ in range(6):
        if chance.random() < 0.6:
            table = await opened(library, summary)
            for _ in range(8):
                act_on_table(table, chance)
            await table.close()
        else:
            pair = LanguagePair("en", chance.choice(sorted(before)))
            alone = await library.open(await summary_of(library, summary.key), pair)
            for _ in range(4):
                act_alone(alone, chance)
            await library.close(alone)

    table = await opened(library, summary)
    after, done = contents(table), table.steps.done
    while table.steps.done:
        undo(table)
    assert contents(table) == [list(before[code]) for code in sorted(before)]
    while table.steps.done < done:
        redo(table)
    assert contents(table) == after
    await table.close()
