"""Keys are changed in the dialog: conflicts are shown first, keys for typing are rejected, defaults can be restored."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.keys_dialog import KeysDialog


@pytest.fixture
def actions(window: QWidget) -> Actions:
    return Actions(window)


@pytest.fixture
def memory() -> WindowMemory:
    return WindowMemory()


@pytest.fixture
def dialog(qtbot: QtBot, window: QWidget, actions: Actions, memory: WindowMemory) -> KeysDialog:
    made = KeysDialog(window, actions, memory)
    qtbot.addWidget(made)
    return made


def choose(dialog: KeysDialog, title: str) -> None:
    (row,) = [row for row in range(dialog.table.rowCount()) if dialog.table.item(row, 1).text() == title]
    dialog.table.selectRow(row)


def keys(actions: Actions, name: str) -> list[str]:
    return [key.toString() for key in actions[name].shortcuts()]


@pytest.mark.slow
def test_an_action_gets_other_keys_at_once_and_for_good(
    dialog: KeysDialog, actions: Actions, memory: WindowMemory
) -> None:
    choose(dialog, "Fill down")
    dialog.field.setKeySequence(QKeySequence("Ctrl+J"))
    assert dialog.words.text() == ""
    dialog.give.click()

    assert keys(actions, "fill_down") == ["Ctrl+J"]
    assert memory.own_keys == {"fill_down": ["Ctrl+J"]}
    assert dialog.table.item(dialog.table.currentRow(), 2).text() == "Ctrl+J"
    dialog.usual.click()
    assert keys(actions, "fill_down") == ["Ctrl+D"]
    assert memory.own_keys == {}


def test_keys_of_another_action_are_taken_only_after_it_was_said(dialog: KeysDialog, actions: Actions) -> None:
    choose(dialog, "Fill down")
    dialog.field.setKeySequence(QKeySequence("Ctrl+R"))
    assert "“Refresh”" in dialog.words.text()
    dialog.give.click()

    assert keys(actions, "refresh") == []
    dialog.all_usual.click()
    assert (keys(actions, "refresh"), keys(actions, "fill_down")) == (["Ctrl+R"], ["Ctrl+D"])
    assert not dialog.all_usual.isEnabled()


@pytest.mark.slow
def test_a_fault_is_said_and_cannot_be_used(dialog: KeysDialog) -> None:
    choose(dialog, "Fill down")
    dialog.field.setKeySequence(QKeySequence("Alt+F"))

    assert "menus" in dialog.words.text()
    assert not dialog.give.isEnabled()


@pytest.mark.slow
def test_actions_are_found_by_name_and_by_key(qtbot: QtBot, dialog: KeysDialog) -> None:
    qtbot.keyClicks(dialog.search, "ctrl+d")
    assert [dialog.table.item(row, 1).text() for row in range(dialog.table.rowCount())] == ["Delete rows", "Fill down"]

    dialog.search.setText("no such action")
    assert dialog.table.rowCount() == 0
    assert not dialog.field.isEnabled()


def test_the_sheet_is_copied_as_a_table(dialog: KeysDialog) -> None:
    dialog.copy.click()

    assert "Edit\tFill down\tCtrl+D\n" in QGuiApplication.clipboard().text()
