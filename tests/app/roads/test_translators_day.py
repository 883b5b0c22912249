"""A translator's day, by mouse and keyboard: from a client's glossary to the translated document and its cost."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from app.keyboard import choose, tab_to
from app.program import Control, ControlShift, Key, Program, at_rest
from termdesk.application.documents.document_translator import DocumentState
from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.judgments import EntryState
from termdesk.ui.documents.add_documents_dialog import AddDocumentsDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.spot_check.sample_dialog import SampleDialog
from termdesk.ui.spot_check.set_dialog import SetDialog
from termdesk.ui.usage.ledger_model import LedgerColumn

# The client's glossary translates the legal form of a company. The service takes “Co.Ltd” for the end of a sentence and
# leaves it, as the translator decides then: names of companies stay.
TERMS = "en\tes\ncontract\tconvenio\nhouse\tvivienda\nwell\tpozo\nCo.Ltd\tS. L.\n"
PARAGRAPHS = ("The contract is valid.", "The house is well built.", "Marine Co.Ltd is the carrier.")


@pytest.fixture(autouse=True)
def _can_translate(program: Program) -> None:
    listed = program.wait_for(program.controller.use_cases.translator.languages())
    if not {"en", "es"} <= {each.code for each in listed.languages}:
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")


def a_document(folder: Path) -> Path:
    document = docx.Document()
    for text in PARAGRAPHS:
        document.add_paragraph(text)
    path = folder / "brief.docx"
    document.save(str(path))
    return path


def rest(program: Program) -> None:
    program.until(lambda: at_rest(program))


def go_to_pane(program: Program, key: Key) -> None:
    program.press(key, Control)
    rest(program)


def make_set(program: Program, document: Path) -> None:
    """Create a sentence set for the glossary, sampled from the document."""
    go_to_pane(program, Key.Key_3)
    pane = program.controller.spot_check
    program.click(pane.panel.new_button)
    dialog = program.dialog(SetDialog)
    tab_to(program, dialog.form.name_field.objectName())
    program.type("Brief")
    tab_to(program, dialog.glossary.objectName())
    program.press(Key.Key_Down)
    program.click(dialog.accept_button)
    rest(program)
    program.click(pane.tabs.sentences.sample_button)
    sample = program.dialog(SampleDialog)
    tab_to(program, sample.history.objectName())
    program.press(Key.Key_Down)
    assert sample.file.isChecked()
    program.click(sample.accept_button)
    program.dialog(QFileDialog)
    tab_to(program, "fileNameEdit")
    program.type(str(document))
    program.press(Key.Key_Return)
    rest(program)
    assert set(pane.tabs.sentences.sentences) == set(PARAGRAPHS)


def spot_check(program: Program) -> SpotCheckResult:
    program.press(Key.Key_Return, Control)
    rest(program)
    result = program.controller.spot_check._result
    assert result is not None
    return result


def choose_term(program: Program, source: str) -> int:
    """Choose an entry in the list of terms, and return its row."""
    terms = program.controller.spot_check.tabs.terms.table
    row = next(row for row in range(terms.model().rowCount()) if source in terms.model().index(row, 0).data())
    position = terms.visualRect(terms.model().index(row, 0)).center()
    program.qtbot.mouseClick(terms.viewport(), Qt.MouseButton.LeftButton, pos=position)
    return row


def fix_missed_term(program: Program) -> None:
    """Go from the missed term to its entry, change its target to what the service writes, and go back."""
    terms = program.controller.spot_check.tabs.terms.table
    row = choose_term(program, "Co.Ltd")
    assert row == 0
    assert "missed" in terms.model().index(row, 2).data()
    program.press(Key.Key_J, Control)
    rest(program)
    program.press(Key.Key_Home)
    program.press(Key.Key_Right)
    program.press(Key.Key_F2)
    program.press(Key.Key_A, Control)
    program.type("Co.Ltd")
    program.press(Key.Key_Return)
    rest(program)
    assert ("Co.Ltd", "Co.Ltd") in list(program.page.dictionary.entries)
    program.press(Key.Key_J, Control)
    rest(program)


def fix_term(program: Program) -> None:
    """Go from the list of terms to the entry, change its source, and go back."""
    terms = program.controller.spot_check.tabs.terms.table
    choose_term(program, "well")
    # In the sentence, “well” is an adverb: this use is wrong, so the term is missed.
    program.press(Key.Key_Minus)
    rest(program)
    assert "2 of 4" in program.controller.spot_check.report.text()
    assert "missed" in terms.model().index(terms.currentIndex().row(), 2).data()
    program.press(Key.Key_J, Control)
    rest(program)
    program.press(Key.Key_Home)
    program.press(Key.Key_F2)
    program.press(Key.Key_Home)
    program.type("water ")
    program.press(Key.Key_Return)
    rest(program)
    assert ("water well", "pozo") in list(program.page.dictionary.entries)
    program.press(Key.Key_J, Control)
    rest(program)


def publish(program: Program) -> None:
    go_to_pane(program, Key.Key_1)
    program.press(Key.Key_P, ControlShift)
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("is published"))
    rest(program)


def translate_document(program: Program, document: Path) -> list[str]:
    """Return the paragraphs of the document in Spanish, translated with the glossary."""
    go_to_pane(program, Key.Key_5)
    program.drop(document)
    dialog = program.dialog(AddDocumentsDialog)
    program.until(lambda: len(program.controller.window.jobs.running) == 1)
    choose(program, "documents_source", "en")
    # The only glossary has one target language, and both are selected automatically.
    program.until(lambda: dialog.choices.glossary is not None)
    assert dialog.targets.chosen == ("es",)
    program.until(dialog.accept_button.isEnabled)
    program.click(dialog.accept_button)
    jobs = program.controller.documents.model
    program.until(lambda: any(each.state is DocumentState.SAVED for each in jobs.jobs))
    rest(program)
    return [each.text for each in docx.Document(str(document.with_name("brief.es.docx"))).paragraphs]


def improve(program: Program, text: str) -> str:
    """Return the improved text, after its changes were reviewed and the first one was rejected."""
    go_to_pane(program, Key.Key_4)
    pane = program.controller.improve
    tab_to(program, "improve_language", back=True)
    program.type("en-US")
    program.press(Key.Key_Return)
    rest(program)
    tab_to(program, "improve_source")
    program.type(text)
    program.press(Key.Key_Return, Control)
    program.until(lambda: bool(pane.result.toPlainText()) and at_rest(program))
    program.click(pane.result.viewport())
    program.press(Key.Key_F8)
    program.press(Key.Key_Period, Control)
    return pane.result.toPlainText()


def ledger(program: Program) -> list[str]:
    """Return the purpose of the latest calls, as the Usage pane lists it."""
    go_to_pane(program, Key.Key_7)
    rows = program.controller.usage.billed_calls.model()
    return [str(rows.index(row, LedgerColumn.WORK).data()) for row in range(rows.rowCount())]


def test_a_day_from_the_glossary_to_the_ledger(program: Program, tmp_path: Path) -> None:
    document = a_document(tmp_path)
    program.import_text(tmp_path / "law.en-es.tsv", TERMS)
    make_set(program, document)

    before = spot_check(program)
    assert {each.source: each.state for each in before.adherence.entries} == {
        "Co.Ltd": EntryState.MISSED,
        "contract": EntryState.USED,
        "house": EntryState.USED,
        "well": EntryState.USED,
    }
    fix_missed_term(program)
    assert program.controller.window.pane is program.controller.spot_check
    fix_term(program)
    assert program.controller.window.pane is program.controller.spot_check
    after = spot_check(program)
    program.picture("day-spot-check")
    assert {each.source: each.state for each in after.adherence.entries} == {
        "contract": EntryState.USED,
        "house": EntryState.USED,
        "Co.Ltd": EntryState.USED,
        "water well": EntryState.NEVER_SEEN,
    }
    assert after.adherence.share == 1.0
    assert not program.says("left out")
    publish(program)

    paragraphs = translate_document(program, document)
    program.picture("day-document")
    assert "convenio" in paragraphs[0]
    assert "vivienda" in paragraphs[1]
    assert "pozo" not in paragraphs[1]
    assert "Co.Ltd" in paragraphs[2]

    assert improve(program, "This are a sentense.") == "This is a sentense."
    program.picture("day-improve")
    calls = ledger(program)
    program.picture("day-ledger")
    assert set(calls) == {"Correction", "Document", "Spot-check"}
    summary = program.wait_for(program.controller.use_cases.library.summaries())[0]
    assert list(program.wait_for(program.controller.use_cases.library.read(summary, LanguagePair("en", "es")))) == [
        ("contract", "convenio"),
        ("house", "vivienda"),
        ("water well", "pozo"),
        ("Co.Ltd", "Co.Ltd"),
    ]
