"""The difference between two versions of a dictionary, row by row: added, changed, removed."""

from __future__ import annotations

from itertools import chain, islice

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from termdesk.domain.language.invisible import as_seen
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.difference.row_choice import RowChoice
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.plain import tooltip

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
SIGN, SOURCE, BEFORE, AFTER = range(4)
_READ_AT_ONCE = 1_000
ADDED, CHANGED, REMOVED = "+", "~", "−"
_GROUNDS = {ADDED: "good_background", CHANGED: "warning_background", REMOVED: "problem_background"}
# Painting asks each cell for a dozen roles. All others are answered without looking for the row.
_ROLES = frozenset(
    {
        int(ItemRole.DisplayRole),
        int(ItemRole.ToolTipRole),
        int(ItemRole.CheckStateRole),
        int(ItemRole.BackgroundRole),
        int(ItemRole.ForegroundRole),
        int(ItemRole.TextAlignmentRole),
        int(ItemRole.AccessibleTextRole),
    }
)


class DifferenceModel(QAbstractTableModel):
    """Shows removed phrases first, since they matter most, then changed and added ones. Texts are read-only."""

    def __init__(
        self,
        change: Difference,
        pair: LanguagePair,
        *,
        before: str,
        after: str,
        choice: RowChoice | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Create the model. `before` and `after` are the column headings of the two versions.

        With a `choice`, each row has a check box.
        """
        super().__init__(parent)
        self._choice = choice
        if choice is not None:
            choice.changed.connect(self._show_choice)
        self._change = change
        self._pair = pair
        self._before = before
        self._after = after
        # The phrases by row, as far as they were shown: those of a new dictionary may be half a million.
        self._sources: list[str] = []
        self._further = chain(change.removed, change.changed, change.added)
        self._first_changed = len(change.removed)
        self._first_added = self._first_changed + len(change.changed)

    def sources(self, first: int, last: int) -> list[str]:
        """Return the source phrases of the rows `first` to `last`, including `last`."""
        self._read_to(last)
        return self._sources[first : last + 1]

    def _read_to(self, row: int) -> None:
        missing = row + 1 - len(self._sources)
        if missing > 0:
            self._sources += islice(self._further, max(missing, _READ_AT_ONCE))

    def _show_choice(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0, SOURCE), self.index(self.rowCount() - 1, SOURCE))

    def _row(self, row: int) -> tuple[str, str, str, str]:
        self._read_to(row)
        source = self._sources[row]
        if row < self._first_changed:
            return REMOVED, source, self._change.removed[source], ""
        if row < self._first_added:
            return CHANGED, source, *self._change.changed[source]
        return ADDED, source, "", self._change.added[source]

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else self._change.count

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 4

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        has_box = self._choice is not None and index.column() == SOURCE
        return flags | Qt.ItemFlag.ItemIsUserCheckable if has_box else flags

    def setData(self, index: Index, value: object, role: int = ItemRole.EditRole) -> bool:
        if self._choice is None or role != ItemRole.CheckStateRole:
            return False
        self._choice.choose(self.sources(index.row(), index.row()), is_on=Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        if role not in _ROLES or not index.isValid():
            return None
        texts = self._row(index.row())
        match role:
            case ItemRole.DisplayRole:
                return as_seen(texts[index.column()])
            case ItemRole.ToolTipRole if index.column() != SIGN:
                return tooltip(as_seen(texts[index.column()]))
            case ItemRole.CheckStateRole if self._choice is not None and index.column() == SOURCE:
                return Qt.CheckState.Checked if self._choice.is_chosen(texts[SOURCE]) else Qt.CheckState.Unchecked
            case ItemRole.BackgroundRole:
                return theme.color(_GROUNDS[texts[SIGN]])
            case ItemRole.ForegroundRole:
                return theme.color("text")
            case ItemRole.TextAlignmentRole:
                return self._alignment(index.column())
            case ItemRole.AccessibleTextRole:
                return self._words(texts)
        return None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        if column == SIGN:
            return Qt.AlignmentFlag.AlignCenter
        return alignment(self._pair.source if column == SOURCE else self._pair.target)

    def _words(self, texts: tuple[str, str, str, str]) -> str:
        sign, source, before, after = texts
        if sign == ADDED:
            return self.tr("added: {source}, {after}").format(source=source, after=after)
        if sign == REMOVED:
            return self.tr("removed: {source}, {before}").format(source=source, before=before)
        return self.tr("changed: {source}, from {before} to {after}").format(source=source, before=before, after=after)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == ItemRole.TextAlignmentRole:
            return self._alignment(section)
        if role == LANGUAGE_ROLE and section != SIGN:
            return self._pair.source if section == SOURCE else self._pair.target
        if role != ItemRole.DisplayRole:
            return None
        return ("", self.tr("Source"), self._before, self._after)[section]
