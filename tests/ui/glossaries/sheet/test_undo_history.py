"""The history shows the steps that the data stores and moves along them, in the grid and in the multilingual table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.domain.entries.entries import TARGET
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.multilingual.multilingual_edits import MultilingualEdits
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
PAIRS = [("tree", "Baum"), ("house", "Haus"), ("wood", "Holz")]
MANY = MOST_AT_ONCE + 1


@pytest.fixture
def edits(opening: Opening, window: QWidget) -> GridEdits:
    return GridEdits(opening(PAIRS), jobs=Jobs(Notices(window), window))


def test_an_empty_history_does_nothing(edits: GridEdits) -> None:
    history = edits.history

    history.undo()
    history.redo()
    history.go_to(5)

    assert (history.count, history.position, history.can_undo, history.can_redo) == (0, 0, False, False)
    assert (history.undo_text, history.redo_text) == ("", "")
    assert edits.dictionary.revision == 0


def test_it_names_what_undo_and_redo_would_do_and_says_when_that_changes(edits: GridEdits) -> None:
    history, said = edits.history, []
    history.changed.connect(lambda: said.append((history.undo_text, history.redo_text)))

    edits.set_cells([(0, TARGET, "Ast")], "First")
    edits.set_cells([(0, TARGET, "Zweig")], "Second")
    history.undo()
    history.undo()
    history.redo()
    edits.set_cells([(1, TARGET, "Hütte")], "Instead")

    assert said == [
        ("First", ""),
        ("Second", ""),
        ("First", "Second"),
        ("", "First"),
        ("First", "Second"),
        ("Instead", ""),
    ]
    assert history.texts == edits.dictionary.steps.titles == ["First", "Instead"]


@pytest.mark.slow
def test_any_step_is_gone_to_and_places_beyond_the_ends_are_the_ends(edits: GridEdits) -> None:
    for number in range(4):
        edits.set_cells([(0, TARGET, f"{number}")], f"Step {number}")
    history, found = edits.history, []

    for position in (1, 3, -7, 2, 99):
        history.go_to(position)
        found.append((history.position, edits.dictionary.entries.targets[0]))

    assert found == [(1, "0"), (3, "2"), (0, "Baum"), (2, "1"), (4, "3")]


def test_a_change_without_a_step_leaves_nothing_to_undo(edits: GridEdits) -> None:
    edits.set_cells([(0, TARGET, "Ast")], "Edit")

    edits.dictionary.apply(edits.dictionary.steps.change(0, edits.dictionary.entries))

    assert edits.history.count == 0
    assert not edits.history.can_undo


@pytest.mark.slow
def test_while_steps_of_many_rows_are_walked_the_target_may_move_to_and_fro(edits: GridEdits, finish: Finish) -> None:
    edits.append_rows([("new", "neu")] * MANY, "Append")
    finish(edits.wait_until_settled())
    for number in range(3):
        edits.set_cells([(0, TARGET, f"{number}")], f"Step {number}")
    history, positions = edits.history, []

    async def walk() -> None:
        history.go_to(0)
        positions.append((history.position, edits.dictionary.steps.done))
        while not edits.dictionary.is_busy:
            await asyncio.sleep(0)
        history.redo()
        history.redo()
        history.undo()
        positions.append((history.position, edits.dictionary.steps.done))
        await edits.wait_until_settled()

    finish(walk())

    # The small steps were undone at once, and the large one is running.
    assert positions == [(0, 1), (1, 1)]
    assert (history.position, edits.dictionary.steps.done) == (1, 1)
    assert len(edits.dictionary) == len(PAIRS) + MANY
    assert edits.dictionary.entries.targets[0] == "Baum"


@pytest.mark.slow
def test_the_table_with_all_languages_has_the_same_history(
    opening_multilingual: OpeningMultilingual, window: QWidget
) -> None:
    table = opening_multilingual({"de": PAIRS, "fr": [("tree", "arbre")]})
    edits = MultilingualEdits(table, rename=lambda _row, _text: None, jobs=Jobs(Notices(window), window))

    edits.clear_cells({1: [1, 2]}, "Clear")
    edits.insert_row(0)
    edits.history.go_to(1)

    assert edits.history.texts == table.steps.titles == ["Clear", "Insert row"]
    assert (edits.history.undo_text, edits.history.redo_text) == ("Clear", "Insert row")
    edits.history.undo()
    assert list(table.dictionaries[0].entries) == PAIRS
    assert list(table.dictionaries[1].entries) == [("tree", "arbre")]
