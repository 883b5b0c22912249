"""The page of all languages: its texts, navigation to cells, and edits of several dictionaries."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from support.multilingual_glossary import OWN
from support.view_queries import containing
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.entries.entry_detail import STATUS
from termdesk.domain.entries.rewrite import make_replacement
from termdesk.domain.progress import NoProgress
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.multilingual.edit_dialog import StepSheet
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from ui.glossaries.typed_grid import type_text

Opened = Callable[[type[Any]], Any]

OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
AtRest = Callable[[], None]


def row_of(page: MultilingualPage, source: str) -> int:
    return next(row for row in range(page.model.total) if page.model.cell(row, 0) == source)


@pytest.mark.slow
def test_the_head_names_the_languages_and_those_that_are_not_shown(page: MultilingualPage) -> None:
    assert page.subtitle.text() == "English → 5 languages · on the service"

    page.looks.show_column(1, False)

    assert page.subtitle.text() == "English → 5 languages · 1 not shown · on the service"


@pytest.mark.slow
def test_one_language_is_named(opening_multilingual_page: OpeningMultilingual) -> None:
    assert opening_multilingual_page({"de": OWN["de"]}).subtitle.text().startswith("English → German · ")


@pytest.mark.slow
def test_a_cell_is_gone_to_where_a_filter_and_a_hidden_language_keep_it_out_of_sight(
    page: MultilingualPage, at_rest: AtRest
) -> None:
    page.looks.show_column(2, False)
    page.view_controller.query_editor.ask(containing("nut"))
    at_rest()

    page.show_cell(row_of(page, "washer"), 2)

    assert page.grid.current_cell() == (row_of(page, "washer"), 2)
    assert not page.grid.isColumnHidden(2)


@pytest.mark.slow
def test_a_row_of_one_dictionary_is_found_in_the_table(page: MultilingualPage) -> None:
    german = page.table.dictionaries[1]
    page.show_entry(german, list(german.entries.sources).index("washer"), TARGET)

    assert page.grid.current_cell() == (row_of(page, "washer"), 2)


@pytest.mark.slow
def test_columns_have_names_that_a_kept_cell_finds_again(page: MultilingualPage) -> None:
    names = [page.column_name(column) for column in range(6)]

    assert names == ["", "ar", "de", "he", "ja", "th"]
    assert [page.column_named(name) for name in names] == list(range(6))
    assert page.column_named("fr") is None


@pytest.mark.slow
def test_rows_are_deleted_everywhere_once_that_is_agreed_to(
    qtbot: QtBot, page: MultilingualPage, at_rest: AtRest, opened: Opened
) -> None:
    page.grid.go_to(row_of(page, "bolt"), 2)
    page.delete_rows()
    opened(StepSheet).accept()
    at_rest()

    assert all("bolt" not in each.entries.sources for each in page.table.dictionaries)
    assert page.edits.history.count == 1


@pytest.mark.slow
def test_cells_are_cleared_in_their_languages_alone(page: MultilingualPage) -> None:
    row = row_of(page, "bolt")
    page.grid.go_to(row, 1)
    page.grid.go(page.model.index(row, 2), extends=True)

    page.clear_cells("Clear")

    assert [page.model.cell(row, column) for column in range(4)] == ["bolt", "", "", "בורג"]


@pytest.mark.slow
def test_languages_that_were_never_published_have_nothing_to_revert_to(page: MultilingualPage) -> None:
    for each in page.table.dictionaries:
        each.draft = replace(each.draft, base=None)
    page.grid.go_to(row_of(page, "bolt"), 0)

    page.revert_rows()

    assert page.line.words.text() == "These languages were never published, so there is nothing to revert to."


@pytest.mark.slow
def test_reverting_the_source_reverts_all_languages_that_are_shown(page: MultilingualPage, finish: Finish) -> None:
    for each in page.table.dictionaries:
        finish(each.rebase(base=each.entries.copy()))
    row = row_of(page, "bolt")
    for column in (1, 2, 3):
        page.model.setData(page.model.index(row, column), "edited")
    page.looks.show_column(3, False)
    page.grid.go_to(row, 0)

    page.revert_rows()

    assert [page.model.cell(row, column) for column in (1, 2, 3)] == ["برغي", "Schraube", "edited"]


def test_a_rewrite_of_targets_is_not_asked_about_one_of_sources_is(
    qtbot: QtBot, page: MultilingualPage, finish: Finish, qt_loop: Any, opened: Opened
) -> None:
    rewrite = make_replacement("u", "U", is_pattern=False, with_case=True, whole_words=False)
    phrases = page.rewrite_scope().phrases
    hits = {
        column: finish(phrases.hits(rewrite, columns=(column,), rows=None, progress=NoProgress())) for column in (0, 2)
    }
    finish(page.take_hits(hits[2], "Replace"))
    assert page.model.cell(row_of(page, "bolt"), 2) == "SchraUbe"

    task = qt_loop.create_task(page.take_hits(hits[0], "Replace"))
    opened(StepSheet).accept()
    qtbot.waitUntil(task.done)

    assert "nUt" in [page.model.cell(row, 0) for row in range(page.model.total)]


@pytest.mark.slow
def test_a_change_of_one_dictionary_takes_over_what_is_typed(
    qtbot: QtBot, page: MultilingualPage, finish: Finish
) -> None:
    german = page.table.dictionaries[1]
    page.grid.go_to(row_of(page, "spring"), 1)

    finish(page.apply_to_dictionary(german, SetCells(TARGET, (0,), ("Bolzen",)), "Pull", NoProgress()))

    assert page.model.cell(row_of(page, "bolt"), 2) == "Bolzen"
    assert page.edits.history.texts == ["Pull"]


@pytest.mark.slow
def test_similar_entries_are_looked_for_in_the_language_of_the_cursor(page: MultilingualPage) -> None:
    page.grid.go_to(0, 4)
    scope = page.similar_scope()
    assert scope.dictionaries[scope.first].pair.target == "ja"
    german = page.table.dictionaries[1]
    row = list(german.entries.sources).index("washer")

    assert scope.table_row(1, row) == row_of(page, "washer")
    page.grid.go_to(0, 0)
    assert page.similar_scope().first == 0


def test_details_are_shown_on_request_and_remembered(page: MultilingualPage, memory: WindowMemory) -> None:
    assert not page.details.isVisible()
    page.grid.go_to(0, 2)
    page.switch_details()
    assert (page.details.isVisible(), memory.multilingual_details) == (True, True)
    assert page.details.fields[STATUS].hasFocus()
    page.switch_details()

    assert (page.details.isVisible(), memory.multilingual_details) == (False, False)
    assert page.grid.hasFocus()


@pytest.mark.slow
def test_sorting_by_target_means_the_language_of_the_cursor(page: MultilingualPage, at_rest: AtRest) -> None:
    columns = []
    for column in (4, 0):
        page.grid.go_to(0, column)
        page.sort_by_target()
        at_rest()
        columns.append(page.view_controller.query_editor.query.sort_column)

    assert columns == [4, 1]


@pytest.mark.slow
def test_while_a_cell_is_typed_in_the_line_below_counts_its_bytes(qtbot: QtBot, page: MultilingualPage) -> None:
    page.grid.go_to(0, 2)
    type_text(qtbot, "abc", page.grid)

    assert page.line.words.text() == "3 characters"


@pytest.mark.slow
@pytest.mark.parametrize("kept", ["", "nothing like it"])
def test_a_table_without_shown_rows_says_why(page: MultilingualPage, kept: str, at_rest: AtRest) -> None:
    if kept:
        page.view_controller.query_editor.ask(containing(kept))
        at_rest()
        assert page.line.words.text() == "No phrase matches the filter."
    else:
        page.edits.do(page.edits.removal(range(page.model.total)))
        assert page.line.words.text().startswith("No phrases yet.")
