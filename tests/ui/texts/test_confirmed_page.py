"""Confirmed translations are read from the local service, listed, and deleted by pair."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from support.publishing_setup import client
from support.running_service import RunningService
from support.services.connected_session import ConnectedSession
from termdesk.application.session.session import Session
from termdesk.application.texts.confirmed_texts import ConfirmedTexts
from termdesk.application.texts.memory_transfer import MemoryTransfer
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.confirmed_page import ConfirmedPage
from termdesk.ui.texts.confirmed_text_dialog import ConfirmedTextDialog
from termdesk.ui.texts.memory_dialogs import FetchMemoryDialog
from termdesk.ui.texts.memory_line import MemoryLine

Rest = Callable[[], None]
Answer = Callable[[str], str]
Opened = Callable[[type[Any]], Any]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
CONFIRMED = [("en", "pt", "house", "casa"), ("en", "pt", "tree", "árvore"), ("en", "nl", "tree", "boom")]


@pytest.fixture
def page(
    window: QWidget, service: RunningService, session: Session, jobs: Jobs, finish: Finish
) -> Iterator[ConfirmedPage]:
    api = finish(client(service.url, service.key).__aenter__())
    for source, target, text, translation in CONFIRMED:
        finish(api.local.confirm(LanguagePair(source, target), text, translation))
    connected = ConnectedSession(session, api)
    other = Provider("custom", "https://api.example.org")
    made = ConfirmedPage(ConfirmedTexts(connected), jobs, MemoryLine(MemoryTransfer(connected), jobs, [other]))
    QVBoxLayout(window).addWidget(made)
    yield made
    for each in finish(api.memories.list()):
        finish(api.memories.delete(each.memory_id))
    finish(api.__aexit__(None, None, None))


def lines(page: ConfirmedPage) -> set[tuple[str, ...]]:
    table = page.table
    return {tuple(table.item(row, position).text() for position in range(3)) for row in range(table.rowCount())}


def chosen_text(page: ConfirmedPage) -> str:
    return page.table.item(page.table.currentRow(), 1).text()


@pytest.mark.slow
def test_nothing_is_read_before_the_page_is_shown(page: ConfirmedPage, jobs: Jobs) -> None:
    assert not jobs.running
    assert lines(page) == set()
    assert not page.delete_button.isEnabled()


@pytest.mark.slow
def test_translations_are_listed_with_their_pairs(page: ConfirmedPage, at_rest: Rest) -> None:
    page.read()
    at_rest()

    assert lines(page) == {(f"{source} → {target}", text, result) for source, target, text, result in CONFIRMED}
    assert "3" in page.words.text()
    assert page.delete_button.isEnabled(), "the first line is chosen"
    assert page.copying.send_button.isEnabled()


@pytest.mark.slow
def test_what_was_fetched_is_listed(page: ConfirmedPage, at_rest: Rest) -> None:
    page.copying.fetched.emit()
    at_rest()

    assert len(lines(page)) == 3


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("pair", "count", "button", "left"),
    [
        ("en → pt", 2, "question_accept", 1),
        ("en → nl", 1, "question_accept", 2),
        ("en → nl", 1, "question_cancel", 3),
    ],
)
def test_the_chosen_pair_alone_is_deleted_once_that_is_agreed(
    page: ConfirmedPage, at_rest: Rest, answer: Answer, pair: str, count: int, button: str, left: int
) -> None:
    page.read()
    at_rest()
    page.table.selectRow([page.table.item(row, 0).text() for row in range(3)].index(pair))

    page.delete_button.click()
    title = answer(button)
    at_rest()

    assert pair in title
    assert count == 1 or f"{count}" in title
    assert len(lines(page)) == left


@pytest.mark.slow
def test_texts_are_searched_while_the_user_types(page: ConfirmedPage, at_rest: Rest, qtbot: QtBot) -> None:
    page.read()
    at_rest()

    qtbot.keyClicks(page.search, "tre")
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)

    assert {text for _, text, _ in lines(page)} == {"tree"}
    assert "2 contain" in page.words.text()


def test_the_chosen_translation_is_corrected(page: ConfirmedPage, at_rest: Rest, qtbot: QtBot) -> None:
    page.read()
    at_rest()
    page.table.selectRow([page.table.item(row, 1).text() for row in range(3)].index("house"))

    page.correct_button.click()
    qtbot.waitUntil(lambda: page.findChild(ConfirmedTextDialog) is not None)
    dialog = page.findChild(ConfirmedTextDialog)
    assert not dialog.save.isEnabled(), "nothing was corrected yet"
    qtbot.waitUntil(dialog.isVisible)
    dialog.field.setPlainText("a casa")
    dialog.save.click()
    at_rest()

    assert ("en → pt", "house", "a casa") in lines(page)
    assert chosen_text(page) == "house", "the list has another order now"


def test_the_chosen_translation_alone_is_deleted(page: ConfirmedPage, at_rest: Rest, answer: Answer) -> None:
    page.read()
    at_rest()
    page.table.selectRow([page.table.item(row, 1).text() for row in range(3)].index("house"))

    page.delete_text_button.click()
    answer("question_accept")
    at_rest()

    assert len(lines(page)) == 2
    assert "house" not in {text for _, text, _ in lines(page)}


@pytest.mark.slow
def test_after_a_deletion_the_next_text_is_chosen(page: ConfirmedPage, at_rest: Rest, answer: Answer) -> None:
    page.read()
    at_rest()
    texts = [page.table.item(row, 2).text() for row in range(3)]
    page.table.selectRow(1)

    page.delete_text_button.click()
    answer("question_accept")
    at_rest()

    assert page.table.item(page.table.currentRow(), 2).text() == texts[2]
    page.table.selectRow(1)
    page.delete_text_button.click()
    answer("question_accept")
    at_rest()
    assert page.table.item(page.table.currentRow(), 2).text() == texts[0]


def test_a_pair_is_exported_and_imported_again(
    page: ConfirmedPage, at_rest: Rest, answer: Answer, opened: Opened, qtbot: QtBot, tmp_path: Path
) -> None:
    def choose(name: str) -> None:
        qtbot.waitUntil(lambda: any(each.isVisible() for each in page.findChildren(QFileDialog, name)))
        [dialog] = [each for each in page.findChildren(QFileDialog, name) if each.isVisible()]
        dialog.setDirectory(str(tmp_path))
        dialog.findChild(QLineEdit, "fileNameEdit").setText("memory.tmx")
        dialog.accept()

    page.read()
    at_rest()
    page.table.selectRow([page.table.item(row, 0).text() for row in range(3)].index("en → pt"))
    page.export_button.click()
    choose("choose_target")
    at_rest()
    assert page.words.text() == "2 translations were exported."
    page.delete_button.click()
    answer("question_accept")
    at_rest()
    assert len(lines(page)) == 1

    page.import_button.click()
    choose("choose_files")
    opened(FetchMemoryDialog).accept_button.click()
    at_rest()

    assert page.copying.words.text() == "2 translations were imported and are used from now on."
    assert lines(page) == {(f"{source} → {target}", text, result) for source, target, text, result in CONFIRMED}


def test_another_service_is_not_asked(window: QWidget, session: Session, jobs: Jobs) -> None:
    session.provider = Provider("custom", "https://api.example.org")
    page = ConfirmedPage(ConfirmedTexts(session), jobs, MemoryLine(MemoryTransfer(session), jobs, []))
    before = page.words.text()

    page.read()

    assert not jobs.running
    assert page.words.text() != before
