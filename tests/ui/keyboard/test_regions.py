"""F6 goes from region to region in tab order, and returns to the last focused widget of each."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.keyboard.regions import go_round, mark_region


class Parts:
    """A window with a bar of buttons, a list beside its field, a nested region, and an empty one."""

    def __init__(self, qtbot: QtBot, window: QWidget) -> None:
        self.window = window
        self.bar, self.library, self.outer, self.inner, self.empty = (QWidget() for _ in range(5))
        self.buttons = [QPushButton(word) for word in ("one", "two")]
        self.field, self.list = QLineEdit(), QListWidget()
        self.before, self.inside, self.after = QLineEdit(), QLineEdit(), QLineEdit()
        column = QVBoxLayout(window)
        for part, widgets in (
            (self.bar, self.buttons),
            (self.library, [self.field, self.list]),
            (self.outer, [self.before, self.inner, self.after]),
            (self.inner, [self.inside]),
            (self.empty, [QPushButton("off")]),
        ):
            layout = QVBoxLayout(part)
            for widget in widgets:
                layout.addWidget(widget)
            if part is not self.inner:
                column.addWidget(part)
        self.empty.findChild(QPushButton).setEnabled(False)
        for part in (self.bar, self.outer, self.inner, self.empty):
            mark_region(part)
        mark_region(self.library, first=self.list)
        window.activateWindow()
        self.buttons[0].setFocus()
        qtbot.waitUntil(self.buttons[0].hasFocus)

    def go(self, step: int = 1) -> QWidget | None:
        go_round(self.window, step=step)
        return QApplication.focusWidget()


@pytest.fixture
def parts(qtbot: QtBot, window: QWidget) -> Parts:
    return Parts(qtbot, window)


def test_every_region_is_reached_and_left_again(parts: Parts) -> None:
    round_trip = [parts.go() for _ in range(4)]

    assert round_trip == [parts.list, parts.before, parts.inside, parts.buttons[0]]
    assert [parts.go(-1) for _ in range(4)] == [*round_trip[2::-1], parts.buttons[0]]


def test_the_keyboard_returns_to_where_it_was_in_a_region(parts: Parts) -> None:
    parts.buttons[1].setFocus()
    parts.go()
    assert parts.go(-1) is parts.buttons[1]


def test_a_hidden_or_disabled_first_place_is_passed_by(parts: Parts) -> None:
    parts.list.setEnabled(False)
    assert parts.go() is parts.field

    parts.library.hide()
    parts.buttons[0].setFocus()
    assert parts.go() is parts.before


def test_from_outside_of_all_regions_it_goes_to_the_first_or_last(qtbot: QtBot, parts: Parts) -> None:
    stray = QLineEdit()
    parts.window.layout().addWidget(stray)
    for step, expected in ((1, parts.buttons[0]), (-1, parts.inside)):
        stray.setFocus(Qt.FocusReason.OtherFocusReason)
        qtbot.waitUntil(stray.hasFocus)
        assert parts.go(step) is expected


def test_a_window_without_regions_stays_as_it_is(qtbot: QtBot, window: QWidget) -> None:
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    go_round(window, step=1)

    assert QApplication.focusWidget() is field
