"""The panel below the grid: kinds with their counts on the left, findings on the right, fixes below."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.glossaries.checks.findings import Finding
from termdesk.application.glossaries.checks.quick_fix import FIX_WORDS
from termdesk.application.glossaries.multilingual.findings import AnyListing
from termdesk.domain.findings.kinds import Severity
from termdesk.ui.glossaries.checks.findings_kinds import FindingsKinds
from termdesk.ui.glossaries.checks.findings_model import KIND, LANGUAGE, FindingsModel
from termdesk.ui.glossaries.checks.findings_table import FindingsTable
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.widgets.plain_buttons import Splitter, dialog_button
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number


class FindingsPanel(QFrame):
    """Shows a `Listing`. Signals report what the user requests; the owner does it and shows the next listing."""

    fix_asked = Signal(list)  # list[Finding]
    ignore_asked = Signal(list)  # list[Finding]
    take_back_asked = Signal(list)
    compare_asked = Signal()
    kinds_asked = Signal()
    switch_off_asked = Signal(str, bool)  # kind, and whether it applies to all glossaries
    rules_asked = Signal()
    close_asked = Signal()
    left = Signal()  # Escape was pressed: return to the grid

    def __init__(self, parent: QWidget | None = None, *, is_multilingual: bool = False) -> None:
        """Create the panel. If `is_multilingual`, each line also shows the language of its finding."""
        super().__init__(parent)
        self.setObjectName("findings_panel")
        self.setAccessibleName(self.tr("Findings"))
        self.model = FindingsModel(self)
        self._notes: dict[tuple[str, int, str], str] = {}
        self._listing: AnyListing | None = None
        self.title = PlainLabel(self.tr("Checks"))
        theme.make_heading(self.title, factor=1.05)
        self.status = PlainLabel(wraps=True, tone="muted")
        self.status.setObjectName("findings_status")
        self.words = PlainLabel(wraps=True)
        self.words.setObjectName("findings_words")
        self.nothing = PlainLabel(wraps=True, tone="muted")
        self.nothing.setObjectName("findings_nothing")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.nothing.setContentsMargins(12, 12, 12, 12)
        self.kinds = FindingsKinds()
        self.kinds.chosen.connect(self._show_findings)
        self.kinds.switch_off_asked.connect(self.switch_off_asked)
        self.table = FindingsTable(self.model)
        self.table.current_changed.connect(self._show_possible)
        self.table.menu_asked.connect(self._open_menu)
        self.table.setColumnHidden(LANGUAGE, not is_multilingual)
        self.right = QStackedWidget()
        self.right.addWidget(self.table)
        self.right.addWidget(self.nothing)
        self._make_buttons()
        self._lay_out()
        mark_region(self, first=self.table)
        self._show_possible()

    def _make_buttons(self) -> None:
        self.fix = self._button("findings_fix", self.tr("Fix this"), self._ask_fix)
        self.fix_all = self._button("findings_fix_all", self.tr("Fix all of this kind"), self._ask_fix_all)
        self.ignore = self._button(
            "findings_ignore", self.tr("Ignore…"), lambda: self.ignore_asked.emit(list(self._to_ignore()))
        )
        self.take_back = self._button(
            "findings_take_back",
            self.tr("Take back"),
            lambda: self.take_back_asked.emit(list(self.table.selected_findings())),
        )
        self.compare = self._button(
            "findings_compare", self.tr("Compare with others"), lambda: self.compare_asked.emit()
        )
        self.choose_kinds = self._button("findings_choose_kinds", self.tr("Kinds…"), lambda: self.kinds_asked.emit())
        set_tooltip(self.choose_kinds, self.tr("Choose what is checked"))
        self.rules = self._button("findings_rules", self.tr("Custom rules…"), lambda: self.rules_asked.emit())
        self.show_ignored = QCheckBox(self.tr("Ignored"))
        self.show_ignored.setObjectName("findings_ignored")
        self.show_ignored.setAccessibleName(self.tr("Show ignored findings"))
        self.show_ignored.toggled.connect(lambda _on: self._show_kinds())
        words = self.tr("Close the list of findings")
        self.close_button = QToolButton()
        self.close_button.setObjectName("findings_close")
        self.close_button.setAccessibleName(words)
        set_tooltip(self.close_button, words)
        self.close_button.setIcon(theme.icon("close"))
        self.close_button.clicked.connect(lambda: self.close_asked.emit())

    def _button(self, name: str, words: str, do: Callable[[], object]) -> QPushButton:
        button = dialog_button(name, words)
        button.clicked.connect(lambda: do())
        return button

    def _lay_out(self) -> None:
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        for widget in (self.show_ignored, self.compare, self.choose_kinds, self.rules, self.close_button):
            head.addWidget(widget)
        foot.addWidget(self.fix)
        foot.addWidget(self.fix_all)
        foot.addStretch(1)
        foot.addWidget(self.take_back)
        foot.addWidget(self.ignore)
        for line in (head, foot):
            line.setSpacing(8)
        self.splitter = Splitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("findings_splitter")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.kinds)
        self.splitter.addWidget(self.right)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([self.kinds.comfortable_width(), 3 * self.kinds.comfortable_width()])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.status)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.words)
        column.addLayout(foot)

    # Content

    def show_listing(self, listing: AnyListing, notes: dict[tuple[str, int, str], str]) -> None:
        """Show other findings. The selected kind and the current finding are kept if they still exist."""
        self._notes = notes
        # The model keeps its old listing until its rows are reset, because its rows are indexes into that listing.
        self._listing = listing
        self._show_kinds()

    def choose(self, packed: int) -> None:
        """Make this finding current, or the one after it, without moving in the grid."""
        self.table.choose(packed)

    def choose_finding(self, finding: Finding) -> None:
        """Make exactly this finding current, and show all kinds."""
        self.kinds.choose_all()
        if self._listing is not None:
            self.table.choose(self._listing.pack(finding))

    def _show_kinds(self) -> None:
        listing = self._listing
        if listing is None:
            return
        found = listing.ignored if self.show_ignored.isChecked() else listing.open
        self.kinds.show_counts(listing, found.counts)
        total = len(listing.ignored.all)
        words = self.tr("Ignored ({count})") if total else self.tr("Ignored")
        self.show_ignored.setText(words.format(count=format_number(total)))
        self._show_findings()

    def _show_findings(self) -> None:
        listing = self._listing
        if listing is None:
            return
        before = self.table.current_packed()
        is_ignored = self.show_ignored.isChecked()
        self.model.show_listing(
            listing, self.kinds.which, is_ignored=is_ignored, notes=self._notes if is_ignored else {}
        )
        self.table.setColumnHidden(KIND, self.kinds.is_one_kind)
        self.right.setCurrentWidget(self.table if self.model.rowCount() else self.nothing)
        if before is not None:
            self.table.choose(before)
        self._show_possible()

    def _show_possible(self) -> None:
        finding = self.table.current()
        is_ignored = self.show_ignored.isChecked()
        words = localize(FIX_WORDS.get(finding.kind, "")) if finding and not is_ignored else ""
        self.fix.setEnabled(bool(words))
        set_tooltip(self.fix, words)
        count = self._count_of(finding.kind) if finding and words else 0
        # A single finding is handled by “Fix this”.
        count = count if count > 1 else 0
        self.fix_all.setEnabled(count > 0)
        self.fix_all.setText(
            self.tr("{fix} (%Ln findings)", "", count).format(fix=words) if count else self.tr("Fix all of this kind")
        )
        self.words.setText(self.model.words(finding) if finding else "")
        self.ignore.setEnabled(not is_ignored and next(self._to_ignore(), None) is not None)
        self.take_back.setVisible(is_ignored)
        self.take_back.setEnabled(next(self.table.selected_findings(), None) is not None)

    def _to_ignore(self) -> Iterator[Finding]:
        """Return the selected findings except violations: the service would refuse those entries."""
        return (each for each in self.table.selected_findings() if not self._is_violation(each))

    def _count_of(self, kind: str) -> int:
        return len(self.model.listing.open.of(kind)) if self.model.listing else 0

    def _is_violation(self, finding: Finding) -> bool:
        return self.model.listing is not None and self.model.listing.kind(finding.kind).severity is Severity.VIOLATION

    # Requests

    def _ask_fix(self) -> None:
        if finding := self.table.current():
            self.fix_asked.emit([finding])

    def _ask_fix_all(self) -> None:
        listing, finding = self.model.listing, self.table.current()
        if listing is not None and finding is not None:
            self.fix_asked.emit([listing.finding(each) for each in listing.open.of(finding.kind)])

    def _open_menu(self, position: QPoint) -> None:
        """Open a context menu with the actions of the buttons for the selected findings."""
        menu = QMenu(self)
        menu.setObjectName("findings_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for button in (self.fix, self.fix_all, self.ignore, self.take_back):
            if not button.isHidden():
                action = menu.addAction(button.text(), button.click)
                action.setEnabled(button.isEnabled())
        if words := self.fix.accessibleDescription():
            menu.actions()[0].setText(words)
        # Use popup() instead of exec(): a nested event loop would break tasks that resume meanwhile.
        menu.popup(position)

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
