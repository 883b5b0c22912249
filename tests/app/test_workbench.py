"""The workbench by mouse and keys: replacing, history, the reverse dictionary, the bin."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLineEdit

from app.program import Key, Program
from termdesk.ui.dialogs import Question
from termdesk.ui.glossaries.bin_dialog import BinDialog
from termdesk.ui.glossaries.history_dialog import HistoryDialog
from termdesk.ui.glossaries.import_dialog import ImportDialog
from termdesk.ui.glossaries.reverse_dialog import ReverseDialog
from termdesk.ui.glossaries.rewrite_dialog import ReplaceDialog

ENTRIES = "flat\tWohnung\nhouse\tHaus\napartment\tWohnung\nhouse boat\tHausboot\n"


def imported(program: Program, folder: Path) -> None:
    file = folder / "homes.en-de.tsv"
    file.write_text(ENTRIES, "utf-8")
    program.drop(file)
    dialog = program.dialog(ImportDialog)
    program.until(dialog.accept_button.isEnabled)
    program.click(dialog.accept_button)
    program.until(lambda: program.desk.glossaries.page is not None and at_rest(program))


def at_rest(program: Program) -> bool:
    return not program.desk.window.jobs.running


def run(program: Program, action: str) -> None:
    program.desk.window.window_actions[action].trigger()


def pairs(program: Program) -> list[tuple[str, str]]:
    return list(program.page.dictionary.entries)


def test_replacing_is_one_step_of_a_history_that_one_can_walk(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    before = pairs(program)
    run(program, "replace")
    dialog = program.dialog(ReplaceDialog)
    program.qtbot.keyClicks(dialog.sought, "haus")
    program.qtbot.keyClicks(dialog.replacement, "heim")
    program.until(lambda: dialog.model.chosen == 2 and dialog.model.index(0, 3).data() == "heim")
    program.picture("replace")
    program.qtbot.keyClick(dialog.replacement, Key.Key_Return)
    program.until(lambda: at_rest(program))
    after = pairs(program)

    run(program, "history")
    history = program.dialog(HistoryDialog)
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


def test_a_deleted_glossary_is_brought_back_from_the_bin(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    panel = program.desk.glossaries.panel
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

    assert panel.model.shelves[0].rows[0].entry_count == 4
