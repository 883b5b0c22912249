"""An interrupted transfer is shown dictionary by dictionary, with what each button does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from termdesk.application.glossaries.transfer.interrupted_transfer import InterruptedTransfer
from termdesk.application.glossaries.transfer.transfer_remains import Remains
from termdesk.application.stored_failure import encode_failure
from termdesk.client.errors import ServerFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.glossary_messages import TransferProgress
from termdesk.storage.transfer.transfers import CopiedDictionary, TransferRecord
from termdesk.ui.glossaries.transfer.interrupted_dialog import InterruptedDialog, TransferChoice

EN_DE, EN_FR, EN_IT = (LanguagePair("en", each) for each in ("de", "fr", "it"))
PAIRS = (EN_DE, EN_FR, EN_IT)
DICTIONARIES = tuple(CopiedDictionary(pair, "hash", pair == EN_DE) for pair in PAIRS)
FULL = encode_failure(ServerFailed("The disk is full.", trace_id="trace-7"))
RECORD = TransferRecord("t", "here", "g", "there", "g2", "Law (2)", PAIRS, True, "Law", FULL, DICTIONARIES)
REASON = TransferProgress.REASON(reason="The disk is full.")
REMAINS = {EN_DE: Remains.UNKNOWN, EN_FR: Remains.DISCARDED, EN_IT: Remains.DRAFT}


def shown(window: QWidget, record: TransferRecord = RECORD) -> InterruptedDialog:
    dialog = InterruptedDialog(window, InterruptedTransfer(record, "Office", "Agency", REASON), REMAINS)
    dialog.show()
    return dialog


def words(dialog: InterruptedDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


def test_it_says_what_is_where_why_it_stopped_and_what_comes_next(window: QWidget) -> None:
    dialog = shown(window)

    said = words(dialog)
    for each in (
        "“Law” is not yet moved from Office to Agency",
        "1 of 3 dictionaries is on Agency, as “Law (2)”: read back and compared.",
        "The original on Office was not changed.",
        "Why it stopped: The disk is full.",
        "Trace id trace-7",
        "Continue copies only what is missing, then deletes the original.",
        "Undo deletes the copy, unless somebody has changed it since",
        "Give up keeps both as they are",
    ):
        assert each in said
    assert [[dialog.table.item(row, column).text() for column in range(2)] for row in range(3)] == [
        ["en → de", "copied, read back and compared"],
        ["en → fr", "not sent"],
        ["en → it", "unknown: Termdesk reads it from the service first"],
    ]


@pytest.mark.parametrize(
    ("button", "choice"),
    [
        ("accept_button", TransferChoice.CONTINUE),
        ("undo_button", TransferChoice.UNDO),
        ("give_up_button", TransferChoice.GIVE_UP),
    ],
)
def test_each_button_is_a_choice(window: QWidget, button: str, choice: TransferChoice) -> None:
    dialog = shown(window)

    QTest.mouseClick(getattr(dialog, button), Qt.MouseButton.LeftButton)

    assert dialog.choice is choice
    assert dialog.result() == InterruptedDialog.DialogCode.Accepted


def test_escape_decides_nothing(window: QWidget) -> None:
    dialog = shown(window)

    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert dialog.result() == InterruptedDialog.DialogCode.Rejected


def test_what_an_older_version_left_cannot_be_undone(window: QWidget) -> None:
    dialog = shown(window, replace(RECORD, dictionaries=(), stop_reason=""))

    assert not dialog.undo_button.isVisible()
    assert "Trace id" not in words(dialog)
