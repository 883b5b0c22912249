"""All keys on one sheet."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)
from PySide6.QtWidgets import QTableWidgetItem as Item

from termdesk.ui.actions import Actions


class ShortcutsSheet(QDialog):
    """A table of menu, action and keys."""

    def __init__(self, parent: QWidget, actions: Actions) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts_sheet")
        self.setWindowTitle(self.tr("Keys"))
        self.resize(560, 620)
        rows = list(actions.sheet())
        table = QTableWidget(len(rows), 3)
        table.setObjectName("shortcuts_table")
        table.setAccessibleName(self.tr("Keys of all actions"))
        table.setHorizontalHeaderLabels([self.tr("Menu"), self.tr("Action"), self.tr("Keys")])
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        table.verticalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for number, texts in enumerate(rows):
            for column, text in enumerate(texts):
                table.setItem(number, column, Item(text))
        table.resizeColumnToContents(2)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setObjectName("shortcuts_close")
        close.setAccessibleName(self.tr("Close"))
        column_layout = QVBoxLayout(self)
        column_layout.addWidget(table)
        column_layout.addWidget(buttons)
