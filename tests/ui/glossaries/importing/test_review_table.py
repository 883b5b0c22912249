"""Rows under review are decided by one key, or from a list in their cell."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.importing.review import incoming_rows_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.import_comparison import review_of
from termdesk.domain.merging.review import Decision, InitialDecision, Review
from termdesk.formats.read_result import ReadResult
from termdesk.ui.glossaries.importing.review_model import DECISION, ReviewModel
from termdesk.ui.glossaries.importing.review_table import ReviewTable

EN_DE = LanguagePair("en", "de")
FILE = ReadResult(Entries.of([("tree", "Baum"), ("house", "Haus"), ("sea", "See"), ("sun", "Sonne")]), [1, 2, 3, 4])
Flag = QItemSelectionModel.SelectionFlag
Key = Qt.Key


@pytest.fixture
def review() -> Review:
    made = review_of(Entries.of([("sea", "Meer")]), incoming_rows_of(FILE))
    made.decide_by(InitialDecision.KEEP)
    return made


@pytest.fixture
def table(window: QWidget, review: Review, qtbot: QtBot) -> ReviewTable:
    made = ReviewTable(ReviewModel(review, EN_DE, window))
    QVBoxLayout(window).addWidget(made)
    window.resize(1_000, 400)
    qtbot.waitUntil(made.isVisible)
    return made


@pytest.mark.parametrize(
    ("key", "decision"), [(Key.Key_K, Decision.KEEP), (Key.Key_R, Decision.TAKE), (Key.Key_B, Decision.BOTH)]
)
def test_a_key_decides_on_all_chosen_rows(table: ReviewTable, qtbot: QtBot, key: Qt.Key, decision: Decision) -> None:
    decided: list[tuple[list[int], int]] = []
    table.decided.connect(lambda rows, how: decided.append((sorted(rows), how)))
    for row in (0, 2, 3):
        table.selectionModel().select(table.model().index(row, 0), Flag.Select | Flag.Rows)

    qtbot.keyClick(table, key)

    assert decided == [([0, 2, 3], int(decision))]


def test_other_keys_and_keys_with_ctrl_decide_nothing(table: ReviewTable, qtbot: QtBot) -> None:
    decided: list[object] = []
    table.decided.connect(lambda *each: decided.append(each))
    table.selectRow(0)

    qtbot.keyClick(table, Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(table, Key.Key_X)
    qtbot.keyClick(table, Key.Key_Down)

    assert decided == []
    assert table.chosen_rows() == [1]


def test_a_choice_in_the_list_takes_effect_at_once_and_closes_it(
    table: ReviewTable, review: Review, qtbot: QtBot
) -> None:
    before = review.decision(2)
    table.edit(table.model().index(2, DECISION))
    [box] = table.viewport().findChildren(QComboBox)
    assert box.currentText() == table.model().index(2, DECISION).data()
    position = box.findData(int(Decision.BOTH))

    box.setCurrentIndex(position)
    box.activated.emit(position)

    assert before != review.decision(2) == Decision.BOTH
    qtbot.waitUntil(lambda: table.state() != ReviewTable.State.EditingState)
