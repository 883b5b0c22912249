"""Files dropped on the panes of the window: opened where they belong, asked about if unclear, and none is lost."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest
from PySide6.QtWidgets import QDialog, QPushButton

from app.program import Control, Key, Program
from support.files.hostile_spreadsheets import open_document, table_of
from termdesk.ui.documents.add_documents_dialog import AddDocumentsDialog
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.spot_check.set_dialog import SetDialog
from termdesk.ui.widgets.dialogs import Question

PROSE = "The house is big; its roof, too.\nA well is behind the house.\n"
TABLE = "en\tes\nhouse\tvivienda\nwell\tpozo\n"


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    folder = tmp_path / "files"
    (folder / "letters").mkdir(parents=True)
    document = docx.Document()
    document.add_paragraph("The house is big.")
    for name in ("letters/first.docx", "letters/second.docx", "third.docx"):
        document.save(str(folder / name))
    (folder / "prose.txt").write_text(PROSE, "utf-8")
    (folder / "terms.en-es.csv").write_text(TABLE.replace("\t", ","), "utf-8")
    return {path.name: path for path in (*folder.iterdir(), *folder.rglob("*.docx"))}


def front(program: Program) -> str:
    return program.controller.window.pane.name


def notice_button(program: Program, words: str) -> QPushButton:
    """Return the button of a bar."""
    buttons = program.controller.window.notices.findChildren(QPushButton)
    return next(each for each in buttons if each.text() == words and each.isVisible())


def left(program: Program, dialog: QDialog) -> None:
    dialog.reject()
    program.until(lambda: not program.controller.window.jobs.running)


def shown(program: Program, number: Key) -> None:
    program.press(number, Control)
    program.until(lambda: not program.controller.window.jobs.running)


@pytest.mark.slow
def test_dropped_files_open_where_they_belong(program: Program, files: dict[str, Path]) -> None:
    shown(program, Key.Key_1)

    # Only documents are in this folder, so the pane does not matter.
    program.drop(files["letters"])
    dialog = program.dialog(AddDocumentsDialog)
    assert front(program) == "documents"
    program.until(lambda: len(dialog.files) == 2)
    left(program, dialog)

    # A text without terms may be both on this pane.
    shown(program, Key.Key_1)
    program.drop(files["prose.txt"])
    question = program.dialog(Question)
    program.picture("drop-question", question)
    program.click(question.findChild(QPushButton, "question_other"))
    dialog = program.dialog(AddDocumentsDialog)
    program.until(lambda: len(dialog.files) == 1)
    left(program, dialog)
    shown(program, Key.Key_1)
    program.drop(files["prose.txt"])
    program.click(program.dialog(Question).accept_button)
    left(program, program.dialog(ImportDialog))

    # Of a mixed drop, the document is opened, and the glossary waits in a bar.
    shown(program, Key.Key_2)
    program.drop(files["terms.en-es.csv"], files["prose.txt"])
    dialog = program.dialog(AddDocumentsDialog)
    program.until(lambda: [each.path.name for each in dialog.files] == ["prose.txt"])
    assert program.says("1 file to import")
    assert program.says("terms.en-es.csv")
    left(program, dialog)
    program.picture("drop-waiting")
    program.click(notice_button(program, "Import as a glossary…"))
    dialog = program.dialog(ImportDialog)
    assert front(program) == "glossaries"
    left(program, dialog)


@pytest.mark.slow
def test_a_spreadsheet_that_cannot_be_translated_is_not_imported_without_a_word(
    program: Program, tmp_path: Path
) -> None:
    cells = "".join(f"<table:table-cell><text:p>{word}</text:p></table:table-cell>" for word in ("house", "vivienda"))
    file = open_document(tmp_path / "terms.ods", table_of(f"<table:table-row>{cells}</table:table-row>"))
    shown(program, Key.Key_5)

    program.drop(file)
    question = program.dialog(Question)
    assert question.accept_button.text() == "Translate…"
    program.click(question.accept_button)
    dialog = program.dialog(AddDocumentsDialog)
    program.until(dialog.problem.isVisible)
    assert "Save it as xlsx." in dialog.problem.text()
    left(program, dialog)

    program.drop(file)
    program.click(program.dialog(Question).findChild(QPushButton, "question_other"))
    left(program, program.dialog(ImportDialog))
    assert front(program) == "glossaries"


def test_files_that_are_dropped_on_spot_checks_become_sentences(program: Program, files: dict[str, Path]) -> None:
    shown(program, Key.Key_3)
    pane = program.controller.spot_check

    # There is no set yet.
    program.drop(files["prose.txt"], files["third.docx"])
    dialog = program.dialog(SetDialog)
    dialog.form.name_field.setText("Houses")
    program.click(dialog.accept_button)
    program.until(lambda: len(pane.tabs.sentences.sentences) == 3)
    assert front(program) == "spot_check"
    assert program.says("Added 3 sentences")

    # One damaged file does not keep the others away.
    (files["letters"] / "first.docx").write_bytes(b"damaged")
    (files["letters"] / "fourth.txt").write_text("A roof is red.", "utf-8")
    program.drop(files["letters"])
    program.until(lambda: "A roof is red." in pane.tabs.sentences.sentences)
    assert program.says("first.docx")

    # A table is more often a glossary.
    program.drop(files["terms.en-es.csv"])
    question = program.dialog(Question)
    program.click(question.accept_button)
    program.until(lambda: "well" in pane.tabs.sentences.sentences)
    assert front(program) == "spot_check"


@pytest.mark.slow
def test_a_second_delivery_does_not_close_the_dialog_of_the_first(program: Program, files: dict[str, Path]) -> None:
    shown(program, Key.Key_5)
    program.drop(files["prose.txt"])
    dialog = program.dialog(AddDocumentsDialog)

    # As another start of the program hands them over.
    program.controller.come_to_front([str(files["third.docx"])])

    program.until(lambda: program.says("third.docx"))
    assert dialog.isVisible()
    left(program, dialog)
    program.click(notice_button(program, "Translate…"))
    again = program.dialog(AddDocumentsDialog)
    program.until(lambda: [each.path.name for each in again.files] == ["third.docx"])
    left(program, again)


def test_files_that_are_dropped_while_a_dialog_asks_wait_in_a_bar(program: Program, files: dict[str, Path]) -> None:
    shown(program, Key.Key_3)
    program.drop(files["third.docx"])
    dialog = program.dialog(SetDialog)
    program.drop(files["prose.txt"])

    program.until(lambda: program.says("prose.txt"))
    assert dialog.isVisible()
    assert notice_button(program, "Add the sentences").isVisible()
    left(program, dialog)
