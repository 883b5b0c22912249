"""The glossary for translations: it stays selected, is selected automatically if it is the only one, and shows gaps."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.program import Control, ControlShift, Key, Program, at_rest
from termdesk.application.session.providers import LOCAL
from termdesk.application.texts.history import StoredText
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.translation.translation_pane import TranslatePane

PAIR = LanguagePair("en", "es")
ENTRIES = "flat\tpiso\nhouse\thogar\n"


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def made(program: Program, *names: str) -> None:
    """Create glossaries on the service."""

    async def create() -> None:
        api = await program.controller.use_cases.session.api()
        for name in names:
            await api.glossaries.create(name, [(PAIR, Entries(["house"], ["hogar"]))], origin="")

    program.wait_for(create())


def shown(program: Program) -> TranslatePane:
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code and at_rest(program))
    pane.source_language.choose("en")
    pane.target_language.choose("es")
    program.until(lambda: at_rest(program))
    return pane


def published(program: Program) -> None:
    program.controller.window.window_actions["publish"].trigger()
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))
    program.controller.window.notices.clear()


def imported(program: Program, folder: Path) -> None:
    program.open_text(folder / "homes.en-es.tsv", ENTRIES)


@pytest.mark.slow
def test_the_chosen_glossary_survives_detecting_the_language(program: Program) -> None:
    made(program, "Law", "Rail")
    pane = shown(program)
    assert pane.picker.box.currentText() == "No glossary", "of two, none is taken unasked"
    pane.picker.box.setCurrentIndex(2)
    pane.source.setPlainText("The house is big.")
    pane.run()
    program.until(lambda: at_rest(program))

    pane.source_language.setCurrentIndex(0)
    program.until(lambda: at_rest(program))
    assert not pane.picker.box.isEnabled()
    pane.run()
    program.until(lambda: at_rest(program))
    pane.source_language.choose("en")
    program.until(lambda: at_rest(program))

    assert pane.picker.box.currentText().startswith("Rail")


@pytest.mark.slow
def test_a_text_that_is_sent_at_once_after_a_change_of_language_takes_no_glossary_of_the_former(
    program: Program,
) -> None:
    made(program, "Law")
    pane = shown(program)
    assert pane.picker.box.currentText().startswith("Law")
    pane.source.setPlainText("The house is big.")

    pane.target_language.choose("fr")
    pane.run()
    program.until(lambda: at_rest(program))

    assert pane.picker.box.currentText() == "No glossary"
    assert "maison" in pane.result.toPlainText()
    assert "Apertium en-es-fr" in pane.report.text()
    assert program.controller.window.notices.texts() == []


def test_a_text_that_waits_for_its_glossary_is_sent_although_that_is_looked_for_anew(program: Program) -> None:
    made(program, "Law")
    pane = shown(program)
    pane.source.setPlainText("The house is big.")
    pane.target_language.choose("fr")
    pane.run()

    program.press(Key.Key_1, Control)
    program.press(Key.Key_2, Control)
    program.until(lambda: at_rest(program))

    assert "maison" in pane.result.toPlainText()

    pane.clear_texts()
    pane.source.setPlainText("A garden.")
    pane.target_language.choose("es")
    pane.run()
    pane.open_text(StoredText(LOCAL, "POST /v2/translate", "en", "es", "A tree.", "Un árbol."))
    program.until(lambda: at_rest(program))
    assert pane.result.toPlainText() == "Un árbol.", "the text of the history was not sent"
    assert "history" in pane.report.text()

    pane.clear_texts()
    pane.source.setPlainText("A garden.")
    pane.glossary_published("g1")
    pane.run()
    pane.service_changed()
    program.until(lambda: at_rest(program))
    assert pane.result.toPlainText() == "", "another service gets nothing that was not meant for it"


@pytest.mark.slow
def test_a_draft_leads_to_its_page_and_back_to_a_text_that_uses_it(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    pane = shown(program)
    assert pane.picker.reason.text() == "“homes” has en → es as a draft: publish it to use it here."

    program.click(pane.picker.open_button)
    program.until(lambda: at_rest(program))
    published(program)
    program.press(Key.Key_2, Control)
    program.until(lambda: at_rest(program))

    assert pane.picker.box.currentText().startswith("homes")
    assert not pane.picker.open_button.isVisible()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert pane.isAncestorOf(focus)


@pytest.mark.slow
def test_the_only_glossary_is_taken_and_none_stays_none_after_a_restart(fresh_program: Program) -> None:
    program = fresh_program
    made(program, "Law")
    pane = shown(program)
    assert pane.picker.box.currentText().startswith("Law")
    pane.picker.box.setCurrentIndex(0)

    program.end()
    program.start()
    pane = shown(program)

    assert pane.picker.box.count() == 2
    assert pane.picker.box.currentText() == "No glossary"


@pytest.mark.slow
def test_unpublished_edits_are_told_with_a_way_to_the_glossary(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    published(program)
    pane = shown(program)
    assert not pane.picker.unpublished.isVisible()

    program.press(Key.Key_1, Control)
    page = program.page
    page.edits.set_cells([(1, TARGET, "casa grande")], "Edit target")
    pane = shown(program)
    program.until(lambda: pane.picker.unpublished.isVisible())
    assert pane.picker.unpublished.text() == "1 unpublished edit is not used."
    program.picture("unpublished-edits")

    # An edit made while the pane is in front counts too.
    page.edits.append_rows([("garden", "jardín")], "Append")
    program.until(lambda: pane.picker.unpublished.text() == "2 unpublished edits are not used.")

    program.click(pane.picker.open_button)
    program.until(lambda: at_rest(program))
    assert program.controller.window.pane is program.controller.glossaries
    assert program.page is page
    published(program)
    shown(program)
    assert not pane.picker.unpublished.isVisible()


@pytest.mark.slow
def test_a_closed_draft_is_counted_and_opened_by_the_menu(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    published(program)
    program.page.edits.remove_rows([0])
    program.wait_for(program.controller.glossaries.close_dictionary())
    pane = shown(program)
    program.until(lambda: pane.picker.unpublished.isVisible())
    assert pane.picker.unpublished.text() == "1 unpublished edit is not used."

    program.controller.window.window_actions["open_used_glossary"].trigger()
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))

    assert len(program.page.dictionary) == 1


@pytest.mark.slow
def test_a_translation_is_outdated_once_its_glossary_was_published_again(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    published(program)
    pane = shown(program)
    pane.source.setPlainText("The house is big.")
    pane.run()
    program.until(lambda: at_rest(program))
    assert "hogar" in pane.result.toPlainText()

    program.press(Key.Key_1, Control)
    program.page.edits.set_cells([(1, TARGET, "vivienda")], "Edit target")
    published(program)
    shown(program)

    assert "glossary was changed" in pane.outdated.text()


@pytest.mark.slow
def test_the_detected_language_is_chosen_by_one_key_and_brings_its_glossaries(program: Program) -> None:
    made(program, "Law")
    pane = shown(program)
    pane.source_language.setCurrentIndex(0)
    pane.source.setPlainText("The house is very big and the garden is beautiful.")
    pane.source.setFocus()
    program.until(lambda: at_rest(program))
    action = program.controller.window.window_actions["use_detected"]
    assert not action.isEnabled()
    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.result.toPlainText() and at_rest(program))
    translation = pane.result.toPlainText()

    assert pane.choices.detected.language.text() == "Detected: English"
    assert pane.choices.detected.glossaries.text() == "1 glossary can be used with it."
    program.picture("detected-language")
    program.press(Key.Key_D, ControlShift)
    program.until(lambda: at_rest(program))

    assert pane.source_language.code == "en"
    assert not pane.choices.detected.isVisible()
    assert pane.picker.box.currentText().startswith("Law")
    assert pane.result.toPlainText() == translation
    assert "another glossary" in pane.outdated.text()


@pytest.mark.slow
def test_a_detected_language_without_glossaries_leaves_the_result_valid(program: Program) -> None:
    pane = shown(program)
    pane.source_language.setCurrentIndex(0)
    pane.source.setPlainText("The house is very big and the garden is beautiful.")
    program.until(lambda: at_rest(program))
    pane.run()
    program.until(lambda: pane.choices.detected.isVisible() and at_rest(program))

    program.click(pane.choices.detected.use_button)
    program.until(lambda: at_rest(program))

    assert pane.source_language.code == "en"
    assert not pane.outdated.isVisible()
    assert pane.confirm.isEnabled()


@pytest.mark.slow
def test_a_draft_is_published_without_leaving_the_pane(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    pane = shown(program)

    program.click(pane.picker.publish_button)
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("“homes” is published") and at_rest(program))

    assert program.controller.window.pane is pane
    assert pane.picker.box.currentText().startswith("homes")
    assert not pane.picker.publish_button.isVisible()
