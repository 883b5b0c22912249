"""While no page is open, its place shows what to do."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, LibraryItem
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.pane.page_stack import PageStack


@pytest.fixture
def stack(qtbot: QtBot) -> PageStack:
    stack = PageStack(QWidget())
    qtbot.addWidget(stack)
    return stack


def test_the_first_start_offers_a_file_a_sample_and_a_service(stack: PageStack, qtbot: QtBot) -> None:
    stack.show_no_page([], has_glossaries=False)

    for name, asked in (
        ("start_import", stack.import_asked),
        ("start_sample", stack.sample_asked),
        ("start_connect", stack.connect_asked),
    ):
        button = stack.currentWidget().findChild(QPushButton, name)
        with qtbot.waitSignal(asked):
            button.click()


def test_with_glossaries_in_the_library_a_new_one_is_offered(stack: PageStack, qtbot: QtBot) -> None:
    stack.show_no_page([], has_glossaries=True)

    words = [label.text() for label in stack.currentWidget().findChildren(QLabel)]
    assert any("a spreadsheet or a term base" in each for each in words), "all of them can be dropped"
    with qtbot.waitSignal(stack.new_asked):
        stack.currentWidget().findChild(QPushButton, "empty_new").click()


def test_the_chosen_glossary_is_shown_with_its_pairs(stack: PageStack) -> None:
    row = DictionarySummary(LanguagePair("en", "es"), 3, draft_id="draft")
    item = LibraryItem(GlossarySummary("key", None, "Solar", drafts=(row,)), None)

    stack.show_no_page([item], has_glossaries=True)

    assert stack.currentWidget() is stack.glossary_page


def test_before_the_library_was_read_nothing_is_said_of_a_first_start(stack: PageStack) -> None:
    assert stack.currentWidget().findChildren(QPushButton) == []
