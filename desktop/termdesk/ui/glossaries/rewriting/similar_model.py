"""Clusters of similar entries as a Qt model: the entry to keep, and those to settle."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont

from termdesk.application.glossaries.checks.similar_entries import Similar
from termdesk.domain.language.invisible import as_seen
from termdesk.domain.language.language import is_right_to_left
from termdesk.domain.similarity.near_duplicates import VARIATION_WORDS, variations
from termdesk.ui.words.lists import list_facts, list_names
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
PHRASE, OTHER, ROW, STAYS = range(4)
_BOLD = QFont()
_BOLD.setBold(True)
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class SimilarModel(QAbstractItemModel):
    """Each cluster keeps one of its rows.

    The other rows are checked one by one, or all with the cluster's check box.
    """

    count_changed = Signal()

    def __init__(
        self,
        languages: tuple[str, str],
        titles: tuple[str, str],
        parent: QObject | None = None,
        *,
        row_number: Callable[[int], int] = lambda row: row,
    ) -> None:
        """Create the model. `languages` and `titles` are those of the compared phrases, then those of the others.

        `row_number` converts a row of the dictionary to the row that the user sees, from 0.
        """
        super().__init__(parent)
        self._row_number = row_number
        self._languages = languages
        self._titles = titles
        self.similar: Similar | None = None
        self._kept: list[int] = []
        self._taken: list[set[int]] = []
        self._difference = lru_cache(maxsize=512)(self._difference_of)

    def show_found(self, similar: Similar, languages: tuple[str, str], titles: tuple[str, str]) -> None:
        """Show clusters with nothing checked; the first row of each is kept."""
        self.beginResetModel()
        self.similar, self._languages, self._titles = similar, languages, titles
        self._kept = [rows[0] for rows in similar.clusters]
        self._taken = [set() for _ in similar.clusters]
        self._difference.cache_clear()
        self.endResetModel()
        self.count_changed.emit()

    def choices(self) -> dict[int, list[int]]:
        """Return the rows to keep, each with the rows to settle like it."""
        pairs = zip(self._kept, self._taken, strict=True)
        found = ((kept, sorted(taken - {kept})) for kept, taken in pairs)
        return {kept: rows for kept, rows in found if rows}

    def tick_all(self, is_ticked: bool) -> None:
        """Check all entries of all clusters, or none."""
        clusters = self.similar.clusters if self.similar else []
        # Emit a single signal, whatever the number of clusters.
        self.layoutAboutToBeChanged.emit()
        self._taken = [set(rows) if is_ticked else set() for rows in clusters]
        self.layoutChanged.emit()
        self.count_changed.emit()

    def keep(self, index: Index) -> None:
        """Keep this entry of its cluster."""
        if index.isValid() and index.internalId():
            cluster = index.internalId() - 1
            self._kept[cluster] = self._rows(cluster)[index.row()]
            self._tell_cluster(cluster)

    def row_of(self, index: Index) -> int | None:
        """Return the dictionary row of an entry; None for a cluster."""
        if not index.isValid() or not index.internalId():
            return None
        return self._rows(index.internalId() - 1)[index.row()]

    def _rows(self, cluster: int) -> list[int]:
        assert self.similar is not None
        return self.similar.clusters[cluster]

    def _tell_cluster(self, cluster: int) -> None:
        top = self.index(cluster, 0)
        self.dataChanged.emit(top, self.index(cluster, STAYS))
        last = len(self._rows(cluster)) - 1
        self.dataChanged.emit(self.index(0, 0, top), self.index(last, STAYS, top))
        self.count_changed.emit()

    # Qt overrides. The internal id of a cluster is 0; that of an entry is the number of its cluster, from 1.

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # QObject's own takes none
        if not index.isValid() or not index.internalId():
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        if self.similar is None or parent.column() > 0:
            return 0
        if not parent.isValid():
            return len(self.similar.clusters)
        return 0 if parent.internalId() else len(self._rows(parent.row()))

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 4

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == PHRASE else flags

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if not index.internalId():
            return self._cluster_data(index.row(), index.column(), role)
        return self._member_data(index.internalId() - 1, index.row(), index.column(), role)

    def _cluster_data(self, cluster: int, column: int, role: int) -> object:
        rows, kept = self._rows(cluster), self._kept[cluster]
        assert self.similar is not None
        if role == ItemRole.CheckStateRole and column == PHRASE:
            others = len(self._taken[cluster] - {kept})
            return UNCHECKED if not others else CHECKED if others == len(rows) - 1 else Qt.CheckState.PartiallyChecked
        if role in (ItemRole.DisplayRole, ItemRole.AccessibleTextRole) and column == PHRASE:
            return as_seen(self.similar.phrases[kept])
        if role in (ItemRole.DisplayRole, ItemRole.AccessibleTextRole) and column == OTHER:
            words = self.tr("%Ln entries", "", len(rows))
            difference = self._difference(cluster)
            return list_facts((words, difference))
        return _BOLD if role == ItemRole.FontRole and column == PHRASE else None

    def _difference_of(self, cluster: int) -> str:
        """Return how the phrases of a cluster differ, if a rule applies."""
        assert self.similar is not None
        phrases = [self.similar.phrases[row] for row in self._rows(cluster)]
        found = {each for phrase in phrases[1:4] for each in variations(phrases[0], phrase, self._languages[PHRASE])}
        return list_names(localize(words) for each, words in VARIATION_WORDS.items() if each in found)

    def _member_data(self, cluster: int, position: int, column: int, role: int) -> object:
        assert self.similar is not None
        row = self._rows(cluster)[position]
        is_kept = row == self._kept[cluster]
        if role == ItemRole.CheckStateRole and column == PHRASE:
            return CHECKED if row in self._taken[cluster] or is_kept else UNCHECKED
        if role in (ItemRole.DisplayRole, ItemRole.ToolTipRole):
            return (
                (
                    as_seen(self.similar.phrases[row]),
                    as_seen(self.similar.others[row]),
                    format_number(self._row_number(row) + 1),
                    self.tr("stays") if is_kept else "",
                )[column]
                if role == ItemRole.DisplayRole
                else None
            )
        if role == ItemRole.TextAlignmentRole:
            return self._alignment(column)
        if role == ItemRole.AccessibleTextRole and column == PHRASE:
            words = self.tr("{phrase}, row {row}, stays") if is_kept else self.tr("{phrase}, row {row}")
            return words.format(phrase=self.similar.phrases[row], row=format_number(self._row_number(row) + 1))
        return None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        """Align row numbers at the trailing edge, and phrases by the direction of their language."""
        if column == ROW:
            return Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
        is_rtl = column == OTHER and is_right_to_left(self._languages[OTHER])
        side = Qt.AlignmentFlag.AlignRight if is_rtl else Qt.AlignmentFlag.AlignLeading
        return side | Qt.AlignmentFlag.AlignVCenter | (Qt.AlignmentFlag.AlignAbsolute if is_rtl else side)

    def setData(self, index: Index, value: object, role: int = ItemRole.EditRole) -> bool:
        if role != ItemRole.CheckStateRole or not index.isValid():
            return False
        is_ticked = Qt.CheckState(value) == CHECKED
        if not index.internalId():
            self._taken[index.row()] = set(self._rows(index.row())) if is_ticked else set()
            self._tell_cluster(index.row())
            return True
        cluster = index.internalId() - 1
        row = self._rows(cluster)[index.row()]
        if row == self._kept[cluster]:
            # The kept entry cannot be changed until another one is chosen to be kept.
            return False
        (self._taken[cluster].add if is_ticked else self._taken[cluster].discard)(row)
        self._tell_cluster(cluster)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == ItemRole.TextAlignmentRole:
            return self._alignment(section)
        if role != ItemRole.DisplayRole:
            return None
        return (*self._titles, self.tr("Row"), "")[section]
