"""Verdicts by button and by key."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.spot_check.judgments import Verdict
from termdesk.ui.spot_check.verdict_buttons import VerdictButtons


def test_buttons_and_keys_of_the_table_say_the_same(qtbot: QtBot) -> None:
    window, table = QWidget(), QListWidget()
    qtbot.addWidget(window)
    buttons = VerdictButtons("test", table)
    column = QVBoxLayout(window)
    column.addWidget(table)
    column.addWidget(buttons)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    table.setFocus()
    chosen: list[Verdict | None] = []
    buttons.chosen.connect(chosen.append)

    for name in ("right", "wrong", "no_verdict"):
        button = buttons.findChild(QPushButton, f"test_{name}")
        assert button is not None
        button.click()
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0):
        qtbot.keyClick(table, key)

    assert chosen == [Verdict.RIGHT, Verdict.WRONG, None] * 2
