"""A table opens where the user left it: at its cell, with the same number of rows above it, even if sorted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.window_memory import MOST_TABLES, WindowMemory
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.jobs import Jobs
from ui.glossaries.conftest import show

Opening = Callable[[], SheetPage]
MANY = [(f"phrase {number:03}", "x") for number in range(300)]


@pytest.fixture(params=["one", "all"])
def opening_again(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    window: QWidget,
    opening: Callable[[Sequence[tuple[str, str]]], Any],
    opening_multilingual: Callable[[Mapping[str, Sequence[tuple[str, str]]]], Any],
    actions: Actions,
    jobs: Jobs,
    memory: WindowMemory,
) -> Opening:
    """Return a function that shows the same table as a new page."""
    is_one = request.param == "one"
    table = opening(MANY) if is_one else opening_multilingual({"de": MANY})
    kind: Any = DictionaryPage if is_one else MultilingualPage

    def open_now() -> SheetPage:
        page: SheetPage = kind(table, actions=actions, jobs=jobs, remembered=memory, parent=window)
        show(qtbot, window, page)
        qtbot.waitUntil(lambda: not jobs.running)
        return page

    return open_now


def first(page: SheetPage) -> str:
    return page.grid.row_order_model().cell(page.grid.row_order_model().row_at(0), 0)


def rows_above(page: SheetPage) -> int:
    return page.grid.currentIndex().row() - page.grid.rowAt(0)


@pytest.mark.slow
@pytest.mark.parametrize("is_sorted", [False, True])
def test_a_table_opens_at_the_cell_and_the_rows_of_the_last_time(
    qtbot: QtBot, opening_again: Opening, is_sorted: bool
) -> None:
    before = opening_again()
    if is_sorted:
        before.sort_by(0)
        qtbot.waitUntil(lambda: before.view_controller.shown_query.sort_column == 0)
    before.grid.go_to(150, 1)
    before.grid.scrollTo(before.grid.currentIndex(), before.grid.ScrollHint.PositionAtCenter)
    above = rows_above(before)
    before.hide()
    assert above > 2

    after = opening_again()

    qtbot.waitUntil(lambda: (after.view_controller.shown_query.sort_column == 0) is is_sorted)
    assert after.grid.current_cell() == (150, 1)
    qtbot.waitUntil(lambda: rows_above(after) == above)


@pytest.mark.slow
@pytest.mark.parametrize(("cell", "row"), [((300, 1, 3), 0), ((99_999_999, 1, 3), 0), ((7, 9, 3), 7)])
def test_what_is_gone_means_the_first(
    opening_again: Opening, memory: WindowMemory, cell: tuple[int, int, int], row: int
) -> None:
    opening_again().grid.go_to(1, 0)
    [key] = memory.cells
    memory.cells[key] = cell

    found = opening_again().grid.current_cell()
    assert found is not None
    assert found[0] == row


@pytest.mark.slow
def test_what_is_hidden_by_now_means_the_column_that_is_seen(opening_again: Opening, memory: WindowMemory) -> None:
    opening_again().grid.go_to(1, 0)
    [key] = memory.cells
    for column in range(opening_again().grid.row_order_model().columnCount()):
        memory.cells[key] = (7, column, 3)
        grid = opening_again().grid

        assert grid.current_cell() == (7, grid.home_column() if grid.isColumnHidden(column) else column)


@pytest.mark.parametrize("opening_again", ["one"], indirect=True)
def test_who_only_publishes_comes_back_to_the_same_place(opening_again: Opening, memory: WindowMemory) -> None:
    page = opening_again()
    page.grid.go_to(5, 1)
    [dictionary] = page.dictionaries
    [key], local = memory.cells, dictionary.draft.glossary_key
    dictionary.draft = replace(dictionary.draft, glossary_key="of-the-service")

    page.view_controller.close()

    assert memory.cells[key.replace(local, "of-the-service")][:2] == (5, 1)


@pytest.mark.slow
def test_the_tables_that_were_used_longest_ago_are_forgotten_first(
    opening_again: Opening, memory: WindowMemory
) -> None:
    memory.cells.update({f"glossary {number} en-ar": (0, 0, 0) for number in range(MOST_TABLES)})
    page = opening_again()

    page.grid.go_to(5, 1)

    assert len(memory.cells) == MOST_TABLES
    assert "glossary 0 en-ar" not in memory.cells
    assert list(memory.cells.values())[-1][:2] == (5, 1)


@pytest.mark.slow
def test_who_goes_elsewhere_before_the_order_is_there_stays(opening_again: Opening, memory: WindowMemory) -> None:
    page = opening_again()
    page.grid.go_to(150, 1)
    position = page.view_controller._position
    assert position is not None
    assert position.restore()
    page.grid.go_to(20, 0)

    position.restore_again()

    assert page.grid.current_cell() == (20, 0)
