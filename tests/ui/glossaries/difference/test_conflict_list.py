"""Conflicts are resolved by keys alone, or all at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.merge import Conflict
from termdesk.ui.glossaries.difference.conflict_list import ConflictList

Key = Qt.Key


@pytest.fixture
def conflicts(window: QWidget, qtbot: QtBot) -> ConflictList:
    made = ConflictList([Conflict(f"s{row}", "b", f"l{row}", f"r{row}") for row in range(3)], LanguagePair("en", "de"))
    QVBoxLayout(window).addWidget(made)
    qtbot.waitUntil(made.isVisible)
    made.table.setFocus()
    return made


def words(conflicts: ConflictList) -> str:
    label = conflicts.findChild(QLabel, "conflicts_words")
    assert label is not None
    return label.text()


def test_keys_choose_a_version_and_lead_to_the_next_open_conflict(conflicts: ConflictList, qtbot: QtBot) -> None:
    table, model = conflicts.table, conflicts.model
    for key in (Key.Key_Return, Key.Key_Right, Key.Key_Space):
        qtbot.keyClick(table, key)
    assert model.choices() == {"s0": "l0", "s1": "r1"}
    assert words(conflicts).endswith("1 of 3 is open: choose a version.")

    table.setCurrentIndex(model.index(0, 0))
    qtbot.keyClick(table, Key.Key_F8)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (2, 2)
    qtbot.keyClick(table, Key.Key_Return)

    assert conflicts.is_settled
    assert not conflicts.next.isEnabled()
    assert words(conflicts) == "3 entries were changed differently here and elsewhere. A version is chosen for each."


def test_after_the_last_row_the_first_open_one_comes(conflicts: ConflictList, qtbot: QtBot) -> None:
    conflicts.table.setCurrentIndex(conflicts.model.index(2, 3))

    qtbot.keyClick(conflicts.table, Key.Key_Return)

    assert conflicts.model.choices() == {"s2": "r2"}
    assert (conflicts.table.currentIndex().row(), conflicts.table.currentIndex().column()) == (0, 3)


def test_all_versions_of_one_side_are_taken_at_once(conflicts: ConflictList) -> None:
    conflicts.all_remote.click()
    assert conflicts.model.choices() == {"s0": "r0", "s1": "r1", "s2": "r2"}
    conflicts.all_local.click()
    assert conflicts.model.choices() == {"s0": "l0", "s1": "l1", "s2": "l2"}
