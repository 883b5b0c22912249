"""Documents as rows: their names, their progress, and why one failed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from termdesk.application.documents.document_translator import DocumentJob, DocumentState
from termdesk.ui.documents.documents_model import DocumentColumn, DocumentsModel

JOB = DocumentJob("local", "/x/a.docx", "en", "es", "/y/a.es.docx", glossary_name="Law", estimated=50_000, number=1)


@pytest.fixture
def model(qtbot: QtBot) -> DocumentsModel:
    return DocumentsModel()


def texts(model: DocumentsModel, row: int = 0) -> list[str]:
    return [str(model.index(row, column).data()) for column in DocumentColumn]


def test_a_row_says_what_becomes_of_a_document(model: DocumentsModel) -> None:
    model.show([JOB])

    assert texts(model) == ["a.docx", "en → es", "Law", "waiting", "50,000", "a.es.docx"]


def test_what_was_billed_takes_the_place_of_the_estimate(model: DocumentsModel) -> None:
    model.show([replace(JOB, source="", state=DocumentState.SAVED, billed=61_234)])

    assert texts(model) == ["a.docx", "detected → es", "Law", "translated", "61,234", "a.es.docx"]


def test_each_state_has_words_of_its_own(model: DocumentsModel) -> None:
    assert len({model.state_words(state) for state in DocumentState}) == len(DocumentState)


@pytest.mark.parametrize(
    ("state", "reason", "words"),
    [
        (DocumentState.UNCLEAR, "", "may have been charged"),
        (DocumentState.LOST, "", "no longer has it"),
        (DocumentState.REFUSED, "Languages are equal.", "Languages are equal."),
        (DocumentState.REFUSED, "", "did not say why"),
        (DocumentState.SAVED, "It is elsewhere.", "It is elsewhere."),
        (DocumentState.SAVED, "", ""),
        (DocumentState.WAITING, "", ""),
    ],
)
def test_a_state_that_does_not_explain_itself_is_explained(
    model: DocumentsModel, state: DocumentState, reason: str, words: str
) -> None:
    explained = model.explain(replace(JOB, state=state, reason=reason))

    assert words in explained
    assert bool(explained) == bool(words)


def test_of_a_lost_document_the_notes_of_the_service_stay_visible(model: DocumentsModel) -> None:
    explained = model.explain(replace(JOB, state=DocumentState.LOST, reason="The footnotes stay."))

    assert explained.endswith("charged again. The footnotes stay.")


@pytest.mark.parametrize("state", [DocumentState.LOST, DocumentState.UNCLEAR])
def test_nothing_is_charged_on_this_computer(model: DocumentsModel, state: DocumentState) -> None:
    job = replace(JOB, state=state)
    model.show([job], is_billed=False)

    explained = model.explain(job)

    assert "charged" not in explained
    assert "“Try again” sends it again." in explained


def test_of_several_documents_two_are_explained_by_name(model: DocumentsModel) -> None:
    failed = [replace(JOB, path=f"/x/{name}.docx", state=DocumentState.REFUSED, reason="No.") for name in "abcd"]

    assert model.explain_all([JOB]) == ""
    assert model.explain_all(failed[:1]) == "No."
    assert model.explain_all([JOB, failed[0]]) == "a.docx, es: No."
    assert model.explain_all(failed).splitlines() == [
        "a.docx, es: No.",
        "b.docx, es: No.",
        "Select one of 2 further documents to read its reason.",
    ]


def test_progress_keeps_what_is_selected(model: DocumentsModel, qtbot: QtBot) -> None:
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(model)
    model.show([JOB, replace(JOB, number=2)])
    view.selectionModel().select(model.index(1, 0), QItemSelectionModel.SelectionFlag.Select)

    model.show([JOB, replace(JOB, number=2, state=DocumentState.SAVED)])
    assert [index.row() for index in view.selectedIndexes()] == [1]

    model.show([replace(JOB, number=2)])
    assert view.selectedIndexes() == []
