"""A table model for the texts of the history."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from termdesk.application.texts.history import StoredText, service_title
from termdesk.domain.texts import Improve
from termdesk.ui.widgets.plain import BY_CONTENT, END, LEFT_TO_RIGHT, tooltip
from termdesk.ui.words.cell_words import accessible_text
from termdesk.ui.words.lists import list_names, point_to
from termdesk.ui.words.numbers import format_date_and_time

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole


class HistoryColumn(IntEnum):
    """The columns of the history."""

    WHEN = 0
    KIND = 1
    LANGUAGES = 2
    SOURCE = 3
    RESULT = 4
    GLOSSARY = 5
    ENGINES = 6
    SERVICE = 7


class HistoryModel(QAbstractTableModel):
    """Texts in the given order. Rows contain only the start of each text; the whole text is read when one is chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.texts: Sequence[StoredText] = ()
        self._titles = {
            HistoryColumn.WHEN: self.tr("When"),
            HistoryColumn.KIND: self.tr("What"),
            HistoryColumn.LANGUAGES: self.tr("Languages"),
            HistoryColumn.SOURCE: self.tr("Text"),
            HistoryColumn.RESULT: self.tr("Result"),
            HistoryColumn.GLOSSARY: self.tr("Glossary"),
            HistoryColumn.ENGINES: self.tr("Engine"),
            HistoryColumn.SERVICE: self.tr("Service"),
        }

    def show_texts(self, texts: Sequence[StoredText]) -> None:
        """Replace the rows by these texts."""
        self.beginResetModel()
        self.texts = texts
        self.endResetModel()

    def _words(self, text: StoredText, column: int) -> str:
        match column:
            case HistoryColumn.WHEN:
                moment = format_date_and_time(text.made_at) if text.made_at else ""
                return add_star(moment) if text.is_starred else moment
            case HistoryColumn.KIND:
                return kind_words(text.improvement)
            case HistoryColumn.LANGUAGES:
                return languages_of(text)
            case HistoryColumn.SOURCE:
                return " ".join(text.source.split())
            case HistoryColumn.RESULT:
                return " ".join(text.result.split())
            case HistoryColumn.GLOSSARY:
                return text.glossary
            case HistoryColumn.ENGINES:
                return list_names(text.engines)
        return service_title(text.profile)

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.texts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(HistoryColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == ItemRole.DisplayRole:
            return self._titles[HistoryColumn(section)]
        return None

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        """Return the text, tooltip or other value of a cell, by `role`."""
        if not index.isValid():
            return None
        words = self._words(self.texts[index.row()], index.column())
        if role == ItemRole.AccessibleTextRole:
            return accessible_text(words)
        if role == ItemRole.DisplayRole:
            begin = LEFT_TO_RIGHT if index.column() in (HistoryColumn.WHEN, HistoryColumn.LANGUAGES) else BY_CONTENT
            return f"{begin}{words}{END}" if words else ""
        if role == ItemRole.ToolTipRole:
            return tooltip(words)
        return None


def kind_words(improvement: Improve | None) -> str:
    """Return what was done with a text: rephrased, corrected or translated."""
    if improvement is Improve.REPHRASE:
        return QCoreApplication.translate("HistoryModel", "rephrased")
    if improvement is Improve.CORRECT:
        return QCoreApplication.translate("HistoryModel", "corrected")
    return QCoreApplication.translate("HistoryModel", "translated")


def add_star(moment: str) -> str:
    """Return the time of a text with a star in front."""
    return QCoreApplication.translate("HistoryModel", "★ {moment}").format(moment=moment)


def languages_of(text: StoredText) -> str:
    """Return the pair of a translation, or the language of an improvement."""
    if text.improvement:
        return text.target_language
    return point_to(text.source_language or "?", text.target_language)
