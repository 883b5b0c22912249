"""The open dictionary as a Qt model: phrases and details, in a filtered and sorted order of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QObject, Qt

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_rules import Violation
from termdesk.domain.entries.row_order import find_touched_rows, moves_rows, order_after
from termdesk.ui.glossaries.dictionary.grid_column import GRID_COLUMNS
from termdesk.ui.glossaries.sheet.edited_model import EditedModel
from termdesk.ui.glossaries.sheet.item_roles import (
    CHANGED_ROLE,
    CHOICES_ROLE,
    COLUMN_TITLE_ROLE,
    FINDING_ROLE,
    FORBIDDEN_ROLE,
    LANGUAGE_ROLE,
    VIOLATION_ROLE,
)
from termdesk.ui.glossaries.sheet.row_order_model import Index
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.cell_words import accessible_text, cell_with_findings
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

ItemRole = Qt.ItemDataRole
# A tuple, because it is read for every painted cell.
_IS_PHRASE = tuple(column.is_phrase for column in GRID_COLUMNS)
# Painting asks each cell for a dozen roles. All others are answered without looking further.
_ROLES = frozenset(
    {
        int(ItemRole.DisplayRole),
        int(ItemRole.EditRole),
        int(ItemRole.TextAlignmentRole),
        int(ItemRole.AccessibleTextRole),
        int(ItemRole.ToolTipRole),
        CHANGED_ROLE,
        CHOICES_ROLE,
        FINDING_ROLE,
        FORBIDDEN_ROLE,
        VIOLATION_ROLE,
    }
)


class GridModel(EditedModel[Entries, Change]):
    """Shows an `OpenDictionary`. Cells are edited with `edit`, which pushes a change on the undo stack.

    `finding_titles_at` returns the titles of the findings that are marked in a cell; the list of findings has all.
    """

    def __init__(
        self,
        dictionary: OpenDictionary,
        *,
        edit: Callable[[Change, str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(dictionary, len(dictionary.entries), parent)
        self.dictionary = dictionary
        self._entries = dictionary.entries
        self._edit = edit
        self._alignments = [column.alignment(dictionary.pair) for column in GRID_COLUMNS]

    # Content

    @property
    def total(self) -> int:
        """The number of rows in the dictionary, including hidden ones."""
        return len(self._entries)

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell of the dictionary."""
        return self._entries.cell(row, column)

    def is_filled(self, column: int) -> Callable[[int], bool]:
        """Return a function that says whether a visible row has text in a column; valid until the entries change."""
        if not _IS_PHRASE[column]:
            return super().is_filled(column)
        cells, order = self._entries.column(column), self._order
        return lambda shown: bool(cells[order[shown]])

    def violation(self, index: Index) -> Violation | None:
        """Return the rule that the phrase of a cell violates; None if there is none."""
        return self.dictionary.violation_at(self._order[index.row()], index.column())

    # Changing

    def apply(self, change: Change, step: StepMark | None = None) -> Change:
        """Apply a change to the dictionary, notify the views, and return the inverse change."""
        match change:
            case SetCells() | SetDetails():
                inverse = self.dictionary.apply(change, step)
                self._tell_cells_changed()
            case InsertRows(rows=rows) if self._shows_block(rows):
                self.beginInsertRows(QModelIndex(), rows[0], rows[-1])
                inverse = self.dictionary.apply(change, step)
                self._order = range(len(self._entries))
                self.endInsertRows()
            case RemoveRows(rows=rows) if self._shows_block(rows):
                self.beginRemoveRows(QModelIndex(), rows[0], rows[-1])
                inverse = self.dictionary.apply(change, step)
                self._order = range(len(self._entries))
                self.endRemoveRows()
            case _ if not change.count:
                # Only the base changes, and with it the marks.
                inverse = self.dictionary.apply(change, step)
                self._tell_cells_changed()
            case _:
                inverse = self._apply_by_reset(change, step)
        self.changed.emit(find_touched_rows(change))
        return inverse

    def _moves_rows(self, change: Change) -> bool:
        return moves_rows(change)

    def _order_after(self, change: Change, order: Sequence[int]) -> Sequence[int]:
        return order_after(change, order)

    def _find_affected_rows(self, change: Change, entries: Entries) -> list[int]:
        return find_touched_rows(change)

    # Qt overrides

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(GRID_COLUMNS)

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        if role not in _ROLES or not index.isValid():
            return None
        row, column = self._order[index.row()], index.column()
        match role:
            case ItemRole.DisplayRole:
                text = self._entries.cell(row, column)
                return GRID_COLUMNS[column].shown_text(text, with_all=self._shows_hidden)
            case ItemRole.EditRole:
                return self._entries.cell(row, column)
            case ItemRole.TextAlignmentRole:
                return self._alignments[column]
            case _ if role == VIOLATION_ROLE:
                return _IS_PHRASE[column] and self.dictionary.has_violation(row, column)
            case _ if role == FINDING_ROLE:
                return _IS_PHRASE[column] and bool(self.finding_titles_at(row, column))
            case _ if role == CHANGED_ROLE:
                return self.dictionary.is_changed(row)
            case _ if role == FORBIDDEN_ROLE:
                return column == TARGET and self.dictionary.is_forbidden(row)
            case _ if role == CHOICES_ROLE:
                return GRID_COLUMNS[column].choices()
            case ItemRole.AccessibleTextRole | ItemRole.ToolTipRole:
                return self._words(row, column, is_tip=role == ItemRole.ToolTipRole)
        return None

    def _words(self, row: int, column: int, *, is_tip: bool) -> str | None:
        if not _IS_PHRASE[column]:
            text = self._entries.cell(row, column)
            words = self.tr("{text}, {column}, row {row}").format(
                text=accessible_text(text), column=GRID_COLUMNS[column].heading(), row=format_number(row + 1)
            )
            return tooltip(text) if is_tip else words
        violation = self.dictionary.violation_at(row, column) if self.dictionary.has_violation(row, column) else None
        titles = () if violation else self.finding_titles_at(row, column)
        if is_tip:
            return tooltip(localize(violation.message, violation.remedy) if violation else list_facts(titles)) or None
        words = self.tr("{text}, source phrase, row {row}")
        if column != SOURCE:
            words = self.tr("{text}, target phrase, row {row}")
        cell = words.format(text=accessible_text(self._entries.cell(row, column)), row=format_number(row + 1))
        return cell_with_findings(cell, localize(violation.message) if violation else "", titles)

    def setData(self, index: Index, value: object, role: int = ItemRole.EditRole) -> bool:
        if role != ItemRole.EditRole or not index.isValid() or not isinstance(value, str):
            return False
        row, column = self._order[index.row()], index.column()
        if value == self._entries.cell(row, column):
            return False
        edited = GRID_COLUMNS[column]
        self._edit(edited.change(self._entries, row, value), edited.edit_title())
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical:
            return f"{self._order[section] + 1}" if role == ItemRole.DisplayRole else None
        if role == ItemRole.DisplayRole:
            return GRID_COLUMNS[section].title(self.dictionary.pair)
        if role == ItemRole.TextAlignmentRole:
            return self._alignments[section]
        if role == COLUMN_TITLE_ROLE:
            return GRID_COLUMNS[section].heading()
        if role == LANGUAGE_ROLE:
            return GRID_COLUMNS[section].language_of(self.dictionary.pair) or None
        return None
