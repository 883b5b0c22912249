"""About shows the licenses of all packages that Termdesk uses."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk import resources
from termdesk.ui.shell.about_dialog import AboutDialog, LicensesDialog


def test_the_licenses_open_by_a_button_and_close_by_esc(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    notices = resources.read_text("THIRD_PARTY_NOTICES.txt")
    about = AboutDialog(window, engines=[], folder="/data", notices=notices)
    about.open()
    button = about.findChild(QPushButton, "about_licenses")
    assert isinstance(button, QPushButton)

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    dialog = about.findChild(LicensesDialog)
    assert isinstance(dialog, LicensesDialog)
    text = dialog.findChild(QPlainTextEdit)
    assert isinstance(text, QPlainTextEdit)
    assert "pyside6-essentials" in text.toPlainText()
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text.toPlainText()
    assert text.isReadOnly()
    assert about.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert about.isVisible()
