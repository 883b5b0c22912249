"""The library as a tree model: glossaries by name, each with its dictionaries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from termdesk.application.glossaries.library.library_filter import SearchTexts, filter_summaries
from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.ui.glossaries.library.state_words import copy_word, item_sentence, locked_word, state_words
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.lists import begin_sentence, list_facts, list_names
from termdesk.ui.words.numbers import format_date

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
_DISPLAY, _TOOLTIP, _ACCESSIBLE = ItemRole.DisplayRole, ItemRole.ToolTipRole, ItemRole.AccessibleTextRole

_GLOSSARY = 0  # Internal id of a glossary. The internal id of a dictionary is the row of its glossary plus one.


class LibraryModel(QAbstractItemModel):
    """The glossaries that match the filter text, by name; see `library_filter` for its syntax."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: Sequence[GlossarySummary] = []
        self._shown: Sequence[GlossarySummary] = []
        self._typed = ""
        self._texts = SearchTexts(self._all)
        # The row of each glossary by key, computed on demand.
        self._rows: dict[str, int] = {}

    def show(self, summaries: Sequence[GlossarySummary]) -> None:
        """Show another library. `Library` has already sorted it by name."""
        self.beginResetModel()
        self._all, self._texts = summaries, SearchTexts(summaries)
        self._choose()
        self.endResetModel()

    def bring_up(self, summary: GlossarySummary) -> None:
        """Update a glossary whose dictionaries are the same, even if the filter no longer matches it."""
        was_all = self._shown is self._all
        self._all = _with(self._all, summary)
        self._texts = SearchTexts(self._all)
        self._shown = self._all if was_all else _with(self._shown, summary)
        top = self.find(summary.key)
        if top.isValid():
            self.dataChanged.emit(top, top)
            if count := self.rowCount(top):
                self.dataChanged.emit(self.index(0, 0, top), self.index(count - 1, 0, top))

    def filter(self, typed: str) -> None:
        """Show the glossaries that match the filter text."""
        self.beginResetModel()
        self._typed = typed
        self._choose()
        self.endResetModel()

    @property
    def total(self) -> int:
        """The number of glossaries, including hidden ones."""
        return len(self._all)

    @property
    def shown(self) -> Sequence[GlossarySummary]:
        """The glossaries that match the filter, in row order."""
        return self._shown

    @property
    def summaries(self) -> Sequence[GlossarySummary]:
        """All glossaries, including hidden ones."""
        return self._all

    def item(self, index: Index) -> LibraryItem | None:
        """Return the glossary or dictionary of a row; None for an invalid index."""
        if not index.isValid():
            return None
        number = index.internalId()
        if number == _GLOSSARY:
            return LibraryItem(self._shown[index.row()], None)
        summary = self._shown[number - 1]
        return LibraryItem(summary, summary.rows[index.row()])

    def find(self, key: str, *, pair_text: str = "") -> QModelIndex:
        """Return the index of a glossary, or of its dictionary with this pair; invalid if hidden."""
        if not self._rows:
            self._rows = {summary.key: number for number, summary in enumerate(self._shown)}
        number = self._rows.get(key)
        if number is None:
            return QModelIndex()
        top = self.index(number, 0)
        rows = self._shown[number].rows if pair_text else ()
        return next(
            (self.index(child, 0, top) for child, row in enumerate(rows) if str(row.pair) == pair_text),
            top,
        )

    def _choose(self) -> None:
        self._rows = {}
        is_everything = not self._typed.strip()
        self._shown = self._all if is_everything else filter_summaries(self._texts, self._all, self._typed)

    # Qt overrides. They are short because Qt calls them for every row when it lays out the tree.

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        if not parent.isValid():
            return self.createIndex(row, 0, _GLOSSARY) if column == 0 <= row < len(self._shown) else QModelIndex()
        return (
            self.createIndex(row, 0, parent.row() + 1) if column == 0 <= row < self.rowCount(parent) else QModelIndex()
        )

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or index.internalId() == _GLOSSARY:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _GLOSSARY)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        if not parent.isValid():
            return len(self._shown)
        if parent.internalId() == _GLOSSARY:
            return self._shown[parent.row()].row_count
        return 0

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:
        if not parent.isValid():
            return bool(self._shown)
        if parent.internalId() != _GLOSSARY:
            return False
        summary = self._shown[parent.row()]
        return bool(summary.drafts or summary.dictionaries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 1

    def data(self, index: Index, role: int = _DISPLAY) -> object:
        if role not in (_DISPLAY, _TOOLTIP, _ACCESSIBLE):
            return None
        item = self.item(index)
        if item is None:
            return None
        if role == _DISPLAY:
            return title_of(item)
        words = state_words(item.state)
        if role == _ACCESSIBLE:
            tags = list_names(str(tag) for tag in item.summary.tags) if item.row is None else ""
            text = self.tr("{name}, {detail}, {state}, {tags}") if tags else self.tr("{name}, {detail}, {state}")
            return text.format(name=title_of(item), detail=self.detail(item), state=words.word, tags=tags)
        text = self.tr("{name}, {detail}. {state}: {sentence}")
        return tooltip(
            text.format(
                name=title_of(item),
                detail=self.detail(item),
                state=begin_sentence(words.word),
                sentence=item_sentence(item),
            )
        )

    def detail(self, item: LibraryItem) -> str:
        """Return the secondary text of a row."""
        moment = item.copied_at
        copied = copy_word(moment) if moment is not None else ""
        if item.row:
            return list_facts((entry_count_words(item.row.entry_count), copied))
        summary = item.summary
        pairs = self.tr("%Ln pairs", "", summary.row_count)
        if summary.row_count == 1:
            pairs = str(summary.rows[0].pair)
        locked = locked_word() if summary.is_local_only else ""
        created = _day(summary.created) if summary.created else ""
        return list_facts((locked, pairs, entry_count_words(summary.entry_count), created or copied))


def _with(summaries: Sequence[GlossarySummary], summary: GlossarySummary) -> list[GlossarySummary]:
    return [summary if each.key == summary.key else each for each in summaries]


@lru_cache(maxsize=4096)
def _day(moment: datetime) -> str:
    return format_date(moment)


def title_of(item: LibraryItem) -> str:
    """Return the name of a glossary, or the language pair of a dictionary."""
    return str(item.row.pair) if item.row else item.summary.name


def entry_count_words(count: int) -> str:
    """Return a number of entries in words."""
    return QCoreApplication.translate("LibraryModel", "%Ln entries", "", count)
