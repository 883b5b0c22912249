"""A grid in a window, with a user's keys and input method."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.ui.glossaries.dictionary.column_widths import ColumnWidths
from termdesk.ui.glossaries.dictionary.grid_column import COLUMN_NAMES
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.sheet.editor.phrase_editor import PhraseEditor
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
PAIRS = [("a", "1"), ("b", "2"), ("c", ""), ("", "4"), ("e", "5"), ("f", "6")]
DETAILS = ["status", "domain", "note"]


class TypedGrid:
    """One grid in a window, and helpers to press its keys."""

    def __init__(self, qtbot: QtBot, window: QWidget, dictionary: OpenDictionary) -> None:
        self.qtbot = qtbot
        self.edits = GridEdits(dictionary)
        self.view = GridView(window)
        self.view.setModel(self.edits.model)
        self.delegate = PhraseDelegate(self.view)
        self.view.setItemDelegate(self.delegate)
        self.columns = ColumnWidths(self.view, COLUMN_NAMES, hidden=DETAILS)
        self.columns.fit()
        window.resize(700, 400)
        self.view.resize(700, 400)
        self.view.show()
        window.activateWindow()
        self.view.setFocus()
        qtbot.waitUntil(self.view.hasFocus)
        self.go(0, 0)

    def go(self, row: int, column: int) -> None:
        self.view.go_to(row, column)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        self.qtbot.keyClick(QApplication.focusWidget() or self.view, key, modifiers)
        # Qt processes Enter in an open cell in the next round of the event loop.
        QApplication.processEvents()

    def type(self, text: str) -> None:
        type_text(self.qtbot, text, self.view)

    def compose(self, preedit: str, commit: str = "") -> None:
        event = QInputMethodEvent(preedit, [])
        event.setCommitString(commit)
        QApplication.sendEvent(QApplication.focusWidget() or self.view, event)

    @property
    def current(self) -> tuple[int, int]:
        index = self.view.currentIndex()
        return index.row(), index.column()

    @property
    def editor(self) -> PhraseEditor | None:
        return self.view.open_editor()

    def cell(self, row: int, column: int) -> str:
        return self.edits.dictionary.entries.cell(row, column)

    def selected(self) -> list[tuple[int, int]]:
        return sorted((row, column) for column, rows in self.view.selected_by_column().items() for row in rows)


def type_text(qtbot: QtBot, text: str, start: QWidget) -> None:
    """Type into the widget with the focus, or into `start`.

    The first key may open a cell, which receives the others.
    """
    for character in text:
        qtbot.keyClicks(QApplication.focusWidget() or start, character)
