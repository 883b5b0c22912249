"""The matrix of pairs: the content of a cell, and the requests from a click or key on it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, LibraryItem
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.seen_dictionaries import Seen
from termdesk.ui.glossaries.library.glossary_page import GlossaryPage
from termdesk.ui.glossaries.library.pair_matrix import PairMatrixModel, ago

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
EN_DE, DE_EN, EN_AR = LanguagePair("en", "de"), LanguagePair("de", "en"), LanguagePair("en", "ar")
LAW = GlossarySummary(
    "g",
    "g",
    "Law",
    GlossaryRecord(
        "g",
        "Law",
        (DictionaryRecord(EN_DE.source, EN_DE.target, 1200), DictionaryRecord(EN_AR.source, EN_AR.target, 5)),
    ),
    drafts=(DictionarySummary(EN_DE, 1300, "d", True, edited_at=NOW - timedelta(hours=3)),),
    seen={EN_AR: Seen(4, NOW - timedelta(days=2))},
)


@pytest.fixture
def model(qapp: object) -> PairMatrixModel:
    made = PairMatrixModel()
    made.show(LAW, now=NOW)
    return made


def cell(model: PairMatrixModel, pair: LanguagePair) -> QModelIndex:
    return model.index(model.codes.index(pair.source), model.codes.index(pair.target))


def said(model: PairMatrixModel, pair: LanguagePair) -> object:
    return cell(model, pair).data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_model_keeps_qts_rules(model: PairMatrixModel, qtmodeltester: Any) -> None:
    qtmodeltester.check(model)


def test_a_cell_says_entries_state_and_age(model: PairMatrixModel) -> None:
    assert model.codes == ["ar", "de", "en"]
    assert said(model, EN_DE) == f"{EN_DE}: 1,300 entries, edited, 3 h ago"
    assert said(model, EN_AR) == f"{EN_AR}: 5 entries, changed there, seen 2 days ago"
    assert said(model, DE_EN) == f"Add a dictionary {DE_EN}"
    assert cell(model, EN_DE).data() == "\u20681,300 entries\u2069\n\u2068edited\u2069\n\u20683 h ago\u2069"


def test_the_diagonal_is_no_pair(model: PairMatrixModel) -> None:
    diagonal = model.index(1, 1)

    assert model.pair(diagonal) is None
    assert diagonal.flags() == Qt.ItemFlag.NoItemFlags
    assert diagonal.data() is None


def test_enter_opens_a_dictionary_and_a_click_on_an_empty_cell_adds_one(qtbot: QtBot) -> None:
    page = GlossaryPage()
    qtbot.addWidget(page)
    page.resize(900, 500)
    page.show_summary(LAW)
    page.show()
    opened: list[LibraryItem] = []
    added: list[object] = []
    page.open_asked.connect(opened.append)
    page.add_asked.connect(lambda summary, pair: added.append((summary.name, pair)))
    matrix = page.matrix

    matrix.setCurrentIndex(cell(matrix.matrix, EN_AR))
    qtbot.keyClick(matrix, Qt.Key.Key_Return)
    empty = matrix.visualRect(cell(matrix.matrix, DE_EN)).center()
    qtbot.mouseClick(matrix.viewport(), Qt.MouseButton.LeftButton, pos=empty)

    assert [(item.summary.name, item.row and item.row.pair) for item in opened] == [("Law", EN_AR)]
    assert added == [("Law", DE_EN)]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "just now"),
        (59, "just now"),
        (61, "1 min ago"),
        (7_300, "2 h ago"),
        (86_400, "1 day ago"),
        (30 * 86_400, "30 days ago"),
        (40 * 86_400, "10/12/2026"),
    ],
)
def test_ages_are_told_in_the_largest_unit(seconds: int, words: str) -> None:
    assert ago(NOW - timedelta(seconds=seconds), NOW) == words
