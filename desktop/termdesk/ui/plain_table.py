"""A table to read: rows of texts that are known when it is made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget


class PlainTable(QTableWidget):
    """Nothing can be edited or dragged. The column `wide` takes the room that is left."""

    def __init__(
        self,
        name: str,
        title: str,
        *,
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        wide: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(len(rows), len(headings), parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setHorizontalHeaderLabels(list(headings))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                self.setItem(row, column, QTableWidgetItem(text))
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.verticalHeader().setMinimumSectionSize(self.fontMetrics().height() + 10)
