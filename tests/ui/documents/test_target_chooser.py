"""Several languages are ticked in a menu that stays open."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.documents.target_chooser import TargetChooser

LANGUAGES = [("de", "German"), ("es", "Spanish"), ("fr", "French"), ("it", "Italian"), ("pt-BR", "Portuguese")]


@pytest.fixture
def chooser(window: QWidget, qtbot: QtBot) -> TargetChooser:
    made = TargetChooser("targets", window)
    made.show_languages(LANGUAGES, chosen=["fr", "de", "xx"])
    made.show()
    return made


@pytest.fixture
def menu(chooser: TargetChooser, qtbot: QtBot) -> QMenu:
    menu = chooser.menu()
    assert menu is not None
    menu.popup(QPoint(0, 0))
    qtbot.waitUntil(menu.isVisible)
    return menu


def test_few_languages_are_named_and_many_counted(chooser: TargetChooser) -> None:
    assert (chooser.chosen, chooser.text()) == (("de", "fr"), "German, French")

    chooser.choose(["de", "es", "fr", "it"])
    assert chooser.text() == "4 languages"
    assert chooser.accessibleName() == "Target languages: 4 languages"

    chooser.choose([])
    assert (chooser.chosen, chooser.text()) == ((), "Choose languages")


def test_the_mouse_ticks_and_the_menu_stays(chooser: TargetChooser, menu: QMenu) -> None:
    for action in menu.actions()[1:3]:
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())

    assert menu.isVisible()
    assert chooser.chosen == ("de", "es")


def test_the_keyboard_ticks_too(chooser: TargetChooser, menu: QMenu) -> None:
    menu.setActiveAction(menu.actions()[3])

    QTest.keyClick(menu, Qt.Key.Key_Space)

    assert menu.isVisible()
    assert chooser.chosen == ("de", "fr", "it")
