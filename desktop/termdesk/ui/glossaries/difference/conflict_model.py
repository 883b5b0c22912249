"""Phrases that were changed on both sides in different ways: the base, both versions, and the chosen one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont

from termdesk.domain.language.invisible import as_seen
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.merge import Conflict
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.words.lists import add_title

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class ConflictColumn(IntEnum):
    """The columns. The check box in a cell chooses its version."""

    SOURCE = 0
    BASE = 1
    LOCAL = 2
    REMOTE = 3


_SIDES = (ConflictColumn.LOCAL, ConflictColumn.REMOTE)


class ConflictModel(QAbstractTableModel):
    """One row for each conflict. All are open until the user chooses a version."""

    chosen_changed = Signal()

    def __init__(
        self, conflicts: Sequence[Conflict], pair: LanguagePair, parent: QObject | None = None, *, remote: str = ""
    ) -> None:
        """Create the model. `remote` is the heading for the other side; the default is the service."""
        super().__init__(parent)
        self._remote = remote or self.tr("On the service")
        self._conflicts = tuple(conflicts)
        self._pair = pair
        self._chosen: list[ConflictColumn | None] = [None] * len(self._conflicts)

    @property
    def open_rows(self) -> list[int]:
        """The rows without a chosen version."""
        return [row for row, side in enumerate(self._chosen) if side is None]

    def choices(self) -> dict[str, str | None]:
        """The chosen target by source, for each resolved conflict; None if the entry is removed."""
        sides = zip(self._conflicts, self._chosen, strict=True)
        return {
            each.source: each.local if side is ConflictColumn.LOCAL else each.remote
            for each, side in sides
            if side is not None
        }

    def remote_sources(self) -> set[str]:
        """The sources for which the remote version was chosen."""
        sides = zip(self._conflicts, self._chosen, strict=True)
        return {each.source for each, side in sides if side is ConflictColumn.REMOTE}

    def choose(self, rows: Iterable[int], side: ConflictColumn | None) -> None:
        """Choose one side for these rows; None reopens them."""
        for row in rows:
            self._chosen[row] = side
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, ConflictColumn.REMOTE))
        self.chosen_changed.emit()

    def _text(self, row: int, column: int) -> str:
        conflict = self._conflicts[row]
        texts = (conflict.source, conflict.base, conflict.local, conflict.remote)
        if (text := texts[column]) is not None:
            return as_seen(text)
        return self.tr("(was not there)") if column == ConflictColumn.BASE else self.tr("(removed)")

    def _accessible_text(self, row: int, column: int) -> str:
        text = self._text(row, column)
        if column not in _SIDES:
            return text
        if column == ConflictColumn.REMOTE:
            return add_title(self._remote, text)
        return self.tr("my version: {text}").format(text=text)

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._conflicts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(ConflictColumn)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() in _SIDES else flags

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        is_chosen = self._chosen[row] == column
        match role:
            case Role.DisplayRole:
                return self._text(row, column)
            case Role.CheckStateRole if column in _SIDES:
                return Qt.CheckState.Checked if is_chosen else Qt.CheckState.Unchecked
            case Role.FontRole if is_chosen:
                font = QFont()
                font.setBold(True)
                return font
            case Role.BackgroundRole:
                return self._ground(row, is_chosen=is_chosen)
            case Role.TextAlignmentRole:
                return self._alignment(column)
            case Role.AccessibleTextRole:
                return self._accessible_text(row, column)
        return None

    def _ground(self, row: int, *, is_chosen: bool) -> object:
        if self._chosen[row] is None:
            return theme.color("warning_background")
        return theme.color("good_background") if is_chosen else None

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:
        if role != Role.CheckStateRole or index.column() not in _SIDES:
            return False
        # Unchecking the chosen version reopens the conflict.
        is_on = Qt.CheckState(value) == Qt.CheckState.Checked
        self.choose([index.row()], ConflictColumn(index.column()) if is_on else None)
        return True

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        return alignment(self._pair.source if column == ConflictColumn.SOURCE else self._pair.target)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Role.TextAlignmentRole:
            return self._alignment(section)
        if role == LANGUAGE_ROLE:
            return self._pair.source if section == ConflictColumn.SOURCE else self._pair.target
        if role != Role.DisplayRole:
            return None
        return (self.tr("Source"), self.tr("Before"), self.tr("Mine"), self._remote)[section]
