"""Documents in the real window with the local service: dropped, translated, rejected, and kept over a restart."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import docx
import pytest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton

from app.fake import at_rest
from app.program import Control, Key, Program
from support.files.idml import content, idml, paragraph, story, text_range
from termdesk.application.documents.document_translator import DocumentChoices, DocumentState
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair, root
from termdesk.ui.documents.add_documents_dialog import AddDocumentsDialog
from termdesk.ui.documents.documents_pane import DocumentsPane
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog

TEXT = "The house is big."


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def pane(program: Program) -> DocumentsPane:
    return shown(program)


def shown(program: Program) -> DocumentsPane:
    """Show the Documents pane, if it can translate into Spanish."""
    targets = program.wait_for(program.controller.use_cases.documents.languages()).targets
    if "es" not in {each.code for each in targets}:
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")
    program.press(Key.Key_5, Control)
    at_rest(program)
    return program.controller.documents


def a_docx(path: Path) -> Path:
    document = docx.Document()
    document.add_heading("The contract", 1)
    document.add_paragraph("The house is ").add_run("big").bold = True
    document.save(str(path))
    return path


def a_text(path: Path) -> Path:
    path.write_text(TEXT, "utf-8")
    return path


def asked(program: Program) -> AddDocumentsDialog:
    """Return the dialog after it has examined all files."""
    dialog = program.dialog(AddDocumentsDialog)
    at_rest_but_adding(program)
    return dialog


def at_rest_but_adding(program: Program) -> None:
    program.until(lambda: len(program.controller.window.jobs.running) == 1)


XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="es" datatype="plaintext"><body>
<trans-unit id="1"><source>house</source><target>vivienda</target></trans-unit>
<trans-unit id="2"><source>big</source></trans-unit>
</body></file></xliff>"""


@pytest.mark.slow
def test_what_is_translated_already_is_not_counted(program: Program, pane: DocumentsPane, tmp_path: Path) -> None:
    (tmp_path / "house.xlf").write_text(XLIFF, "utf-8")
    pane.open_files([tmp_path / "house.xlf"])
    dialog = asked(program)
    cell = dialog.table.item(0, 1)
    assert cell is not None

    dialog.targets.choose(["es"])
    at_rest_but_adding(program)
    program.picture("documents-kept", dialog)
    assert (cell.text(), dialog.cost.text()) == (
        "3",
        "3 characters. Nothing leaves this computer. 5 more characters are translated already: they stay as they are.",
    )
    assert "stays as it is and is not counted" in cell.toolTip()

    listed = program.wait_for(program.controller.use_cases.documents.languages()).targets
    other = next(each.code for each in listed if root(each.code) != "es")
    dialog.targets.choose(["es", other])
    at_rest_but_adding(program)
    assert cell.text() == "3 to 8"
    assert dialog.cost.text().startswith("11 characters")
    dialog.reject()
    at_rest(program)


@pytest.mark.slow
def test_documents_that_are_dropped_come_back_translated_beside_the_originals(
    program: Program, pane: DocumentsPane, tmp_path: Path
) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    program.picture("documents-empty")
    program.drop(a_docx(folder / "contract.docx"), a_text(folder / "house.txt"), a_text(folder / "scan.pdf"))
    dialog = asked(program)
    assert dialog.source.code == "en"
    assert not dialog.accept_button.isEnabled()
    dialog.targets.choose(["es"])
    at_rest_but_adding(program)
    program.picture("documents-dialog", dialog)
    assert dialog.cost.text() == (
        "50,017 characters. Nothing leaves this computer. For 1 document the minimum of its type is counted."
    )
    assert "The text of a PDF has no order" in dialog.problem.text()

    dialog.accept_button.click()
    program.until(lambda: len(pane.model.jobs) == 2)
    at_rest(program)

    program.picture("documents-list")
    assert [job.state for job in pane.model.jobs] == [DocumentState.SAVED] * 2
    translated = docx.Document(str(folder / "contract.es.docx"))
    assert [each.text for each in translated.paragraphs][1].startswith("La casa es")
    assert any(run.bold for run in translated.paragraphs[1].runs)
    assert "casa" in (folder / "house.es.txt").read_text("utf-8")
    assert program.says("2 documents are translated.")

    # Dropped once more, the folder brings the originals only.
    program.drop(folder)
    again = asked(program)
    assert sorted(each.path.name for each in again.files) == ["contract.docx", "house.txt"]
    again.reject()
    at_rest(program)
    assert program.says("Left out, because they are translations: ")
    assert program.says("house.es.txt")


