"""Two texts side by side end on one line, whatever stands below them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.texts.even_feet import EvenFeet, Foot
from termdesk.ui.widgets.plain import PlainLabel


@pytest.fixture
def feet(window: QWidget) -> tuple[Foot, Foot]:
    made = Foot(), Foot()
    line = QHBoxLayout(window)
    for foot in made:
        line.addWidget(foot, 1)
    EvenFeet(*made, parent=window)
    window.resize(400, 300)
    return made


def label(height: int) -> QWidget:
    made = QWidget()
    made.setFixedHeight(height)
    return made


def test_both_are_as_high_as_the_one_that_needs_most(feet: tuple[Foot, Foot], qtbot: QtBot) -> None:
    feet[0].column.addWidget(label(20))
    feet[1].column.addWidget(label(70))

    qtbot.waitUntil(lambda: [foot.height() for foot in feet] == [70, 70])


def test_both_shrink_again_when_it_needs_less(feet: tuple[Foot, Foot], qtbot: QtBot) -> None:
    low, high = label(20), label(70)
    feet[0].column.addWidget(low)
    feet[1].column.addWidget(high)
    qtbot.waitUntil(lambda: [foot.height() for foot in feet] == [70, 70])

    high.hide()

    qtbot.waitUntil(lambda: [foot.height() for foot in feet] == [20, 20])


def test_words_that_need_more_lines_in_a_narrow_window_raise_both(
    feet: tuple[Foot, Foot], window: QWidget, qtbot: QtBot
) -> None:
    words = PlainLabel("Words that go on for a while. " * 4, wraps=True)
    feet[0].column.addWidget(words)
    feet[1].column.addWidget(label(10))
    qtbot.waitUntil(lambda: feet[0].height() == words.heightForWidth(words.width()) > 10)
    before = feet[0].height()

    window.resize(220, 300)

    qtbot.waitUntil(lambda: feet[0].height() == feet[1].height() > before)
