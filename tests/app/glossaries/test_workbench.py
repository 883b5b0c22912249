"""More tools by mouse and keys: replacing, history, reverse dictionary, deleted glossaries."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit

from app.program import Control, Key, Program, at_rest, run
from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.entries.entry_detail import NOTE, STATUS
from termdesk.ui.glossaries.library.bin_dialog import BinDialog
from termdesk.ui.glossaries.library.reverse_dialog import ReverseDialog
from termdesk.ui.glossaries.pane.undo_history_dialog import UndoHistoryDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.rewriting.replace_dialog import ReplaceDialog
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel

ENTRIES = "flat\tWohnung\nhouse\tHaus\napartment\tWohnung\nhouse boat\tHausboot\n"


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def imported(program: Program, folder: Path) -> None:
    program.open_text(folder / "homes.en-de.tsv", ENTRIES)


def pairs(program: Program) -> list[tuple[str, str]]:
    return list(program.page.dictionary.entries)


@pytest.mark.scorecard("R13")
def test_replacing_is_one_step_of_a_history_that_one_can_walk(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    before = pairs(program)
    run(program, "replace")
    dialog = program.dialog(ReplaceDialog)
    program.qtbot.keyClicks(dialog.search, "haus")
    program.qtbot.keyClicks(dialog.replacement, "heim")
    program.until(lambda: dialog.model.chosen == 2 and dialog.model.index(0, 3).data() == "heim")
    program.picture("replace")
    # Enter alone changes nothing, because users press it by mistake.
    program.qtbot.keyClick(dialog.replacement, Key.Key_Return)
    assert dialog.isVisible()
    program.qtbot.keyClick(dialog.replacement, Key.Key_Return, Control)
    program.until(lambda: at_rest(program))
    after = pairs(program)
    assert "2 cells were changed" in program.page.line.words.text()

    run(program, "history")
    history = program.dialog(UndoHistoryDialog)
    program.picture("history")
    history.view.setCurrentIndex(history.view.model().index(0, 0))
    program.click(history.accept_button)
    program.until(lambda: at_rest(program))

    assert [target for _, target in after] == ["Wohnung", "heim", "Wohnung", "heimboot"]
    assert pairs(program) == before


def test_the_reverse_dictionary_is_made_once_its_clashes_are_settled(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    run(program, "reverse_dictionary")
    dialog = program.dialog(ReverseDialog)
    assert dialog.model.rowCount() == 1
    dialog.model.setData(dialog.model.index(0, 1), "apartment")
    program.picture("reverse")
    program.click(dialog.accept_button)
    program.until(lambda: str(program.page.dictionary.pair.source) == "de" and at_rest(program))

    assert pairs(program) == [("Wohnung", "apartment"), ("Haus", "house"), ("Hausboot", "house boat")]


@pytest.mark.slow
def test_a_deleted_glossary_is_brought_back_from_the_bin(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    panel = program.controller.glossaries.panel
    run(program, "delete_glossary")
    question = program.dialog(Question)
    field = question.findChild(QLineEdit)
    if field is not None:
        field.setText(program.page.dictionary.name)
    program.click(question.accept_button)
    program.until(lambda: panel.model.total == 0 and at_rest(program))

    run(program, "bin")
    dialog = program.dialog(BinDialog)
    program.until(dialog.restore_button.isEnabled)
    program.picture("bin")
    program.click(dialog.restore_button)
    program.until(lambda: not dialog.restore_button.isEnabled())
    program.click(dialog.accept_button)
    program.until(lambda: panel.model.total == 1 and at_rest(program))

    assert panel.model.summaries[0].rows[0].entry_count == 4


def set_detail(program: Program, row: int, column: int, text: str) -> None:
    model = program.page.model
    assert model.setData(model.index(row, column), text)


@pytest.mark.scorecard("R12")
def test_undo_and_what_only_this_computer_knows_survive_publishing_and_a_restart(
    fresh_program: Program, tmp_path: Path
) -> None:
    imported(fresh_program, tmp_path)
    before = pairs(fresh_program)
    set_detail(fresh_program, 0, NOTE, "of a house")
    set_detail(fresh_program, 2, STATUS, "forbidden")
    run(fresh_program, "details")
    fresh_program.page.edits.set_cells([(1, TARGET, "Heim")], "Edit target")
    fresh_program.page.edits.remove_rows([3])
    fresh_program.picture("details")
    run(fresh_program, "publish")
    dialog = fresh_program.dialog(PublishDialog)
    assert "1 forbidden entry stays on this computer." in dialog.findChild(PlainLabel, "publish_words").text()
    fresh_program.click(dialog.accept_button)
    fresh_program.until(lambda: at_rest(fresh_program) and fresh_program.page.dictionary.is_published)
    summary = fresh_program.page.dictionary.draft.glossary_key
    fresh_program.wait_for(fresh_program.controller.glossaries.close_dictionary())

    fresh_program.end()
    fresh_program.start()
    panel = fresh_program.controller.glossaries.panel
    fresh_program.until(
        lambda: fresh_program.controller.glossaries.summary(summary) is not None and at_rest(fresh_program)
    )
    row = fresh_program.controller.glossaries.summary(summary).rows[0]
    assert (row.entry_count, row.has_changes) == (2, False), "the service has all but the forbidden one"
    panel.open_asked.emit(LibraryItem(fresh_program.controller.glossaries.summary(summary), row))
    fresh_program.until(lambda: fresh_program.controller.glossaries.page is not None and at_rest(fresh_program))

    page = fresh_program.page
    assert page.looks.shows_details, "there is something to see"
    assert page.dictionary.entries.texts(NOTE) == ["of a house", "", ""]
    stack = page.edits.history
    assert list(stack.texts)[-2:] == ["Edit target", "Delete 1 row"]
    run(fresh_program, "undo")
    run(fresh_program, "undo")
    assert pairs(fresh_program) == before
    assert page.has_unpublished_edits
    run(fresh_program, "redo")
    run(fresh_program, "redo")
    assert not page.has_unpublished_edits
