"""The columns of the grid are restored, for all dictionaries or for one with content in a hidden column."""

from __future__ import annotations

import pytest

from termdesk.domain.window_memory import ColumnMemory, WindowMemory
from termdesk.ui.glossaries.dictionary.grid_looks import GridLooks
from termdesk.ui.shell.actions import Actions
from ui.glossaries.typed_grid import DETAILS, TypedGrid


@pytest.fixture
def looks(grid: TypedGrid, actions: Actions, memory: WindowMemory) -> GridLooks:
    return GridLooks(grid.view, grid.edits.model, actions=actions, remembered=memory)


def shown(grid: TypedGrid) -> list[int]:
    return [column for column in range(5) if not grid.view.isColumnHidden(column)]


def test_details_are_hidden_at_first_and_remembered_when_they_are_shown(
    grid: TypedGrid, looks: GridLooks, memory: WindowMemory
) -> None:
    assert (shown(grid), looks.shows_details) == ([0, 1], False)

    looks.show_details(True)
    assert (shown(grid), looks.shows_details) == ([0, 1, 2, 3, 4], True)
    assert memory.grid_columns == ColumnMemory()
    looks.show_details(False)

    assert memory.grid_columns == ColumnMemory(hidden=sorted(DETAILS))


@pytest.mark.slow
def test_a_dictionary_with_details_shows_them_without_a_change_for_others(
    grid: TypedGrid, looks: GridLooks, memory: WindowMemory
) -> None:
    looks.show_details_here()

    assert looks.shows_details
    assert memory.grid_columns is None


@pytest.mark.slow
def test_columns_are_there_again_as_they_were(grid: TypedGrid, actions: Actions) -> None:
    kept = WindowMemory(grid_columns=ColumnMemory(hidden=["status", "note"], order=["target", "source"]))

    looks = GridLooks(grid.view, grid.edits.model, actions=actions, remembered=kept)

    assert (shown(grid), looks.shows_details) == ([0, 1, 3], True)
    assert grid.view.shown_columns() == [1, 0, 3]
