"""Edits, undo, redo, filters and cancelled jobs in the multilingual table, in any order: table and history agree."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.multilingual import undo_steps
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.changes import RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.errors import InvalidInput
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import NONE
from termdesk.storage.records import Records
from termdesk.ui.glossaries.multilingual.multilingual_edits import MultilingualEdits
from termdesk.ui.glossaries.sheet import sheet_edits
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

pytestmark = pytest.mark.scorecard("R12")

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
# Not every language has every phrase, and one has a phrase twice.
TARGETS = {
    "de": [(f"tree {number}", f"Baum {number % 7}") for number in range(40)],
    "ja": [("tree 3", "木"), *((f"tree {number}", f"木 {number}") for number in range(0, 50, 3))],
    "he": [(f"tree {number}", f"עץ {number}") for number in range(30, 10, -1)],
}
ARRANGEMENTS = [ViewQuery(), ViewQuery((Condition("3"),)), ViewQuery(sort_column=2)]
MANY, STEPS = 12, 120


class Hands:
    """Does one thing after another, while earlier jobs may still run."""

    def __init__(self, edits: MultilingualEdits, jobs: Jobs, seed: int) -> None:
        self.edits, self.jobs, self.table = edits, jobs, edits.table
        self.random = random.Random(seed)
        self.asked: list[asyncio.Task[None]] = []

    def act(self) -> None:
        edits, chance, rows = self.edits, self.random, len(self.table)
        position = chance.randrange(rows) if rows else 0
        some = chance.sample(range(rows), rows // 3)
        block = [
            [f"new {chance.random()}", "a", "b", "c"][: chance.randint(1, 4)] for _ in range(chance.randint(1, MANY))
        ]
        chance.choice(
            [
                lambda: edits.clear_cells({chance.randint(1, 3): range(rows)}),
                lambda: edits.clear_cells(dict.fromkeys((1, 2, 3), some)),
                lambda: edits.do(edits.removal(some)),
                lambda: edits.do(edits.paste_edit(block, rows=range(position, rows), columns=range(4))),
                lambda: edits.insert_block(block, row=position, columns=[0, 2, 3]),
                lambda: edits.do(edits.source_edit(position, f"tree {chance.randrange(60)}")) if rows else None,
                lambda: edits.do(edits.fill_edit(some, [1, 3])) if len(some) > 1 else None,
                lambda: edits.revert(some, [1, 2, 3]),
                lambda: edits.insert_row(position),
                *[edits.history.undo] * 4,
                *[edits.history.redo] * 3,
                self._give_up,
                lambda: self.asked.append(asyncio.create_task(self._from_outside())),
                lambda: self.asked.append(asyncio.create_task(self._arrange())),
            ]
        )()

    def _give_up(self) -> None:
        if self.jobs.running:
            self.jobs.cancel(self.jobs.running[0].key)

    async def _from_outside(self) -> None:
        column = self.random.randrange(3)
        rows = range(min(len(self.table.dictionaries[column]), self.random.randint(0, MANY)))
        change = self.random.choice([RemoveRows(rows), SetCells(TARGET, rows, ["service"] * len(rows))])
        with suppress(InvalidInput):
            await self.edits.apply_to_column(column, change, "From the service")

    async def _arrange(self) -> None:
        self.edits.model.set_order(await self.table.find_rows(self.random.choice(ARRANGEMENTS)))

    async def rest(self) -> None:
        await self.edits.wait_until_settled()
        while self.jobs.running:
            await asyncio.sleep(0)

    def check(self) -> None:
        history, steps, model, table = self.edits.history, self.table.steps, self.edits.model, self.table
        assert history.position == steps.done
        assert list(history.texts) == steps.titles
        assert len(set(model.order)) == model.rowCount()
        assert max(model.order, default=-1) < len(table)
        assert not model.is_in_file_order or model.rowCount() == len(table)
        fresh = MultilingualEntries([each.entries for each in table.dictionaries], table.entries.alignment)
        assert model.missing == fresh.count_missing()[1]
        for dictionary, ids in zip(table.dictionaries, table.entries.alignment.columns, strict=True):
            assert sorted(number for number in ids if number != NONE) == sorted(dictionary.entries.ids)
        for row in range(len(table)):
            positions = [(column, fresh.position(row, column)) for column in fresh.holders(row)]
            assert [table.entries.position(row, column) for column, _ in positions] == [
                position for _, position in positions
            ]
            assert (
                len({table.dictionaries[column].entries.sources[position or 0] for column, position in positions}) == 1
            )


def contents(table: OpenTable) -> list[list[tuple[str, str]]]:
    return [list(each.entries) for each in table.dictionaries]


@pytest.mark.parametrize("seed", range(6))
def test_undo_leads_to_the_start_and_redo_to_the_end(
    seed: int,
    opening_multilingual: Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable],
    finish: Finish,
    records: Records,
    window: QWidget,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sheet_edits, "MOST_AT_ONCE", MANY)
    monkeypatch.setattr(undo_steps, "MOST_AT_ONCE", MANY)
    jobs = Jobs(Notices(window), window)
    bugs: list[Exception] = []
    jobs.bug_found.connect(bugs.append)
    edits = MultilingualEdits(opening_multilingual(TARGETS), rename=lambda _row, _text: None, jobs=jobs)
    hands, table, history = Hands(edits, jobs, seed), edits.table, edits.history
    before, rows = contents(table), table.entries.alignment.copy()

    async def all_of_it() -> None:
        for _ in range(STEPS):
            hands.act()
            for _ in range(hands.random.choice([0, 0, 1, 2, 3, 5, 20])):
                await asyncio.sleep(0)
            if hands.random.random() < 0.1:
                await hands.rest()
                hands.check()
        await asyncio.gather(*hands.asked)
        await hands.rest()
        hands.check()
        after, done = contents(table), history.position
        while history.can_undo:
            history.undo()
            await hands.rest()
        assert contents(table) == before
        assert table.entries.alignment == rows
        while history.position < done:
            history.redo()
            await hands.rest()
        hands.check()
        assert contents(table) == after
        await table.wait_until_saved()
        for each, expected in zip(table.dictionaries, after, strict=True):
            on_disk, _ = await records.journal.load(each.draft.draft_id)
            assert list(on_disk) == expected

    finish(all_of_it())

    assert not bugs
