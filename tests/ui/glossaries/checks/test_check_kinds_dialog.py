"""Kinds of findings are switched by keys; one switched on in a glossary is on everywhere."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import SwitchedOffKinds
from termdesk.ui.glossaries.checks.check_kinds_dialog import EVERYWHERE, HERE, CheckKindsDialog


def made(window: QWidget, qtbot: QtBot, off: SwitchedOffKinds) -> CheckKindsDialog:
    dialog = CheckKindsDialog(window, off, own_kinds=[CustomRule("No tea", "tea").kind])
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_problems_cannot_be_switched_off_and_own_rules_can(window: QWidget, qtbot: QtBot) -> None:
    table = made(window, qtbot, SwitchedOffKinds()).table
    titles = [table.topLevelItem(row).text(0) for row in range(table.topLevelItemCount())]

    assert "Empty phrase" not in titles
    assert {"No tea", "Near-duplicate", "Forbidden term"} <= set(titles)


def test_keys_reach_both_boxes(window: QWidget, qtbot: QtBot) -> None:
    dialog = made(window, qtbot, SwitchedOffKinds())
    dialog.table.setFocus()

    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Space):
        qtbot.keyClick(dialog.table, key)

    second = dialog.table.topLevelItem(1).data(0, Qt.ItemDataRole.UserRole)
    assert dialog.switched_off == SwitchedOffKinds(frozenset({second}), frozenset({second}))


def test_what_is_switched_on_in_one_glossary_is_on_everywhere(window: QWidget, qtbot: QtBot) -> None:
    off = SwitchedOffKinds(frozenset({"bidi", "shadowed"}), frozenset({"bidi"}))
    dialog = made(window, qtbot, off)
    [item] = dialog.table.findItems("Direction control", Qt.MatchFlag.MatchExactly, 0)
    assert dialog.switched_off == off

    item.setCheckState(HERE, Qt.CheckState.Checked)

    assert item.checkState(EVERYWHERE) == Qt.CheckState.Checked
    assert dialog.switched_off == SwitchedOffKinds(frozenset({"shadowed"}))
