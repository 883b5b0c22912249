"""The open dictionary as Qt's table: phrases and details, and an order of rows that filtering and sorting choose."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import islice
from operator import lt

from PySide6.QtCore import QModelIndex, QObject, Qt

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS, STATUS, STATUSES
from termdesk.domain.entries.entry_rules import Violation
from termdesk.domain.entries.weaving import is_block
from termdesk.domain.language.invisible import as_seen
from termdesk.domain.language.language import is_right_to_left
from termdesk.ui.glossaries.dictionary.detail_words import column_title, status_word
from termdesk.ui.glossaries.sheet.edited_model import EditedModel
from termdesk.ui.glossaries.sheet.row_order_model import Index
from termdesk.ui.widgets.plain import tooltip

ItemRole = Qt.ItemDataRole
COLUMN_NAMES = ("source", "target", "status", "domain", "note")
PROBLEM_ROLE = int(ItemRole.UserRole) + 1
CHANGED_ROLE = int(ItemRole.UserRole) + 2
# In the horizontal header: the language that a column is written in.
LANGUAGE_ROLE = int(ItemRole.UserRole) + 3
# Whether a phrase must not be used, and is never published.
FORBIDDEN_ROLE = int(ItemRole.UserRole) + 8
# What may stand in a cell, where that is not any text: (value, words) of each choice.
CHOICES_ROLE = int(ItemRole.UserRole) + 9
WARNING_ROLE = int(ItemRole.UserRole) + 10
# Details are written in the user's own language.
_BY_WINDOW = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter


class GridModel(EditedModel[Entries, Change]):
    """Shows an `OpenDictionary`. Cells are edited by `edit`, which pushes a change on the undo stack.

    `warnings_at` gives what checks warn of in a cell, by title; the list of findings has the rest.
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
        self.warnings_at: Callable[[int, int], Sequence[str]] = lambda _row, _column: ()
        self._alignment = [alignment(code) for code in (dictionary.pair.source, dictionary.pair.target)]

    # What stands where

    @property
    def total(self) -> int:
        return len(self._entries)

    def cell(self, row: int, column: int) -> str:
        """The phrase in a row of the dictionary."""
        return self._entries.cell(row, column)

    def violation(self, index: Index) -> Violation | None:
        return self.dictionary.violation_at(self._order[index.row()], index.column())

    # Changing

    def apply(self, change: Change, step: StepMark | None = None) -> Change:
        """Carry out a change on the dictionary, tell the views, and give back its inverse."""
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
            case _:
                inverse = self._apply_by_reset(change, step)
        self.changed.emit(touched_rows(change))
        return inverse

    def _moves_rows(self, change: Change) -> bool:
        return moves_rows(change)

    def _order_after(self, change: Change, order: Sequence[int]) -> Sequence[int]:
        return order_after(change, order)

    def _touched(self, change: Change, entries: Entries) -> list[int]:
        return touched_rows(change)

    # Qt's side

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 2 + len(DETAIL_COLUMNS)

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self._order[index.row()], index.column()
        match role:
            case ItemRole.DisplayRole:
                text = self._entries.cell(row, column)
                return status_word(text) if column == STATUS else as_seen(text, with_all=self._shows_hidden)
            case ItemRole.EditRole:
                return self._entries.cell(row, column)
            case ItemRole.TextAlignmentRole:
                return self._alignment[column] if column <= TARGET else _BY_WINDOW
            case _ if role == PROBLEM_ROLE:
                return column <= TARGET and self.dictionary.has_violation(row, column)
            case _ if role == WARNING_ROLE:
                return column <= TARGET and bool(self.warnings_at(row, column))
            case _ if role == CHANGED_ROLE:
                return self.dictionary.is_changed(row)
            case _ if role == FORBIDDEN_ROLE:
                return column == TARGET and self.dictionary.is_forbidden(row)
            case _ if role == CHOICES_ROLE and column == STATUS:
                return [(status, status_word(status) or self.tr("None")) for status in STATUSES]
            case ItemRole.AccessibleTextRole | ItemRole.ToolTipRole:
                return self._words(row, column, is_tip=role == ItemRole.ToolTipRole)
        return None

    def _words(self, row: int, column: int, *, is_tip: bool) -> str | None:
        if column > TARGET:
            text = self._entries.cell(row, column)
            return tooltip(text) if is_tip else f"{text}, {column_title(column)}, {self.tr('row')} {row + 1}"
        violation = self.dictionary.violation_at(row, column) if self.dictionary.has_violation(row, column) else None
        warned = "" if violation else ", ".join(self.warnings_at(row, column))
        if is_tip:
            return tooltip(f"{violation.message} {violation.remedy}" if violation else warned) or None
        side = self.tr("source phrase") if column == SOURCE else self.tr("target phrase")
        text = self._entries.cell(row, column) or self.tr("empty")
        said = f"{text}, {side}, {self.tr('row')} {row + 1}"
        if violation:
            return f"{said}, {self.tr('violation')}: {violation.message}"
        return f"{said}, {self.tr('warning')}: {warned}" if warned else said

    def setData(self, index: Index, value: object, role: int = ItemRole.EditRole) -> bool:
        if role != ItemRole.EditRole or not index.isValid() or not isinstance(value, str):
            return False
        row, column = self._order[index.row()], index.column()
        if value == self._entries.cell(row, column):
            return False
        if column > TARGET:
            detail = self._entries.detail(row).with_text(column, value)
            self._edit(SetDetails((row,), (detail,)), self.tr("Edit {column}").format(column=column_title(column)))
            return True
        title = self.tr("Edit source") if column == SOURCE else self.tr("Edit target")
        self._edit(SetCells(column, (row,), (value,)), title)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical:
            return f"{self._order[section] + 1}" if role == ItemRole.DisplayRole else None
        if role == ItemRole.DisplayRole:
            return self._column_titles()[section]
        if role == ItemRole.TextAlignmentRole:
            return self._alignment[section] if section <= TARGET else _BY_WINDOW
        if role == LANGUAGE_ROLE and section <= TARGET:
            return self.dictionary.pair.target if section else self.dictionary.pair.source
        return None

    def _column_titles(self) -> tuple[str, ...]:
        pair = self.dictionary.pair
        phrases = f"{self.tr('Source')} · {pair.source}", f"{self.tr('Target')} · {pair.target}"
        return (*phrases, *map(column_title, DETAIL_COLUMNS))


