"""The overview of one glossary, also as a dialog over an open dictionary."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, LibraryItem
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.glossary_page import GlossaryPage, MatrixDialog
from termdesk.ui.glossaries.library.pair_matrix import PairMatrix

EN_DE, DE_EN, EN_AR = LanguagePair("en", "de"), LanguagePair("de", "en"), LanguagePair("en", "ar")
Listed = Callable[..., GlossarySummary]
LAW = GlossarySummary(
    "g",
    "g",
    "Law",
    GlossaryRecord(
        "g",
        "Law",
        (DictionaryRecord(EN_DE.source, EN_DE.target, 1200), DictionaryRecord(EN_AR.source, EN_AR.target, 5)),
    ),
    drafts=(DictionarySummary(EN_DE, 1300, "d", True, edited_at=datetime(2026, 11, 21, 9, tzinfo=UTC)),),
)


@pytest.fixture
def page(qtbot: QtBot) -> GlossaryPage:
    made = GlossaryPage()
    qtbot.addWidget(made)
    made.show_summary(LAW)
    return made


@pytest.fixture
def dialog(window: QWidget) -> MatrixDialog:
    made = MatrixDialog(window, LAW)
    made.open()
    return made


def cell(matrix: PairMatrix, pair: LanguagePair) -> QModelIndex:
    codes = matrix.matrix.codes
    return matrix.matrix.index(codes.index(pair.source), codes.index(pair.target))


def test_showing_the_same_glossary_again_keeps_the_chosen_cell(page: GlossaryPage) -> None:
    page.matrix.setCurrentIndex(cell(page.matrix, DE_EN))

    page.show_summary(LAW)

    assert page.matrix.matrix.pair(page.matrix.currentIndex()) == DE_EN
    assert page.heading.text() == "Law"
    assert "2 dictionaries · 1,305 entries" in page.words.text()


def test_what_is_not_published_is_published_from_its_page(page: GlossaryPage, listed: Listed) -> None:
    asked: list[list[LibraryItem]] = []
    page.publish_asked.connect(asked.append)

    assert not page.publish_button.isHidden()
    page.publish_button.click()
    page.withhold_publishing("The key may only read.")

    assert asked == [[LibraryItem(LAW, None)]]
    assert not page.publish_button.isEnabled()
    assert "may only read" in page.publish_button.toolTip()
    page.show_summary(listed("Empty"))
    assert page.publish_button.isHidden(), "there is nothing to publish"


def test_tags_stand_below_the_name_and_an_empty_glossary_has_no_table(page: GlossaryPage, listed: Listed) -> None:
    assert page.multilingual_button.isEnabled()

    page.show_summary(listed("Empty", tags=[GlossaryTag(TagKind.CLIENT, "ACME")]))

    assert "ACME" in page.words.text()
    assert not page.multilingual_button.isEnabled()


def test_another_language_is_asked_for_the_glossary_that_is_shown(page: GlossaryPage, listed: Listed) -> None:
    asked: list[LibraryItem] = []
    page.add_language_asked.connect(asked.append)
    page.show_summary(listed("Rail", EN_DE))

    page.add_button.click()

    assert [(item.summary.name, item.row) for item in asked] == [("Rail", None)]


@pytest.mark.parametrize(("pair", "opens"), [(EN_AR, True), (DE_EN, False)])
def test_the_dialog_opens_a_dictionary_or_adds_the_pair_of_an_empty_cell(
    dialog: MatrixDialog, qtbot: QtBot, pair: LanguagePair, opens: bool
) -> None:
    dialog.page.matrix.setCurrentIndex(cell(dialog.page.matrix, pair))

    dialog.accept_button.click()

    assert not dialog.isVisible()
    assert (dialog.item and dialog.item.row and dialog.item.row.pair) == (pair if opens else None)
    assert dialog.pair == (None if opens else pair)
    assert not dialog.wants_language


def test_without_a_cell_the_button_does_nothing(window: QWidget, listed: Listed) -> None:
    dialog = MatrixDialog(window, listed("Empty"))
    dialog.open()

    dialog.accept_button.click()

    assert dialog.isVisible()
    assert (dialog.item, dialog.pair) == (None, None)


def test_the_dialog_asks_for_another_language(dialog: MatrixDialog, qtbot: QtBot) -> None:
    qtbot.mouseClick(dialog.page.add_button, Qt.MouseButton.LeftButton)

    assert not dialog.isVisible()
    assert dialog.wants_language