@pytest.mark.slow
def test_layouts_and_topics_are_translated_with_the_glossary(
    program: Program, pane: DocumentsPane, tmp_path: Path
) -> None:
    async def publish() -> None:
        api = await program.controller.use_cases.session.api()
        entries = Entries.of([("roof", "cubierta"), ("meter", "contador")])
        await api.glossaries.create("Roof", [(LanguagePair("en", "es"), entries)], origin="")

    program.wait_for(publish())
    ranges = text_range(content("The roof has a "), style="Bold") + text_range(content("meter."))
    (tmp_path / "leaflet.idml").write_bytes(idml(story(paragraph(ranges))))
    (tmp_path / "check.dita").write_text(
        '<topic id="t"><title>The roof</title><body><p>The <b>meter</b> is new.</p></body></topic>', "utf-8"
    )

    program.drop(tmp_path / "leaflet.idml", tmp_path / "check.dita")
    dialog = asked(program)
    dialog.targets.choose(["es"])
    program.until(dialog.accept_button.isEnabled)
    assert dialog.glossary.currentText() == "Roof"
    program.click(dialog.accept_button)
    program.until(lambda: len(pane.model.jobs) == 2)
    at_rest(program)

    assert [job.state for job in pane.model.jobs] == [DocumentState.SAVED] * 2
    with zipfile.ZipFile(tmp_path / "leaflet.es.idml") as layout:
        texts = re.findall("<Content>(.*?)</Content>", layout.read("Stories/Story_u0.xml").decode())
    assert texts == ["La cubierta tiene un ", "contador."]
    topic = (tmp_path / "check.es.dita").read_text("utf-8")
    assert "<title>La cubierta</title><body><p>El <b>contador</b> es nuevo.</p></body>" in topic


@pytest.mark.slow
def test_the_list_is_there_after_a_restart_and_forgets_what_is_removed(fresh_program: Program, tmp_path: Path) -> None:
    program, pane = fresh_program, shown(fresh_program)
    program.drop(a_text(tmp_path / "house.txt"))
    dialog = asked(program)
    dialog.targets.choose(["es"])
    program.until(dialog.accept_button.isEnabled)
    dialog.accept_button.click()
    program.until(lambda: any(job.state is DocumentState.SAVED for job in pane.model.jobs))
    at_rest(program)
    program.end()
    program.start()
    pane = program.controller.documents
    program.press(Key.Key_5, Control)
    at_rest(program)

    assert [(job.state, job.target) for job in pane.model.jobs] == [(DocumentState.SAVED, "es")]
    assert pane.open_button.isEnabled()
    pane.table.setFocus()
    program.press(Key.Key_Delete)
    at_rest(program)
    assert pane.pages.currentWidget() is pane.empty
    assert (tmp_path / "house.es.txt").exists()


@pytest.mark.slow
def test_after_a_start_documents_that_wait_are_told_with_their_service(fresh_program: Program, tmp_path: Path) -> None:
    program = fresh_program
    shown(program)
    documents = program.controller.use_cases.documents
    file = program.wait_for(documents.examine(a_text(tmp_path / "house.txt")))
    program.wait_for(documents.add([file], DocumentChoices(("es",), "en")))
    program.press(Key.Key_1, Control)
    program.end()
    program.start()
    at_rest(program)

    assert program.says("Documents are not finished")
    assert program.says("This computer: 1 document not sent yet")
    program.picture("documents-told-at-start")
    program.controller.window.findChild(QPushButton, "notice_action").click()
    at_rest(program)
    assert program.controller.window.pane is program.controller.documents
    assert [job.state for job in program.controller.documents.model.jobs] == [DocumentState.WAITING]


