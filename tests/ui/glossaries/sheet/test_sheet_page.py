"""Common properties of the pages of one dictionary and of all languages: rows, the clipboard, and questions."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.sheet.clipboard import copy, format_block
from termdesk.ui.glossaries.sheet.sheet_page import MAX_COPIED_CELLS, SheetPage
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import Question

Opened = Callable[[type[Any]], Any]

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
PAIRS = [("tree", "شجرة"), ("house", "بيت"), ("wood", "خشب"), ("sun", "")]


@pytest.fixture
def page(opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage]) -> DictionaryPage:
    return opening_page(PAIRS)


@pytest.fixture(params=["one", "all"])
def any_page(
    request: pytest.FixtureRequest,
    opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage],
    opening_multilingual_page: Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage],
) -> SheetPage:
    """The same pairs as a page of one dictionary, and as a page of all languages."""
    return opening_page(PAIRS) if request.param == "one" else opening_multilingual_page({"ar": PAIRS[:3]})


def select(page: SheetPage, first: tuple[int, int], last: tuple[int, int]) -> None:
    page.grid.go_to(*first)
    page.grid.go(page.grid.row_order_model().index(*last), extends=True)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def paste(page: SheetPage, finish: Finish, block: Sequence[Sequence[str]]) -> None:
    copy(*format_block(block))
    finish(page.paste()())


@pytest.mark.slow
def test_a_new_row_stands_below_the_current_one_and_is_open(any_page: SheetPage) -> None:
    total = any_page.grid.row_order_model().total
    any_page.grid.go_to(1, TARGET)

    any_page.insert_row()

    assert any_page.grid.current_cell() == (2, SOURCE)
    assert any_page.grid.is_editing
    assert any_page.grid.row_order_model().total == total + 1
    assert any_page.grid.row_order_model().cell(2, SOURCE) == ""


@pytest.mark.slow
def test_ditto_repeats_the_cell_above(any_page: SheetPage) -> None:
    any_page.grid.go_to(0, TARGET)
    any_page.ditto()
    any_page.grid.go_to(2, TARGET)
    any_page.ditto()

    assert [any_page.grid.row_order_model().cell(row, TARGET) for row in range(3)] == ["شجرة", "بيت", "بيت"]
    assert any_page.sheet_edits.history.count == 1


@pytest.mark.slow
def test_ditto_in_an_open_cell_is_typed(any_page: SheetPage) -> None:
    any_page.grid.go_to(1, TARGET)
    any_page.grid.edit(any_page.grid.currentIndex())

    any_page.ditto()

    editor = any_page.grid.open_editor()
    assert editor is not None
    assert editor.text() == "شجرة"
    assert any_page.sheet_edits.history.count == 0


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "row"), [("3", 2), ("0,003", 2), ("0", 0), ("99", 3), ("no", 1)])
def test_a_row_is_gone_to_by_its_number(
    qtbot: QtBot, qt_loop: Any, page: DictionaryPage, typed: str, row: int, opened: Opened
) -> None:
    page.grid.go_to(1, SOURCE)
    task = qt_loop.create_task(page.ask_row())
    question = opened(Question)
    field = question.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText(typed)
    question.accept_button.click()
    qtbot.waitUntil(task.done)

    assert page.grid.current_cell() == (row, SOURCE)


@pytest.mark.slow
def test_a_selection_is_copied_and_cut_as_one_step(any_page: SheetPage) -> None:
    select(any_page, (0, TARGET), (1, TARGET))
    any_page.copy()
    assert clipboard() == "شجرة\nبيت\n"

    any_page.cut()

    assert [any_page.grid.row_order_model().cell(row, TARGET) for row in range(3)] == ["", "", "خشب"]
    assert any_page.sheet_edits.history.texts == ["Cut"]


@pytest.mark.slow
def test_one_cell_fills_the_selection(any_page: SheetPage, finish: Finish) -> None:
    select(any_page, (0, TARGET), (2, TARGET))

    paste(any_page, finish, [["x"]])

    assert [any_page.grid.row_order_model().cell(row, TARGET) for row in range(3)] == ["x"] * 3


@pytest.mark.slow
def test_a_paste_is_for_where_it_was_asked(page: DictionaryPage, finish: Finish) -> None:
    page.grid.go_to(1, TARGET)
    copy(*format_block([["x"]]))
    work = page.paste()

    page.grid.go_to(3, SOURCE)
    finish(work())

    assert list(page.dictionary.entries.targets) == ["شجرة", "x", "خشب", ""]


@pytest.mark.slow
def test_rows_that_moved_meanwhile_are_not_pasted_over(page: DictionaryPage, finish: Finish) -> None:
    page.grid.go_to(1, TARGET)
    copy(*format_block([["x"]]))
    work = page.paste()

    page.edits.remove_rows([0])
    finish(work())

    assert "x" not in page.dictionary.entries.targets
    assert "Nothing was pasted" in page.line.words.text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Overwrite", ["a", "b", "wood", "sun"]),
        ("Insert as new rows", ["a", "b", "tree", "house", "wood", "sun"]),
        ("", ["tree", "house", "wood", "sun"]),
    ],
)
def test_a_block_over_rows_that_hold_something_is_asked_about(
    qtbot: QtBot, qt_loop: Any, page: DictionaryPage, answer: str, expected: list[str], opened: Opened
) -> None:
    page.grid.go_to(0, SOURCE)
    copy(*format_block([["a", "A"], ["b", "B"]]))
    task = qt_loop.create_task(page.paste()())
    question = opened(Question)
    buttons = {button.text(): button for button in question.buttons.buttons()}
    if answer:
        buttons[answer].click()
    else:
        question.reject()
    qtbot.waitUntil(task.done)

    assert list(page.dictionary.entries.sources) == expected


@pytest.mark.slow
def test_blank_lines_of_the_clipboard_insert_no_rows(
    qtbot: QtBot, qt_loop: Any, page: DictionaryPage, opened: Opened
) -> None:
    page.grid.go_to(1, SOURCE)
    copy(*format_block([["a", "A"], ["", " "], ["b", "B"], ["", ""]]))
    task = qt_loop.create_task(page.paste()())
    question = opened(Question)
    assert any("above the first selected row" in label.text() for label in question.findChildren(QLabel))
    next(each for each in question.buttons.buttons() if each.text() == "Insert as new rows").click()
    qtbot.waitUntil(task.done)

    assert list(page.dictionary.entries.sources) == ["tree", "a", "b", "house", "wood", "sun"]


@pytest.mark.slow
def test_blank_lines_add_no_rows_at_the_end(page: DictionaryPage, finish: Finish) -> None:
    page.edits.clear_cells({SOURCE: [3]})
    page.grid.go_to(3, SOURCE)

    paste(page, finish, [["a"], [""], ["c"], [" "]])

    assert list(page.dictionary.entries.sources)[3:] == ["a", "c"]


@pytest.mark.slow
def test_rows_that_come_at_the_end_are_told(page: DictionaryPage, finish: Finish) -> None:
    page.edits.clear_cells({SOURCE: [3]})
    page.grid.go_to(3, SOURCE)

    paste(page, finish, [["a"], ["b"], ["c"]])

    assert list(page.dictionary.entries.sources)[3:] == ["a", "b", "c"]
    assert "2 rows" in page.line.words.text()


@pytest.mark.slow
def test_an_empty_clipboard_pastes_nothing(page: DictionaryPage, finish: Finish) -> None:
    page.grid.go_to(1, TARGET)
    QGuiApplication.clipboard().setMimeData(QMimeData())

    finish(page.paste()())

    assert page.edits.history.count == 0


@pytest.mark.slow
def test_what_is_typed_is_taken_over_before_a_paste(page: DictionaryPage, finish: Finish) -> None:
    page.grid.go_to(1, TARGET)
    page.grid.edit(page.grid.currentIndex())
    editor = page.grid.open_editor()
    assert editor is not None
    editor.insert("typed")
    page.grid.go_to(0, TARGET)

    paste(page, finish, [["x"]])

    assert page.dictionary.entries.targets[:2] == ["x", "typed"]


def test_many_cells_are_copied_over_several_frames_and_not_if_the_selection_changes(
    qtbot: QtBot, page: DictionaryPage, jobs: Jobs
) -> None:
    page.edits.append_rows([(f"row {number}", "x") for number in range(MOST_AT_ONCE)], "Append")
    qtbot.waitUntil(lambda: not jobs.running)
    QGuiApplication.clipboard().setText("before")
    page.grid.selectAll()
    page.copy()
    page.grid.go_to(0, 0)
    qtbot.waitUntil(lambda: not jobs.running)
    assert (clipboard(), "Nothing was copied" in page.line.words.text()) == ("before", True)

    page.grid.selectAll()
    page.copy()
    qtbot.waitUntil(lambda: not jobs.running)

    assert clipboard().count("\n") == len(page.dictionary)


@pytest.mark.slow
def test_more_cells_than_programs_bear_are_refused(page: DictionaryPage, finish: Finish) -> None:
    page.edits.append_rows([("a", "b")] * (MAX_COPIED_CELLS // 2), "Append")
    finish(page.edits.wait_until_settled())
    QGuiApplication.clipboard().setText("before")
    page.grid.selectAll()

    page.copy()

    assert clipboard() == "before"
    assert page.line.words.property("tone") == "problem"


@pytest.mark.slow
def test_changes_move_the_selection_unless_it_is_to_stay(page: DictionaryPage) -> None:
    page.grid.go_to(0, SOURCE)
    with page.keep_selection():
        page.edits.set_cells([(2, TARGET, "x")], "Edit")
    stayed = list(page.grid.selected_rows())
    page.edits.set_cells([(3, TARGET, "y")], "Edit")

    assert (stayed, list(page.grid.selected_rows())) == ([0], [3])
