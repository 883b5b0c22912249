"""A list of all undo steps. Choosing a step undoes or redoes the edits up to it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QListView, QWidget

from termdesk.ui.glossaries.sheet.undo_history import UndoHistory
from termdesk.ui.widgets.dialogs import Question, show_dialog
from termdesk.ui.widgets.selections import choose_alone

Index = QModelIndex | QPersistentModelIndex


class UndoHistoryModel(QAbstractListModel):
    """The steps of an undo history; row 0 is the state before the first step."""

    def __init__(self, history: UndoHistory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._texts = list(history.texts)
        history.changed.connect(self._on_changed)

    def _on_changed(self) -> None:
        texts = list(self._history.texts)
        if texts != self._texts:
            self.beginResetModel()
            self._texts = texts
            self.endResetModel()

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._texts) + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._texts[index.row() - 1] if index.row() else _tr("Before the first step")


class UndoHistoryDialog(Question):
    """Lists all steps, including those of earlier runs.

    The current line is the current state; choosing another one goes there.
    """

    def __init__(self, parent: QWidget, history: UndoHistory) -> None:
        super().__init__(
            parent,
            _tr("History"),
            _tr("Choose a step to restore the entries as they were after it."),
            _tr("Close"),
        )
        self.setObjectName("history_dialog")
        self.resize(420, 460)
        self._history = history
        self.view = QListView()
        self.view.setObjectName("history_view")
        self.view.setAccessibleName(_tr("Steps"))
        self.view.setModel(UndoHistoryModel(history, self))
        self.view.selectionModel().currentChanged.connect(lambda current, _before: self._on_chosen(current))
        # Queued: a clicked line is selected only after it has become the current one.
        history.changed.connect(self._show_position, Qt.ConnectionType.QueuedConnection)
        self._show_position()
        self.insert(self.view)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()

    def _on_chosen(self, index: QModelIndex) -> None:
        if index.isValid() and index.row() != self._history.position:
            self._history.go_to(index.row())

    def _show_position(self) -> None:
        choose_alone(self.view, self.view.model().index(self._history.position, 0))


async def show_undo_history(parent: QWidget, history: UndoHistory) -> None:
    """Show the steps of an undo history. The dialog closes with the page of the history."""
    await show_dialog(UndoHistoryDialog(parent, history))


def _tr(text: str) -> str:
    return QCoreApplication.translate("UndoHistoryDialog", text)
