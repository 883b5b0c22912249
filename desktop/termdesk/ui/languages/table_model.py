"""Languages of one resource as a table: code, name, source, target, and a column for each feature."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from termdesk.application.languages.languages import search
from termdesk.domain.language.language import Language
from termdesk.ui.words.language_words import localize_language
from termdesk.ui.words.lists import add_aside, add_title
from termdesk.ui.words.service_words import feature_title

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
CODE, NAME, AS_SOURCE, AS_TARGET = range(4)
FIXED_COLUMNS = 4


class LanguagesModel(QAbstractTableModel):
    """A few hundred rows at most, so a filter simply shows a shorter list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._languages: list[Language] = []
        self._shown: list[Language] = []
        self._features: list[str] = []
        self._words = ""

    def show(self, languages: Sequence[Language]) -> None:
        """Show these languages by name; columns are the features that any of them has."""
        self.beginResetModel()
        self._languages = sorted(languages, key=lambda language: language.name.casefold())
        self._features = sorted({feature for language in languages for feature in language.features})
        self._shown = search(self._languages, self._words)
        self.endResetModel()

    def search(self, words: str) -> None:
        """Show only languages whose code or name holds the words, the best fitting first."""
        self.beginResetModel()
        self._words = words
        self._shown = search(self._languages, words)
        self.endResetModel()

    @property
    def total(self) -> int:
        """The number of languages without the search."""
        return len(self._languages)

    def language(self, row: int) -> Language:
        """The language in `row`."""
        return self._shown[row]

    # Qt's side

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else FIXED_COLUMNS + len(self._features)

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        """What a cell shows and says, by `role`."""
        if not index.isValid():
            return None
        language = self._shown[index.row()]
        match role:
            case ItemRole.DisplayRole:
                return self._text(language, index.column())
            case ItemRole.AccessibleTextRole:
                return add_title(
                    str(self.headerData(index.column(), Qt.Orientation.Horizontal)), self._said(language, index)
                )
            case ItemRole.TextAlignmentRole if index.column() >= AS_SOURCE:
                return Qt.AlignmentFlag.AlignCenter
        return None

    def _text(self, language: Language, column: int) -> str:
        match column:
            case 0:
                return language.code
            case 1:
                name = localize_language(language.code, language.name)
                return name if language.status == "stable" else add_aside(name, language.status)
            case 2:
                return "✓" if language.usable_as_source else "–"
            case 3:
                return "✓" if language.usable_as_target else "–"
        status = language.features.get(self._features[column - FIXED_COLUMNS])
        if status is None:
            return "–"
        return "✓" if status == "stable" else status

    def _said(self, language: Language, index: Index) -> str:
        text = self._text(language, index.column())
        return {"✓": self.tr("yes"), "–": self.tr("no")}.get(text, text)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == ItemRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignHCenter if section >= AS_SOURCE else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role != ItemRole.DisplayRole:
            return None
        fixed = (self.tr("Code"), self.tr("Language"), self.tr("Source"), self.tr("Target"))
        if section < FIXED_COLUMNS:
            return fixed[section]
        feature = self._features[section - FIXED_COLUMNS]
        return feature_title(feature)
