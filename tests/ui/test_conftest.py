"""What tests leave behind for each other, and what they take from the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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


_kept: list[QWidget] = []


@pytest.mark.parametrize("turn", [1, 2])
def test_no_window_is_left_by_the_test_before(qapp: QApplication, turn: int) -> None:
    assert QApplication.topLevelWidgets() == []

    _kept.append(QWidget())
    _kept[-1].show()

    assert QApplication.topLevelWidgets() == [_kept[-1]]


@pytest.mark.slow
def test_a_large_screen_a_proxy_and_a_key_of_somebody_change_nothing() -> None:
    tests = Path(__file__).parents[1]
    folders = os.pathsep.join([str(tests), str(tests.parent / "desktop")])
    outside = {"QT_SCALE_FACTOR": "1.5", "HTTP_PROXY": "x", "all_proxy": "x", "TERMDESK_KEY": "x"}
    program = f"import conftest, os; print([each for each in {list(outside)} if each in os.environ])"

    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **outside, "PYTHONPATH": folders},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.strip() == "[]", done.stderr
