"""Several open dictionaries as a table model: the source phrase, then a column for each target language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QObject, Qt

from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.application.glossaries.multilingual.affected_dictionaries import find_affected_rows
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.summaries import SyncStatus
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.entries.entry_rules import WARN_DICTIONARY_BYTES
from termdesk.domain.entries.row_order import order_after
from termdesk.domain.language.invisible import as_seen
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange, RowSwap
from termdesk.ui.glossaries.dictionary.grid_model import ItemRole
from termdesk.ui.glossaries.library.state_words import state_words
from termdesk.ui.glossaries.sheet.edited_model import EditedModel
from termdesk.ui.glossaries.sheet.item_roles import (
    CHANGED_ROLE,
    COLUMN_TITLE_ROLE,
    FINDING_ROLE,
    FORBIDDEN_ROLE,
    LANGUAGE_ROLE,
    VIOLATION_ROLE,
)
from termdesk.ui.glossaries.sheet.row_order_model import Index
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.cell_words import accessible_text, cell_with_findings
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_facts, list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number, format_size

# Whether a dictionary lacks this phrase, or a target for it.
MISSING_ROLE = int(ItemRole.UserRole) + 20


class MultilingualModel(EditedModel[MultilingualEntries, MultilingualChange]):
    """Shows an `OpenTable`. Typed text goes to `edit` as one undo step.

    Changing a source phrase affects many dictionaries, so it goes to `rename`, which may ask first.
    """

    def __init__(
        self,
        table: OpenTable,
        *,
        edit: Callable[[MultilingualChange, str], None],
        rename: Callable[[int, str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(table, len(table), parent)
        self.table = table
        self._entries = table.entries
        self._columns = table.columns
        self._edit = edit
        self._rename = rename
        self._missing: list[int] = []
        # Rows that are forbidden in every language that has them; they are not missing in the other languages.
        self._excluded: set[int] = set()
        # The sync status of each dictionary; empty until it is known.
        self._states: Sequence[SyncStatus] = ()
        self._count()

    # Content

    @property
    def total(self) -> int:
        """The number of rows in the table, including hidden ones."""
        return len(self.table)

    def cell(self, row: int, column: int) -> str:
        """Return the phrase in a row of the table; empty if it is missing."""
        return self._entries.cell(row, column)

    @property
    def missing(self) -> list[int]:
        """The number of rows without a target phrase, for each dictionary."""
        return self._missing

    def is_missing(self, row: int, column: int) -> bool:
        """Whether a language lacks a translation that it should have."""
        return column != SOURCE and not self._entries.cell(row, column) and row not in self._excluded

    def language(self, column: int) -> str:
        """Return the language code of a column."""
        return self.table.language(column)

    # Edits

    def apply(self, change: MultilingualChange, step: StepMark | None = None) -> MultilingualChange:
        """Apply a change to the dictionaries, notify the views, and return the inverse change."""
        gone, come = change.rows.gone, change.rows.come
        if change.rows.is_in_place:
            inverse = self.table.apply(change, step)
            self._count()
            self._tell_cells_changed()
        elif not gone and self._shows_block(come):
            self.beginInsertRows(QModelIndex(), come[0], come[-1])
            inverse = self._apply_in_file_order(change, step)
            self.endInsertRows()
        elif not come and self._shows_block(gone):
            self.beginRemoveRows(QModelIndex(), gone[0], gone[-1])
            inverse = self._apply_in_file_order(change, step)
            self.endRemoveRows()
        else:
            inverse = self._apply_by_reset(change, step)
        self.changed.emit(find_affected_rows(self._entries, change))
        return inverse

    def _apply_in_file_order(self, change: MultilingualChange, step: StepMark | None) -> MultilingualChange:
        inverse = self.table.apply(change, step)
        self._order = range(len(self.table))
        self._count()
        return inverse

    def _moves_rows(self, change: MultilingualChange) -> bool:
        return not change.rows.is_in_place

    def _order_after(self, change: MultilingualChange, order: Sequence[int]) -> Sequence[int]:
        return order_after(_as_change(change.rows), order)

    def _find_affected_rows(self, change: MultilingualChange, entries: MultilingualEntries) -> list[int]:
        return find_affected_rows(entries, change)

    def _count(self) -> None:
        """Count missing phrases for the headings, and find rows that are forbidden in every language that has them."""
        self._excluded, self._missing = self._entries.count_missing()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    # Qt overrides

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self._order[index.row()], index.column()
        part = self._columns[column].part
        match role:
            case ItemRole.DisplayRole:
                return as_seen(self.cell(row, column), with_all=self._shows_hidden)
            case ItemRole.EditRole:
                return self.cell(row, column)
            case ItemRole.TextAlignmentRole:
                return alignment(self.language(column))
            case _ if role == VIOLATION_ROLE:
                return self.table.source_has_violation(row) if part is None else self.table.has_violation(row, part)
            case _ if role == FINDING_ROLE:
                return bool(self.finding_titles_at(row, column))
            case _ if role == CHANGED_ROLE:
                return part is not None and self.table.is_changed(row, part)
            case _ if role == FORBIDDEN_ROLE:
                return part is not None and self.table.is_forbidden(row, part)
            case _ if role == MISSING_ROLE:
                return self.is_missing(row, column)
            case ItemRole.ToolTipRole:
                return tooltip(self.violation_words(row, column) or list_facts(self.finding_titles_at(row, column)))
            case ItemRole.AccessibleTextRole:
                return self._words(row, column)
        return None

    def violation_words(self, row: int, column: int) -> str:
        """Return the violation of a cell in words; empty if there is none."""
        part = self._columns[column].part
        if part is not None:
            violation = self.table.violation_at(row, part)
            return localize(violation.message, violation.remedy) if violation else ""
        found = self.table.source_violation(row)
        if not found:
            return ""
        return self.tr("{language}: {reason}").format(
            language=found[0], reason=localize(found[1].message, found[1].remedy)
        )

    def _words(self, row: int, column: int) -> str:
        text = self.tr("missing") if self.is_missing(row, column) else accessible_text(self.cell(row, column))
        words = self.tr("{text}, {language}, row {row}")
        part = self._columns[column].part
        if part is not None and self.table.is_forbidden(row, part):
            words = self.tr("{text}, {language}, row {row}, forbidden")
        cell = words.format(text=text, language=language_name(self.language(column)), row=format_number(row + 1))
        return cell_with_findings(cell, self.violation_words(row, column), self.finding_titles_at(row, column))

    def setData(self, index: Index, value: object, role: int = ItemRole.EditRole) -> bool:
        if role != ItemRole.EditRole or not index.isValid() or not isinstance(value, str):
            return False
        row, column = self._order[index.row()], index.column()
        if value == self.cell(row, column):
            return False
        part = self._columns[column].part
        if part is None:
            self._rename(row, value)
            return True
        language = language_name(self.language(column))
        title = self.tr("Edit {language}") if value else self.tr("Remove from {language}")
        self._edit(
            edit_rows(self._entries, {row: TableRowEdit(targets={part: value})}), title.format(language=language)
        )
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical:
            return f"{self._order[section] + 1}" if role == ItemRole.DisplayRole else None
        if role == ItemRole.DisplayRole:
            return f"{self._language_title(section)}\n{self._counts(section)}"
        if role == ItemRole.TextAlignmentRole:
            return alignment(self.language(section))
        if role == LANGUAGE_ROLE:
            return self.language(section)
        if role == COLUMN_TITLE_ROLE:
            return language_name(self.language(section))
        part = self._columns[section].part
        if role == ItemRole.ToolTipRole and part is not None and self._states:
            return tooltip(list_sentences((state_words(self._states[part]).sentence, self._room(part))))
        return None

    def _language_title(self, section: int) -> str:
        return list_facts((language_name(self.language(section)), self.language(section)))

    def _counts(self, section: int) -> str:
        part = self._columns[section].part
        if part is None:
            return self.tr("%Ln phrases", "", len(self.table))
        missing = self._missing[part]
        gaps = self.tr("%Ln missing", "", missing) if missing else self.tr("complete")
        return f"{gaps}\n{self._open_state(part)}"

    def _open_state(self, part: int) -> str:
        """Return the sync status and the size of a dictionary; near the limit, also the limit."""
        size = self.table.dictionaries[part].size_in_bytes
        room = format_size(size) if size < WARN_DICTIONARY_BYTES else self._room(part)
        return list_facts((state_words(self._states[part]).word, room)) if self._states else room

    def _room(self, part: int) -> str:
        size = format_size(self.table.dictionaries[part].size_in_bytes)
        return self.tr("{size} of 10 MiB").format(size=size)

    def show_states(self, states: Sequence[SyncStatus]) -> None:
        """Show the sync status of each dictionary in its heading."""
        self._states = states
        languages = [column.number for column in self._columns if column.part is not None]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, languages[0], languages[-1])


def _as_change(swap: RowSwap) -> Change:
    """Return a swap of rows as a `Change`, for observers of the row order."""
    nothing = [""] * len(swap.come)
    return Batch((RemoveRows(swap.gone), InsertRows(swap.come, nothing, nothing, range(len(swap.come)))))
