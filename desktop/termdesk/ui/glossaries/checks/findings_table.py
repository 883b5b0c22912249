"""The table of findings.

Arrow keys show the cell, Enter goes to it, and each phrase has the direction of its language.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from termdesk.application.glossaries.checks.findings import Finding
from termdesk.domain.findings.kinds import KINDS
from termdesk.ui.glossaries.checks.findings_model import KIND, LANGUAGE, PHRASE, ROW, WORDS, FindingsModel, Index
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.message_words import localize

_ICON_AND_MARGINS = 40


class FindingsTable(ListTable):
    """Shows a `FindingsModel`. Signals report only selections by the user, not those by the program."""

    chosen = Signal(object)  # Finding: show its cell, and stay in the list
    opened = Signal(object)  # Finding: go to its cell
    current_changed = Signal()
    menu_asked = Signal(QPoint)  # global position

    def __init__(self, model: FindingsModel, parent: QWidget | None = None) -> None:
        title = QCoreApplication.translate("FindingsTable", "Findings. Enter goes to the cell")
        super().__init__("findings_list", title, parent)
        self.findings = model
        self._is_refreshing = False
        self.setModel(model)
        self.setItemDelegateForColumn(PHRASE, _PhraseDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        metrics = self.fontMetrics()
        longest = max(metrics.horizontalAdvance(localize(kind.title)) for kind in KINDS.values())
        letter = metrics.averageCharWidth()
        widths = {ROW: 9 * letter, LANGUAGE: 14 * letter, KIND: longest + _ICON_AND_MARGINS, PHRASE: 16 * letter}
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        self.horizontalHeader().moveSection(LANGUAGE, KIND)
        self.horizontalHeader().setSectionResizeMode(WORDS, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.selectionModel().selectionChanged.connect(lambda _now, _before: self.current_changed.emit())
        self.clicked.connect(self._on_row)
        self.doubleClicked.connect(lambda _index: self._open())

    def current(self) -> Finding | None:
        """Return the finding in the current row; None if there is none."""
        return self.findings.finding(self.currentIndex().row())

    def selected_findings(self) -> Iterator[Finding]:
        """Yield the selected findings one by one, because there may be a hundred thousand."""
        selection = self.selectionModel().selection()
        for part in (selection.at(position) for position in range(selection.count())):
            for row in range(part.top(), part.bottom() + 1):
                if finding := self.findings.finding(row):
                    yield finding

    def current_packed(self) -> int | None:
        """The packed number of the current finding."""
        row = self.currentIndex().row()
        return self.findings.shown[row] if 0 <= row < self.findings.rowCount() else None

    def choose(self, packed: int) -> None:
        """Make this finding current, or the one after it, without moving in the grid."""
        row = self.findings.position_of(packed)
        if row is not None:
            self._is_refreshing = True
            choose_alone(self, self.findings.index(row, 0))
            self._is_refreshing = False
            self.current_changed.emit()

    def _on_row(self, index: QModelIndex) -> None:
        self.current_changed.emit()
        if not self._is_refreshing and (finding := self.findings.finding(index.row())):
            self.chosen.emit(finding)

    def _open(self) -> None:
        if finding := self.current():
            self.opened.emit(finding)

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
            return
        if event.key() == Qt.Key.Key_Escape:
            # The panel returns to the grid on this key; Qt would search the rows for it.
            event.ignore()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(event.globalPos())


class _PhraseDelegate(QStyledItemDelegate):
    """Draws each phrase in the direction of its language."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        model = index.model()
        assert isinstance(model, FindingsModel)
        if model.is_right_to_left(index.row()):
            option.direction = Qt.LayoutDirection.RightToLeft
