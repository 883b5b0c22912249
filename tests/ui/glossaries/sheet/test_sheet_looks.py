"""View settings that all sheets share are stored and restored."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.sheet.sheet_looks import LEAST_ZOOM, MAX_ZOOM, SheetLooks
from termdesk.ui.shell.actions import Actions
from ui.glossaries.typed_grid import TypedGrid


@pytest.fixture
def looks(grid: TypedGrid, actions: Actions, memory: WindowMemory) -> SheetLooks:
    return SheetLooks(grid.view, grid.edits.model, actions=actions, remembered=memory)


def points(grid: TypedGrid) -> float:
    return QFont(grid.view.font()).pointSizeF() - QApplication.font().pointSizeF()


@pytest.mark.slow
def test_texts_grow_and_shrink_and_go_back(grid: TypedGrid, looks: SheetLooks, memory: WindowMemory) -> None:
    for step, expected in ((1, 1), (1, 2), (-1, 1), (0, 0), (-1, -1)):
        looks.zoom(step)
        assert (points(grid), memory.grid_zoom) == (expected, expected)


@pytest.mark.slow
def test_there_is_a_smallest_and_a_largest_size(looks: SheetLooks, memory: WindowMemory) -> None:
    ends = []
    for step in (1, -1):
        for _ in range(40):
            looks.zoom(step)
        ends.append(memory.grid_zoom)

    assert ends == [MAX_ZOOM, LEAST_ZOOM]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(("kept", "expected"), [(3, 3), (900, MAX_ZOOM), (-900, LEAST_ZOOM)])
def test_the_size_is_there_again(
    grid: TypedGrid, actions: Actions, memory: WindowMemory, kept: int, expected: int
) -> None:
    memory.grid_zoom = kept
    looks = SheetLooks(grid.view, grid.edits.model, actions=actions, remembered=memory)
    looks.zoom(1)

    assert memory.grid_zoom == min(expected + 1, MAX_ZOOM)


@pytest.mark.slow
def test_signs_for_what_cannot_be_seen_are_remembered(
    grid: TypedGrid, actions: Actions, memory: WindowMemory, looks: SheetLooks
) -> None:
    grid.edits.set_cells([(0, 0, "نیم\u200cفاصله")], "Edit")
    shown = []
    for is_on in (True, False):
        actions["show_hidden"].setChecked(is_on)
        looks.switch_hidden()
        shown.append((grid.edits.model.index(0, 0).data(), memory.grid_shows_hidden))

    assert "\u200c" not in shown[0][0]
    assert shown[1] == ("نیم\u200cفاصله", False)
    assert shown[0][1]
