"""Edits, undo, redo, filters and given-up jobs in any order while many rows change: history and dictionary stay one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.editing import undo_steps
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.changes import Change, RemoveRows, SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.errors import InvalidInput
from termdesk.storage.records import Records
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.sheet import sheet_edits
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

pytestmark = pytest.mark.scorecard("R12")

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
PAIRS = [(f"tree {number}", f"Baum {number % 7}") for number in range(60)]
ARRANGEMENTS = [ViewQuery(), ViewQuery((Condition("3"),)), ViewQuery(sort_column=TARGET)]
MANY, STEPS = 5, 150


class Hands:
    """Does one thing after another, while earlier jobs may still run."""

    def __init__(self, edits: GridEdits, jobs: Jobs, seed: int) -> None:
        self.edits, self.jobs, self.dictionary = edits, jobs, edits.dictionary
        self.random = random.Random(seed)
        self.asked: list[asyncio.Task[None]] = []

    def act(self) -> None:
        edits, chance, rows = self.edits, self.random, len(self.dictionary.entries)
        position = chance.randrange(rows) if rows else 0
        chance.choice(
            [
                lambda: edits.clear_cells({TARGET: range(rows)}),
                lambda: edits.remove_rows(chance.sample(range(rows), rows // 3)),
                lambda: edits.append_rows([("new", "neu")] * chance.randint(1, 3 * MANY), "Append"),
                lambda: edits.set_cells([(position, SOURCE, f"{chance.random()}")], "Edit") if rows else None,
                lambda: edits.insert_row(position, source="one"),
                *[edits.history.undo] * 3,
                *[edits.history.redo] * 2,
                self._give_up,
                lambda: self.asked.append(asyncio.create_task(self._by_a_job())),
                lambda: self.asked.append(asyncio.create_task(self._arrange())),
            ]
        )()

    def _give_up(self) -> None:
        if self.jobs.running:
            self.jobs.cancel(self.jobs.running[0].key)

    async def _by_a_job(self) -> None:
        rows = range(min(len(self.dictionary.entries), self.random.randint(1, 2 * MANY)))
        some: list[Change] = [RemoveRows(rows), SetCells(TARGET, rows, ["job"] * len(rows))]
        with suppress(InvalidInput):
            await self.edits.apply_bulk_change(self.random.choice(some), "Job")

    async def _arrange(self) -> None:
        self.edits.model.set_order(await self.dictionary.find_rows(self.random.choice(ARRANGEMENTS)))

    async def rest(self) -> None:
        await self.edits.wait_until_settled()
        while self.jobs.running:
            await asyncio.sleep(0)

    def check(self) -> None:
        history, steps, model = self.edits.history, self.dictionary.steps, self.edits.model
        assert history.position == steps.done
        assert list(history.texts) == steps.titles
        assert len(set(model.order)) == model.rowCount()
        assert max(model.order, default=-1) < len(self.dictionary.entries)
        assert not model.is_in_file_order or model.rowCount() == len(self.dictionary.entries)


@pytest.mark.parametrize("seed", range(6))
def test_undo_leads_to_the_start_and_redo_to_the_end(
    seed: int,
    opening: Callable[[Sequence[tuple[str, str]]], OpenDictionary],
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
    edits = GridEdits(opening(PAIRS), jobs=jobs)
    hands, dictionary, history = Hands(edits, jobs, seed), edits.dictionary, edits.history

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
        after, done = list(dictionary.entries), history.position
        while history.can_undo:
            history.undo()
            await hands.rest()
        assert list(dictionary.entries) == PAIRS
        while history.position < done:
            history.redo()
            await hands.rest()
        assert list(dictionary.entries) == after
        await dictionary.wait_until_saved()
        on_disk, _ = await records.journal.load(dictionary.draft.draft_id)
        assert list(on_disk) == after

    finish(all_of_it())

    assert not bugs
