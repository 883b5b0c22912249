"""Visible rows stay visible after insertions and removals, at once or by a worker, and views are notified."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.dictionary.grid_model import GridModel

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
PAIRS = [("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")]


@pytest.fixture
def model(opening: Opening) -> GridModel:
    return GridEdits(opening(PAIRS)).model


def sources(model: GridModel) -> list[str]:
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def in_worker(model: GridModel, finish: Finish, made: Callable[[Entries], Change]) -> bool:
    step = model.dictionary.steps.next("Edit")
    return bool(finish(model.apply_bulk_change(made, step, NoProgress())))


def at_once(model: GridModel, _finish: Finish, made: Callable[[Entries], Change]) -> bool:
    model.apply(made(model.dictionary.entries), model.dictionary.steps.next("Edit"))
    return True


BOTH = pytest.mark.parametrize("way", [at_once, in_worker])


@BOTH
def test_rows_that_come_and_go_leave_a_filter_as_it_is(model: GridModel, finish: Finish, way: Any) -> None:
    model.set_order([3, 1])
    way(model, finish, lambda entries: InsertRows.at(entries, 0, [("new", "x"), ("newer", "y")]))
    shown = sources(model)
    way(model, finish, lambda _entries: RemoveRows([0, 3]))

    # New rows are visible under any filter, because nobody should believe that they are lost.
    assert shown == ["d", "b", "new", "newer"]
    assert sources(model) == ["d", "newer"]


@BOTH
def test_in_file_order_all_rows_are_shown(model: GridModel, finish: Finish, way: Any) -> None:
    way(model, finish, lambda entries: InsertRows.at(entries, 2, [("new", "x")]))
    way(model, finish, lambda _entries: RemoveRows([0]))

    assert sources(model) == ["b", "new", "c", "d"]
    assert model.is_in_file_order


@BOTH
def test_the_rows_of_a_change_are_told_and_no_reset_closes_cells(model: GridModel, finish: Finish, way: Any) -> None:
    reported: list[list[int]] = []
    resets: list[None] = []
    model.changed.connect(reported.append)
    model.modelReset.connect(lambda: resets.append(None))

    way(model, finish, lambda _entries: SetCells(TARGET, (1, 3), ("x", "y")))

    assert [sorted(rows) for rows in reported] == [[1, 3]]
    assert resets == []


@pytest.mark.slow
def test_an_order_that_is_chosen_while_a_worker_computes_is_kept(model: GridModel, finish: Finish) -> None:
    model.set_order([3, 1])

    def made(entries: Entries) -> Change:
        return RemoveRows([1])

    async def chosen_meanwhile() -> None:
        step = model.dictionary.steps.next("Delete")
        work = model.apply_bulk_change(made, step, NoProgress())
        model.set_order([1, 2, 0])
        await work

    finish(chosen_meanwhile())

    assert sources(model) == ["c", "a"]


def test_a_change_of_nothing_says_so(model: GridModel, finish: Finish) -> None:
    reported: list[object] = []
    model.changed.connect(reported.append)

    assert not in_worker(model, finish, lambda _entries: SetCells(TARGET, (), ()))
    assert reported == []


@pytest.mark.slow
def test_no_cell_opens_while_many_rows_change(model: GridModel, finish: Finish) -> None:
    editable = Qt.ItemFlag.ItemIsEditable
    seen: list[bool] = []

    def made(_entries: Entries) -> Change:
        seen.append(bool(model.flags(model.index(0, 0)) & editable))
        return SetCells(TARGET, (0,), ("x",))

    in_worker(model, finish, made)

    assert seen == [False]
    assert model.flags(model.index(0, 0)) & editable