@pytest.mark.slow
@pytest.mark.parametrize("button", ["run_button", "remove_button"])
def test_what_waited_at_the_start_is_told_no_more_once_the_user_deals_with_it(
    fresh_program: Program, tmp_path: Path, button: str
) -> None:
    program = fresh_program
    shown(program)
    documents = program.controller.use_cases.documents
    file = program.wait_for(documents.examine(a_text(tmp_path / "house.txt")))
    program.wait_for(documents.add([file], DocumentChoices(("es",), "en")))
    program.end()
    program.start()
    program.press(Key.Key_5, Control)
    at_rest(program)
    assert program.says("Documents are not finished")

    program.click(getattr(program.controller.documents, button))
    at_rest(program)

    assert not program.says("Documents are not finished")


# The key of the pane in front, the name of the file, and the dialog that it leads to.
DROPS = (
    (Key.Key_1, "contract.docx", AddDocumentsDialog),
    (Key.Key_1, "terms.txt", ImportDialog),
    (Key.Key_2, "terms.txt", AddDocumentsDialog),
    (Key.Key_4, "terms.html", AddDocumentsDialog),
    (Key.Key_2, "terms.csv", ImportDialog),
    # This file cannot be translated. The dialog recommends formats to save it as.
    (Key.Key_2, "old.doc", AddDocumentsDialog),
    (Key.Key_1, "letter.odt", AddDocumentsDialog),
)


@pytest.mark.slow
def test_a_dropped_file_goes_where_the_pane_and_its_kind_lead(
    program: Program, pane: DocumentsPane, tmp_path: Path
) -> None:
    for key, name, dialog in DROPS:
        program.press(key, Control)
        at_rest(program)
        path = tmp_path / name
        a_docx(path) if path.suffix == ".docx" else path.write_text("house\tcasa\n", "utf-8")

        program.drop(path)
        found = program.dialog(dialog)

        assert len(program.open_dialogs(QDialog)) == 1, name
        found.reject()
        at_rest(program)


@pytest.mark.slow
def test_a_file_that_is_not_dropped_is_a_glossary_whatever_pane_is_in_front(
    program: Program, pane: DocumentsPane, tmp_path: Path
) -> None:
    """Recent files, and files on the command line, are always opened as glossaries."""
    program.press(Key.Key_2, Control)
    path = tmp_path / "terms.txt"
    path.write_text("house\tcasa\n", "utf-8")

    program.controller.come_to_front([str(path)])
    found = program.dialog(ImportDialog)

    found.reject()
    at_rest(program)


def test_nothing_can_be_sent_without_a_language_and_cancel_sends_nothing(
    program: Program, pane: DocumentsPane, tmp_path: Path
) -> None:
    program.drop(a_text(tmp_path / "house.txt"))
    dialog = asked(program)
    dialog.targets.choose([])

    assert not dialog.accept_button.isEnabled()
    assert dialog.cost.text() == "Choose at least one language to translate into."
    dialog.reject()
    at_rest(program)
    assert pane.model.jobs == ()
    assert QApplication.activeModalWidget() is None


@pytest.mark.slow
def test_a_document_whose_engine_is_frozen_is_shown_and_cancelled(
    program: Program, pane: DocumentsPane, tmp_path: Path
) -> None:
    async def freeze() -> None:
        api = await program.controller.use_cases.session.api()
        await api.local.inject_fault({"family": "documents", "next": 9, "delay_seconds": 300})

    program.wait_for(freeze())
    program.drop(a_text(tmp_path / "house.txt"))
    dialog = asked(program)
    dialog.targets.choose(["es"])
    program.until(dialog.accept_button.isEnabled)
    dialog.accept_button.click()
    status = program.controller.window.status.jobs
    # A job before it, in another test, too, leaves its title in the hidden label.
    program.until(lambda: status.label.isVisible() and status.label.text() == "Translating documents")

    program.click(status.cancel)

    program.until(lambda: not program.controller.window.jobs.running)
    assert [job.state is DocumentState.SAVED for job in pane.model.jobs] == [False]
