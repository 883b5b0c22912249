"""The panes with the keyboard alone, from Ctrl+number to the result."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.keyboard import choose, focused, tab_to, tick
from app.program import Control, ControlShift, Key, Program, at_rest
from termdesk.application.documents.document_translator import DocumentState
from termdesk.ui.documents.add_documents_dialog import AddDocumentsDialog
from termdesk.ui.spot_check.set_dialog import SetDialog


def rest(program: Program) -> None:
    program.until(lambda: at_rest(program))


@pytest.fixture
def _can_translate(program: Program) -> None:
    listed = program.wait_for(program.controller.use_cases.translator.languages())
    if not {"en", "es"} <= {each.code for each in listed.languages}:
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")


def test_improve(program: Program) -> None:
    program.press(Key.Key_4, Control)
    rest(program)
    pane = program.controller.improve
    tab_to(program, "improve_language", back=True)
    program.type("en-US")
    program.press(Key.Key_Return)
    rest(program)
    tab_to(program, "improve_source")
    program.type("This are a sentense.")
    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.result.toPlainText() and at_rest(program))
    assert pane.result.toPlainText() == "This is a sentence."

    tab_to(program, "improve_next_change")
    program.press(Key.Key_Space)
    tab_to(program, "improve_toggle_change")
    program.press(Key.Key_Space)
    assert pane.result.toPlainText() == "This is a sentense."
    tab_to(program, "improve_take")
    program.press(Key.Key_Space)
    assert pane.source.toPlainText() == "This is a sentense."


def test_a_text_is_converted_to_another_variant(program: Program) -> None:
    program.press(Key.Key_4, Control)
    rest(program)
    pane = program.controller.improve
    pane.language.choose("en-US")
    rest(program)
    action = program.controller.window.window_actions["convert_text"]
    assert not action.isEnabled()
    tab_to(program, "improve_source")
    program.type("The color.")

    program.press(Key.Key_E, ControlShift)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    QTest.keyClick(menu, Key.Key_Return)
    program.until(lambda: pane.result.toPlainText() and at_rest(program))

    assert (pane.result.toPlainText(), pane.language.code) == ("The colour.", "en-GB")
    pane.language.choose("fr")
    rest(program)
    assert not action.isEnabled()


@pytest.mark.usefixtures("_can_translate")
def test_spot_check(program: Program, tmp_path: Path) -> None:
    program.import_text(tmp_path / "law.en-es.tsv", "en\tes\nhouse\tvivienda\n")
    program.press(Key.Key_3, Control)
    rest(program)
    pane = program.controller.spot_check
    tab_to(program, "spot_check_first_set")
    program.press(Key.Key_Space)
    tab_to(program, program.dialog(SetDialog).form.name_field.objectName())
    program.type("Houses")
    tab_to(program, "spot_check_set_glossary")
    program.press(Key.Key_Down)
    program.press(Key.Key_Return)
    program.until(lambda: not program.open_dialogs(SetDialog) and at_rest(program))

    tab_to(program, pane.tabs.sentences.text.objectName())
    program.type("The house is big.")
    program.press(Key.Key_Return, Control)
    rest(program)
    assert "1 of 1" in pane.report.text()
    assert focused() == pane.tabs.terms.table.objectName()
    program.press(Key.Key_Minus)
    rest(program)
    assert "0 of 1" in pane.report.text()


@pytest.mark.usefixtures("_can_translate")
def test_documents(program: Program, tmp_path: Path) -> None:
    document = tmp_path / "house.txt"
    document.write_text("The house is big.", "utf-8")
    program.press(Key.Key_5, Control)
    rest(program)
    pane = program.controller.documents
    tab_to(program, pane.empty.findChildren(type(pane.open_button))[0].objectName())
    program.press(Key.Key_Space)
    program.save_as(document)
    dialog = program.dialog(AddDocumentsDialog)
    program.until(lambda: len(program.controller.window.jobs.running) == 1)
    choose(program, "documents_source", "en")
    tick(program, "documents_targets", "es")
    assert dialog.targets.chosen == ("es",)
    program.until(dialog.accept_button.isEnabled)
    # On the platform of the tests, no window is active after a menu was closed.
    dialog.activateWindow()
    program.until(dialog.isActiveWindow)
    tab_to(program, "question_accept")
    program.press(Key.Key_Space)

    program.until(lambda: any(each.state is DocumentState.SAVED for each in pane.model.jobs))
    rest(program)
    assert "casa" in (tmp_path / "house.es.txt").read_text("utf-8")


@pytest.mark.usefixtures("_can_translate")
def test_translate(program: Program) -> None:
    program.press(Key.Key_2, Control)
    rest(program)
    pane = program.controller.translate
    tab_to(program, "translate_target_language")
    program.type("es")
    program.press(Key.Key_Return)
    rest(program)
    tab_to(program, "translate_source")
    program.type("The houses are very big and the cats are old.")
    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.result.toPlainText() and at_rest(program))
    assert pane.result.toPlainText().startswith("Las casas son muy grandes")

    program.press(Key.Key_C, ControlShift)
    assert QApplication.clipboard().text() == pane.result.toPlainText()
    program.press(Key.Key_D, ControlShift)
    rest(program)
    assert pane.source_language.code == "en"
    program.press(Key.Key_K, ControlShift)
    rest(program)
    assert "house" in pane.back.text.toPlainText()
    program.press(Key.Key_Return, ControlShift)
    rest(program)
    assert "onfirmed" in pane.report.text()
    program.press(Key.Key_T, ControlShift)
    assert pane.choices.is_several
    program.press(Key.Key_T, ControlShift)
    program.press(Key.Key_S, ControlShift)
    rest(program)
    assert (pane.source_language.code, pane.target_language.code) == ("es", "en")
    for name in ("translate_swap", "translate_several", "translate_context", "translate_run", "translate_copy"):
        tab_to(program, name)
    program.press(Key.Key_Delete, ControlShift)
    assert pane.source.toPlainText() == pane.result.toPlainText() == ""


def test_languages(program: Program) -> None:
    program.press(Key.Key_6, Control)
    rest(program)
    pane = program.controller.languages
    tab_to(program, "languages_search")
    program.type("saksa")
    assert [pane.model.index(row, 0).data() for row in range(pane.model.rowCount())] == ["de"]
    tab_to(program, "languages_table")
    program.press(Key.Key_L, Control)
    assert focused() == "languages_search"
    tab_to(program, "languages_resource", back=True)
    program.press(Key.Key_Down)
    rest(program)
    assert pane.resource.currentIndex() == 1
    tab_to(program, "qt_tabwidget_tabbar", back=True)
    for page in (pane.tasks, pane.changes, pane.older):
        program.press(Key.Key_Right)
        rest(program)
        assert pane.tabs.currentWidget() is page
    tab_to(program, "older_lists_kind")
    tab_to(program, "older_lists_differences")
    tab_to(program, "qt_tabwidget_tabbar", back=True)
    program.press(Key.Key_Left)
    program.press(Key.Key_Left)
    rest(program)
    choose(program, "tasks_source", "en")
    tab_to(program, "tasks_target")
    program.type("es")
    program.press(Key.Key_Return)
    rest(program)
    assert pane.tasks.target.code == "es"
    tab_to(program, "tasks_table")


@pytest.mark.usefixtures("_can_translate")
def test_usage(program: Program, tmp_path: Path) -> None:
    program.press(Key.Key_2, Control)
    rest(program)
    translate = program.controller.translate
    translate.target_language.choose("es")
    tab_to(program, "translate_source")
    program.type("The house is big and the cats are old.")
    program.press(Key.Key_Return, Control)
    program.until(lambda: translate.result.toPlainText() and at_rest(program))

    program.press(Key.Key_7, Control)
    rest(program)
    pane = program.controller.usage
    tab_to(program, "usage_refresh")
    program.press(Key.Key_Space)
    rest(program)
    tab_to(program, "usage_search")
    program.type("nothing")
    program.until(lambda: pane.ledger.model.rowCount() == 0)
    program.press(Key.Key_A, Control)
    program.press(Key.Key_Delete)
    program.until(lambda: pane.ledger.model.rowCount() == 1)
    for name in ("usage_profile", "usage_work", "usage_days"):
        tab_to(program, name)
        program.press(Key.Key_Down)
        rest(program)
        program.press(Key.Key_Home)
        rest(program)
    program.until(lambda: pane.ledger.model.rowCount() == 1)
    tab_to(program, "usage_export")
    program.press(Key.Key_Space)
    program.save_as(tmp_path / "calls.csv")
    rest(program)
    assert (tmp_path / "calls.csv").exists()
    tab_to(program, "usage_bills")
    tab_to(program, "qt_tabwidget_tabbar", back=True)
    program.press(Key.Key_Right)
    assert pane.tabs.currentWidget() is pane.plots
