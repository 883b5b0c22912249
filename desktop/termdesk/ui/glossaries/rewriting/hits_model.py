"""A table model for the hits of a rewrite: row, side, before and after. Each hit has a check box to leave it out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from termdesk.domain.entries.rewrite import Hits
from termdesk.domain.language.invisible import as_seen
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.cell_words import accessible_text
from termdesk.ui.words.numbers import format_number

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
ROW, SIDE, BEFORE, AFTER = range(4)
_ROLES = (
    *(ItemRole.DisplayRole, ItemRole.CheckStateRole, ItemRole.ToolTipRole, ItemRole.TextAlignmentRole),
    *(ItemRole.AccessibleTextRole, LANGUAGE_ROLE),
)


class HitsModel(QAbstractTableModel):
    """Shows the hits column by column. `left_out` has the (row, column) cells that stay unchanged."""

    count_changed = Signal()

    def __init__(self, sides: Sequence[tuple[str, str]], parent: QObject | None = None) -> None:
        """Create the model. `sides` has the label and the language code of each searched column."""
        super().__init__(parent)
        self._sides = sides
        self._found: Sequence[Hits] = ()
        self._ends: list[int] = []
        self._left_out: set[tuple[int, int]] = set()

    def show_hits(self, found: Sequence[Hits]) -> None:
        """Show these hits, with all of them included."""
        self.beginResetModel()
        self._found = found
        self._ends = list(accumulate(map(len, found)))
        self._left_out.clear()
        self.endResetModel()
        self.count_changed.emit()

    @property
    def found(self) -> Sequence[Hits]:
        """All hits, including those left out."""
        return self._found

    @property
    def left_out(self) -> frozenset[tuple[int, int]]:
        """The (row, column) cells that stay unchanged."""
        return frozenset(self._left_out)

    @property
    def total(self) -> int:
        """The number of cells found."""
        return self._ends[-1] if self._ends else 0

    @property
    def chosen(self) -> int:
        """How many cells would change."""
        return self.total - len(self._left_out)

    def cell(self, shown: int) -> tuple[int, int]:
        """Return the (row, column) in the dictionary of a shown hit."""
        hits, position = self._at(shown)
        return hits.rows[position], hits.column

    def _at(self, shown: int) -> tuple[Hits, int]:
        number = bisect_right(self._ends, shown)
        return self._found[number], shown - (self._ends[number - 1] if number else 0)

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else self.total

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> Any:
        if role == ItemRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return (self.tr("Row"), self.tr("Side"), self.tr("Before"), self.tr("After"))[section]
        return None

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> Any:
        if role not in _ROLES:
            return None
        hits, position = self._at(index.row())
        column = index.column()
        words, language = self._sides[hits.column]
        if role == LANGUAGE_ROLE:
            return language if column in (BEFORE, AFTER) else None
        if role == ItemRole.TextAlignmentRole:
            return alignment(language) if column in (BEFORE, AFTER) else None
        if role == ItemRole.CheckStateRole:
            if column != ROW:
                return None
            is_out = (hits.rows[position], hits.column) in self._left_out
            return Qt.CheckState.Unchecked if is_out else Qt.CheckState.Checked
        match column:
            case 0:
                return None if role == ItemRole.ToolTipRole else format_number(hits.rows[position] + 1)
            case 1:
                return words
            case _:
                text = (hits.before if column == BEFORE else hits.after)[position]
                if role == ItemRole.AccessibleTextRole:
                    return accessible_text(text)
                return tooltip(text) if role == ItemRole.ToolTipRole else as_seen(text).replace("\xa0", "⍽")

    def setData(self, index: Index, value: Any, role: int = ItemRole.EditRole) -> bool:
        if role != ItemRole.CheckStateRole or index.column() != ROW:
            return False
        cell = self.cell(index.row())
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._left_out.discard(cell)
        else:
            self._left_out.add(cell)
        self.dataChanged.emit(index, index)
        self.count_changed.emit()
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == ROW else flags
