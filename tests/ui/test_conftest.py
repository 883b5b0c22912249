"""What tests leave to each other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("turn", [1, 2])
def test_no_key_is_held_after_a_test_that_pressed_it(qtbot: QtBot, turn: int) -> None:
    assert QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier

    widget = QWidget()
    qtbot.addWidget(widget)
    qtbot.keyClick(widget, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)

    assert QApplication.keyboardModifiers() == Qt.KeyboardModifier.ControlModifier