def alignment(code: str) -> Qt.AlignmentFlag:
    """The side of a cell where text in this language begins."""
    # Absolute: the language of the column decides, not the direction of the window.
    side = Qt.AlignmentFlag.AlignRight if is_right_to_left(code) else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute


def moves_rows(change: Change) -> bool:
    """Whether rows come or go."""
    if isinstance(change, Batch):
        return any(map(moves_rows, change.changes))
    return isinstance(change, InsertRows | RemoveRows)


def touched_rows(change: Change) -> list[int]:
    """The rows of the dictionary where the change can be seen."""
    match change:
        case SetCells(rows=rows) | SetDetails(rows=rows) | InsertRows(rows=rows):
            return list(rows)
        case RemoveRows(rows=rows):
            return [max(0, rows[0] - 1)] if rows else []
        case Batch(changes=changes):
            return _touched_by_all(changes)
    return []


def _touched_by_all(changes: Sequence[Change]) -> list[int]:
    """What each of several changes touched, by where it stands after the last; where rows went, if nothing else."""
    touched: set[int] = set()
    for each in changes:
        if moves_rows(each):
            touched = {moved for row in touched if (moved := _row_after(each, row)) is not None}
        if not isinstance(each, RemoveRows):
            touched.update(touched_rows(each))
    return sorted(touched) if touched or not changes else touched_rows(changes[-1])


def _row_after(change: Change, row: int) -> int | None:
    """Where a row stands after rows came or went; None where it went itself."""
    match change:
        case InsertRows(rows=come):
            # come[i] - i is the place in the old numbering before which the i-th new row enters.
            return row + bisect_right(range(len(come)), row, key=lambda number: come[number] - number)
        case RemoveRows(rows=gone):
            before = bisect_left(gone, row)
            return None if before < len(gone) and gone[before] == row else row - before
        case Batch(changes=changes):
            for each in changes:
                after = _row_after(each, row)
                if after is None:
                    return None
                row = after
    return row


def order_after(change: Change, order: Sequence[int]) -> array[int]:
    """The shown order after rows came in or went: what was shown stays shown, and what comes in shows.

    Where a filter shows rows in the order of the file, those that come in stand in it too. Where they are sorted, they
    stand behind the row that they follow in the dictionary, or at the end where that is hidden.
    """
    match change:
        case RemoveRows(rows=gone) if is_block(gone):
            count, end = len(gone), gone[-1]
            return array("L", [row - count if row > end else row for row in order if not gone[0] <= row <= end])
        case RemoveRows(rows=gone):
            removed = set(gone)
            kept = (row for row in order if row not in removed)
            return array("L", (row - bisect_left(gone, row) for row in kept))
        case InsertRows(rows=come):
            return _order_with(come, order)
        case Batch(changes=changes):
            for each in changes:
                order = order_after(each, order)
    return array("L", order)


def _order_with(come: Sequence[int], order: Sequence[int]) -> array[int]:
    if is_block(come) and _is_ascending(order):
        place, count = bisect_left(order, come[0]), len(come)
        return array("L", [*order[:place], *come, *[row + count for row in order[place:]]])
    shifted = _made_room(come, order)
    if _is_ascending(shifted):
        return array("L", sorted((*shifted, *come)))
    if come and come[0] > 0 and (before := _index_of(shifted, come[0] - 1)) is not None:
        return shifted[: before + 1] + array("L", come) + shifted[before + 1 :]
    return shifted + array("L", come)


def _made_room(come: Sequence[int], order: Sequence[int]) -> array[int]:
    """The rows of an order where they stand after these came in."""
    if is_block(come):
        first, count = come[0], len(come)
        return array("L", [row + count if row >= first else row for row in order])
    # come[i] - i is the place in the old numbering before which the i-th new row enters.
    entrances = [row - number for number, row in enumerate(come)]
    return array("L", (row + bisect_left(entrances, row + 1) for row in order))


def _is_ascending(order: Sequence[int]) -> bool:
    """Ends at the first row that is sorted elsewhere."""
    return all(map(lt, order, islice(order, 1, None)))


def _index_of(order: array[int], row: int) -> int | None:
    try:
        return order.index(row)
    except ValueError:
        return None
