"""A table to look through line by line: one line is chosen, Tab leads out of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelection, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from termdesk.ui.widgets.leading_header import LeadingHeader
from termdesk.ui.widgets.selections import announce_large_selection

PADDING = 10


class ListTable(QTableView):
    """Whole lines are selected. Lines have one height: sizing many by what they hold takes seconds."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, padding: int = PADDING) -> None:
        """`padding` is what a line has above and below its text together; boxes to choose from need more."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        lines = self.verticalHeader()
        lines.hide()
        lines.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._padding = padding
        self._fit_lines()
        header = LeadingHeader(self)
        self.setHorizontalHeader(header)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)

    def _fit_lines(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + self._padding)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt asks while it constructs the table, too.
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_padding"):
            self._fit_lines()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        if not announce_large_selection(self, selected, deselected):
            super().selectionChanged(selected, deselected)
