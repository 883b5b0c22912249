"""A table model for languages: code, names, then sides and features of one resource, or several resources side by
side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from termdesk.application.languages.language_search import LanguageNames, search
from termdesk.domain.language.language import Language, Resource
from termdesk.ui.languages.language_facts import (
    NOTHING,
    STABLE,
    describe_language,
    resource_heading,
    resource_title,
    sides_word,
    status_word,
)
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.language_words import localize_language
from termdesk.ui.words.lists import add_in_parentheses, add_title
from termdesk.ui.words.service_words import feature_title

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
CODE, NAME, OWN_NAME = range(3)
# The columns after the names: the sides and features of one resource, or the resources.
FIXED_COLUMNS = 3
AS_SOURCE, AS_TARGET = FIXED_COLUMNS, FIXED_COLUMNS + 1


class LanguagesModel(QAbstractTableModel):
    """A table of languages. It has a few hundred rows at most, so a filter simply builds a shorter list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._languages: list[Language] = []
        self._shown: list[Language] = []
        self._features: list[str] = []
        # Rows by language code while resources are side by side; empty for one resource.
        self._resources: dict[Resource, dict[str, Language]] = {}
        self._names = LanguageNames()
        self._words = ""

    def show(self, languages: Sequence[Language]) -> None:
        """Show the languages of one resource, sorted by name, with a column for each feature that any of them has."""
        self._show(languages, sorted({feature for language in languages for feature in language.features}), {})

    def show_side_by_side(self, lists: Mapping[Resource, Sequence[Language]]) -> None:
        """Show the languages of all these resources, sorted by name, with a column for each resource that has any."""
        listed = {
            resource: {each.code: each for each in languages} for resource, languages in lists.items() if languages
        }
        known: dict[str, Language] = {}
        for by_code in listed.values():
            known = by_code | known
        self._show(list(known.values()), [], listed)

    def _show(
        self, languages: Sequence[Language], features: list[str], resources: dict[Resource, dict[str, Language]]
    ) -> None:
        self.beginResetModel()
        self._languages = sorted(languages, key=lambda language: language.name.casefold())
        self._features, self._resources = features, resources
        self._shown = search(self._languages, self._words, self._names)
        self.endResetModel()

    def show_names(self, names: LanguageNames) -> None:
        """Show the languages' own names, and include them in the search."""
        self._names = names
        self.search(self._words)

    def search(self, words: str) -> None:
        """Show only languages that match the words, best matches first."""
        self.beginResetModel()
        self._words = words
        self._shown = search(self._languages, words, self._names)
        self.endResetModel()

    @property
    def total(self) -> int:
        """The number of languages, ignoring the search."""
        return len(self._languages)

    @property
    def codes(self) -> list[str]:
        """The codes of all languages, ignoring the search."""
        return [each.code for each in self._languages]

    def language(self, row: int) -> Language:
        """Return the language in `row`. Of several resources, return the record of the first that has it."""
        return self._shown[row]

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        if parent.isValid():
            return 0
        return FIXED_COLUMNS + (len(self._resources) if self._resources else 2 + len(self._features))

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        """Return the text, tooltip or other value of a cell, by `role`."""
        if not index.isValid():
            return None
        language = self._shown[index.row()]
        match role:
            case ItemRole.DisplayRole:
                return self._text(language, index.column())
            case ItemRole.ToolTipRole:
                return tooltip(self._describe(language, index.column()))
            case ItemRole.AccessibleTextRole:
                text = self._describe(language, index.column()) or self._accessible_text(language, index)
                return add_title(self._title(index.column()), text)
            case ItemRole.TextAlignmentRole if index.column() >= FIXED_COLUMNS:
                return Qt.AlignmentFlag.AlignCenter
        return None

    def _text(self, language: Language, column: int) -> str:
        if column == CODE:
            return language.code
        if column == NAME:
            name = localize_language(language.code, language.name)
            # Each resource has its own status for the language.
            is_plain = language.status == STABLE or bool(self._resources)
            return name if is_plain else add_in_parentheses(name, status_word(language.status))
        if column == OWN_NAME:
            return self._names.own.get(language.code, "")
        if self._resources:
            listed = self._find_language(language, column)
            sides = sides_word(listed)
            is_plain = listed is None or listed.status == STABLE
            return sides if is_plain or listed is None else add_in_parentheses(sides, status_word(listed.status))
        if column == AS_SOURCE:
            return "✓" if language.usable_as_source else NOTHING
        if column == AS_TARGET:
            return "✓" if language.usable_as_target else NOTHING
        status = language.features.get(self._features[column - AS_TARGET - 1])
        if status is None:
            return NOTHING
        return "✓" if status == STABLE else status_word(status)

    def _find_language(self, language: Language, column: int) -> Language | None:
        return list(self._resources.values())[column - FIXED_COLUMNS].get(language.code)

    def _describe(self, language: Language, column: int) -> str:
        """Return the sides, status and features in the resource of a column; empty for other columns."""
        if column < FIXED_COLUMNS or not self._resources:
            return ""
        listed = self._find_language(language, column)
        return describe_language(listed) if listed else self.tr("not listed")

    def _accessible_text(self, language: Language, index: Index) -> str:
        text = self._text(language, index.column())
        return {"✓": self.tr("yes"), NOTHING: self.tr("no")}.get(text, text)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == ItemRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignHCenter if section >= FIXED_COLUMNS else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == ItemRole.ToolTipRole and self._resources and section >= FIXED_COLUMNS:
            return tooltip(resource_title(list(self._resources)[section - FIXED_COLUMNS]))
        return self._title(section) if role == ItemRole.DisplayRole else None

    def _title(self, section: int) -> str:
        names = (self.tr("Code"), self.tr("Language"), self.tr("Own name"))
        if section < FIXED_COLUMNS:
            return names[section]
        if self._resources:
            return resource_heading(list(self._resources)[section - FIXED_COLUMNS])
        sides = {AS_SOURCE: self.tr("Source"), AS_TARGET: self.tr("Target")}
        return sides.get(section) or feature_title(self._features[section - AS_TARGET - 1])
