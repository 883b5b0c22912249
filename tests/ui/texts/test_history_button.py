"""The button has the same effect as the menu item, and a name for tests and screen readers."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from termdesk.ui.texts.history_button import history_button


def test_a_click_triggers_the_action_once(window: QWidget) -> None:
    action, done = QAction(window), list[str]()
    action.triggered.connect(lambda: done.append("done"))
    button = history_button("translate_history", action)

    button.click()

    assert done == ["done"]
    assert button.objectName() == "translate_history"
    assert button.accessibleName() not in ("", button.text())


def test_what_the_menu_does_not_offer_the_button_does_not_do(window: QWidget) -> None:
    action, done = QAction(window), list[str]()
    action.triggered.connect(lambda: done.append("done"))
    button = history_button("translate_history", action)
    action.setEnabled(False)

    button.click()

    assert done == []
