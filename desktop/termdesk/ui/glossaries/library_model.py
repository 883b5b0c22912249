"""The library as a tree: glossaries by name, and under each its dictionaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from termdesk.application.library import Shelf, ShelfRow

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
# The second, quieter line of a row, and the badge at its end.
DETAIL_ROLE = int(ItemRole.UserRole) + 1
BADGE_ROLE = int(ItemRole.UserRole) + 2

_GLOSSARY = 0  # internal id of a glossary; a dictionary's is the row of its glossary plus one


@dataclass(frozen=True, slots=True)
class Place:
    """What a row of the tree stands for: a glossary, or one of its dictionaries."""

    shelf: Shelf
    row: ShelfRow | None


class LibraryModel(QAbstractItemModel):
    """Glossaries sorted by name, those that fit the filter: by name, or by pair as `en-es` or `en es`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Shelf] = []
        self._shown: list[Shelf] = []
        self._needle = ""
        # What each glossary is found by, made when somebody filters.
        self._texts: list[str] = []

    def show(self, shelves: Sequence[Shelf]) -> None:
        self.beginResetModel()
        self._all = sorted(shelves, key=lambda shelf: shelf.name.casefold())
        self._texts = []
        self._shown = self._matching()
        self.endResetModel()

    def filter(self, text: str) -> None:
        self.beginResetModel()
        self._needle = text.strip().casefold()
        self._shown = self._matching()
        self.endResetModel()

    @property
    def total(self) -> int:
        return len(self._all)

    @property
    def shown(self) -> list[Shelf]:
        """The glossaries that fit the filter, row by row."""
        return self._shown

    @property
    def shelves(self) -> list[Shelf]:
        return self._all

    def place(self, index: Index) -> Place | None:
        if not index.isValid():
            return None
        if index.internalId() == _GLOSSARY:
            return Place(self._shown[index.row()], None)
        shelf = self._shown[index.internalId() - 1]
        return Place(shelf, shelf.rows[index.row()])

    def find(self, key: str, *, pair_text: str = "") -> QModelIndex:
        """The index of a glossary, or of its dictionary of that pair; invalid where it is not shown."""
        for number, shelf in enumerate(self._shown):
            if shelf.key != key:
                continue
            top = self.index(number, 0)
            for child, row in enumerate(shelf.rows):
                if str(row.pair) == pair_text:
                    return self.index(child, 0, top)
            return top
        return QModelIndex()

    def _matching(self) -> list[Shelf]:
        if not self._needle:
            return self._all
        self._texts = self._texts or [_search_text(shelf) for shelf in self._all]
        return [shelf for shelf, text in zip(self._all, self._texts, strict=True) if self._needle in text]

    # Qt's side

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _GLOSSARY)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or index.internalId() == _GLOSSARY:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _GLOSSARY)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        if not parent.isValid():
            return len(self._shown)
        if parent.internalId() == _GLOSSARY and parent.column() == 0:
            return len(self._shown[parent.row()].rows)
        return 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 1

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        place = self.place(index)
        if place is None:
            return None
        match role:
            case ItemRole.DisplayRole:
                return str(place.row.pair) if place.row else place.shelf.name
            case ItemRole.AccessibleTextRole | ItemRole.ToolTipRole:
                title = str(self.data(index))
                return ", ".join(part for part in (title, self._detail(place), self._badge(place)) if part)
            case _ if role == DETAIL_ROLE:
                return self._detail(place)
            case _ if role == BADGE_ROLE:
                return self._badge(place)
        return None

    def _detail(self, place: Place) -> str:
        if place.row:
            return _counted(place.row.entry_count)
        shelf = place.shelf
        pairs = self.tr("{count} dictionaries").format(count=len(shelf.rows))
        if len(shelf.rows) == 1:
            pairs = str(shelf.rows[0].pair)
        parts = [pairs, _counted(sum(row.entry_count for row in shelf.rows))]
        if shelf.created:
            parts.append(f"{shelf.created.astimezone():%Y-%m-%d}")
        return " · ".join(parts)

    def _badge(self, place: Place) -> str:
        if place.row:
            if not place.row.is_on_service:
                return self.tr("draft") if place.shelf.glossary_id else ""
            return self.tr("edited") if place.row.has_changes else ""
        if place.shelf.glossary_id is None:
            return self.tr("draft")
        return self.tr("edited") if any(row.has_changes for row in place.shelf.rows) else ""


def _counted(count: int) -> str:
    return "1 entry" if count == 1 else f"{count:,} entries"


def _search_text(shelf: Shelf) -> str:
    pairs = " ".join(f"{row.pair.source}-{row.pair.target} {row.pair.source} {row.pair.target}" for row in shelf.rows)
    return f"{shelf.name} {pairs}".casefold()
