"""A text and its result end at the same height, whatever is below them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.texts.text_sides import EqualHeightFooters, TextFooter, TextSides
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


@pytest.fixture
def footers(window: QWidget) -> tuple[TextFooter, TextFooter]:
    made = TextFooter(), TextFooter()
    line = QHBoxLayout(window)
    for footer in made:
        line.addWidget(footer, 1)
    EqualHeightFooters(*made, parent=window)
    window.resize(400, 300)
    return made


def label(height: int) -> QWidget:
    made = QWidget()
    made.setFixedHeight(height)
    return made


def test_both_are_as_high_as_the_one_that_needs_most(footers: tuple[TextFooter, TextFooter], qtbot: QtBot) -> None:
    footers[0].column.addWidget(label(20))
    footers[1].column.addWidget(label(70))

    qtbot.waitUntil(lambda: [footer.height() for footer in footers] == [70, 70])


def test_both_shrink_again_when_it_needs_less(footers: tuple[TextFooter, TextFooter], qtbot: QtBot) -> None:
    low, high = label(20), label(70)
    footers[0].column.addWidget(low)
    footers[1].column.addWidget(high)
    qtbot.waitUntil(lambda: [footer.height() for footer in footers] == [70, 70])

    high.hide()

    qtbot.waitUntil(lambda: [footer.height() for footer in footers] == [20, 20])


def test_words_that_need_more_lines_in_a_narrow_window_raise_both(
    footers: tuple[TextFooter, TextFooter], window: QWidget, qtbot: QtBot
) -> None:
    words = PlainLabel("Words that go on for a while. " * 4, wraps=True)
    footers[0].column.addWidget(words)
    footers[1].column.addWidget(label(10))
    qtbot.waitUntil(lambda: footers[0].height() == words.heightForWidth(words.width()) > 10)
    before = footers[0].height()

    window.resize(220, 300)

    qtbot.waitUntil(lambda: footers[0].height() == footers[1].height() > before)


def test_beside_an_alternative_the_text_is_not_shortened_by_what_is_below_the_result(
    qtbot: QtBot, window: QWidget
) -> None:
    source, result, table = TextArea("source", "Text"), TextArea("result", "Result"), QWidget()
    sides = TextSides("sides", source, result)
    qtbot.addWidget(sides)
    sides.add_alternative(table)
    sides.fill_source_footer(PlainLabel("12 characters"))
    sides.fill_result_footer(QHBoxLayout(), label(100))
    sides.resize(600, 300)
    sides.show()
    qtbot.waitUntil(lambda: source.height() == result.height() < 200)
    height = source.height()

    sides.show_alternative(True)
    qtbot.waitUntil(lambda: source.height() > height + 50)

    sides.show_alternative(False)
    qtbot.waitUntil(lambda: source.height() == height)
