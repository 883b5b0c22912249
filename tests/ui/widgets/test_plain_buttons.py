"""Small buttons and boxes are named for those who cannot see them, and show texts as they are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets.plain_buttons import icon_button, tick_box


def test_an_icon_says_its_words_to_readers_and_in_the_tooltip(window: QWidget) -> None:
    button = icon_button("close", "close", "Close <b>x</b>")

    assert button.accessibleName() == "Close <b>x</b>"
    assert "&lt;b&gt;" in button.toolTip(), "Qt would read tags"
    assert not button.icon().isNull()


def test_a_box_is_explained_where_its_words_are_too_short(window: QWidget) -> None:
    explained, plain = tick_box("case", "Aa", meaning="Match case", is_on=True), tick_box("word", "Whole words")

    assert (explained.accessibleName(), explained.isChecked()) == ("Match case", True)
    assert (plain.accessibleName(), plain.toolTip(), plain.isChecked()) == ("Whole words", "", False)


def test_a_click_beside_the_words_ticks_nothing(window: QWidget, qtbot: QtBot) -> None:
    """A box is as wide as its words: elsewhere in the form a click is for something else."""
    box = tick_box("case", "Aa")
    QVBoxLayout(window).addWidget(box)
    window.resize(600, 60)
    qtbot.waitUntil(box.isVisible)
    assert box.width() < 200

    qtbot.mouseClick(window, Qt.MouseButton.LeftButton, pos=window.rect().center())

    assert not box.isChecked()
