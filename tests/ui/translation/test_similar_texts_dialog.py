"""Similar confirmed texts with what differs from the text that was translated."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.texts import SimilarText
from termdesk.ui.translation.similar_texts_dialog import SimilarTextsDialog

SIMILAR = (
    SimilarText("You may enter.", "Sie dürfen eintreten.", 0.9),
    SimilarText("You must enter now.", "Sie müssen jetzt eintreten.", 0.75),
)


@pytest.fixture
def dialog(qtbot: QtBot, window: QWidget) -> SimilarTextsDialog:
    return SimilarTextsDialog(window, "You may not enter.", LanguagePair("en", "de"), SIMILAR)


def _marked(dialog: SimilarTextsDialog) -> list[tuple[str, str]]:
    text = dialog.difference.toPlainText()
    return [(mark.kind, text[mark.start : mark.end].strip()) for mark in dialog.difference.marks]


def test_the_difference_to_the_chosen_text_is_marked(dialog: SimilarTextsDialog) -> None:
    assert dialog.table.item(0, 0).text() == "90%"
    assert _marked(dialog) == [("added", "not")]
    assert dialog.translation.toPlainText() == "Sie dürfen eintreten."

    dialog.table.selectRow(1)

    assert ("removed", "must") in _marked(dialog)
    assert dialog.chosen == SIMILAR[1]


def test_enter_uses_the_chosen_translation(dialog: SimilarTextsDialog) -> None:
    dialog.show()
    dialog.table.setFocus()

    QTest.keyClick(dialog.table, Qt.Key.Key_Down)
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)

    assert dialog.result() == SimilarTextsDialog.DialogCode.Accepted
    assert dialog.chosen == SIMILAR[1]
