"""Text in an open cell is stored while the cell is open, and restored at the next opening."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_cell import OpenCell, OpenText
from termdesk.storage.records import Records
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.sheet.open_cell_keeper import ROWS_AROUND, OpenCellKeeper
from ui.glossaries.typed_grid import type_text

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Keeping = Callable[[DictionaryPage], OpenCellKeeper]
PAIRS = [("tree", "شجرة"), ("house", "بيت"), ("wood", "خشب")]
OWNER = "terms"


@pytest.fixture
def page(opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage]) -> DictionaryPage:
    return opening_page(PAIRS)


@pytest.fixture
def keeper(page: DictionaryPage, records: Records) -> OpenCellKeeper:
    cell = OpenCell(records.open_texts, owner=OWNER, profile="local", title="Terms", saved=page.wait_until_saved)
    return OpenCellKeeper(page, page.delegates, cell, page)


def text_of(row: int, *, source: str, column_name: str = "1", text: str = "half") -> OpenText:
    return OpenText(OWNER, "local", "Terms", row, column_name, source, "before", text)


@pytest.mark.slow
def test_what_is_typed_is_kept_until_the_cell_is_closed(
    qtbot: QtBot, page: DictionaryPage, keeper: OpenCellKeeper, records: Records, finish: Finish
) -> None:
    page.grid.go_to(1, 1)
    type_text(qtbot, "ab", page.grid)
    finish(keeper._cell.close())
    assert finish(records.open_texts.find(OWNER)) == OpenText(OWNER, "local", "Terms", 1, "1", "house", "بيت", "ab")

    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: finish(records.open_texts.find(OWNER)) is None)

    assert page.dictionary.entries.targets[1] == "ab"


@pytest.mark.slow
def test_the_cell_is_open_again_with_its_text_even_where_rows_have_moved(
    page: DictionaryPage, keeper: OpenCellKeeper, records: Records, finish: Finish
) -> None:
    finish(records.open_texts.keep(text_of(0, source="wood")))

    assert finish(keeper.put_back()) == ""

    editor = page.grid.open_editor()
    assert editor is not None
    assert (page.grid.current_cell(), editor.text()) == ((2, 1), "half")
    assert "before Termdesk ended" in page.line.words.text()
    assert page.dictionary.entries.targets[2] == "خشب", "it is text of the cell, not yet of the dictionary"


@pytest.mark.slow
@pytest.mark.parametrize("kept", [text_of(0, source="gone"), text_of(0, source="tree", column_name="status of old")])
def test_the_text_of_a_cell_that_is_gone_is_given_back_once(
    page: DictionaryPage, keeper: OpenCellKeeper, records: Records, finish: Finish, kept: OpenText
) -> None:
    finish(records.open_texts.keep(kept))

    assert [finish(keeper.put_back()) for _ in range(2)] == ["half", ""]
    assert not page.grid.is_editing


@pytest.mark.slow
def test_rows_far_away_are_others(
    page: DictionaryPage, keeper: OpenCellKeeper, records: Records, finish: Finish
) -> None:
    page.edits.append_rows([("far", "")] + [("", "")] * ROWS_AROUND + [("", "")], "Append")
    finish(records.open_texts.keep(text_of(len(page.dictionary) - 1, source="far")))

    assert finish(keeper.put_back()) == "half"


def test_without_a_kept_text_no_cell_opens(page: DictionaryPage, keeper: OpenCellKeeper, finish: Finish) -> None:
    assert finish(keeper.put_back()) == ""
    assert not page.grid.is_editing


@pytest.mark.slow
def test_a_cell_that_is_open_when_the_page_closes_is_kept(
    qtbot: QtBot, page: DictionaryPage, keeper: OpenCellKeeper, records: Records, finish: Finish
) -> None:
    page.grid.go_to(0, 1)
    type_text(qtbot, "x", page.grid)

    finish(keeper.close())

    kept = finish(records.open_texts.find(OWNER))
    assert kept is not None
    assert kept.text == "x"
