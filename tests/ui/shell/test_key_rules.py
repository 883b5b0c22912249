"""Keys for typing, menus and input methods are rejected; panes that are never visible together may share others."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from termdesk.ui.shell.actions import SPECS, Actions
from termdesk.ui.shell.key_rules import holder, key_conflict


@pytest.fixture
def actions(window: QWidget) -> Actions:
    return Actions(window)


@pytest.mark.parametrize(
    "typed", ["K", "Shift+K", "5", "Return", "Left", "Shift+Tab", "Alt+K", "Ctrl+Alt+K", "Ctrl+Space"]
)
def test_keys_that_typing_menus_and_input_methods_need_are_refused(typed: str) -> None:
    assert key_conflict(QKeySequence(typed))


@pytest.mark.parametrize("typed", ["Ctrl+K", "F5", "Shift+F5", "Ctrl+Shift+Left", "Alt+Down", "Ctrl+Return", "Del"])
def test_other_keys_are_fine(typed: str) -> None:
    assert key_conflict(QKeySequence(typed)) == ""


def test_panes_that_are_never_in_front_together_may_share_keys(actions: Actions) -> None:
    assert holder(actions, "run", QKeySequence("Ctrl+Return")) is None
    assert holder(actions, "swap", QKeySequence("Ctrl+D")) is None
    assert holder(actions, "refresh", QKeySequence("Ctrl+D")) == "fill_down"


def test_no_keys_are_no_choice(qapp: object) -> None:
    assert key_conflict(QKeySequence())


def test_the_keys_that_actions_come_with_keep_the_rules_and_are_not_held_twice(actions: Actions) -> None:
    given = [(spec.name, keys) for spec in SPECS for keys in actions[spec.name].shortcuts()]
    assert len(given) > 40

    assert {name: holder(actions, name, keys) for name, keys in given if holder(actions, name, keys)} == {}
    assert {name: key_conflict(keys) for name, keys in given if key_conflict(keys)} == {}
