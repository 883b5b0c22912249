"""Typing on and on: Tab at the very end adds a row, which goes again where nothing is typed into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
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


def test_tab_after_typing_in_the_last_cell_opens_a_new_row(qtbot: QtBot, page: DictionaryPage) -> None:
    type_at_the_end(qtbot, page)
    qtbot.waitUntil(lambda: page.grid.is_editing)

    assert page.grid.current_cell() == (2, 0)
    type_text(qtbot, "c", page.grid)
    press(qtbot, Key.Key_Return)
    assert list(page.dictionary.entries) == [("a", "1"), ("b", "x"), ("c", "")]


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Escape])
def test_a_row_that_is_left_empty_goes_again(qtbot: QtBot, page: DictionaryPage, key: Qt.Key) -> None:
    type_at_the_end(qtbot, page)
    qtbot.waitUntil(lambda: page.grid.is_editing)

    press(qtbot, key)
    page.grid.go_to(0, 0)

    qtbot.waitUntil(lambda: sources(page) == ["a", "b"])
    assert page.edits.history.position == 1


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


def test_filtered_rows_have_no_end(qtbot: QtBot, page: DictionaryPage) -> None:
    page.model.set_order([1])

    type_at_the_end(qtbot, page)

    assert sources(page) == ["a", "b"]
    assert page.dictionary.entries.targets[1] == "x"


def test_a_row_that_was_asked_for_stays_empty(qtbot: QtBot, page: DictionaryPage) -> None:
    page.grid.go_to(1, 0)
    page.insert_row()
    press(qtbot, Key.Key_Escape)
    page.grid.go_to(0, 0)
    press(qtbot, Key.Key_Down)

    assert sources(page) == ["a", "b", ""]
