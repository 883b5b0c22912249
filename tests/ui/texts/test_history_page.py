"""The history is searched, and selected texts can be read, opened, copied and deleted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.texts.history import StoredText, TextHistory
from termdesk.storage.text_store import EXCERPT
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.history_model import HistoryColumn
from termdesk.ui.texts.history_page import HistoryPage
from termdesk.ui.widgets.selections import choose_alone

Rest = Callable[[], None]
Answer = Callable[[str], str]
Keep = Callable[..., None]
LONG = "long " * EXCERPT


@pytest.fixture
def page(window: QWidget, history: TextHistory, jobs: Jobs, keep: Keep, at_rest: Rest) -> HistoryPage:
    keep("a house", "a garden", LONG)
    made = HistoryPage(history, jobs)
    QVBoxLayout(window).addWidget(made)
    at_rest()
    return made


def sources(page: HistoryPage) -> list[str]:
    return [text.source.split()[-1] for text in page.model.texts]


@pytest.mark.slow
def test_the_newest_is_chosen_first_and_shown_whole(page: HistoryPage) -> None:
    assert sources(page) == ["long", "garden", "house"]
    assert page.source.toPlainText() == LONG
    assert page.result.toPlainText() == LONG.upper()


@pytest.mark.slow
def test_searching_waits_until_typing_rests_and_keeps_what_is_chosen(
    page: HistoryPage, at_rest: Rest, qtbot: QtBot
) -> None:
    choose_alone(page.table, page.table.model().index(2, 0))
    at_rest()

    qtbot.keyClicks(page.search, "A HOU")
    assert sources(page) == ["long", "garden", "house"]
    qtbot.waitUntil(lambda: sources(page) == ["house"])
    at_rest()
    assert page.source.toPlainText() == "a house"

    page.search.clear()
    qtbot.waitUntil(lambda: len(sources(page)) == 3)
    at_rest()
    assert [text.source for text in page.chosen_texts()] == ["a house"]


def test_a_whole_text_is_opened_and_its_result_copied(page: HistoryPage) -> None:
    opened: list[StoredText] = []
    page.open_asked.connect(opened.append)

    page.open_button.click()
    page.copy_button.click()

    assert [text.source for text in opened] == [LONG]
    assert QGuiApplication.clipboard().text() == LONG.upper()


@pytest.mark.slow
def test_of_several_texts_none_can_be_opened(page: HistoryPage, at_rest: Rest) -> None:
    page.table.selectAll()
    at_rest()

    enabled = [each.isEnabled() for each in (page.open_button, page.copy_button, page.delete_button)]

    assert enabled == [False, False, True]
    assert page.source.toPlainText() == ""


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("button", "left"), [("question_accept", ["long", "house"]), ("question_cancel", ["long", "garden", "house"])]
)
def test_a_text_is_deleted_once_that_is_agreed(
    page: HistoryPage, at_rest: Rest, answer: Answer, button: str, left: list[str]
) -> None:
    choose_alone(page.table, page.table.model().index(1, 0))
    at_rest()

    page.ask_delete()
    answer(button)
    at_rest()

    assert sources(page) == left


@pytest.mark.slow
def test_all_are_deleted_also_those_that_the_search_hides(
    page: HistoryPage, at_rest: Rest, answer: Answer, qtbot: QtBot
) -> None:
    page.search.setText("house")
    qtbot.waitUntil(lambda: sources(page) == ["house"])

    page.delete_all_button.click()
    assert "3" in answer("question_accept")
    at_rest()
    page.search.clear()
    at_rest()

    assert sources(page) == []
    assert not page.delete_all_button.isEnabled()


def test_an_empty_list_says_why_it_is_empty(window: QWidget, history: TextHistory, jobs: Jobs, at_rest: Rest) -> None:
    page = HistoryPage(history, jobs)
    words: list[str] = []
    for search, is_kept in (("", True), ("house", True), ("", False)):
        history.set_keeping(is_kept, 90)
        page.search.setText(search)
        page.read()
        at_rest()
        words.append(page.count.text())

    assert len(set(words) - {""}) == 3


@pytest.mark.slow
def test_the_service_is_named_only_where_there_are_several(page: HistoryPage, keep: Keep, at_rest: Rest) -> None:
    assert page.table.isColumnHidden(HistoryColumn.SERVICE)

    keep("a tree", profile="deepl")
    page.read()
    at_rest()

    assert not page.table.isColumnHidden(HistoryColumn.SERVICE)


@pytest.mark.slow
def test_a_narrow_list_keeps_room_for_texts_and_says_the_rest_below(
    page: HistoryPage, window: QWidget, at_rest: Rest
) -> None:
    table = page.table
    columns = (HistoryColumn.GLOSSARY, HistoryColumn.ENGINES)

    window.resize(1_600, 700)
    assert not any(map(table.isColumnHidden, columns))
    assert not page.origin.isVisible()
    window.resize(700, 700)
    assert all(map(table.isColumnHidden, columns))
    assert page.origin.text() == "Rail · A"
    least = table.fontMetrics().averageCharWidth() * 24
    assert min(map(table.columnWidth, (HistoryColumn.SOURCE, HistoryColumn.RESULT))) >= min(least, 110)

    table.selectAll()
    at_rest()
    assert not page.origin.isVisible()


@pytest.mark.slow
def test_texts_keep_their_room_beside_the_column_of_services(
    page: HistoryPage, keep: Keep, window: QWidget, at_rest: Rest
) -> None:
    table = page.table
    keep("a tree", profile="deepl")
    page.read()
    at_rest()
    assert not table.isColumnHidden(HistoryColumn.SERVICE)
    least = table.fontMetrics().averageCharWidth() * 24

    for width in range(800, 1_800, 40):
        window.resize(width, 700)
        shows_more = not all(map(table.isColumnHidden, (HistoryColumn.GLOSSARY, HistoryColumn.ENGINES)))
        if shows_more:
            assert min(map(table.columnWidth, (HistoryColumn.SOURCE, HistoryColumn.RESULT))) >= least - 1, width
    assert shows_more


@pytest.mark.slow
def test_a_column_of_glossaries_that_none_has_is_hidden(
    window: QWidget, history: TextHistory, jobs: Jobs, keep: Keep, at_rest: Rest
) -> None:
    keep("a house", glossary="")
    page = HistoryPage(history, jobs)
    QVBoxLayout(window).addWidget(page)
    window.resize(1_600, 700)
    at_rest()

    assert page.table.isColumnHidden(HistoryColumn.GLOSSARY)
    assert not page.table.isColumnHidden(HistoryColumn.ENGINES)


@pytest.mark.slow
def test_a_star_is_given_and_taken_by_button_and_key(page: HistoryPage, at_rest: Rest, qtbot: QtBot) -> None:
    def starred() -> list[str]:
        return [text.source.split()[-1] for text in page.model.texts if text.is_starred]

    choose_alone(page.table, page.model.index(1, 0))
    at_rest()
    page.star_button.click()
    at_rest()
    assert starred() == ["garden"]
    assert page.star_button.accessibleName() == "Remove star"

    assert str(page.model.index(1, HistoryColumn.WHEN).data()).startswith("\u2066★ ")

    page.filter.starred.setChecked(True)
    at_rest()
    assert sources(page) == ["garden"]
    page.window().activateWindow()
    page.table.setFocus()
    qtbot.waitUntil(page.table.hasFocus)
    page.table.selectAll()
    qtbot.keyClick(page.table, Qt.Key.Key_Space)
    at_rest()
    assert sources(page) == []
    assert page.count.text() == "Nothing was found."


def test_what_was_found_is_exported_whole(page: HistoryPage, at_rest: Rest, qtbot: QtBot, tmp_path: Path) -> None:
    page.search.setText("long")
    qtbot.waitUntil(lambda: sources(page) == ["long"])
    at_rest()

    page.export_button.click()
    qtbot.waitUntil(lambda: bool(page.findChildren(QFileDialog, "choose_target")))
    [dialog] = page.findChildren(QFileDialog, "choose_target")
    dialog.selectNameFilter(dialog.nameFilters()[1])
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    field.setText(str(tmp_path / "found.tsv"))
    dialog.accept()
    at_rest()

    lines = (tmp_path / "found.tsv").read_text("utf-8").splitlines()
    assert len(lines) == 2
    assert LONG in lines[1]
    assert page.count.text() == "1 text was exported."
