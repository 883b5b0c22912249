"""The table of import rows under review, with keyboard shortcuts and lists for the decisions."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from termdesk.domain.merging.review import Decision, ReviewKind
from termdesk.ui.glossaries.importing.review_model import (
    DECISION,
    DECISIONS_ROLE,
    DETAIL,
    INCOMING,
    KIND,
    LINE,
    PRESENT,
    REASON,
    SOURCE,
    Index,
    ReviewModel,
)
from termdesk.ui.glossaries.importing.review_words import decision_words, signed_kind_words
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.widgets.list_table import ListTable

_PADDING = 12
KEYS = {Qt.Key.Key_K: Decision.KEEP, Qt.Key.Key_R: Decision.TAKE, Qt.Key.Key_B: Decision.BOTH}


class DecisionDelegate(QStyledItemDelegate):
    """Edits a decision with a combo box of the decisions that are possible for its row."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        box = QComboBox(parent)
        for decision, words in index.data(DECISIONS_ROLE):
            box.addItem(words, int(decision))
        box.activated.connect(lambda _position: self._settle(box))
        return box

    def _settle(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        editor.setCurrentText(index.data())

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        assert isinstance(model, ReviewModel)
        model.setData(index, editor.currentData())


class ReviewTable(ListTable):
    """The rows of an import with their decisions.

    `decided` carries the selected rows and the decision for the pressed key.
    """

    decided = Signal(list, int)

    def __init__(self, model: ReviewModel) -> None:
        title = QCoreApplication.translate("ReviewTable", "Rows of the import")
        super().__init__("review_rows", title, padding=_PADDING)
        self.setModel(model)
        self._phrases, self._decisions = PhraseDelegate(self), DecisionDelegate(self)
        for column in (SOURCE, PRESENT, INCOMING):
            self.setItemDelegateForColumn(column, self._phrases)
        self.setItemDelegateForColumn(DECISION, self._decisions)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.SelectedClicked | triggers.EditKeyPressed)
        self.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        self._set_widths()

    def _set_widths(self) -> None:
        header = self.horizontalHeader()
        widest = self.fontMetrics().horizontalAdvance
        decisions = [
            decision_words(kind, decision, is_here=is_here)
            for kind in ReviewKind
            for decision in Decision
            for is_here in (True, False)
        ]
        samples = {LINE: ["000,000"], KIND: [signed_kind_words(each) for each in ReviewKind], DECISION: decisions}
        for column, words in samples.items():
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, max(map(widest, words)) + 24)
        for column in (SOURCE, PRESENT, INCOMING, REASON, DETAIL):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def chosen_rows(self) -> list[int]:
        """Return the selected rows as shown."""
        selection = self.selectionModel().selection()
        ranges = [selection.at(position) for position in range(selection.count())]
        return [row for each in ranges for row in range(each.top(), each.bottom() + 1)]

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        decision = KEYS.get(Qt.Key(event.key()))
        if decision is None or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            super().keyPressEvent(event)
            return
        self.decided.emit(self.chosen_rows(), int(decision))
