"""The list of documents: sent once, stopped, tried again, and removed only after a question."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from support.services.document_service import DocumentService
from support.services.raw_server import answer as http_answer
from termdesk.application.documents.document_translator import DocumentChoices, DocumentState
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.domain.window_memory import DocumentsMemory, WindowMemory
from termdesk.ui.documents.add_documents_dialog import AddDocumentsDialog
from termdesk.ui.documents.documents_model import DocumentColumn
from termdesk.ui.documents.documents_pane import DocumentsPane
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]
Answer = Callable[[str], str]
OpenDialog = Callable[[type[AddDocumentsDialog]], AddDocumentsDialog]
TRANSLATING = {"status": "translating"}


@pytest.fixture
def pane(window: QWidget, cases: LazyUseCases, jobs: Jobs, notices: Notices, at_rest: Rest) -> Iterator[DocumentsPane]:
    made = DocumentsPane(
        cases.documents,
        unpublished=cases.unpublished_edits,
        usage_monitor=cases.usage_monitor,
        remembered=WindowMemory(documents=DocumentsMemory(targets=["es"])),
        jobs=jobs,
        notices=notices,
        actions=Actions(window),
    )
    QVBoxLayout(window).addWidget(made)
    made.refresh_when_shown()
    at_rest()
    yield made
    made.stop()


@pytest.fixture
def add(pane: DocumentsPane, qtbot: QtBot) -> Callable[[Path], None]:
    """Add a file, and accept its cost."""

    def run(path: Path) -> None:
        pane.open_files([path])
        found: list[AddDocumentsDialog] = []

        def is_ready() -> bool:
            found[:] = pane.findChildren(AddDocumentsDialog)
            return bool(found) and found[0].isVisible() and found[0].accept_button.isEnabled()

        qtbot.waitUntil(is_ready)
        count = len(pane.model.jobs)
        found[0].accept()
        qtbot.waitUntil(lambda: len(pane.model.jobs) > count)

    return run


def states(pane: DocumentsPane) -> list[DocumentState]:
    return [job.state for job in pane.model.jobs]


@pytest.mark.slow
def test_an_added_document_is_sent_and_saved_and_told(
    pane: DocumentsPane, add: Callable[[Path], None], at_rest: Rest, notices: Notices, text: Path
) -> None:
    assert pane.pages.currentWidget() is pane.empty

    add(text)
    at_rest()

    assert states(pane) == [DocumentState.SAVED]
    assert text.with_name("house.es.txt").read_text("utf-8") == "translated"
    assert any("1 document is translated." in words for words in notices.texts())
    assert [pane.open_button.isEnabled(), pane.retry_button.isEnabled()] == [True, False]


@pytest.mark.slow
def test_stopping_and_going_on_sends_nothing_twice(
    pane: DocumentsPane,
    add: Callable[[Path], None],
    service: DocumentService,
    at_rest: Rest,
    qtbot: QtBot,
    text: Path,
) -> None:
    service.states = [TRANSLATING] * 1_000
    add(text)
    qtbot.waitUntil(lambda: states(pane) == [DocumentState.TRANSLATING])
    assert pane.stop_button.isVisible()
    assert not pane.detail.text()

    pane.stop_button.click()
    at_rest()
    assert not pane.stop_button.isVisible()
    assert pane.detail.text() == "The service has it. “Continue” fetches its translation."
    service.states = []
    pane.run_button.click()
    at_rest()

    assert states(pane) == [DocumentState.SAVED]
    assert len(service.uploads) == 1


@pytest.mark.slow
def test_stopping_a_download_loses_nothing_and_sends_nothing_twice(
    pane: DocumentsPane,
    add: Callable[[Path], None],
    service: DocumentService,
    at_rest: Rest,
    qtbot: QtBot,
    text: Path,
) -> None:
    service.result_gate.clear()
    add(text)
    qtbot.waitUntil(lambda: service.downloads == 1)

    pane.stop_button.click()
    at_rest()
    assert states(pane) == [DocumentState.TRANSLATING]
    assert not text.with_name("house.es.txt").exists()
    service.result_gate.set()
    pane.run_button.click()
    at_rest()

    assert states(pane) == [DocumentState.SAVED]
    assert text.with_name("house.es.txt").read_bytes() == service.result
    # A service delivers a translation once, so the download that was stopped has gone on.
    assert (len(service.uploads), service.downloads) == (1, 1)


@pytest.mark.slow
def test_what_the_service_has_is_fetched_when_the_pane_is_shown(
    pane: DocumentsPane,
    add: Callable[[Path], None],
    service: DocumentService,
    at_rest: Rest,
    notices: Notices,
    qtbot: QtBot,
    text: Path,
) -> None:
    service.states = [TRANSLATING] * 1_000
    add(text)
    qtbot.waitUntil(lambda: states(pane) == [DocumentState.TRANSLATING])
    pane.stop_button.click()
    at_rest()
    service.states = []
    # As after a start.
    notices.say("Documents are not finished", topic=str(JobKind.TRANSLATE_DOCUMENTS))

    pane.refresh_when_shown()
    at_rest()

    assert states(pane) == [DocumentState.SAVED]
    assert not any("not finished" in words for words in notices.texts())


def test_a_refused_document_says_why_and_can_be_sent_again(
    pane: DocumentsPane, add: Callable[[Path], None], service: DocumentService, at_rest: Rest, text: Path
) -> None:
    service.upload_answers = [http_answer(b'{"message": "Languages are equal."}', status="400 Bad Request")]
    add(text)
    at_rest()
    assert pane.detail.text() == "Languages are equal."

    pane.retry_button.click()
    at_rest()

    assert states(pane) == [DocumentState.SAVED]
    assert not pane.detail.isVisible()


def test_why_no_document_was_sent_is_told_no_more_at_the_next_try(
    pane: DocumentsPane,
    add: Callable[[Path], None],
    service: DocumentService,
    notices: Notices,
    at_rest: Rest,
    text: Path,
) -> None:
    service.upload_answers = [http_answer(b'{"message": "Quota exceeded"}', status="456 Quota exceeded")]
    add(text)
    at_rest()
    assert states(pane) == [DocumentState.WAITING]
    assert len(notices.texts()) == 1

    pane.run_button.click()
    at_rest()

    assert states(pane) == [DocumentState.SAVED]
    assert notices.texts() == ["Documents 1 document is translated."]


@pytest.mark.slow
def test_of_several_documents_those_that_failed_are_told_and_selected(
    pane: DocumentsPane,
    add: Callable[[Path], None],
    service: DocumentService,
    notices: Notices,
    at_rest: Rest,
    text: Path,
    tmp_path: Path,
) -> None:
    folder = tmp_path / "two"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_bytes(text.read_bytes())
    service.upload_answers = [http_answer(b'{"message": "No."}', status="400 Bad Request")]

    add(folder)
    at_rest()

    failed = [job for job in pane.model.jobs if job.state is DocumentState.REFUSED]
    assert len(failed) == 1
    assert pane.chosen_jobs() == failed
    assert pane.detail.text() == "No."
    assert "1 document is not translated The reason is below the list. 1 document is translated." in notices.texts()
    pane.retry_button.click()
    at_rest()
    assert not any("not translated" in words for words in notices.texts())


@pytest.mark.slow
@pytest.mark.parametrize(("button", "uploads"), [("question_accept", 2), ("question_cancel", 1)])
def test_a_document_that_may_be_charged_is_sent_again_only_after_a_question(
    pane: DocumentsPane,
    add: Callable[[Path], None],
    service: DocumentService,
    at_rest: Rest,
    answer: Answer,
    text: Path,
    button: str,
    uploads: int,
) -> None:
    service.upload_answers = [None]
    add(text)
    at_rest()
    assert states(pane) == [DocumentState.UNCLEAR]

    pane.retry_button.click()
    assert answer(button) == "Send 1 document again?"
    at_rest()

    assert len(service.uploads) == uploads


@pytest.mark.slow
@pytest.mark.parametrize(("button", "left"), [("question_accept", 0), ("question_cancel", 1)])
def test_a_translation_is_given_up_only_after_a_question(
    pane: DocumentsPane,
    add: Callable[[Path], None],
    service: DocumentService,
    at_rest: Rest,
    answer: Answer,
    qtbot: QtBot,
    text: Path,
    button: str,
    left: int,
) -> None:
    service.states = [TRANSLATING] * 1_000
    add(text)
    qtbot.waitUntil(lambda: states(pane) == [DocumentState.TRANSLATING])
    pane.stop_button.click()
    at_rest()

    pane.remove_button.click()
    assert answer(button) == "Give up 1 translation?"
    at_rest()

    assert len(pane.model.jobs) == left


def test_giving_up_tells_that_the_service_may_charge(
    pane: DocumentsPane,
    add: Callable[[Path], None],
    service: DocumentService,
    at_rest: Rest,
    qtbot: QtBot,
    text: Path,
) -> None:
    service.states = [TRANSLATING] * 1_000
    add(text)
    qtbot.waitUntil(lambda: states(pane) == [DocumentState.TRANSLATING])
    pane.stop_button.click()
    at_rest()

    pane.remove_button.click()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    question = QApplication.activeModalWidget()
    words = question.findChild(QLabel, "question_text").text()
    question.reject()
    at_rest()

    assert words.endswith("It may charge them all the same.")


@pytest.mark.slow
def test_the_column_of_glossaries_is_there_only_if_one_is_used(
    pane: DocumentsPane, add: Callable[[Path], None], cases: LazyUseCases, finish: Finish, at_rest: Rest, text: Path
) -> None:
    add(text)
    at_rest()
    assert pane.table.isColumnHidden(DocumentColumn.GLOSSARY)

    file = finish(cases.documents.examine(text))
    law = Glossary("g", "Law", (Dictionary(LanguagePair("en", "es"), 1),))
    finish(cases.documents.add([file], DocumentChoices(("es",), "en", law)))

    assert not pane.table.isColumnHidden(DocumentColumn.GLOSSARY)


def test_a_folder_without_documents_is_told(
    pane: DocumentsPane, at_rest: Rest, notices: Notices, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()

    pane.open_files([tmp_path / "empty"])
    at_rest()

    assert any("no documents in this folder" in words for words in notices.texts())


@pytest.mark.slow
def test_a_translation_that_is_gone_is_told_when_it_is_opened(
    pane: DocumentsPane, add: Callable[[Path], None], at_rest: Rest, notices: Notices, text: Path
) -> None:
    add(text)
    at_rest()
    text.with_name("house.es.txt").unlink()

    pane.open_button.click()

    assert any("is no longer there" in words for words in notices.texts())


@pytest.mark.slow
def test_documents_of_another_service_are_told_with_its_name(
    pane: DocumentsPane, cases: LazyUseCases, at_rest: Rest, finish: Finish, text: Path
) -> None:
    assert not pane.elsewhere.isVisible()
    provider = cases.session.provider
    finish(cases.session.use(Provider("custom", "http://127.0.0.1:9"), "another-key"))
    file = finish(cases.documents.examine(text))
    finish(cases.documents.add([file], DocumentChoices(("es",), "en")))
    pane.service_changed()
    at_rest()
    assert not pane.elsewhere.isVisible()

    finish(cases.session.use(provider, "a-key"))
    pane.service_changed()
    at_rest()

    assert pane.elsewhere.text().splitlines()[0] == "127.0.0.1:9: 1 document not sent yet"
    assert pane.elsewhere.isVisible()
    assert pane.model.jobs == ()
