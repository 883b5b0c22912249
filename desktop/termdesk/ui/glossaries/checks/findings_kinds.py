"""A tree of the kinds of findings, grouped by severity, with counts. The selected item filters the list of findings."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from termdesk.application.glossaries.multilingual.findings import AnyListing
from termdesk.domain.findings.kinds import KINDS, Severity
from termdesk.ui.glossaries.checks.findings_model import SEVERITY_ICONS
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.leading_header import LeadingHeader
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

_MARGINS_AND_BAR = 24
_KEY = Qt.ItemDataRole.UserRole
_NUMBERS = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter


class FindingsKinds(QTreeWidget):
    """A tree with two levels. `chosen` is emitted when the user selects another item."""

    chosen = Signal()
    switch_off_asked = Signal(str, bool)  # kind, and whether it applies to all glossaries

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_refreshing = False
        self.setObjectName("findings_kinds")
        self.setAccessibleName(self.tr("Kinds of findings"))
        self.setHeader(LeadingHeader(self))
        self.setHeaderLabels([self.tr("Kind"), self.tr("Count")])
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setIndentation(self.fontMetrics().height())
        self.setUniformRowHeights(True)
        header = self.header()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.headerItem().setTextAlignment(1, _NUMBERS)
        self.currentItemChanged.connect(lambda _now, _before: self._on_current())
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._switches = [
            self._add_switch(self.tr("Switch off in this glossary"), "findings_off_here", is_everywhere=False),
            self._add_switch(self.tr("Switch off in all glossaries"), "findings_off_everywhere", is_everywhere=True),
        ]

    def _add_switch(self, words: str, name: str, *, is_everywhere: bool) -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        action.triggered.connect(lambda: self.switch_off_asked.emit(self.which or "", is_everywhere))
        self.addAction(action)
        return action

    @property
    def which(self) -> str | None:
        """The selected kind or severity; None for all."""
        item = self.currentItem()
        return item.data(0, _KEY) if item is not None else None

    @property
    def is_one_kind(self) -> bool:
        """Whether a single kind is selected."""
        item = self.currentItem()
        return item is not None and item.parent() is not None

    def show_counts(self, listing: AnyListing, counts: dict[str, int]) -> None:
        """Show these kinds and keep the selection if it still exists."""
        chosen = self.which
        self._is_refreshing = True
        self.clear()
        everything = self._item(self.tr("All"), None, sum(counts.values()))
        self.addTopLevelItem(everything)
        self.setCurrentItem(everything)
        for severity in Severity:
            self._add_severity(severity, listing, counts, chosen)
        self._is_refreshing = False
        self._show_switches()

    def comfortable_width(self) -> int:
        """Return the width that shows every title with its count."""
        metrics = self.fontMetrics()
        longest = max(metrics.horizontalAdvance(localize(kind.title)) for kind in KINDS.values())
        return longest + metrics.horizontalAdvance("0,000") + 2 * self.indentation() + _MARGINS_AND_BAR

    def choose_all(self) -> None:
        """Select the item for all kinds."""
        choose_alone(self, self.model().index(0, 0))

    def _add_severity(
        self, severity: Severity, listing: AnyListing, counts: dict[str, int], chosen: str | None
    ) -> None:
        kinds = [listing.kind(key) for key in counts if listing.kind(key).severity is severity]
        if not kinds:
            return
        group = self._item(self._severity_words(severity), severity.value, sum(counts[kind.key] for kind in kinds))
        name, tint = SEVERITY_ICONS[severity]
        group.setIcon(0, theme.icon(name, tint=tint))
        self.addTopLevelItem(group)
        items = [group]
        for kind in kinds:
            items.append(item := self._item(localize(kind.title), kind.key, counts[kind.key]))
            item.setData(0, Qt.ItemDataRole.ToolTipRole, tooltip(localize(kind.remedy)))
            group.addChild(item)
        group.setExpanded(True)
        for item in items:
            if item.data(0, _KEY) == chosen:
                self.setCurrentItem(item)

    def _item(self, title: str, key: str | None, count: int) -> QTreeWidgetItem:
        item = QTreeWidgetItem([title, format_number(count)])
        item.setData(0, _KEY, key)
        item.setTextAlignment(1, _NUMBERS)
        item.setSizeHint(0, QSize(0, self.fontMetrics().height() + 8))
        return item

    def _severity_words(self, severity: Severity) -> str:
        return {
            Severity.VIOLATION: self.tr("Problems"),
            Severity.WARNING: self.tr("Warnings"),
            Severity.HINT: self.tr("Hints"),
        }[severity]

    def _show_switches(self) -> None:
        item = self.currentItem()
        group = item.parent() if item is not None else None
        can_switch = group is not None and group.data(0, _KEY) != Severity.VIOLATION.value
        for action in self._switches:
            action.setEnabled(can_switch)

    def _on_current(self) -> None:
        self._show_switches()
        if not self._is_refreshing:
            self.chosen.emit()

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            # Let the panel handle the key, as the table of findings does.
            event.ignore()
        else:
            super().keyPressEvent(event)
