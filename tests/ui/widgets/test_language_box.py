"""Languages are found by code and by name; codes of variants find an offered language."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLineEdit, QListView, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.language_box import LanguageBox, TargetChooser

OFFERED = [
    ("", "Detect"),
    ("de", "German"),
    ("en-GB", "English (British)"),
    ("en-US", "English (American)"),
    ("pt-BR", "Portuguese (Brazilian)"),
    ("zh", "Chinese"),
]
TARGETS = [("de", "German"), ("es", "Spanish"), ("fr", "French"), ("it", "Italian"), ("pt-BR", "Portuguese")]


@pytest.fixture
def box(qtbot: QtBot) -> LanguageBox:
    made = LanguageBox("source", "Source language")
    qtbot.addWidget(made)
    made.show_languages(OFFERED)
    return made


@pytest.mark.parametrize(
    ("typed", "code"),
    [("de", "de"), ("GERMAN", "de"), ("brazil", "pt-BR"), ("en-us", "en-US"), ("American", "en-US"), ("zh", "zh")],
)
def test_typing_finds_by_code_and_name(qtbot: QtBot, box: LanguageBox, typed: str, code: str) -> None:
    edit = box.lineEdit()
    assert edit is not None
    edit.selectAll()

    qtbot.keyClicks(edit, typed)
    qtbot.keyClick(edit, Qt.Key.Key_Return)

    assert box.code == code
    assert box.currentText() == box.itemText(box.currentIndex())


def test_the_list_of_matches_is_made_when_the_box_is_entered(qtbot: QtBot) -> None:
    def lists() -> list[QWidget]:
        return [each for each in QApplication.topLevelWidgets() if isinstance(each, QListView)]

    before = lists()
    window = QWidget()
    qtbot.addWidget(window)
    first, box = QLineEdit(window), LanguageBox("source", "Source language", window)
    with qtbot.waitActive(window):
        window.show()
    first.setFocus()
    assert lists() == before

    box.setFocus()

    (made,) = [each for each in lists() if each not in before]
    assert made.property("focused")


def test_what_is_no_language_brings_the_old_one_back(qtbot: QtBot, box: LanguageBox) -> None:
    box.choose("de")
    edit = box.lineEdit()
    assert edit is not None
    edit.selectAll()

    qtbot.keyClicks(edit, "klingon")
    qtbot.keyClick(edit, Qt.Key.Key_Return)

    assert box.code == "de"
    assert box.currentText() == "German · de"


@pytest.mark.parametrize(
    ("expected", "code"), [("en", "en-GB"), ("EN-us", "en-US"), ("de-CH", "de"), ("pt", "pt-BR"), ("", "")]
)
def test_variants_and_roots_find_each_other(box: LanguageBox, expected: str, code: str) -> None:
    box.choose("zh")

    assert box.choose(expected)
    assert box.code == code


def test_what_is_not_offered_changes_nothing(box: LanguageBox) -> None:
    box.choose("zh")

    assert not box.choose("fr")
    assert box.code == "zh"


def test_the_choice_survives_a_new_list_and_is_told_only_when_it_changes(box: LanguageBox) -> None:
    box.choose("zh")
    reported: list[str] = []
    box.chosen.connect(reported.append)

    box.show_languages(list(reversed(OFFERED)))
    assert box.code == "zh"
    assert reported == []

    box.show_languages([("de", "German")])
    assert reported == ["de"]


class BoxInDialog:
    """A dialog with a language box, and another field that has the focus."""

    def __init__(self, qtbot: QtBot) -> None:
        self.dialog, self.box, other = QDialog(), LanguageBox("source", "Source language"), QLineEdit()
        qtbot.addWidget(self.dialog)
        self.box.show_languages(OFFERED)
        self.box.choose("de")
        column = QVBoxLayout(self.dialog)
        column.addWidget(other)
        column.addWidget(self.box)
        self.dialog.open()
        self.dialog.activateWindow()
        other.setFocus()
        qtbot.waitUntil(other.hasFocus)


def test_a_click_selects_the_text_and_escape_restores_it(qtbot: QtBot) -> None:
    made = BoxInDialog(qtbot)
    box, edit = made.box, made.box.lineEdit()
    assert edit is not None

    qtbot.mouseClick(edit, Qt.MouseButton.LeftButton)
    assert edit.selectedText() == "German · de"
    qtbot.keyClicks(edit, "zh")
    assert edit.text() == "zh"
    qtbot.keyClick(QApplication.activePopupWidget() or edit, Qt.Key.Key_Escape)

    assert (box.code, edit.text()) == ("de", "German · de")
    # The next click sets the text cursor.
    qtbot.mouseClick(edit, Qt.MouseButton.LeftButton)
    assert edit.selectedText() == ""


def test_escape_without_typed_text_is_for_the_dialog(qtbot: QtBot) -> None:
    made = BoxInDialog(qtbot)
    dialog, edit = made.dialog, made.box.lineEdit()
    assert edit is not None
    edit.setText("klingon")

    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    qtbot.keyClick(edit, Qt.Key.Key_Escape)

    assert not dialog.isVisible()


@pytest.mark.parametrize("text_size", [0, 6])
@pytest.mark.parametrize("count", [2, 5, 9])
def test_the_list_of_a_box_shows_its_last_entry(qtbot: QtBot, qapp: QApplication, count: int, text_size: int) -> None:
    theme.apply(qapp, choice="light", text_size=text_size)
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems([f"entry {number}" for number in range(count)])
    box.show()
    box.showPopup()
    view = box.view()
    last = view.visualRect(box.model().index(count - 1, 0))

    assert view.viewport().rect().contains(last)
    box.hidePopup()
    theme.apply(qapp, choice="light")


# Several languages


@pytest.fixture
def chooser(window: QWidget, qtbot: QtBot) -> TargetChooser:
    made = TargetChooser("targets", window)
    made.show_languages(TARGETS, chosen=["fr", "de", "xx"])
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
