"""Before a publication is undone, it is said that whole dictionaries go back, and which will stay."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QWidget

from termdesk.application.glossaries.publishing.run_plan import PublishStep, StepState
from termdesk.application.glossaries.publishing.run_undo import UndoOutcome, UndoPreview
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.publishing.undo_dialog import UndoDialog

LAW = PublishStep(0, "d", "g", "Law", LanguagePair("en", "de"), "hash", 1, 2, 3, StepState.VERIFIED, target_hash="x")
RAIL = replace(LAW, position=1, draft_id="r", glossary_name="Rail")


def shown(window: QWidget, *outcomes: UndoOutcome) -> UndoDialog:
    dialog = UndoDialog(window, UndoPreview(tuple(zip((LAW, RAIL), outcomes, strict=True))), service="Office")
    dialog.show()
    return dialog


def words(dialog: UndoDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


def test_what_stays_is_named(window: QWidget) -> None:
    dialog = shown(window, UndoOutcome.AS_BEFORE, UndoOutcome.CHANGED_SINCE)

    assert "Undo what was published on Office?" in words(dialog)
    assert "Each dictionary is taken back as a whole" in words(dialog)
    assert "1 dictionary will be left as it is: Rail, en → de." in words(dialog)
    assert [[dialog.table.item(row, column).text() for column in range(2)] for row in range(2)] == [
        ["Law, en → de", "gets back the entries that it had before"],
        ["Rail, en → de", "stays as it is: it was changed since"],
    ]
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    assert dialog.result() == UndoDialog.DialogCode.Accepted


def test_where_nothing_stays_nothing_is_named_and_enter_undoes_nothing(window: QWidget) -> None:
    dialog = shown(window, UndoOutcome.AS_BEFORE, UndoOutcome.NOTHING)

    assert "left as" not in words(dialog).replace("is left as it is, with", "")
    assert dialog.focusWidget() is dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.result() == UndoDialog.DialogCode.Rejected


@pytest.mark.slow
def test_each_outcome_has_its_words(window: QWidget) -> None:
    texts = {shown(window, each, each).table.item(0, 1).text() for each in UndoOutcome}

    assert len(texts) == len(UndoOutcome)
