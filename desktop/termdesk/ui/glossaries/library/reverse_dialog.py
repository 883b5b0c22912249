"""Builds the reverse dictionary. Targets with several sources are listed, so that the user chooses one for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QStyledItemDelegate,
    QWidget,
)

from termdesk.domain.language.invisible import as_seen
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.reversal import Clash, Reversal
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.phrase_fonts import phrase_font
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import list_names, list_sentences

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
PHRASE, BECOMES, OTHERS = range(3)
# Extra row height for the combo boxes.
_PADDING = 14
CANDIDATES_ROLE = int(ItemRole.UserRole) + 1


class ClashesModel(QAbstractTableModel):
    """All clashes with their chosen candidates; initially the first in dictionary order."""

    def __init__(self, clashes: Sequence[Clash], pair: LanguagePair, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pair = pair
        self._clashes = clashes
        self._chosen = [0] * len(clashes)

    def chosen_candidates(self) -> dict[str, str]:
        """Return the chosen candidate for each phrase."""
        return {
            clash.phrase: clash.candidates[position]
            for clash, position in zip(self._clashes, self._chosen, strict=True)
        }

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._clashes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> Any:
        if role == ItemRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return (self.tr("Phrase"), self.tr("Becomes"), self.tr("Instead of"))[section]
        if role == ItemRole.TextAlignmentRole and orientation == Qt.Orientation.Horizontal:
            return alignment(self._language(section))
        return None

    def _language(self, column: int) -> str:
        return self._pair.source if column == PHRASE else self._pair.target

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> Any:
        clash, position = self._clashes[index.row()], self._chosen[index.row()]
        if role == CANDIDATES_ROLE:
            return clash.candidates
        if role == ItemRole.TextAlignmentRole:
            return alignment(self._language(index.column()))
        if role == ItemRole.FontRole:
            return phrase_font(self._language(index.column()), QApplication.font())
        if role not in (ItemRole.DisplayRole, ItemRole.EditRole):
            return None
        match index.column():
            case 0:
                text = clash.phrase
            case 1:
                text = clash.candidates[position]
            case _:
                text = list_names(each for number, each in enumerate(clash.candidates) if number != position)
        return text if role == ItemRole.EditRole else as_seen(text)

    def setData(self, index: Index, value: Any, role: int = ItemRole.EditRole) -> bool:
        candidates = self._clashes[index.row()].candidates
        if role != ItemRole.EditRole or value not in candidates:
            return False
        self._chosen[index.row()] = candidates.index(value)
        self.dataChanged.emit(self.index(index.row(), BECOMES), self.index(index.row(), OTHERS))
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == BECOMES else flags


class CandidateDelegate(QStyledItemDelegate):
    """Edits a choice with a combo box of its candidates."""

    def createEditor(self, parent: QWidget, option: Any, index: Index) -> QWidget:
        box = QComboBox(parent)
        for candidate in index.data(CANDIDATES_ROLE):
            box.addItem(as_seen(candidate), candidate)
        box.activated.connect(lambda _position: self.commitData.emit(box))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        editor.setCurrentIndex(editor.findData(index.data(ItemRole.EditRole)))

    def setModelData(self, editor: QWidget, model: Any, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        model.setData(index, editor.currentData())


class ReverseDialog(Question):
    """Describes the reverse dictionary, and lets the user resolve the clashes."""

    def __init__(self, parent: QWidget, reversal: Reversal, pair: LanguagePair) -> None:
        super().__init__(parent, f"{_of(parent, pair)}", "", parent.tr("Create"))
        self.setObjectName("reverse_dialog")
        clashes = reversal.clashes
        # Without clashes, there is only a sentence to read.
        self.setMinimumSize(720, 480 if clashes else 0)
        parts = [self.tr("It will have %Ln entries.", "", len(reversal.candidates))]
        if clashes:
            parts.append(self.tr("%Ln phrases have several translations. Choose one for each.", "", len(clashes)))
        if reversal.incomplete_rows:
            parts.append(self.tr("%Ln rows with an empty side are left out.", "", reversal.incomplete_rows))
        if reversal.forbidden_rows:
            parts.append(self.tr("%Ln forbidden entries are left out.", "", reversal.forbidden_rows))
        self.words = PlainLabel(list_sentences(parts), wraps=True)
        self.insert(self.words)
        self.model = ClashesModel(clashes, pair, self)
        self.table = ListTable("reverse_clashes", self.tr("Phrases with several translations"), padding=_PADDING)
        self.table.setModel(self.model)
        self.table.setItemDelegateForColumn(BECOMES, CandidateDelegate(self.table))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setVisible(bool(clashes))
        self.insert(self.table)
        self.accept_button.setEnabled(bool(reversal.candidates))


def _of(parent: QWidget, pair: LanguagePair) -> str:
    return parent.tr("The reverse dictionary, {pair}").format(pair=pair)
