"""A text and its result end at the same height, whatever is below them."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.texts.text_sides import TextSides
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.text_area import TextArea


def test_both_texts_stay_equally_high_when_a_line_appears_below_one(qtbot: QtBot, window: QWidget) -> None:
    source, result = TextArea("source", "Text"), TextArea("result", "Result")
    sides = TextSides("sides", source, result)
    qtbot.addWidget(sides)
    line, outdated = QHBoxLayout(), PlainLabel("Outdated: the text has changed.", wraps=True)
    line.addWidget(QPushButton("Copy"))
    outdated.hide()
    sides.fill_source_footer(PlainLabel("12 characters"))
    sides.fill_result_footer(line, outdated)
    sides.resize(600, 300)
    sides.show()
    qtbot.waitUntil(lambda: source.height() == result.height())
    height = result.height()

    outdated.show()

    qtbot.waitUntil(lambda: result.height() < height)
    qtbot.waitUntil(lambda: source.height() == result.height())
