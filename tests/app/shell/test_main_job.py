"""The main task by mouse and keyboard, on real data: import, edit, publish, translate, export."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.program import Control, ControlShift, Key, Program
from support.shared_data import shared_file
from termdesk.domain.entries import delimited
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def imported(program: Program, path: Path) -> None:
    program.drop(path)
    dialog = program.dialog(ImportDialog)
    program.picture(f"1-import-{path.stem}")
    program.click(dialog.accept_button)
    program.until(lambda: program.controller.glossaries.page is not None)
    program.until(lambda: not program.controller.window.jobs.running)


def published(program: Program) -> None:
    program.controller.window.notices.clear()
    program.press(Key.Key_P, ControlShift)
    dialog = program.dialog(PublishDialog)
    program.picture("3-publish")
    program.click(dialog.accept_button)
    program.until(lambda: program.says("is published"))
    program.until(lambda: not program.controller.window.jobs.running)


def on_service(program: Program) -> dict[str, str]:
    """Return the entries on the service, read independently."""

    async def read() -> dict[str, str]:
        api = await program.controller.use_cases.session.api()
        [glossary] = await api.glossaries.list()
        pair = glossary.dictionaries[0].pair
        return (await api.glossaries.entries(glossary.glossary_id, pair)).as_dict()

    return program.wait_for(read())


def exported(program: Program, path: Path) -> bytes:
    program.controller.window.notices.clear()
    program.press(Key.Key_E, Control)
    program.save_as(path)
    program.until(lambda: program.says("Exported"))
    return path.read_bytes()


@pytest.mark.slow
def test_the_main_job_from_import_to_export(program: Program, tmp_path: Path) -> None:
    original = shared_file("libreoffice.en-es.tsv")
    lines = original.read_text("utf-8").splitlines()

    # Import: the languages are detected, and all rows are imported.
    imported(program, original)
    assert len(program.page.dictionary) == len(lines)
    assert program.page.dictionary.pair == LanguagePair("en", "es")
    program.picture("2-grid")

    # Edit by keyboard: change the second target, add a row at the end, and delete the third row.
    program.page.grid.setFocus()
    program.press(Key.Key_Home, Control)
    program.press(Key.Key_Down)
    program.press(Key.Key_Right)
    program.type("Desmarcar la casilla")
    program.press(Key.Key_Return)
    program.until(lambda: program.page.dictionary.entries[1] == ("Uncheck", "Desmarcar la casilla"))
    program.press(Key.Key_Delete, Control)
    program.until(lambda: len(program.page.dictionary) == len(lines) - 1)
    program.press(Key.Key_End, Control)
    program.press(Key.Key_Return, Control)
    program.type("circuit breaker")
    program.press(Key.Key_Tab)
    program.type("disyuntor")
    program.press(Key.Key_Return)
    program.until(lambda: program.page.dictionary.entries[-1] == ("circuit breaker", "disyuntor"))
    expected = [lines[0], "Uncheck\tDesmarcar la casilla", *lines[3:], "circuit breaker\tdisyuntor"]

    # Undo reverts the last step, redo repeats it.
    program.press(Key.Key_Z, Control)
    assert program.page.dictionary.entries[-1] == ("circuit breaker", "")
    program.press(Key.Key_Y, Control)
    assert program.page.dictionary.entries[-1] == ("circuit breaker", "disyuntor")

    # Publish: a new glossary, verified by reading it back.
    published(program)
    assert on_service(program) == delimited.parse("\n".join(expected) + "\n").as_dict()
    assert not program.page.has_unpublished_edits
    program.picture("4-published")

    # Translate with it: the term is used, and marked on both sides.
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.picker.box.count() == 2)
    pane.picker.box.setCurrentIndex(1)
    pane.source.setFocus()
    program.type("The circuit breaker is in the house.")
    program.press(Key.Key_Return, Control)
    program.until(lambda: "disyuntor" in pane.result.toPlainText())
    assert "disyuntor" in [mark.words for mark in pane.result.marks]
    assert pane.source.marks[0].kind == "term"
    assert "36 characters counted" in pane.report.text()
    assert "Apertium" in pane.report.text()
    program.picture("5-translated")

    # Export: byte for byte the imported file with the edits.
    program.press(Key.Key_1, Control)
    assert exported(program, tmp_path / "out.tsv") == ("\n".join(expected) + "\n").encode()


@pytest.mark.scorecard("R37")
def test_a_large_dictionary_goes_in_and_out_unchanged(program: Program, tmp_path: Path) -> None:
    original = shared_file("freedict.hun-eng.tsv")

    imported(program, original)
    published(program)

    program.page.filter_bar.focus()
    program.type("kutya")
    program.until(lambda: 0 < program.page.model.rowCount() < 1000)
    program.picture("6-filtered")
    program.press(Key.Key_L, ControlShift)
    program.until(lambda: program.page.model.rowCount() == len(program.page.dictionary))
    assert len(on_service(program)) == len(program.page.dictionary)
    assert exported(program, tmp_path / "out.tsv") == original.read_bytes()


@pytest.mark.slow
def test_texts_are_improved_and_the_rest_can_be_looked_up(program: Program) -> None:
    window = program.controller.window

    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    program.until(lambda: pane.language.code == "en-US")
    pane.source.setFocus()
    program.type("There is many reason to beleive that it work.")
    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.result.toPlainText() == "There are many reasons to believe that it works.")
    assert pane.result.marks
    program.picture("7-improved")

    program.press(Key.Key_6, Control)
    languages = program.controller.languages
    program.until(lambda: languages.model.rowCount() > 3)
    languages.search.setFocus()
    program.type("pt-b")
    program.until(lambda: languages.model.rowCount() == 1)
    program.picture("8-languages")

    program.press(Key.Key_7, Control)
    program.until(lambda: program.controller.usage.figure.text() == "45")
    program.until(lambda: "45 characters" in window.status.usage.label.text())
    program.picture("9-usage")
