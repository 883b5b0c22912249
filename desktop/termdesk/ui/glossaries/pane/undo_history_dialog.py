"""All steps of undo as a list: choosing one goes back, or forward, to it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QUndoView, QWidget

from termdesk.ui.widgets.dialogs import Question, answered


class UndoHistoryDialog(Question):
    """The steps since the dictionary was opened; the first line is how it was then."""

    def __init__(self, parent: QWidget, stack: QUndoStack) -> None:
        super().__init__(
            parent,
            _tr("History"),
            _tr("Choose a line to go back, or forward again, to how the entries were after that step."),
            _tr("Close"),
        )
        self.setObjectName("history_dialog")
        self.setMinimumSize(420, 460)
        self.view = QUndoView(stack)
        self.view.setObjectName("history_view")
        self.view.setAccessibleName(_tr("Steps"))
        self.view.setEmptyLabel(_tr("As it was opened"))
        self.insert(self.view)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()


async def show_undo_history(parent: QWidget, stack: QUndoStack) -> None:
    """Show the steps of a stack. The stack belongs to its page, and the dialog closes with that."""
    await answered(UndoHistoryDialog(parent, stack))


def _tr(text: str) -> str:
    return QCoreApplication.translate("UndoHistoryDialog", text)
