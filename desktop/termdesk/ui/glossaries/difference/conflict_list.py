"""The conflicts of a merge, resolved one by one or all at once, with mouse or keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.merge import Conflict
from termdesk.ui.glossaries.difference.conflict_model import ConflictColumn, ConflictModel
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import dialog_button
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.numbers import format_number

# A cell with a check box needs more width than its text.
PADDING = 14


class ConflictList(QWidget):
    """A table of conflicts.

    F8 goes to the next open conflict from anywhere in the window. In the table, Space chooses a version, and Enter
    chooses it and goes on.
    """

    settled_changed = Signal()

    def __init__(
        self,
        conflicts: Sequence[Conflict],
        pair: LanguagePair,
        parent: QWidget | None = None,
        *,
        remote: str = "",
        all_remote: str = "",
    ) -> None:
        """Create the list.

        `remote` names the other side, `all_remote` the button that prefers it; the default is the service.
        """
        super().__init__(parent)
        self.setObjectName("merge_conflicts")
        self.model = ConflictModel(conflicts, pair, self, remote=remote)
        self.words = PlainLabel("", wraps=True)
        self.words.setObjectName("conflicts_words")
        self.table = ListTable(
            "conflicts_table", self.tr("Entries that both sides changed differently"), self, padding=PADDING
        )
        self.table.setSelectionBehavior(self.table.SelectionBehavior.SelectItems)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.setShowGrid(True)
        self.table.setItemDelegate(PhraseDelegate(self.table))
        self.table.setModel(self.model)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        choose_alone(self.table, self.model.index(0, ConflictColumn.LOCAL))
        self.all_local = dialog_button("conflicts_all_local", self.tr("All &mine"))
        self.all_remote = dialog_button("conflicts_all_remote", all_remote or self.tr("All on the &service"))
        self.next = dialog_button("conflicts_next", self.tr("&Next open one (F8)"))
        self._lay_out()
        rows = range(len(conflicts))
        self.all_local.clicked.connect(lambda: self.model.choose(rows, ConflictColumn.LOCAL))
        self.all_remote.clicked.connect(lambda: self.model.choose(rows, ConflictColumn.REMOTE))
        self.next.clicked.connect(self.go_to_next)
        QShortcut(QKeySequence(Qt.Key.Key_F8), self, self.go_to_next)
        settle = QShortcut(QKeySequence(Qt.Key.Key_Return), self.table, self._settle)
        settle.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.model.chosen_changed.connect(self._show_count)
        self._show_count()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.words)
        column.addWidget(self.table, 1)
        line = QHBoxLayout()
        for button in (self.all_local, self.all_remote, self.next):
            line.addWidget(button)
        line.addStretch(1)
        column.addLayout(line)

    @property
    def is_settled(self) -> bool:
        """Whether a version was chosen for every conflict."""
        return not self.model.open_rows

    def go_to_next(self) -> None:
        """Go to the next open conflict; after the last one, continue with the first."""
        rows = self.model.open_rows
        if rows:
            current = self.table.currentIndex()
            row = next((each for each in rows if each > current.row()), rows[0])
            column = max(current.column(), ConflictColumn.LOCAL)
            choose_alone(self.table, self.model.index(row, column))
            self.table.setFocus()

    def _settle(self) -> None:
        """Choose the version in the current cell, and go to the next open conflict."""
        current = self.table.currentIndex()
        if current.column() >= ConflictColumn.LOCAL:
            self.model.choose([current.row()], ConflictColumn(current.column()))
            self.go_to_next()

    def _show_count(self) -> None:
        left, total = len(self.model.open_rows), self.model.rowCount()
        words = self.tr(
            "The same entries were changed here and elsewhere. %Ln of {total} are open: choose a version.", "", left
        )
        settled = self.tr(
            "%Ln entries were changed differently here and elsewhere. A version is chosen for each.", "", total
        )
        self.words.setText(words.format(total=format_number(total)) if left else settled)
        self.next.setEnabled(bool(left))
        self.settled_changed.emit()
