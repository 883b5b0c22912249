"""Records as lines of a table; the words of a cell are made when it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView

from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.plain import BY_CONTENT, END, tooltip
from termdesk.ui.words.cell_words import spoken

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
T = TypeVar("T")


class RowsModel(QAbstractTableModel, Generic[T]):
    """`words` says what a column of a record shows."""

    def __init__(self, titles: Sequence[str], words: Callable[[T, int], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[T] = ()
        self._titles = tuple(titles)
        self._words = words

    def show_rows(self, rows: Sequence[T]) -> None:
        """Replace all lines. As many as before stay where they are, so that the selection does too."""
        if len(rows) == len(self.rows):
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self._titles) - 1))
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    # Qt's side

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == ItemRole.DisplayRole:
            return self._titles[section]
        return None

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        """What a cell shows and says, by `role`."""
        if not index.isValid() or role not in (ItemRole.DisplayRole, ItemRole.AccessibleTextRole, ItemRole.ToolTipRole):
            return None
        words = self._words(self.rows[index.row()], index.column())
        if role == ItemRole.DisplayRole:
            return f"{BY_CONTENT}{words}{END}" if words else ""
        return tooltip(words) if role == ItemRole.ToolTipRole else spoken(words)


def made_table(name: str, title: str, model: QAbstractTableModel, *, stretched: Sequence[int]) -> ListTable:
    """A table of which one line is chosen; the columns `stretched` share the room that the others leave."""
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


def fit_column(table: ListTable, column: int, widest: str) -> None:
    """Make a column as wide as its title and these words."""
    width = table.fontMetrics().horizontalAdvance(widest) + 28
    table.setColumnWidth(column, max(width, table.horizontalHeader().sectionSizeHint(column)))
