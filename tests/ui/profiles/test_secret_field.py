"""A secret never leaves its field."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from termdesk.ui.profiles.secret_field import SecretField


def test_a_secret_is_masked_and_never_copied(qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("before")
    field = SecretField()
    qtbot.addWidget(field)
    field.setText("secret")
    assert field.echoMode() == QLineEdit.EchoMode.Password

    field.setEchoMode(QLineEdit.EchoMode.Normal)
    field.selectAll()
    field.copy()
    field.cut()

    assert field.text() == "secret"
    assert QGuiApplication.clipboard().text() == "before"
