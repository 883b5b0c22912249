"""Edits as steps: changes of many rows in a worker, nothing else between them, and undo across them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.changes import RemoveRows, SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.errors import InvalidInput
from termdesk.storage.records import Records
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.shell.jobs import Jobs

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
MANY = MOST_AT_ONCE + 1_000
PAIRS = [(f"tree {number}", f"Baum {number % 7}") for number in range(MANY)]


@pytest.fixture
def edits(opening: Opening, jobs: Jobs) -> GridEdits:
    return GridEdits(opening(PAIRS), jobs=jobs)


def pairs(edits: GridEdits) -> list[tuple[str, str]]:
    return list(edits.dictionary.entries)


@pytest.mark.slow
def test_nothing_changes_until_all_does_and_the_window_goes_on(
    edits: GridEdits, finish: Finish, records: Records
) -> None:
    ticks: list[int] = []
    seen: set[int] = set()

    def look() -> None:
        ticks.append(1)
        seen.add(edits.dictionary.entries.targets.count(""))

    timer = QTimer()
    timer.setInterval(0)
    timer.timeout.connect(look)
    timer.start()
    edits.clear_cells({SOURCE: range(MANY), TARGET: range(MANY)})
    assert pairs(edits) == PAIRS
    finish(edits.wait_until_settled())
    timer.stop()

    assert len(ticks) > 3
    assert seen <= {0, MANY}
    assert pairs(edits) == [("", "")] * MANY
    assert edits.dictionary.violation_count == 2 * MANY
    assert edits.dictionary.size_in_bytes == 2 * MANY
    finish(edits.dictionary.wait_until_saved())
    on_disk, _ = finish(records.journal.load(edits.dictionary.draft.draft_id))
    assert list(on_disk) == pairs(edits)
    edits.history.undo()
    finish(edits.wait_until_settled())
    assert pairs(edits) == PAIRS
    assert edits.dictionary.violation_count == 0
    assert edits.dictionary.steps.done == edits.history.position == 0


def test_what_is_asked_meanwhile_is_refused_in_words_and_loses_nothing(edits: GridEdits, finish: Finish) -> None:
    said: list[str] = []
    edits.refused.connect(said.append)

    async def interfere() -> None:
        edits.remove_rows(range(MANY - 2))
        edits.insert_row(0, source="at once")
        while not edits.dictionary.is_busy:
            await asyncio.sleep(0)
        edits.insert_row(0, source="later")
        assert not edits.model.flags(edits.model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
        with pytest.raises(InvalidInput, match="still in progress"):
            edits.dictionary.apply(SetCells(SOURCE, (0,), ("x",)))
        await edits.wait_until_settled()

    finish(interfere())

    assert said == ["Many rows are still being changed. Wait until this is done."] * 2
    assert pairs(edits) == PAIRS[-2:]
    assert edits.model.flags(edits.model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
    edits.insert_row(0, source="new")
    assert pairs(edits)[0] == ("new", "")


@pytest.mark.slow
def test_undo_that_is_pressed_again_before_it_is_done_walks_on_in_order(edits: GridEdits, finish: Finish) -> None:
    edits.set_cells([(0, SOURCE, "first")], "Edit")
    edits.remove_rows(range(1, MANY))
    finish(edits.wait_until_settled())
    edits.set_cells([(0, SOURCE, "last")], "Edit")
    after = pairs(edits)

    for _ in range(3):
        edits.history.undo()
    finish(edits.wait_until_settled())
    assert pairs(edits) == PAIRS
    for _ in range(3):
        edits.history.redo()
    finish(edits.wait_until_settled())

    assert pairs(edits) == after == [("last", "Baum 0")]
    assert edits.history.position == edits.dictionary.steps.done == 3


@pytest.mark.slow
def test_undo_waits_for_a_change_that_is_on_its_way(edits: GridEdits, finish: Finish) -> None:
    said: list[str] = []
    edits.refused.connect(said.append)
    edits.set_cells([(0, SOURCE, "first")], "Edit")

    async def both() -> None:
        edits.clear_cells({TARGET: range(MANY)})
        edits.history.undo()
        while not edits.dictionary.is_busy:
            await asyncio.sleep(0)
        edits.history.undo()
        await edits.wait_until_settled()

    finish(both())

    assert said == ["Many rows are still being changed. Wait until this is done."] * 2
    assert edits.history.position == edits.history.count == edits.dictionary.steps.done == 2
    assert pairs(edits)[:2] == [("first", ""), ("tree 1", "")]
    for _ in range(2):
        edits.history.undo()
        finish(edits.wait_until_settled())
    assert pairs(edits) == PAIRS


@pytest.mark.slow
def test_an_undo_that_is_given_up_leaves_the_stack_where_the_dictionary_is(
    edits: GridEdits, jobs: Jobs, finish: Finish
) -> None:
    edits.remove_rows(range(1, MANY))
    finish(edits.wait_until_settled())

    async def given_up() -> None:
        edits.history.undo()
        while not edits.dictionary.is_busy:
            await asyncio.sleep(0)
        (job,) = jobs.running
        jobs.cancel(job.key)
        await edits.wait_until_settled()

    finish(given_up())

    assert edits.history.position == edits.dictionary.steps.done == 1
    assert pairs(edits) == PAIRS[:1]
    edits.history.undo()
    finish(edits.wait_until_settled())
    assert pairs(edits) == PAIRS


@pytest.mark.slow
def test_an_undo_that_is_given_up_before_it_begins_can_be_pressed_again(
    edits: GridEdits, jobs: Jobs, finish: Finish
) -> None:
    edits.remove_rows(range(1, MANY))
    finish(edits.wait_until_settled())

    edits.history.undo()
    (job,) = jobs.running
    jobs.cancel(job.key)
    finish(edits.wait_until_settled())

    assert edits.history.position == edits.dictionary.steps.done == 1
    edits.history.undo()
    finish(edits.wait_until_settled())
    assert pairs(edits) == PAIRS


@pytest.mark.slow
def test_a_change_of_a_job_does_not_overtake_an_undo_that_was_pressed_before(edits: GridEdits, finish: Finish) -> None:
    edits.remove_rows(range(1, MANY))
    finish(edits.wait_until_settled())

    async def both() -> None:
        edits.history.undo()
        with pytest.raises(InvalidInput, match="have changed in the meantime"):
            await edits.apply_bulk_change(SetCells(SOURCE, (0,), ("overtaken",)), "Edit")
        await edits.wait_until_settled()

    finish(both())

    assert edits.history.position == edits.dictionary.steps.done == 0
    assert pairs(edits) == PAIRS


@pytest.mark.slow
def test_a_change_that_was_made_for_other_rows_is_not_carried_out(edits: GridEdits, finish: Finish) -> None:
    async def both() -> None:
        first = asyncio.create_task(edits.apply_bulk_change(RemoveRows(range(MANY - 10)), "Delete"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(InvalidInput, match="have changed in the meantime"):
            await edits.apply_bulk_change(RemoveRows([0]), "Delete")
        await first

    finish(both())

    assert pairs(edits) == PAIRS[-10:]
    assert edits.history.count == 1


@pytest.mark.slow
def test_what_a_filter_shows_stays_shown(edits: GridEdits, finish: Finish) -> None:
    expected = ViewQuery((Condition("Baum 3"),))
    edits.model.set_order(finish(edits.dictionary.find_rows(expected)))
    shown = [edits.model.cell(row, SOURCE) for row in edits.model.order]

    edits.remove_rows([row for row in range(MANY) if row % 7 != 3])
    finish(edits.wait_until_settled())

    assert [edits.model.cell(row, SOURCE) for row in edits.model.order] == shown
    edits.history.undo()
    finish(edits.wait_until_settled())
    back = [edits.model.cell(row, SOURCE) for row in edits.model.order]
    assert [each for each in back if each in set(shown)] == shown
    assert list(edits.model.order) == sorted(edits.model.order), "what comes back stands where it stood"


@pytest.mark.slow
def test_a_dictionary_that_is_closed_meanwhile_waits_for_the_change(
    edits: GridEdits, finish: Finish, records: Records
) -> None:
    edits.fill_down(range(MANY), [TARGET])

    async def closed() -> None:
        while not edits.dictionary.is_busy:
            await asyncio.sleep(0)
        await edits.dictionary.close()

    finish(closed())

    on_disk, _ = finish(records.journal.load(edits.dictionary.draft.draft_id))
    assert set(on_disk.targets) == {"Baum 0"}


@pytest.mark.slow
def test_a_clear_of_empty_cells_says_so(edits: GridEdits, finish: Finish) -> None:
    said: list[str] = []
    edits.refused.connect(said.append)
    edits.clear_cells({SOURCE: range(MANY), TARGET: range(MANY)})
    finish(edits.wait_until_settled())
    edits.clear_cells({SOURCE: range(MANY), TARGET: range(MANY)})
    finish(edits.wait_until_settled())

    assert said == ["Nothing changed: the cells already have this content."]
    assert edits.history.count == 1


@pytest.mark.slow
def test_a_change_is_computed_again_when_the_entries_change_meanwhile(edits: GridEdits, finish: Finish) -> None:
    seen: list[str] = []

    async def compute() -> SetCells:
        seen.append(edits.dictionary.entries.targets[0])
        if len(seen) == 1:
            edits.set_cells([(0, TARGET, "Birke")], "Edit")
        return SetCells(TARGET, (0,), (f"{seen[-1]}!",))

    change = finish(edits.current_change(edits.dictionary, compute))

    assert seen == [PAIRS[0][1], "Birke"]
    assert change == SetCells(TARGET, (0,), ("Birke!",))
