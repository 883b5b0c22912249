"""The button in the text panes that opens the history of texts."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton


def history_button(name: str, action: QAction) -> QPushButton:
    """Return a button that triggers `action`. The menu shows its key."""
    button = QPushButton(QCoreApplication.translate("HistoryButton", "History…"))
    button.setObjectName(name)
    button.setAccessibleName(QCoreApplication.translate("HistoryButton", "History of texts"))
    button.clicked.connect(lambda: action.trigger())
    return button
