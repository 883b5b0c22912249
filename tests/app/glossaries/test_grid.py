"""The grid in the whole program: typed text is never lost, whatever command runs while a cell is open."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from app.glossaries.test_workbench import imported, pairs
from app.program import Control, Key, Program, at_rest, run
from termdesk.application.glossaries.editing import open_dictionary
from termdesk.application.glossaries.editing.bulk_change import BulkChange, compute_bulk_change
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows
from termdesk.domain.entries.entry_detail import NOTE
from termdesk.ui.glossaries.difference.difference_table import DifferenceTable
from termdesk.ui.glossaries.library.reverse_dialog import ReverseDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.sheet.clipboard import copy, format_block
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import Question

BEFORE = [("flat", "Wohnung"), ("house", "Haus"), ("apartment", "Wohnung"), ("house boat", "Hausboot")]


@pytest.fixture
def opened(shared_program: Program, tmp_path: Path) -> Program:
    return open_homes(shared_program, tmp_path)


@pytest.fixture
def opened_alone(program: Program, tmp_path: Path) -> Program:
    """A program that the test may end."""
    return open_homes(program, tmp_path)


def open_homes(program: Program, folder: Path) -> Program:
    imported(program, folder)
    program.page.grid.setFocus()
    program.page.grid.go_to(0, 0)
    return program


@pytest.mark.slow
def test_undo_takes_over_what_is_typed_and_takes_that_back(opened: Program) -> None:
    opened.page.edits.clear_cells({1: [2]})
    opened.page.grid.go_to(0, 0)
    before = pairs(opened)
    opened.type("x")
    run(opened, "undo")
    assert pairs(opened) == before
    run(opened, "redo")

    assert pairs(opened)[0] == ("x", "Wohnung")


@pytest.mark.slow
def test_a_sort_that_is_ready_while_one_types_takes_over_what_was_typed(opened: Program) -> None:
    opened.type("zebra")
    opened.page.sort_by(0)
    opened.until(lambda: at_rest(opened))

    assert ("zebra", "Wohnung") in pairs(opened)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 6_000])
def test_what_is_typed_when_a_job_brings_a_change_is_taken_over(opened: Program, count: int) -> None:
    page = opened.page

    def brought() -> Change:
        entries = page.dictionary.entries
        new = InsertRows.at(entries, 1, [(f"term {number}", "Wort") for number in range(count)])
        # In several parts, like an import, so that the table is reset.
        return Batch((RemoveRows((1,)), new))

    change = brought()
    opened.type("zebra")
    opened.until(
        opened.controller.window.jobs.start(
            JobKind.IMPORT, "Importing", partial(page.edits.apply_bulk_change, change, "Import")
        ).done
    )
    assert pairs(opened) == [("zebra", "Wohnung"), *BEFORE[1:]]
    assert opened.says("The entries have changed in the meantime, so nothing was done.")

    opened.press(Key.Key_F2)
    opened.until(
        opened.controller.window.jobs.start(
            JobKind.IMPORT, "Importing", partial(page.edits.apply_bulk_change, brought(), "Import")
        ).done
    )
    assert pairs(opened)[:2] == [("zebra", "Wohnung"), ("term 0", "Wort")]
    assert len(pairs(opened)) == 3 + count


@pytest.mark.slow
def test_many_rows_that_are_pasted_do_not_take_what_is_typed(opened: Program) -> None:
    opened.type("zebra")
    opened.page.edits.append_rows([("term", "Wort")] * 6_000, "Paste")
    opened.until(lambda: at_rest(opened))

    assert pairs(opened) == [("zebra", "Wohnung"), *BEFORE[1:]]


@pytest.mark.slow
def test_cutting_and_pasting_moves_a_block(opened: Program) -> None:
    opened.press(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    opened.press(Key.Key_X, Control)
    assert [source for source, _ in pairs(opened)][:2] == ["", ""]
    assert QGuiApplication.clipboard().text() == "flat\nhouse\n"
    opened.page.grid.go_to(3, 0)
    opened.press(Key.Key_V, Control)
    question = opened.dialog(Question)
    opened.click(question.accept_button)
    opened.until(lambda: at_rest(opened))

    assert "flat" in [source for source, _ in pairs(opened)][3:]


@pytest.mark.slow
def test_a_table_of_a_spreadsheet_is_pasted_over_the_end(opened: Program) -> None:
    opened.page.grid.go_to(3, 1)
    mime = QMimeData()
    mime.setHtml("<table><tr><td>eins</td></tr><tr><td>zwei<br>drei</td></tr></table>")
    QGuiApplication.clipboard().setMimeData(mime)
    opened.press(Key.Key_V, Control)
    overwrite(opened)

    assert pairs(opened)[3:] == [("house boat", "eins"), ("", "zwei\ndrei")]
    assert opened.page.edits.history.count == 1


@pytest.mark.slow
def test_ditto_takes_the_cell_above_also_into_the_open_cell(opened: Program) -> None:
    opened.page.grid.go_to(1, 1)
    opened.press(Key.Key_Apostrophe, Control)
    assert pairs(opened)[1] == ("house", "Wohnung")
    opened.page.grid.go_to(2, 0)
    opened.type("x")
    run(opened, "ditto")
    opened.press(Key.Key_Return)
    opened.until(lambda: opened.page.grid.open_editor() is None)

    assert pairs(opened)[2] == ("house", "Wohnung")


@pytest.mark.slow
def test_looks_are_remembered(opened: Program) -> None:
    page = opened.page
    height = page.grid.rowHeight(0)
    run(opened, "zoom_in")
    run(opened, "zoom_in")
    run(opened, "show_hidden")
    page.grid.horizontalHeader().resizeSection(0, page.grid.viewport().width() // 4)
    share = page.looks.columns.state().shares["source"]
    run(opened, "close_dictionary")
    opened.until(lambda: opened.controller.glossaries.page is None and at_rest(opened))
    tree = opened.controller.glossaries.panel.tree
    tree.activated.emit(tree.model().index(0, 0))
    opened.until(lambda: opened.controller.glossaries.page is not None and at_rest(opened))

    again = opened.page
    assert again.grid.rowHeight(0) > height
    assert again.model.index(3, 0).data() == "house·boat"
    assert abs(share - 0.25) < 0.02
    assert again.looks.columns.state().shares["source"] == share
    run(opened, "show_hidden")


@pytest.mark.slow
def test_the_order_of_columns_is_kept_over_a_restart_and_the_keyboard_reaches_it(
    opened_alone: Program, make_program: Callable[[Path], Program], program_folder: Path
) -> None:
    run(opened_alone, "details")
    opened_alone.page.grid.go_to(0, 1)
    opened_alone.press(Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    opened_alone.until(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    opened_alone.picture("column_menu", menu)
    for _ in range(2):
        opened_alone.qtbot.keyClick(menu, Key.Key_Down)
    assert menu.activeAction().text() == "Move left"
    opened_alone.qtbot.keyClick(menu, Key.Key_Return)
    opened_alone.until(lambda: opened_alone.page.grid.shown_columns() == [1, 0, 2, 3, 4])
    opened_alone.picture("target_first")
    opened_alone.press(Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    opened_alone.press(Key.Key_C, Control)
    assert QGuiApplication.clipboard().text() == "Wohnung\tflat\n"
    assert "<td>Wohnung</td><td>flat</td>" in QGuiApplication.clipboard().mimeData().html()
    opened_alone.wait_for(opened_alone.page.wait_until_saved())
    opened_alone.end()

    again = make_program(program_folder)
    tree = again.controller.glossaries.panel.tree
    again.until(lambda: tree.model().rowCount() and at_rest(again))
    tree.activated.emit(tree.model().index(0, 0))
    again.until(lambda: again.controller.glossaries.page is not None and at_rest(again))
    assert again.page.grid.shown_columns() == [1, 0, 2, 3, 4]
    again.page.grid.go_to(1, 1)
    copy(*format_block([["Heim", "home"]]))
    run(again, "paste")
    again.until(lambda: pairs(again)[1] == ("home", "Heim") and at_rest(again))


@pytest.mark.slow
def test_columns_fill_the_window_and_no_more_however_wide_it_becomes(opened: Program) -> None:
    grid, window = opened.page.grid, opened.controller.window
    for width in (1180, 1003, 1001, 1334):
        window.resize(width, window.height())
        opened.until(lambda: grid.horizontalHeader().length() == grid.viewport().width())
        assert grid.horizontalScrollBar().maximum() == 0

    grid.horizontalHeader().resizeSection(0, grid.viewport().width() // 3)
    window.resize(1001, window.height())
    opened.until(lambda: grid.horizontalHeader().length() == grid.viewport().width())
    assert list(opened.page.looks.columns.state().shares) == ["source"]


@pytest.mark.slow
def test_the_columns_of_details_have_room_for_their_names_and_words(opened: Program) -> None:
    run(opened, "details")
    grid, header = opened.page.grid, opened.page.grid.horizontalHeader()
    opened.page.model.setData(opened.page.model.index(0, 2), "forbidden")
    for column in range(2, opened.page.model.columnCount()):
        assert header.sectionSize(column) >= header.sectionSizeHint(column)
    assert header.sectionSize(2) >= grid.sizeHintForColumn(2)
    assert grid.horizontalScrollBar().maximum() == 0


@pytest.mark.slow
def test_undo_keeps_the_place_and_selects_what_it_changed(opened: Program, tmp_path: Path) -> None:
    edits, grid = opened.page.edits, opened.page.grid
    edits.append_rows([(f"term {number}", "x") for number in range(500)], "Append")
    grid.go_to(300, 1)
    edits.set_cells([(row, 1, "changed") for row in range(298, 303)], "Change")
    position = grid.verticalScrollBar().value()
    run(opened, "undo")
    assert grid.verticalScrollBar().value() == position
    assert list(grid.selected_rows()) == list(range(298, 303))
    run(opened, "redo")

    assert grid.verticalScrollBar().value() == position


@pytest.mark.slow
def test_many_rows_are_cut_beside_the_window_and_come_back(opened: Program) -> None:
    opened.page.edits.append_rows([(f"term {number}", f"Wort {number}") for number in range(3_000)], "Append")
    before = pairs(opened)
    grid = opened.page.grid
    grid.selectAll()
    opened.press(Key.Key_X, Control)
    assert pairs(opened) == before
    opened.until(lambda: at_rest(opened) and pairs(opened)[-1] == ("", ""))

    assert QGuiApplication.clipboard().text() == "".join(f"{source}\t{target}\n" for source, target in before)
    assert set(pairs(opened)) == {("", "")}
    run(opened, "undo")
    opened.until(lambda: at_rest(opened))
    assert pairs(opened) == before
    assert opened.page.edits.history.position == 1


@pytest.mark.slow
def test_what_is_selected_otherwise_meanwhile_is_not_copied(opened: Program) -> None:
    opened.page.edits.append_rows([(f"term {number}", f"Wort {number}") for number in range(3_000)], "Append")
    QGuiApplication.clipboard().setText("as before")
    opened.page.grid.selectAll()
    opened.page.cut()
    opened.page.grid.go_to(5, 0)
    opened.until(lambda: at_rest(opened))

    assert QGuiApplication.clipboard().text() == "as before"
    assert pairs(opened)[-1] == ("term 2999", "Wort 2999")


@pytest.mark.slow
def test_a_selection_that_comes_back_copies_no_part_of_a_block(opened: Program) -> None:
    opened.page.edits.append_rows([(f"term {number}", f"Wort {number}") for number in range(4_000)], "Append")
    before = pairs(opened)
    QGuiApplication.clipboard().setText("as before")
    grid = opened.page.grid
    grid.selectAll()
    opened.page.cut()
    grid.go_to(5, 0)
    opened.qtbot.waitUntil(lambda: len(grid.selected_shown_rows()) == 1)

    async def selected_again() -> None:
        for _ in range(2):
            await asyncio.sleep(0)
        grid.selectAll()

    opened.wait_for(selected_again())
    opened.until(lambda: at_rest(opened))

    assert QGuiApplication.clipboard().text() == "as before"
    assert pairs(opened) == before
    assert "Nothing was copied" in opened.page.line.words.text()


def many_rows(opened: Program, count: int = 6_000) -> None:
    opened.page.edits.append_rows([(f"term {number}", f"Wort {number}") for number in range(count)], "Append")
    opened.until(lambda: at_rest(opened))


@pytest.mark.scorecard("R36")
def test_what_still_changes_when_the_window_closes_is_kept(opened_alone: Program) -> None:
    many_rows(opened_alone)
    draft = opened_alone.page.dictionary.draft.draft_id
    opened_alone.wait_for(opened_alone.page.dictionary.rebase(base=opened_alone.page.dictionary.entries.copy()))
    opened_alone.page.edits.clear_cells({1: range(6_004)})
    opened_alone.controller.window.close()
    opened_alone.until(opened_alone.controller.closed.is_set)
    # As at the end of the program.
    opened_alone.wait_for(opened_alone.controller.window.jobs.close())
    opened_alone.wait_for(opened_alone.controller.glossaries.close_dictionary())

    on_disk, _ = opened_alone.wait_for(opened_alone.records.journal.load(draft))
    assert set(on_disk.targets) == {""}


@pytest.mark.slow
def test_what_is_undone_while_it_is_published_stays_to_be_published(opened: Program) -> None:
    many_rows(opened)
    opened.page.edits.set_cells([(0, 1, "before")], "Edit")
    published = opened.page.dictionary.entries.copy()
    opened.page.edits.set_cells([(0, 1, "after")], "Edit")
    opened.wait_for(opened.page.dictionary.rebase(base=published))
    assert opened.page.has_unpublished_edits

    opened.wait_for(opened.page.dictionary.rebase(base=opened.page.dictionary.entries.copy()))
    assert not opened.page.has_unpublished_edits


@pytest.mark.slow
def test_a_new_row_that_is_refused_opens_no_cell(opened: Program) -> None:
    many_rows(opened)
    grid = opened.page.grid
    grid.go_to(2, 1)
    opened.page.edits.clear_cells({1: range(6_004)})
    opened.page.insert_row()

    assert not grid.is_editing
    assert grid.current_cell() == (2, 1)
    opened.until(lambda: at_rest(opened))


@pytest.mark.slow
def test_a_paste_goes_where_it_was_asked_for(opened: Program) -> None:
    QGuiApplication.clipboard().setText("one\ttwo\n")
    grid = opened.page.grid
    grid.go_to(1, 0)
    opened.press(Key.Key_V, Control)
    grid.go_to(3, 0)
    opened.until(lambda: at_rest(opened))

    assert pairs(opened)[1] == ("one", "two")
    assert pairs(opened)[3] == ("house boat", "Hausboot")


@pytest.mark.slow
def test_a_paste_reaches_its_column_though_that_is_hidden_meanwhile(opened: Program) -> None:
    columns = opened.page.looks.columns
    columns.show_column(NOTE, True)
    opened.page.grid.go_to(1, NOTE)
    QGuiApplication.clipboard().setText("seen\n")
    opened.press(Key.Key_V, Control)
    columns.show_column(NOTE, False)
    opened.until(lambda: at_rest(opened))

    assert opened.page.dictionary.entries.detail(1).note == "seen"


def overwrite(program: Program) -> None:
    """Answer the question before a paste."""
    question = program.dialog(Question)
    program.click(next(each for each in question.buttons.buttons() if each.text() == "Overwrite"))
    program.until(lambda: at_rest(program))


@pytest.mark.slow
def test_a_paste_over_filtered_rows_stays_there_and_says_what_came_at_the_end(opened: Program) -> None:
    page = opened.page
    page.edits.append_rows([(f"term {number}", "x") for number in range(300)], "Append")
    page.filter_bar.field.setText("house")
    opened.until(lambda: page.model.rowCount() == 2 and at_rest(opened))
    page.grid.go_to(1, 0)
    QGuiApplication.clipboard().setText("one\teins\ntwo\tzwei\nthree\tdrei\n")
    opened.press(Key.Key_V, Control)
    overwrite(opened)

    assert [pairs(opened)[row] for row in (1, 3, 304)] == [("one", "eins"), ("two", "zwei"), ("three", "drei")]
    assert page.grid.current_cell() == (1, 0)
    assert list(page.grid.selected_rows()) == [1, 3, 304]
    assert page.line.words.text() == "Added 1 row at the end."
    opened.picture("pasted_over_filtered")
    run(opened, "undo")
    assert pairs(opened)[1] == ("house", "Haus")
    assert page.grid.current_cell() == (1, 0)


@pytest.mark.slow
def test_a_block_that_is_longer_than_the_selection_goes_on_below_it(opened: Program) -> None:
    opened.page.grid.go_to(0, 0)
    opened.press(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QGuiApplication.clipboard().setText("one\ntwo\nthree\n")
    opened.press(Key.Key_V, Control)
    overwrite(opened)

    assert [source for source, _ in pairs(opened)] == ["one", "two", "three", "house boat"]


@pytest.mark.slow
def test_a_paste_that_is_asked_about_is_refused_where_rows_came_meanwhile(opened: Program) -> None:
    QGuiApplication.clipboard().setText("one\ttwo\nthree\tfour\n")
    opened.page.grid.go_to(1, 0)
    opened.press(Key.Key_V, Control)
    question = opened.dialog(Question)
    opened.page.edits.insert_row(0, source="new")
    before = pairs(opened)
    opened.click(question.accept_button)
    opened.until(lambda: at_rest(opened))

    assert pairs(opened) == before
    assert "Nothing was pasted" in opened.page.line.words.text()


@pytest.mark.slow
def test_the_reverse_has_what_is_typed(opened: Program) -> None:
    opened.page.grid.go_to(0, 1)
    opened.type("typed last")
    assert opened.page.grid.is_editing

    opened.controller.window.window_actions["reverse_dictionary"].trigger()
    opened.click(opened.dialog(ReverseDialog).accept_button)
    opened.until(lambda: opened.page.dictionary.pair.source == "de")

    assert "typed last" in opened.page.dictionary.entries.sources


@pytest.mark.slow
def test_what_is_typed_while_many_rows_change_leads_nowhere_and_is_refused_in_words(
    opened: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, grid = opened.page, opened.page.grid
    typed = threading.Event()

    def carried_out_later(*arguments: Any) -> BulkChange:
        # Otherwise the change might be complete before the test has typed.
        assert typed.wait(20)
        return compute_bulk_change(*arguments)

    monkeypatch.setattr(open_dictionary, "compute_bulk_change", carried_out_later)
    page.edits.append_rows([(f"term {number}", f"Wort {number}") for number in range(6_000)], "Append")
    typed.set()
    opened.until(lambda: at_rest(opened))
    typed.clear()
    grid.selectAll()
    opened.press(Key.Key_Delete)
    opened.until(lambda: page.dictionary.is_busy)
    position = grid.currentIndex().row()
    opened.type("term 5")

    assert grid.currentIndex().row() == position
    assert page.line.words.text() == "Many rows are still being changed. Wait until this is done."
    typed.set()
    opened.until(lambda: at_rest(opened))


@pytest.mark.slow
def test_a_dictionary_without_entries_says_what_to_do(opened: Program) -> None:
    opened.page.grid.selectAll()
    run(opened, "delete_rows")
    assert opened.page.line.words.text().startswith("No entries yet. Insert a row, paste")
    QGuiApplication.clipboard().setText("flat\tWohnung\nhouse\tHaus\n")
    opened.page.grid.setFocus()
    opened.press(Key.Key_V, Control)
    opened.until(lambda: at_rest(opened))

    assert pairs(opened) == [("flat", "Wohnung"), ("house", "Haus")]
    assert opened.page.line.words.text().startswith("Row 1")


@pytest.mark.slow
def test_a_filter_that_shows_nothing_says_so_and_one_entry_is_one(opened: Program) -> None:
    page = opened.page
    page.filter_bar.focus()
    opened.type("no such")
    opened.until(lambda: at_rest(opened) and page.model.rowCount() == 0)
    assert page.line.words.text() == "No entry matches the filter."
    page.filter_bar.clear()
    opened.until(lambda: at_rest(opened) and page.model.rowCount() == 4)
    page.edits.remove_rows([1, 2, 3])

    assert page.view_controller.counts.text().startswith("1 entry · ")
    assert page.line.words.text().startswith("Row 1")


@pytest.mark.slow
def test_closing_a_dictionary_leads_back_to_the_library(opened: Program) -> None:
    opened.controller.window.notices.say("Something was said", "and stands there.")
    run(opened, "close_dictionary")
    opened.until(lambda: opened.controller.glossaries.page is None and at_rest(opened))

    assert opened.controller.window.focusWidget() is opened.controller.glossaries.panel.tree


@pytest.mark.slow
def test_publishing_and_reversing_wait_for_what_is_on_its_way(opened: Program) -> None:
    opened.page.edits.append_rows([(f"term {number}", f"Wort {number}") for number in range(40_000)], "Append")
    opened.wait_for(opened.page.edits.wait_until_settled())
    opened.page.grid.selectAll()
    run(opened, "fill_down")
    run(opened, "reverse_dictionary")
    reversing = opened.dialog(ReverseDialog)
    assert reversing.model.rowCount() == 0, "all rows are the same by then"
    reversing.reject()
    run(opened, "undo")
    run(opened, "publish")
    publishing = opened.dialog(PublishDialog)

    rows = publishing.findChild(DifferenceTable).model()
    assert [rows.index(row, 3).data() for row in range(2)] == ["Wohnung", "Haus"]
    publishing.reject()
    opened.until(lambda: at_rest(opened))


@pytest.mark.slow
def test_a_draft_that_was_published_stays_chosen(opened: Program) -> None:
    run(opened, "publish")
    opened.click(opened.dialog(PublishDialog).accept_button)
    opened.until(lambda: at_rest(opened) and opened.says("is published"))

    position = opened.controller.glossaries.panel.chosen_item()
    assert position is not None
    assert position.row is not None
    assert position.summary.key == opened.page.dictionary.draft.glossary_key
    assert opened.controller.window.window_actions["multilingual_view"].isEnabled()


def settled(program: Program) -> None:
    """Wait until jobs and events caused by keys and cells are finished."""
    program.until(lambda: at_rest(program))
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.slow
def test_tab_at_the_very_end_adds_a_row_after_typing_and_goes_on_there(opened: Program) -> None:
    page = opened.page
    page.grid.go_to(3, 1)
    opened.press(Key.Key_Tab)
    settled(opened)
    assert len(pairs(opened)) == 4, "nothing was typed"

    page.grid.go_to(3, 1)
    for text in ("Hausboote", "hut", "Huette"):
        opened.type(text)
        opened.press(Key.Key_Tab)
        settled(opened)
    assert pairs(opened)[3:] == [("house boat", "Hausboote"), ("hut", "Huette"), ("", "")]
    assert page.grid.current_cell() == (5, 0)
    assert page.grid.is_editing
    opened.press(Key.Key_Escape)
    settled(opened)

    assert pairs(opened)[3:] == [("house boat", "Hausboote"), ("hut", "Huette")]
    assert page.grid.current_cell() == (4, 0)
    assert page.dictionary.violation_count == 0
    assert page.edits.history.texts[: page.edits.history.position][-3:] == [
        "Insert row",
        "Edit source",
        "Edit target",
    ]


@pytest.mark.slow
def test_a_row_that_tab_added_stays_only_with_something_in_it(opened: Program) -> None:
    page = opened.page
    page.grid.go_to(3, 1)
    opened.type("x")
    opened.press(Key.Key_Tab)
    settled(opened)
    opened.press(Key.Key_Tab)
    settled(opened)
    assert page.grid.current_cell() == (4, 1), "the target may be typed first"
    opened.type("Laube")
    opened.press(Key.Key_Return)
    settled(opened)
    # Enter added one more row, which is not needed.
    opened.press(Key.Key_Escape)
    settled(opened)
    assert pairs(opened)[4:] == [("", "Laube")]

    page.grid.go_to(4, 1)
    opened.type("y")
    opened.press(Key.Key_Tab)
    settled(opened)
    assert len(pairs(opened)) == 6
    opened.qtbot.mouseClick(
        page.grid.viewport(), Qt.MouseButton.LeftButton, pos=page.grid.visualRect(page.model.index(1, 0)).center()
    )
    settled(opened)
    assert len(pairs(opened)) == 5
    assert page.grid.current_cell() == (1, 0), "the selection stays where the user went"
    run(opened, "undo")
    assert pairs(opened)[4] == ("", "Laube")


@pytest.mark.slow
def test_with_the_target_first_a_new_row_begins_with_the_target(opened: Program) -> None:
    opened.page.looks.columns.order.restore(["target", "source"])
    opened.page.grid.go_to(3, 0)
    for text in ("boat", "Huette", "hut"):
        opened.type(text)
        opened.press(Key.Key_Tab)
        settled(opened)
    opened.press(Key.Key_Escape)
    settled(opened)

    assert pairs(opened)[3:] == [("boat", "Hausboot"), ("hut", "Huette")]


@pytest.mark.slow
def test_undo_of_a_row_that_tab_added_takes_back_that_row_alone(opened: Program) -> None:
    opened.page.grid.go_to(3, 1)
    opened.type("x")
    opened.press(Key.Key_Tab)
    settled(opened)
    run(opened, "undo")
    settled(opened)

    assert pairs(opened)[3:] == [("house boat", "x")]


@pytest.mark.slow
def test_tab_adds_no_row_where_there_is_no_end(opened: Program) -> None:
    opened.page.sort_by(0)
    settled(opened)
    opened.page.grid.go(opened.page.model.index(3, 1))
    opened.type("x")
    opened.press(Key.Key_Tab)
    settled(opened)

    assert len(pairs(opened)) == 4


@pytest.mark.slow
def test_a_new_row_stands_below_the_current_one_however_rows_are_shown(shared_program: Program, tmp_path: Path) -> None:
    program = shared_program
    imported(program, tmp_path)
    page = program.page
    run(program, "sort_source")
    program.until(lambda: at_rest(program) and not page.model.is_in_file_order)

    page.grid.setFocus()
    page.grid.setCurrentIndex(page.grid.model().index(0, 0))
    program.press(Key.Key_Down)
    program.press(Key.Key_Return, Control)
    program.type("new")
    program.press(Key.Key_Return)

    program.until(lambda: "new" in page.dictionary.entries.sources)
    shown = [page.grid.model().index(row, 0).data(Qt.ItemDataRole.EditRole) for row in range(5)]
    assert shown == ["apartment", "flat", "new", "house", "house boat"]
    assert list(page.dictionary.entries.sources) == ["flat", "new", "house", "apartment", "house boat"]
