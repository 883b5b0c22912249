"""A pair selected in a text and its translation is added to a dictionary, open or not, as one undo step."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from app.program import Control, ControlShift, Key, Program, at_rest
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.pane.add_entry_dialog import AddEntryDialog
from termdesk.ui.translation.translation_pane import TranslatePane

PAIR = LanguagePair("en", "es")


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def made(program: Program, *names: str) -> None:
    """Create glossaries on the service, and read the library that lists them."""

    async def create() -> None:
        api = await program.controller.use_cases.session.api()
        for name in names:
            await api.glossaries.create(name, [(PAIR, Entries(["house"], ["hogar"]))], origin="")

    program.wait_for(create())
    program.wait_for(program.controller.glossaries.read_library())


def with_selection(program: Program) -> TranslatePane:
    """Return the Translate pane with a text and a translation; "garden" and "jardín" are selected."""
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code and at_rest(program))
    if not (pane.source_language.choose("en") and pane.target_language.choose("es")):
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")
    pane.source.setPlainText("The garden is small.")
    pane.result.setPlainText("El jardín es pequeño.")
    pane.source.select_range(4, 10)
    pane.result.select_range(3, 9)
    program.until(lambda: at_rest(program))
    pane.source.setFocus()
    return pane


def entries_of(program: Program, name: str) -> list[tuple[str, str]]:
    """Return the entries of a glossary with the local edits."""
    library = program.controller.use_cases.library
    [summary] = [each for each in program.wait_for(library.summaries()) if each.name == name]
    return list(program.wait_for(library.read(summary, PAIR)))


@pytest.mark.slow
def test_a_closed_dictionary_gets_the_selected_pair_by_keyboard_and_stays_closed(program: Program) -> None:
    made(program, "Law", "Rail")
    pane = with_selection(program)
    pane.picker.box.setCurrentIndex(2)

    program.press(Key.Key_A, ControlShift)
    dialog = program.dialog(AddEntryDialog)
    assert dialog.phrases == ("garden", "jardín")
    assert dialog.dictionary.currentText() == "Rail", "the one in use comes first"
    program.picture("add-entry", dialog)
    program.press(Key.Key_Return)
    program.until(lambda: program.says("Added to “Rail”") and at_rest(program))
    program.picture("entry-added")

    assert entries_of(program, "Rail") == [("house", "hogar"), ("garden", "jardín")]
    assert entries_of(program, "Law") == [("house", "hogar")]
    assert program.controller.use_cases.library.open_dictionaries == ()
    program.until(lambda: pane.picker.unpublished.text() == "1 unpublished edit is not used.")


@pytest.mark.slow
def test_an_open_dictionary_shows_the_new_row_as_one_step_of_undo(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "homes.en-es.tsv", "house\thogar\n")
    page = program.page
    with_selection(program)

    program.press(Key.Key_A, ControlShift)
    program.click(program.dialog(AddEntryDialog).accept_button)
    program.until(lambda: program.says("Added to") and at_rest(program))

    assert list(page.dictionary.entries) == [("house", "hogar"), ("garden", "jardín")]
    assert page.edits.model.rowCount() == 2
    button = program.controller.window.findChild(QPushButton, "notice_action")
    assert button is not None
    program.click(button)
    program.until(lambda: program.controller.window.pane is program.controller.glossaries and at_rest(program))
    assert program.page is page
    assert page.grid.currentIndex().row() == 1
    program.controller.window.window_actions["undo"].trigger()
    assert list(page.dictionary.entries) == [("house", "hogar")]


@pytest.mark.slow
def test_a_source_that_is_there_already_is_told_with_its_target(program: Program) -> None:
    made(program, "Law")
    with_selection(program)

    program.press(Key.Key_A, ControlShift)
    dialog = program.dialog(AddEntryDialog)
    dialog.source.setText(" house ")
    dialog.target.setText("vivienda")
    program.click(dialog.accept_button)
    program.until(lambda: program.says("“house” is in “Law” already") and at_rest(program))

    assert program.says("Its target is “hogar”.")
    assert entries_of(program, "Law") == [("house", "hogar")]


def test_without_a_dictionary_of_the_pair_it_is_said_so(program: Program) -> None:
    with_selection(program)

    program.press(Key.Key_A, ControlShift)
    program.until(lambda: program.says("No glossary has a dictionary en → es") and at_rest(program))

    assert program.open_dialogs(AddEntryDialog) == []


@pytest.mark.slow
def test_a_table_of_all_languages_is_not_edited_behind_its_back(program: Program) -> None:
    made(program, "Law")
    pane = program.controller.glossaries
    pane.show_table(pane.summaries[0], "en")
    program.until(lambda: pane.open_table is not None and at_rest(program))
    with_selection(program)

    program.press(Key.Key_A, ControlShift)
    program.click(program.dialog(AddEntryDialog).accept_button)
    program.until(lambda: program.says("“Law” is open with all its languages") and at_rest(program))

    assert entries_of(program, "Law") == [("house", "hogar")]


def test_one_key_adds_the_selected_pair_to_the_glossary_in_use(program: Program) -> None:
    made(program, "Law", "Rail")
    pane = with_selection(program)
    pane.picker.box.setCurrentIndex(2)

    program.press(Key.Key_N, ControlShift)
    program.until(lambda: program.says("Added to “Rail”") and at_rest(program))

    assert not program.open_dialogs(AddEntryDialog)
    assert entries_of(program, "Rail") == [("house", "hogar"), ("garden", "jardín")]
    assert entries_of(program, "Law") == [("house", "hogar")]


@pytest.mark.slow
def test_the_one_key_asks_where_the_glossary_or_a_phrase_is_not_known(program: Program) -> None:
    made(program, "Law", "Rail")
    pane = with_selection(program)
    pane.picker.box.setCurrentIndex(0)
    program.press(Key.Key_N, ControlShift)
    dialog = program.dialog(AddEntryDialog)
    assert dialog.phrases == ("garden", "jardín")
    program.press(Key.Key_Escape)
    program.until(lambda: at_rest(program))

    pane.picker.box.setCurrentIndex(2)
    pane.result.select_range(0, 0)
    program.press(Key.Key_N, ControlShift)
    dialog = program.dialog(AddEntryDialog)
    assert (dialog.phrases, dialog.dictionary.currentText()) == (("garden", ""), "Rail")
    program.press(Key.Key_Escape)
    program.until(lambda: at_rest(program))
    assert entries_of(program, "Rail") == [("house", "hogar")]
