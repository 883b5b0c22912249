"""Find goes from match to match without hiding rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.glossaries.view.find_bar import FindBar

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
PAIRS = [("red house", "casa roja"), ("tree", "árbol"), ("House boat", "casa (houseboat)"), ("door", "puerta")]


@pytest.fixture
def page(opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage]) -> DictionaryPage:
    return opening_page(PAIRS)


def bar(page: SheetPage) -> FindBar:
    return page.findChild(FindBar)


def find(qtbot: QtBot, page: SheetPage, text: str) -> None:
    bar(page).open()
    qtbot.keyClicks(bar(page).field, text)
    qtbot.waitUntil(lambda: bool(bar(page).words.text()))


def steps(qtbot: QtBot, page: SheetPage, *keys: Qt.KeyboardModifier) -> list[tuple[int, int] | None]:
    """Return the cells that Enter goes to, with these modifiers."""
    cells = []
    for modifier in keys:
        before = page.grid.current_cell()
        qtbot.keyClick(bar(page).field, Key.Key_Return, modifier)
        qtbot.waitUntil(lambda before=before: page.grid.current_cell() != before)
        cells.append(page.grid.current_cell())
    return cells


def test_typing_goes_to_the_first_match_and_enter_from_match_to_match(qtbot: QtBot, page: DictionaryPage) -> None:
    page.grid.go_to(1, 0)
    find(qtbot, page, "house")

    assert page.grid.current_cell() == (2, 0)
    assert bar(page).words.text() == "in 2 rows"
    none = Qt.KeyboardModifier.NoModifier
    assert steps(qtbot, page, none, none, none) == [(2, 1), (0, 0), (2, 0)]
    assert steps(qtbot, page, SHIFT, SHIFT) == [(0, 0), (2, 1)]
    assert page.model.rowCount() == 4
    assert bar(page).field.hasFocus()


@pytest.mark.slow
def test_what_is_nowhere_is_told_and_the_current_cell_stays(qtbot: QtBot, page: DictionaryPage) -> None:
    page.grid.go_to(1, 1)

    find(qtbot, page, "window")

    assert bar(page).words.text() == "No match"
    assert page.grid.current_cell() == (1, 1)


@pytest.mark.slow
def test_escape_closes_the_line_and_the_text_can_still_be_found(qtbot: QtBot, page: DictionaryPage) -> None:
    find(qtbot, page, "casa")
    assert page.view_controller.marks.are_shown

    qtbot.keyClick(bar(page).field, Key.Key_Escape)

    assert page.grid.hasFocus()
    assert bar(page).isHidden()
    assert not page.view_controller.marks.are_shown
    assert page.grid.current_cell() == (0, 1)
    bar(page).step(1)
    qtbot.waitUntil(lambda: page.grid.current_cell() == (2, 1))


@pytest.mark.slow
def test_only_the_shown_rows_are_looked_through(qtbot: QtBot, page: DictionaryPage) -> None:
    page.model.set_order([3, 2])

    find(qtbot, page, "house")

    assert bar(page).words.text() == "in 1 row"
    assert page.grid.current_cell() == (2, 0)


@pytest.mark.slow
def test_a_wrong_pattern_is_told(qtbot: QtBot, page: DictionaryPage) -> None:
    bar(page).open()
    pattern = next(each for each in bar(page).field.options.actions() if "regular" in each.text())
    pattern.trigger()

    find(qtbot, page, "ho(")

    assert "pattern" in bar(page).words.text()


@pytest.mark.slow
def test_after_an_edit_the_rows_are_looked_for_anew(qtbot: QtBot, page: DictionaryPage) -> None:
    find(qtbot, page, "house")
    page.edits.set_cells([(3, 0, "house door")], "Edit")
    page.grid.go_to(2, 1)

    assert steps(qtbot, page, Qt.KeyboardModifier.NoModifier) == [(3, 0)]


@pytest.mark.slow
def test_the_table_of_all_languages_is_looked_through_as_it_is_seen(
    qtbot: QtBot, opening_multilingual_page: Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage]
) -> None:
    page = opening_multilingual_page(
        {"de": [("bolt", "Bolzen"), ("nut", "Mutter")], "es": [("bolt", "perno"), ("nut", "Bolz")]}
    )
    page.grid.go_to(0, 0)

    find(qtbot, page, "bol")

    assert page.grid.current_cell() == (0, 0)
    none = Qt.KeyboardModifier.NoModifier
    assert steps(qtbot, page, none, none, none) == [(0, 1), (1, 2), (0, 0)]
