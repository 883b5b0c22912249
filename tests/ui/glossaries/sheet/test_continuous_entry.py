"""Continuous entry: a row for a new entry below the last one, which is removed if it stays empty."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.sheet.continuous_entry import ContinuousEntry
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from ui.glossaries.typed_grid import type_text

Key = Qt.Key
PAIRS = [("a", "1"), ("b", "2")]


@pytest.fixture
def page(opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage]) -> DictionaryPage:
    return opening_page(PAIRS)


def press(qtbot: QtBot, key: Qt.Key) -> None:
    qtbot.keyClick(QApplication.focusWidget(), key)
    for _ in range(3):
        QApplication.processEvents()


def type_at_the_end(qtbot: QtBot, page: DictionaryPage, text: str = "x") -> None:
    page.grid.go_to(1, 1)
    type_text(qtbot, text, page.grid)
    press(qtbot, Key.Key_Tab)


def sources(page: DictionaryPage) -> list[str]:
    return list(page.dictionary.entries.sources)


@pytest.mark.slow
def test_tab_after_typing_in_the_last_cell_opens_a_new_row(qtbot: QtBot, page: DictionaryPage) -> None:
    type_at_the_end(qtbot, page)
    qtbot.waitUntil(lambda: page.grid.is_editing)

    assert page.grid.current_cell() == (2, 0)
    type_text(qtbot, "c", page.grid)
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_Escape)
    qtbot.waitUntil(lambda: list(page.dictionary.entries) == [("a", "1"), ("b", "x"), ("c", "")])


@pytest.mark.slow
@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Escape])
def test_a_row_that_is_left_empty_goes_again(qtbot: QtBot, page: DictionaryPage, key: Qt.Key) -> None:
    type_at_the_end(qtbot, page)
    qtbot.waitUntil(lambda: page.grid.is_editing)

    press(qtbot, key)
    page.grid.go_to(0, 0)

    qtbot.waitUntil(lambda: sources(page) == ["a", "b"])
    assert page.edits.history.position == 1


@pytest.mark.slow
@pytest.mark.parametrize("goes_on", [False, True])
def test_a_command_finds_no_row_that_is_still_empty(qtbot: QtBot, page: DictionaryPage, goes_on: bool) -> None:
    type_at_the_end(qtbot, page)
    qtbot.waitUntil(lambda: page.grid.is_editing)
    if goes_on:
        press(qtbot, Key.Key_Tab)
    assert len(page.dictionary) == 3

    page.finish_editing()

    assert sources(page) == ["a", "b"]


@pytest.mark.slow
def test_a_command_keeps_what_is_being_typed_into_a_new_row(qtbot: QtBot, page: DictionaryPage) -> None:
    type_at_the_end(qtbot, page)
    qtbot.waitUntil(lambda: page.grid.is_editing)
    type_text(qtbot, "c", page.grid)

    page.finish_editing()

    assert sources(page) == ["a", "b", "c"]


@pytest.mark.slow
def test_a_row_whose_next_cell_is_gone_to_stays_for_now(qtbot: QtBot, page: DictionaryPage) -> None:
    type_at_the_end(qtbot, page)
    qtbot.waitUntil(lambda: page.grid.is_editing)

    press(qtbot, Key.Key_Tab)
    assert (page.grid.current_cell(), len(page.dictionary)) == ((2, 1), 3)
    type_text(qtbot, "late", page.grid)
    press(qtbot, Key.Key_Return)

    assert list(page.dictionary.entries)[2] == ("", "late")


def test_without_typing_tab_adds_nothing(qtbot: QtBot, page: DictionaryPage) -> None:
    page.grid.go_to(1, 1)

    press(qtbot, Key.Key_Tab)

    assert sources(page) == ["a", "b"]


@pytest.mark.slow
def test_filtered_rows_have_no_end(qtbot: QtBot, page: DictionaryPage) -> None:
    page.model.set_order([1])

    type_at_the_end(qtbot, page)

    assert sources(page) == ["a", "b"]
    assert page.dictionary.entries.targets[1] == "x"


@pytest.mark.slow
def test_a_row_that_was_asked_for_stays_empty(qtbot: QtBot, page: DictionaryPage) -> None:
    page.grid.go_to(1, 0)
    page.insert_row()
    press(qtbot, Key.Key_Escape)
    page.grid.go_to(0, 0)
    press(qtbot, Key.Key_Down)

    assert sources(page) == ["a", "b", ""]


# The row below the last one


def click_new_entry(qtbot: QtBot, page: SheetPage) -> None:
    qtbot.mouseClick(button(page), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.grid.is_editing)


def button(page: SheetPage) -> QWidget:
    return page.findChild(ContinuousEntry).button


def rows_of(page: MultilingualPage) -> list[list[str]]:
    return [[page.model.cell(row, column) for column in range(3)] for row in range(page.model.total)]


@pytest.mark.slow
def test_a_click_below_the_last_row_opens_a_new_one(qtbot: QtBot, page: DictionaryPage) -> None:
    click_new_entry(qtbot, page)

    type_text(qtbot, "c", page.grid)
    press(qtbot, Key.Key_Tab)

    assert list(page.dictionary.entries) == [*PAIRS, ("c", "")]
    assert page.grid.current_cell() == (2, 1)


@pytest.mark.slow
def test_the_row_for_new_entries_follows_the_last_row_and_is_always_reached(
    qtbot: QtBot, opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage]
) -> None:
    page = opening_page([(f"term {number}", "x") for number in range(300)])
    assert not button(page).isVisible()

    page.grid.go_to(299, 0)

    qtbot.waitUntil(button(page).isVisible)
    last = page.grid.visualRect(page.grid.currentIndex())
    area = page.grid.viewport().geometry()
    # A grid line is in between.
    assert button(page).geometry().top() == area.top() + last.bottom() + 2
    assert button(page).geometry().bottom() <= area.bottom()


@pytest.mark.slow
def test_an_empty_dictionary_offers_its_first_row(
    qtbot: QtBot, opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage]
) -> None:
    page = opening_page([])

    click_new_entry(qtbot, page)
    type_text(qtbot, "first", page.grid)
    press(qtbot, Key.Key_Tab)

    assert list(page.dictionary.entries) == [("first", "")]


@pytest.mark.slow
def test_enter_in_the_last_row_goes_on_until_nothing_is_typed(qtbot: QtBot, page: DictionaryPage) -> None:
    page.grid.go_to(1, 0)

    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: page.grid.is_editing)
    type_text(qtbot, "c", page.grid)
    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: len(page.dictionary) == 4)
    press(qtbot, Key.Key_Return)

    qtbot.waitUntil(lambda: sources(page) == ["a", "b", "c"])


@pytest.mark.slow
def test_enter_in_the_last_row_keeps_what_can_be_redone(qtbot: QtBot, page: DictionaryPage) -> None:
    page.edits.set_cells([(0, 0, "z")], "Edit")
    page.edits.history.undo()
    page.grid.go_to(1, 0)

    press(qtbot, Key.Key_Return)

    assert sources(page) == ["a", "b"]
    assert page.edits.history.can_redo


@pytest.mark.slow
def test_a_block_is_appended_in_the_row_for_new_entries(
    qtbot: QtBot, page: DictionaryPage, actions: Actions, jobs: Jobs
) -> None:
    page.addAction(actions["paste"])
    actions.bind(page, {"paste": lambda: jobs.start(JobKind.PASTE, "Pasting", page.paste())})
    actions.bring_to_front(page)
    QGuiApplication.clipboard().setText("c\t3\nd\t4\n")
    click_new_entry(qtbot, page)

    qtbot.keyClick(QApplication.focusWidget(), Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    qtbot.waitUntil(lambda: list(page.dictionary.entries) == [*PAIRS, ("c", "3"), ("d", "4")])
    assert not page.grid.is_editing


@pytest.mark.slow
def test_below_sorted_rows_the_new_row_comes_last(qtbot: QtBot, page: DictionaryPage) -> None:
    page.model.set_order([1, 0])

    click_new_entry(qtbot, page)

    assert page.grid.currentIndex().row() == 2
    press(qtbot, Key.Key_Escape)
    qtbot.waitUntil(lambda: sources(page) == ["a", "b"])


@pytest.mark.slow
def test_the_table_of_all_languages_goes_on_as_well(
    qtbot: QtBot, opening_multilingual_page: Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage]
) -> None:
    page = opening_multilingual_page({"ar": [("a", "1")], "de": [("a", "eins")]})

    click_new_entry(qtbot, page)
    type_text(qtbot, "b", page.grid)
    press(qtbot, Key.Key_Tab)
    qtbot.waitUntil(lambda: rows_of(page) == [["a", "1", "eins"], ["b", "", ""]])
    type_text(qtbot, "2", page.grid)
    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: page.grid.is_editing and len(rows_of(page)) == 3)
    press(qtbot, Key.Key_Escape)

    qtbot.waitUntil(lambda: rows_of(page) == [["a", "1", "eins"], ["b", "2", ""]])


@pytest.mark.slow
def test_over_the_frozen_column_the_row_for_new_entries_stays_in_sight(
    qtbot: QtBot, opening_multilingual_page: Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage]
) -> None:
    page = opening_multilingual_page({"ar": [(f"term {number}", "x") for number in range(300)]})
    page.grid.go_to(299, 0)

    qtbot.waitUntil(button(page).isVisible)
    position = button(page).mapTo(page.grid, QPoint(10, 5))
    assert page.grid.childAt(position) is button(page)
    assert page.grid.frozen.verticalScrollBar().value() == page.grid.verticalScrollBar().value()
