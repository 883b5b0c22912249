"""The languages to filter in: all, or the selected ones."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.multilingual.language_chooser import LanguageChooser

NAMES = ["Arabic", "German", "Thai"]


@pytest.fixture
def chooser(qtbot: QtBot) -> LanguageChooser:
    made = LanguageChooser(NAMES, lambda: [0, 1_200, 3])
    qtbot.addWidget(made)
    return made


def entries(chooser: LanguageChooser) -> list[QAction]:
    menu = chooser.menu()
    assert menu is not None
    return [each for each in menu.actions() if not each.isSeparator()]


def test_all_are_looked_at_until_some_are_ticked(qtbot: QtBot, chooser: LanguageChooser) -> None:
    everything, arabic, _german, thai = entries(chooser)
    assert (chooser.chosen, everything.isChecked(), chooser.words()) == (frozenset(), True, "all languages")

    with qtbot.waitSignal(chooser.changed):
        thai.trigger()
    assert (chooser.chosen, everything.isChecked(), chooser.words()) == ({2}, False, "Thai")
    arabic.trigger()
    assert (chooser.chosen, chooser.words()) == ({0, 2}, "2 languages")
    everything.trigger()

    assert (chooser.chosen, everything.isChecked()) == (frozenset(), True)


def test_all_that_is_chosen_again_stays_ticked(qtbot: QtBot, chooser: LanguageChooser) -> None:
    everything = entries(chooser)[0]

    with qtbot.assertNotEmitted(chooser.changed):
        everything.trigger()

    assert everything.isChecked()


def test_the_same_choice_is_not_told_again(qtbot: QtBot, chooser: LanguageChooser) -> None:
    with qtbot.waitSignal(chooser.changed):
        chooser.choose(frozenset({1}))

    with qtbot.assertNotEmitted(chooser.changed):
        chooser.choose(frozenset({1}))


def test_the_menu_says_what_each_language_lacks(chooser: LanguageChooser) -> None:
    menu = chooser.menu()
    assert menu is not None
    menu.aboutToShow.emit()

    assert [each.text() for each in entries(chooser)[1:]] == [
        "Arabic · complete",
        "German · 1,200 missing",
        "Thai · 3 missing",
    ]


def test_room_for_the_arrow_turns_with_the_window(chooser: LanguageChooser) -> None:
    chooser.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert chooser.property("mirrored") is True
    chooser.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    assert chooser.property("mirrored") is False
