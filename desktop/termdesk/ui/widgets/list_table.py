"""A table of records, one per row. One row is selected at a time, and Tab leaves the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from termdesk.ui.widgets.leading_header import LeadingHeader
from termdesk.ui.widgets.plain import BY_CONTENT, END, tooltip
from termdesk.ui.widgets.selections import announce_large_selection, paint_background_once
from termdesk.ui.words.cell_words import accessible_text

PADDING = 10
# Longer texts of a fitted column are elided; their tooltips show them.
MOST_LETTERS = 24
# Columns are fitted to so many rows: measuring a thousand takes too long.
MOST_MEASURED = 100
Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
T = TypeVar("T")


class ListTable(QTableView):
    """A table that selects whole rows. All rows have the same height: measuring the contents of many takes seconds."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, padding: int = PADDING) -> None:
        """Build the table. `padding` is the space above and below the text of a row; check boxes need more."""
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
        # Qt also sends events while it constructs the table.
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_padding"):
            self._fit_lines()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        paint_background_once(self)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        if not announce_large_selection(self, selected, deselected):
            super().selectionChanged(selected, deselected)


class RowsModel(QAbstractTableModel, Generic[T]):
    """A table model for records. `words` returns the text of a column of a record when it is drawn."""

    def __init__(self, titles: Sequence[str], words: Callable[[T, int], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[T] = ()
        self._titles = tuple(titles)
        self._words = words

    def show_rows(self, rows: Sequence[T]) -> None:
        """Replace all rows. If their number is unchanged, the selection is kept."""
        if len(rows) == len(self.rows):
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self._titles) - 1))
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == ItemRole.DisplayRole:
            return self._titles[section]
        return None

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        """Return the text, tooltip or other value of a cell, by `role`."""
        if not index.isValid() or role not in (ItemRole.DisplayRole, ItemRole.AccessibleTextRole, ItemRole.ToolTipRole):
            return None
        words = self._words(self.rows[index.row()], index.column())
        if role == ItemRole.DisplayRole:
            return f"{BY_CONTENT}{words}{END}" if words else ""
        return tooltip(words) if role == ItemRole.ToolTipRole else accessible_text(words)


def make_table(name: str, title: str, model: QAbstractTableModel, *, stretched: Sequence[int]) -> ListTable:
    """Return a table with single selection. The columns `stretched` share the remaining width."""
    table = ListTable(name, title)
    table.setModel(model)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    header = table.horizontalHeader()
    header.setMinimumSectionSize(table.fontMetrics().averageCharWidth() * 6)
    for column in range(model.columnCount()):
        is_stretched = column in stretched
        mode = QHeaderView.ResizeMode.Stretch if is_stretched else QHeaderView.ResizeMode.Interactive
        header.setSectionResizeMode(column, mode)
    return table


class FittedColumns:
    """Makes columns as wide as their contents.

    A width that the user chose stays while the widest text of the column is the same.
    """

    def __init__(self, table: ListTable, columns: Sequence[int]) -> None:
        self._table = table
        self._columns = columns
        self._widest: dict[int, str] = {}

    def fit(self, row_count: int, words: Callable[[int, int], str]) -> None:
        """Fit the columns to the first rows; `words` returns the text of a row and a column."""
        metrics = self._table.fontMetrics()
        for column in self._columns:
            texts = (words(row, column) for row in range(min(row_count, MOST_MEASURED)))
            widest = max(texts, key=metrics.horizontalAdvance, default="")[:MOST_LETTERS]
            if self._widest.get(column) != widest:
                self._widest[column] = widest
                fit_column(self._table, column, widest)


def fit_column(table: ListTable, column: int, widest: str) -> None:
    """Make a column as wide as its title and this text."""
    width = table.fontMetrics().horizontalAdvance(widest) + 28
    table.setColumnWidth(column, max(width, table.horizontalHeader().sectionSizeHint(column)))
