"""The selection as rows of the dictionary, and what is shown of a change."""

from __future__ import annotations

import pytest

from ui.glossaries.typed_grid import PAIRS, TypedGrid


def test_a_hidden_column_is_neither_copied_nor_cleared(grid: TypedGrid) -> None:
    grid.columns.show_column(1, False)
    grid.view.selectAll()

    assert list(grid.view.selected_block()) == [[[source] for source, _ in PAIRS]]
    assert set(grid.view.selected_by_column()) == {0}


@pytest.mark.slow
def test_of_very_many_changed_rows_those_in_sight_are_shown(grid: TypedGrid) -> None:
    grid.edits.append_rows([(f"row {number}", "x") for number in range(2_000)], "Append")
    grid.go(1_500, 1)
    scrolled = grid.view.verticalScrollBar().value()

    grid.view.show_rows(list(range(3, 1_990)))

    assert grid.view.verticalScrollBar().value() == scrolled
    chosen = list(grid.view.selected_shown_rows())
    assert 1_500 in chosen
    assert min(chosen) > 1_400
    grid.view.show_rows([*range(3, 1_000), 1_500])
    assert (grid.current, grid.view.verticalScrollBar().value()) == ((1_500, 1), scrolled)
    grid.view.show_rows(list(range(3, 1_000)))
    assert grid.current == (3, 1)
