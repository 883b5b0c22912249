"""The panes with the keyboard alone, from Ctrl+number to the result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from app.fake import connect
from app.keyboard import SHIFT, choose, focused, tab_to, tick
from app.program import Control, ControlShift, Key, Program, at_rest
from support.services.fake_service import FakeService
from support.services.raw_server import answer
from termdesk.application.documents.document_translator import DocumentState
from termdesk.ui.documents.add_documents_dialog import AddDocumentsDialog
from termdesk.ui.spot_check.set_dialog import SetDialog
from termdesk.ui.texts.history_dialog import HistoryDialog

ALT = Qt.KeyboardModifier.AltModifier
PAIR = {"source_lang": "en", "target_lang": "de", "entry_count": 1}
LAW = {"glossary_id": "law", "name": "Law", "ready": True, "creation_time": "2026-01-01T00:00:00Z"}


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def rest(program: Program) -> None:
    program.until(lambda: at_rest(program))


@pytest.fixture
def _can_translate(program: Program) -> None:
    listed = program.wait_for(program.controller.use_cases.translator.languages())
    if not {"en", "es"} <= {each.code for each in listed.languages}:
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


# Actions of the text panes that no other test runs by keys


def press_in_menu(program: Program, letter: Qt.Key) -> None:
    """Open the Text menu by Alt+T, and press the letter of an action."""
    program.press(Key.Key_T, ALT)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    program.qtbot.keyClick(menu, letter)


def check_history(program: Program) -> None:
    program.press(Key.Key_Y, ControlShift)
    program.qtbot.keyClick(program.dialog(HistoryDialog), Key.Key_Escape)
    program.until(lambda: not program.open_dialogs(HistoryDialog))
    rest(program)


@pytest.mark.slow
def test_the_other_actions_of_translate(program: Program, fake: FakeService) -> None:
    fake.glossaries = [{**LAW, "dictionaries": [PAIR]}]
    entries = {"dictionaries": [{**PAIR, "entries": "house\tHaus", "entries_format": "tsv"}]}
    fake.refusals["GET /v3/glossaries/law/entries"] = answer(json.dumps(entries).encode())
    connect(program, fake)
    program.press(Key.Key_2, Control)
    rest(program)
    pane = program.controller.translate
    choose(program, "translate_source_language", "en")
    choose(program, "translate_target_language", "de")
    rest(program)
    tab_to(program, "translate_source")
    program.type("A house")

    press_in_menu(program, Key.Key_R)
    program.until(pane.result.toPlainText)
    rest(program)
    assert [json.loads(request.body).get("glossary_id") for request in fake.billed] == ["law"]
    for is_on in (True, False):
        press_in_menu(program, Key.Key_P)
        assert pane.clipboard.isVisible() is is_on
    check_history(program)
    listed = fake.lines.count("GET /v3/languages?resource=translate_text")
    program.press(Key.Key_R, Control)
    rest(program)
    assert fake.lines.count("GET /v3/languages?resource=translate_text") == listed + 1
    press_in_menu(program, Key.Key_D)
    program.qtbot.keyClick(program.dialog(QFileDialog), Key.Key_Escape)
    program.until(lambda: not program.open_dialogs(QFileDialog))
    rest(program)
    program.press(Key.Key_2, Control)
    rest(program)
    press_in_menu(program, Key.Key_G)
    program.until(lambda: program.controller.glossaries.page is not None)
    rest(program)
    assert program.controller.window.pane is program.controller.glossaries


def test_the_other_actions_of_improve(program: Program, fake: FakeService) -> None:
    better = {"text": "This is a sentence.", "detected_source_language": "en", "target_language": "en"}
    fake.refusals["POST /v2/write/correct"] = answer(json.dumps({"improvements": [better]}).encode())
    connect(program, fake)
    program.press(Key.Key_4, Control)
    rest(program)
    pane = program.controller.improve
    tab_to(program, "improve_language", back=True)
    program.type("en")
    program.press(Key.Key_Return)
    tab_to(program, "improve_source")
    program.type("This are a sentense.")
    program.press(Key.Key_Return, Control)
    program.until(pane.result.toPlainText)
    rest(program)

    program.press(Key.Key_F8)
    program.press(Key.Key_Period, Control)
    assert pane.result.toPlainText() == "This is a sentense."
    program.press(Key.Key_F8, SHIFT)
    press_in_menu(program, Key.Key_A)
    assert pane.result.toPlainText() == "This are a sentense."
    press_in_menu(program, Key.Key_X)
    press_in_menu(program, Key.Key_A)
    press_in_menu(program, Key.Key_V)
    press_in_menu(program, Key.Key_A)
    assert pane.result.toPlainText() == "This is a sentence."
    program.press(Key.Key_C, ControlShift)
    assert QApplication.clipboard().text() == "This is a sentence."
    press_in_menu(program, Key.Key_U)
    assert (pane.source.toPlainText(), pane.result.toPlainText()) == ("This is a sentence.", "")
    check_history(program)
    tab_to(program, "improve_rephrase")
    tab_to(program, "improve_run")
    listed = fake.lines.count("GET /v3/languages?resource=write")
    program.press(Key.Key_R, Control)
    rest(program)
    assert fake.lines.count("GET /v3/languages?resource=write") == listed + 1
    press_in_menu(program, Key.Key_L)
    assert pane.source.toPlainText() == ""
    assert len(fake.billed) == 1
