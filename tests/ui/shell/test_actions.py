"""The table of actions: no conflicting keys, menus and the key list made from it, handled by the pane in front."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenuBar, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.shell.actions import MENUS, PANE_ACTIONS, SPECS, Actions

SOURCES = Path(__file__).resolve().parents[3] / "desktop" / "termdesk" / "ui"
# Actions that only different panes handle, so that they are never enabled together.
GLOSSARY_ONLY = {"insert_row", "next_violation", "previous_violation"}
TEXT_ONLY = {"run", "next_change", "previous_change"}


@pytest.fixture
def actions(window: QWidget) -> Actions:
    return Actions(window)


def keys_of(actions: Actions, name: str) -> set[str]:
    return {key.toString(QKeySequence.SequenceFormat.PortableText) for key in actions[name].shortcuts()}


def bound_names(path: Path) -> set[str]:
    """Return the action names that a file handles, as written in its tables of handlers."""
    return set(re.findall(r'^\s+"([a-z_0-9]+)": (?:self|lambda|partial)', path.read_text("utf-8"), re.MULTILINE))


def test_no_two_actions_share_a_key_unless_they_belong_to_different_panes(actions: Actions) -> None:
    for first, second in combinations(SPECS, 2):
        if keys_of(actions, first.name) & keys_of(actions, second.name):
            assert len({first.name, second.name} & GLOSSARY_ONLY) == len({first.name, second.name} & TEXT_ONLY) == 1


def test_actions_that_share_a_key_are_never_bound_by_the_same_pane() -> None:
    for path in SOURCES.rglob("*.py"):
        names = bound_names(path)
        assert not (names & GLOSSARY_ONLY and names & TEXT_ONLY), path


def test_alt_with_a_letter_is_left_to_menus_and_altgr(actions: Actions) -> None:
    for spec in SPECS:
        for key in keys_of(actions, spec.name):
            parts = key.split("+")
            assert "Alt" not in parts or not parts[-1].isalpha() or len(parts[-1]) > 1, f"{spec.name}: {key}"


def test_every_name_that_a_pane_binds_or_allows_is_in_the_table() -> None:
    names = {spec.name for spec in SPECS}
    for path in SOURCES.rglob("*_pane.py"):
        assert bound_names(path) <= names, path
        allowed = {name for call in re.findall(r"\.allow\((.*?)\)", path.read_text("utf-8")) for name in call.split()}
        assert {each.split("=")[0] for each in allowed if re.match(r"[a-z_]+=", each)} <= names, path


def test_an_unknown_name_is_refused(actions: Actions) -> None:
    with pytest.raises(KeyError, match="fly"):
        actions.bind(QObject(), {"fly": lambda: None})
    with pytest.raises(KeyError, match="swim"):
        actions.allow(QObject(), {"swim": True})


def test_the_pane_in_front_answers_and_may_deny(actions: Actions) -> None:
    done: list[str] = []
    first, second = QObject(), QObject()
    actions.bind(first, {"refresh": lambda: done.append("first")})
    actions.bind(second, {"refresh": lambda: done.append("second"), "run": lambda: done.append("run")})

    assert not actions["refresh"].isEnabled()
    actions.bring_to_front(first)
    actions["refresh"].trigger()
    actions.bring_to_front(second)
    actions["refresh"].trigger()
    actions.allow(second, {"run": False})
    assert not actions["run"].isEnabled()
    actions["run"].trigger()
    actions.allow(second, {"run": True})
    actions["run"].trigger()

    assert done == ["first", "second", "run"]


def why_not(actions: Actions, keys: str) -> tuple[str, str] | None:
    return actions.why_not(QKeySequence(keys))


def test_keys_that_cannot_work_now_say_why(actions: Actions, window: QWidget) -> None:
    glossaries, texts = QObject(), QObject()
    actions.bind(glossaries, dict.fromkeys(("publish", "insert_row", "copy"), lambda: None))
    actions.bind(texts, dict.fromkeys(("run", "swap"), lambda: None))
    actions.bind(window, {"undo": lambda: None})
    actions.allow(window, {"undo": False}, "There is nothing to undo.")
    actions.allow(glossaries, {"publish": False, "insert_row": False}, "Open a dictionary first.")
    actions.allow(texts, {"run": False}, "Write a text first.")

    actions.bring_to_front(glossaries)
    assert why_not(actions, "Ctrl+Shift+P") == ("Publish", "Open a dictionary first.")
    assert why_not(actions, "Ctrl+Return") == ("Insert row", "Open a dictionary first.")
    assert why_not(actions, "Ctrl+Shift+S") == ("Swap languages", "Show the Translate pane first.")
    assert why_not(actions, "Ctrl+Z") == ("Undo", "There is nothing to undo.")
    # These keys are enabled, belong to every text field, or to no action.
    assert [why_not(actions, keys) for keys in ("Ctrl+C", "Ctrl+V", "Ctrl+U", "A", "")] == [None] * 5

    actions.bring_to_front(texts)
    assert why_not(actions, "Ctrl+Return") == ("Run", "Write a text first.")
    assert why_not(actions, "Ctrl+Shift+P") == ("Publish", "Show the Glossaries pane first.")
    actions.allow(texts, {"run": True}, "Write a text first.")
    assert why_not(actions, "Ctrl+Return") is None


def test_the_window_answers_what_the_pane_does_not(actions: Actions, window: QWidget) -> None:
    done: list[str] = []
    actions.bind(window, {"quit": lambda: done.append("quit")})
    actions.bring_to_front(QObject())

    actions["quit"].trigger()

    assert done == ["quit"]


def test_every_action_stands_in_its_menu_with_letters_of_its_own(qtbot: QtBot, actions: Actions) -> None:
    bar = QMenuBar()
    qtbot.addWidget(bar)

    actions.fill(bar)

    for title, entry in zip(MENUS, bar.actions(), strict=True):
        texts = [spec.text for spec in SPECS if spec.menu == title]
        letters = [found[1].lower() for text in texts if (found := re.search("&(.)", text))]
        assert entry.text() == f"&{title}"
        assert len(letters) == len(set(letters)), f"{title}: {letters}"


def test_the_sheet_lists_every_action(actions: Actions) -> None:
    rows = list(actions.sheet())

    assert [name for name, *_ in rows] == [spec.name for spec in SPECS]
    assert ("fill_down", "Edit", "Fill down", "Ctrl+D") in rows
    assert not any("&" in text or "…" in text for row in rows for text in row[1:3])


def test_own_keys_are_told_and_restored_and_nonsense_is_left_alone(actions: Actions, window: QWidget) -> None:
    actions.give_keys("fill_down", [QKeySequence("Ctrl+J")])
    actions.give_keys("refresh", [])
    own = actions.own_keys()
    assert own == {"fill_down": ["Ctrl+J"], "refresh": []}

    again = Actions(window)
    again.restore_keys(own | {"gone": ["Ctrl+K"], "copy": "x"})

    assert again.own_keys() == own
    again.restore_keys(None)
    assert again.own_keys() == own


def test_what_the_key_does_not_allow_stays_disabled_whatever_the_pane_allows(actions: Actions, window: QWidget) -> None:
    pane = QWidget(window)
    started: list[str] = []
    actions.bind(pane, {"run": lambda: started.append("run"), "swap": lambda: started.append("swap")})
    actions.bring_to_front(pane)
    usual = actions["run"].toolTip()

    actions.withhold(pane, {"run": "The key may <not>."})
    actions.allow(pane, {"run": True})
    actions["run"].trigger()

    assert started == []
    assert actions["swap"].isEnabled()
    assert actions.why_not(QKeySequence("Ctrl+Return")) == ("Run", "The key may <not>.")
    assert "&lt;not&gt;" in actions["run"].toolTip()

    actions.withhold(pane, {})
    actions["run"].trigger()
    assert started == ["run"]
    assert actions["run"].toolTip() == usual


def test_the_actions_of_panes_are_numbered_as_their_keys() -> None:
    keys = [spec.keys for spec in SPECS if spec.name in PANE_ACTIONS]

    assert tuple(f"pane_{number}" for number in range(1, len(keys) + 1)) == PANE_ACTIONS
    assert keys == [(f"Ctrl+{number}",) for number in range(1, len(keys) + 1)]
