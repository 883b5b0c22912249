"""The dialog that selects which kinds of findings are reported, in all glossaries and in this one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from termdesk.domain.findings.kinds import KINDS, FindingKind, Severity, SwitchedOffKinds
from termdesk.ui.glossaries.checks.findings_model import SEVERITY_ICONS
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.message_words import localize

KIND, HERE, EVERYWHERE = range(3)
_KEY = Qt.ItemDataRole.UserRole
_ROWS_SHOWN = 14


class CheckKindsDialog(Question):
    """A table of kinds with two check boxes each.

    Violations are not listed: the service would refuse those entries anyway.
    """

    def __init__(self, parent: QWidget, off: SwitchedOffKinds, *, own_kinds: Sequence[FindingKind] = ()) -> None:
        super().__init__(
            parent,
            self.tr("Kinds of findings"),
            self.tr("Only ticked kinds are reported. Problems are always reported: the service refuses such entries."),
            self.tr("Apply"),
        )
        self.setObjectName("check_kinds_dialog")
        self.table = QTreeWidget()
        self.table.setObjectName("check_kinds")
        self.table.setAccessibleName(self.tr("Kinds of findings"))
        self.table.setRootIsDecorated(False)
        # Select cells instead of rows, so that the arrow keys reach both boxes.
        self.table.setSelectionBehavior(QTreeWidget.SelectionBehavior.SelectItems)
        self.table.setUniformRowHeights(True)
        self.table.setHeaderLabels([self.tr("Kind"), self.tr("This glossary"), self.tr("All glossaries")])
        for kind in (*KINDS.values(), *own_kinds):
            if kind.severity is not Severity.VIOLATION:
                self.table.addTopLevelItem(self._item(kind, off))
        choose_alone(self.table, self.table.model().index(0, KIND))
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(KIND, QHeaderView.ResizeMode.Stretch)
        line = self.table.sizeHintForRow(0)
        self.table.setMinimumHeight(min(_ROWS_SHOWN, self.table.topLevelItemCount()) * line // 2)
        self.table.setMinimumWidth(
            self.table.sizeHintForColumn(KIND) + header.sectionSize(HERE) + header.sectionSize(EVERYWHERE) + 2 * line
        )
        self.table.itemChanged.connect(self._on_changed)
        self.insert(self.table)
        self.resize(self.width(), self.sizeHint().height() + _ROWS_SHOWN * line // 2)

    @property
    def switched_off(self) -> SwitchedOffKinds:
        """The kinds that are unchecked, for all glossaries and for this one."""
        return SwitchedOffKinds(
            everywhere=self._find_unchecked_kinds(EVERYWHERE), here=self._find_unchecked_kinds(HERE)
        )

    def _item(self, kind: FindingKind, off: SwitchedOffKinds) -> QTreeWidgetItem:
        item = QTreeWidgetItem([localize(kind.title)])
        name, tint = SEVERITY_ICONS[kind.severity]
        item.setIcon(KIND, theme.icon(name, tint=tint))
        item.setData(KIND, Qt.ItemDataRole.ToolTipRole, tooltip(localize(kind.remedy)))
        item.setData(KIND, _KEY, kind.key)
        for column, kinds in ((HERE, off.here), (EVERYWHERE, off.everywhere)):
            item.setCheckState(column, Qt.CheckState.Unchecked if kind.key in kinds else Qt.CheckState.Checked)
            item.setData(column, Qt.ItemDataRole.AccessibleTextRole, self.table.headerItem().text(column))
        return item

    def _on_changed(self, item: QTreeWidgetItem, column: int) -> None:
        """Checking a kind for this glossary also checks it for all, or the box would have no effect."""
        if column == HERE and item.checkState(HERE) == Qt.CheckState.Checked:
            item.setCheckState(EVERYWHERE, Qt.CheckState.Checked)

    def _find_unchecked_kinds(self, column: int) -> frozenset[str]:
        items = [self.table.topLevelItem(row) for row in range(self.table.topLevelItemCount())]
        return frozenset(
            item.data(KIND, _KEY) for item in items if item and item.checkState(column) == Qt.CheckState.Unchecked
        )
