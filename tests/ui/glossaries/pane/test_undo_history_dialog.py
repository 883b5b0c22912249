"""The list of all undo steps is updated by edits, and selecting a line goes to that state."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import TARGET
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.pane.undo_history_dialog import UndoHistoryDialog

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]


@pytest.fixture
def edits(opening: Opening) -> GridEdits:
    made = GridEdits(opening([("tree", "Baum")]))
    for text in ("Ast", "Zweig", "Blatt"):
        made.set_cells([(0, TARGET, text)], f"Edit {text}")
    return made


@pytest.fixture
def dialog(edits: GridEdits, window: QWidget, qtbot: QtBot) -> UndoHistoryDialog:
    made = UndoHistoryDialog(window, edits.history)
    qtbot.addWidget(made)
    made.show()
    return made


def lines(dialog: UndoHistoryDialog) -> list[str]:
    model = dialog.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_all_steps_are_listed_and_the_current_one_is_where_the_entries_are(
    edits: GridEdits, dialog: UndoHistoryDialog, qtbot: QtBot
) -> None:
    assert lines(dialog) == ["Before the first step", "Edit Ast", "Edit Zweig", "Edit Blatt"]
    assert dialog.view.currentIndex().row() == 3

    edits.history.undo()
    qtbot.waitUntil(lambda: dialog.view.currentIndex().row() == 2)
    edits.set_cells([(0, TARGET, "Wald")], "Edit Wald")
    qtbot.waitUntil(lambda: dialog.view.currentIndex().row() == 3)

    assert lines(dialog) == ["Before the first step", "Edit Ast", "Edit Zweig", "Edit Wald"]


def test_keys_and_clicks_lead_to_a_step(edits: GridEdits, dialog: UndoHistoryDialog) -> None:
    found = []
    QTest.keyClick(dialog.view, Qt.Key.Key_Up)
    found.append(edits.dictionary.entries.targets[0])
    position = dialog.view.visualRect(dialog.view.model().index(0, 0)).center()
    QTest.mouseClick(dialog.view.viewport(), Qt.MouseButton.LeftButton, pos=position)
    found.append(edits.dictionary.entries.targets[0])
    QTest.keyClick(dialog.view, Qt.Key.Key_End)
    found.append(edits.dictionary.entries.targets[0])

    assert found == ["Zweig", "Baum", "Blatt"]
    assert edits.history.position == 3
