"""The page of one dictionary: its texts, its current cell, and its actions."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from support.view_queries import containing
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_detail import NOTE, EntryDetail
from termdesk.domain.entries.rewrite import make_replacement
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.jobs import Jobs
from ui.glossaries.typed_grid import type_text

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
OpeningPage = Callable[[Sequence[tuple[str, str]]], DictionaryPage]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
PAIRS = [("tree", "شجرة"), ("house", "بيت"), ("", "خشب"), ("tree house", "بيت شجرة")]


@pytest.fixture
def page(opening_page: OpeningPage) -> DictionaryPage:
    return opening_page(PAIRS)


@pytest.mark.slow
def test_the_head_names_the_dictionary_and_says_where_it_is(page: DictionaryPage) -> None:
    assert page.title.text() == "Terms"
    assert page.subtitle.text() == "English → Arabic · draft on this computer"


@pytest.mark.slow
def test_each_part_is_created_inside_the_page(
    window: QWidget, opening: Opening, actions: Actions, jobs: Jobs, memory: WindowMemory
) -> None:
    before = set(map(id, QApplication.topLevelWidgets()))
    page = DictionaryPage(opening(PAIRS), actions=actions, jobs=jobs, remembered=memory, parent=window, in_steps=True)
    for _ in page.steps:
        # Moving a part from a window of its own into the page would style it again.
        windows = [each for each in QApplication.topLevelWidgets() if each.windowType() == Qt.WindowType.Window]
        assert [each for each in windows if id(each) not in before] == []
    assert page.grid.currentIndex().isValid()


@pytest.mark.slow
def test_a_dictionary_that_was_never_published_has_nothing_to_revert_to(page: DictionaryPage) -> None:
    page.grid.go_to(1, TARGET)
    page.revert_rows()

    assert page.line.words.text() == "This dictionary was never published, so there is nothing to revert to."


@pytest.mark.slow
def test_the_line_describes_the_current_cell_and_its_violation(page: DictionaryPage) -> None:
    page.grid.go_to(1, SOURCE)
    sound = page.line.words.text()
    page.grid.go_to(2, SOURCE)

    assert sound.startswith("Row 2")
    assert page.line.words.property("tone") == "problem"


@pytest.mark.slow
def test_an_empty_dictionary_and_an_empty_filter_say_different_things(opening_page: OpeningPage) -> None:
    page = opening_page([])
    said = [page.line.words.text()]
    page.edits.append_rows([("a", "b")], "Append")
    page.model.set_order([])
    page._show_detail()
    said.append(page.line.words.text())

    assert all(said)
    assert said[0] != said[1]


@pytest.mark.slow
def test_going_to_violations_goes_around(page: DictionaryPage) -> None:
    page.edits.set_cells([(3, TARGET, "x" * 1_100)], "Edit")
    page.grid.go_to(0, SOURCE)
    positions = []
    for step in (1, 1, 1, -1):
        page.go_to_violation(step)
        positions.append(page.grid.current_cell())

    assert positions == [(2, SOURCE), (3, TARGET), (2, SOURCE), (3, TARGET)]


@pytest.mark.slow
def test_a_cell_that_a_filter_hides_is_gone_to_all_the_same(qtbot: QtBot, page: DictionaryPage, jobs: Jobs) -> None:
    page.view_controller.query_editor.ask(containing("house"))
    qtbot.waitUntil(lambda: page.model.rowCount() == 2 and not jobs.running)

    page.show_cell(0, TARGET)

    assert page.grid.current_cell() == (0, TARGET)
    assert page.model.rowCount() == len(PAIRS)


@pytest.mark.slow
def test_deleting_leaves_the_row_below_current(page: DictionaryPage) -> None:
    page.grid.go_to(1, TARGET)
    page.delete_rows()
    assert list(page.dictionary.entries.sources) == ["tree", "", "tree house"]
    assert page.grid.current_cell() == (1, SOURCE)
    page.grid.go_to(2, SOURCE)
    page.delete_rows()

    assert page.grid.current_cell() == (1, SOURCE)


def test_details_are_shown_where_a_dictionary_has_some(
    opening: Callable[[object], Any], window: Any, actions: Actions, jobs: Jobs, memory: WindowMemory
) -> None:
    dictionary = opening(PAIRS)
    dictionary.apply(SetDetails((0,), (EntryDetail(note="mind"),)), dictionary.steps.next("Note"))

    page = DictionaryPage(dictionary, actions=actions, jobs=jobs, remembered=memory, parent=window)

    assert not page.grid.isColumnHidden(NOTE)
    page.switch_details()
    assert page.grid.isColumnHidden(NOTE)


@pytest.mark.slow
def test_columns_have_names_that_a_kept_cell_finds_again(page: DictionaryPage) -> None:
    names = [page.column_name(column) for column in range(page.model.columnCount())]

    assert [page.column_named(name) for name in names] == list(range(len(names)))
    assert [page.column_named(name) for name in ("99", "de", "")] == [None, None, None]


@pytest.mark.slow
def test_hits_are_replaced_as_one_step(page: DictionaryPage, finish: Finish) -> None:
    rewrite = make_replacement("tree", "oak", is_pattern=False, with_case=True, whole_words=False)
    scope = page.rewrite_scope()
    hits = finish(scope.phrases.hits(rewrite, columns=(SOURCE,), rows=None, progress=NoProgress()))

    finish(page.take_hits(hits, "Replace"))

    assert list(page.dictionary.entries.sources) == ["oak", "house", "", "oak house"]
    assert page.edits.history.texts == ["Replace"]


@pytest.mark.slow
def test_a_filter_and_a_selection_narrow_where_is_looked(page: DictionaryPage) -> None:
    page.model.set_order([3, 0, 1])
    page.grid.selectAll()
    whole = page.rewrite_scope()
    page.grid.go_to(3, SOURCE)
    page.grid.go(page.model.index(1, SOURCE), extends=True)
    part = page.rewrite_scope()

    assert (whole.shown_rows, whole.selected_rows) == ([0, 1, 3], None)
    assert (part.shown_rows, part.selected_rows) == ([0, 1, 3], [0, 3])


@pytest.mark.slow
def test_a_change_from_outside_takes_over_what_is_typed_or_is_refused(
    qtbot: QtBot, page: DictionaryPage, finish: Finish
) -> None:
    page.grid.go_to(0, SOURCE)
    type_text(qtbot, "oak", page.grid)
    assert QApplication.focusWidget() is page.grid.open_editor()

    with pytest.raises(InvalidInput, match="changed in the meantime"):
        finish(page.apply_to_dictionary(page.dictionary, SetCells(TARGET, (0,), ("x",)), "Publish", NoProgress()))

    assert page.dictionary.entries[0] == ("oak", PAIRS[0][1])
