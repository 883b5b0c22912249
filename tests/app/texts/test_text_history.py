"""The history of texts by mouse and keys: search, open, copy, delete; and nothing is kept if that is switched off."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox

from app.program import Control, ControlShift, Key, Program, at_rest
from termdesk.ui.improvement.improvement_pane import ImprovePane
from termdesk.ui.preferences.preferences_dialog import PreferencesDialog
from termdesk.ui.texts.history_dialog import HistoryDialog
from termdesk.ui.texts.history_model import HistoryColumn
from termdesk.ui.translation.translation_pane import TranslatePane
from termdesk.ui.widgets.dialogs import Question

TEXT = "The house is big."
SECRET = "The garden is secret."
FAULTY = "There is many reason to beleive that it work."


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def translated(program: Program, *texts: str) -> TranslatePane:
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code and at_rest(program))
    pane.source_language.choose("en")
    pane.target_language.choose("es")
    for text in texts:
        program.until(lambda: at_rest(program))
        pane.source.setPlainText(text)
        pane.run()
        program.until(lambda: at_rest(program))
    return pane


def improved(program: Program) -> ImprovePane:
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    program.until(lambda: pane.language.code == "en-US" and at_rest(program))
    pane.source.setPlainText(FAULTY)
    pane.run()
    program.until(lambda: at_rest(program))
    return pane


def history(program: Program) -> HistoryDialog:
    program.press(Key.Key_Y, ControlShift)
    dialog = program.dialog(HistoryDialog)
    program.until(lambda: is_read(program))
    return dialog


def is_read(program: Program) -> bool:
    return all(job.title == "History of texts" for job in program.controller.window.jobs.running)


def words(dialog: HistoryDialog, column: HistoryColumn) -> list[str]:
    model = dialog.texts.model
    return [str(model.index(row, column).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]


def agree(program: Program) -> None:
    """Accept the open question."""
    program.until(lambda: type(QApplication.activeModalWidget()) is Question)
    question = QApplication.activeModalWidget()
    assert isinstance(question, Question)
    program.click(question.accept_button)
    program.until(lambda: is_read(program))


def on_disk(program: Program) -> bytes:
    files = [path for path in program.folder.rglob("*") if path.is_file() and "service" not in path.parts]
    return b"".join(path.read_bytes() for path in files)


def closed(program: Program, dialog: HistoryDialog) -> None:
    dialog.reject()
    program.until(lambda: at_rest(program))


@pytest.mark.slow
def test_texts_are_listed_searched_and_opened_again(program: Program) -> None:
    pane = translated(program, TEXT, SECRET)
    improved(program)
    dialog = history(program)
    assert words(dialog, HistoryColumn.SOURCE) == [FAULTY, SECRET, TEXT]
    assert words(dialog, HistoryColumn.LANGUAGES) == ["en-US", "en → es", "en → es"]
    assert words(dialog, HistoryColumn.KIND) == ["corrected", "translated", "translated"]
    assert "Apertium" in words(dialog, HistoryColumn.ENGINES)[1]
    assert dialog.texts.source.toPlainText() == FAULTY
    assert dialog.texts.count.text() == "3 texts"
    program.picture("history-of-texts", dialog)

    # By keys alone: the search has the focus, Enter goes to the list, Enter opens.
    program.type("HOUSE")
    program.until(lambda: words(dialog, HistoryColumn.SOURCE) == [TEXT] and is_read(program))
    program.press(Key.Key_Return)
    assert dialog.isVisible()
    program.until(lambda: dialog.focusWidget() is dialog.texts.table)
    program.until(lambda: dialog.texts.open_button.isEnabled())
    program.press(Key.Key_Return)
    program.until(lambda: program.controller.window.pane is pane and at_rest(program))

    assert pane.source.toPlainText() == TEXT
    assert "casa" in pane.result.toPlainText()
    assert "From the history" in pane.report.text()
    assert not pane.outdated.isVisible()
    pane.source.setFocus()
    program.press(Key.Key_Z, Control)
    assert pane.source.toPlainText() == SECRET, "what was there before comes back"
    assert pane.outdated.isVisible()


@pytest.mark.slow
def test_an_improvement_is_opened_with_its_changes(program: Program) -> None:
    pane = improved(program)
    result = pane.result.toPlainText()
    pane.clear_texts()
    dialog = history(program)
    program.until(lambda: dialog.texts.open_button.isEnabled())
    dialog.texts.copy_result()
    program.click(dialog.texts.open_button)
    program.until(lambda: at_rest(program) and pane.result.toPlainText() == result)

    assert QApplication.clipboard().text() == result
    assert pane.source.toPlainText() == FAULTY
    assert pane.source.marks
    assert pane.take.isEnabled()


@pytest.mark.slow
def test_one_text_and_all_texts_are_deleted_for_good(fresh_program: Program) -> None:
    program = fresh_program
    pane = translated(program, TEXT, SECRET)
    assert b"secret" in on_disk(program)
    pane.clear_texts()
    pane.keep_draft()
    dialog = history(program)
    dialog.texts.table.setFocus()
    program.press(Key.Key_Delete)
    agree(program)
    assert words(dialog, HistoryColumn.SOURCE) == [TEXT]
    assert b"secret" not in on_disk(program)

    translated_again = [f"The house number {number}." for number in (1, 2, 3)]
    closed(program, dialog)
    translated(program, *translated_again).clear_texts()
    program.controller.translate.keep_draft()
    dialog = history(program)
    dialog.texts.table.setFocus()
    program.press(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    program.press(Key.Key_Delete)
    agree(program)
    assert words(dialog, HistoryColumn.SOURCE) == [translated_again[0], TEXT], "several at once"

    program.click(dialog.texts.delete_all_button)
    agree(program)
    assert dialog.texts.count.text() == "No texts yet."
    assert b"house" not in on_disk(program)
    closed(program, dialog)


@pytest.mark.slow
def test_keeping_none_stores_nothing_and_offers_to_delete(fresh_program: Program, program_folder: Path) -> None:
    program = fresh_program
    translated(program, TEXT)
    dialog = history(program)
    program.click(dialog.texts.retention.switch)
    agree(program)
    assert dialog.texts.count.text() == "Texts are not stored."
    program.picture("history-not-kept", dialog)
    closed(program, dialog)

    translated(program, SECRET)
    improved(program)
    program.wait_for(program.controller.translate.may_close())
    program.wait_for(program.controller.improve.may_close())
    program.end()

    assert b"secret" not in on_disk(program)
    assert b"house" not in on_disk(program)
    assert b"beleive" not in on_disk(program)
    assert not (program_folder / "data" / "texts.db").exists()
    program.start()
    assert not program.controller.use_cases.texts.keeps_texts


@pytest.mark.slow
def test_turning_it_off_in_the_preferences_offers_the_same(fresh_program: Program) -> None:
    program = fresh_program
    translated(program, TEXT)
    program.controller.window.window_actions["preferences"].trigger()
    preferences = program.dialog(PreferencesDialog)
    switch = preferences.findChild(QCheckBox, "setting_keep_texts_in_history")
    assert isinstance(switch, QCheckBox)
    switch.setChecked(False)
    program.click(preferences.accept_button)
    program.until(lambda: type(QApplication.activeModalWidget()) is Question)
    question = QApplication.activeModalWidget()
    assert isinstance(question, Question)
    assert question.windowTitle() == "Delete the text that is stored?"
    program.click(question.accept_button)
    program.until(lambda: at_rest(program))

    assert b"house" not in on_disk(program)


@pytest.mark.slow
def test_fewer_days_delete_what_is_older_once_that_is_agreed(program: Program) -> None:
    translated(program, TEXT)
    dialog = history(program)
    dialog.texts.retention.days.setValue(30)
    dialog.texts.retention.days.editingFinished.emit()
    program.until(lambda: is_read(program))

    assert program.controller.use_cases.session.settings.days_of_texts == 30
    assert words(dialog, HistoryColumn.SOURCE) == [TEXT], "nothing is older"
    closed(program, dialog)


@pytest.mark.slow
def test_confirmed_translations_are_listed_and_deleted(program: Program) -> None:
    pane = translated(program, TEXT)
    pane.result.setPlainText("La casa es enorme.")
    pane.confirm.click()
    program.until(lambda: at_rest(program))
    dialog = history(program)
    dialog.tabs.setCurrentIndex(1)
    page = dialog.confirmed
    program.until(lambda: page.table.rowCount() == 1 and is_read(program))
    assert [page.table.item(0, column).text() for column in range(3)] == ["en → es", TEXT, "La casa es enorme."]
    program.picture("history-confirmed", dialog)

    program.click(page.delete_button)
    agree(program)
    program.until(lambda: page.table.rowCount() == 0)
    assert page.words.text() == "No confirmed translations."
    closed(program, dialog)
    pane.run()
    program.until(lambda: at_rest(program))
    assert "enorme" not in pane.result.toPlainText()


def test_it_is_told_what_is_kept_where(program: Program) -> None:
    translated(program, TEXT)
    dialog = history(program)
    dialog.tabs.setCurrentIndex(2)
    table = dialog.storage.table
    reported = {table.item(row, 0).text(): table.item(row, 1).text()[1:-1] for row in range(table.rowCount())}
    program.picture("history-kept-where", dialog)
    closed(program, dialog)

    assert Path(reported["Texts you translated or improved, with their results"]).exists()
    assert Path(reported["Translations you confirmed, on the service of this computer"]).exists()
    program.controller.translate.keep_draft()
    assert Path(reported["The unfinished texts of Translate and Improve"]).exists()
