"""The list of findings below the grid: kinds with their counts at the left, findings at the right, fixes below."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.findings import Finding, Listing, place_of
from termdesk.application.mending import FIX_WORDS
from termdesk.domain.advice.kinds import Severity
from termdesk.ui import theme
from termdesk.ui.glossaries.findings_model import KIND, PHRASE, ROW, SEVERITY_ICONS, WORDS, FindingsModel, Index
from termdesk.ui.plain import PlainLabel, tooltip

_KEY = Qt.ItemDataRole.UserRole


class FindingsPanel(QFrame):
    """Shows a `Listing`. Says what is wished for; whoever owns it does it and shows the next listing."""

    chosen = Signal(object)  # Finding: show its cell, and stay in the list
    opened = Signal(object)  # Finding: go to its cell
    fix_asked = Signal(list)  # list[Finding]
    ignore_asked = Signal(object)
    take_back_asked = Signal(object)
    compare_asked = Signal()
    rules_asked = Signal()
    close_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findings_panel")
        self.setAccessibleName(self.tr("Findings"))
        self.model = FindingsModel(self)
        self._is_refreshing = False
        self._notes: dict[tuple[str, int, str], str] = {}
        self._listing: Listing | None = None
        self.title = PlainLabel(self.tr("Checks"))
        theme.make_heading(self.title, factor=1.05)
        self.status = PlainLabel(wraps=True, tone="muted")
        self.status.setObjectName("findings_status")
        self.words = PlainLabel(wraps=True)
        self.words.setObjectName("findings_words")
        self.nothing = PlainLabel(wraps=True, tone="muted")
        self.nothing.setObjectName("findings_nothing")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.nothing.setContentsMargins(12, 12, 12, 12)
        self.kinds = self._kinds_list()
        self.table = self._table()
        self.right = QStackedWidget()
        self.right.addWidget(self.table)
        self.right.addWidget(self.nothing)
        self._make_buttons()
        self._lay_out()
        self._show_possible()

    def _kinds_list(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("findings_kinds")
        tree.setAccessibleName(self.tr("Kinds of findings"))
        tree.setHeaderLabels([self.tr("Kind"), self.tr("Count")])
        tree.setRootIsDecorated(False)
        tree.setItemsExpandable(False)
        tree.setIndentation(tree.fontMetrics().height())
        tree.setUniformRowHeights(True)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        tree.headerItem().setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        tree.currentItemChanged.connect(lambda _now, _before: self._on_kind())
        return tree

    def _table(self) -> QTableView:
        table = _FindingsTable()
        table.setObjectName("findings_list")
        table.setAccessibleName(self.tr("Findings, Enter goes to the cell"))
        table.setModel(self.model)
        table.setItemDelegateForColumn(PHRASE, _PhraseDelegate(table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 10)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        letter = table.fontMetrics().averageCharWidth()
        for column, width in ((ROW, 9), (KIND, 27), (PHRASE, 20)):
            table.setColumnWidth(column, width * letter)
        header.setSectionResizeMode(WORDS, QHeaderView.ResizeMode.Stretch)
        table.selectionModel().currentRowChanged.connect(self._on_row)
        table.clicked.connect(self._on_row)
        table.entered_row.connect(self._on_entered)
        return table

    def _make_buttons(self) -> None:
        self.fix = self._button("findings_fix", self.tr("Fix this"), self._ask_fix)
        self.fix_all = self._button("findings_fix_all", self.tr("Fix all of this kind"), self._ask_fix_all)
        self.ignore = self._button("findings_ignore", self.tr("Ignore…"), lambda: self._emit(self.ignore_asked))
        self.take_back = self._button(
            "findings_take_back", self.tr("Take back"), lambda: self._emit(self.take_back_asked)
        )
        self.compare = self._button(
            "findings_compare", self.tr("Compare with others"), lambda: self.compare_asked.emit()
        )
        self.rules = self._button("findings_rules", self.tr("Own rules…"), lambda: self.rules_asked.emit())
        self.show_ignored = QCheckBox(self.tr("Ignored"))
        self.show_ignored.setObjectName("findings_ignored")
        self.show_ignored.setAccessibleName(self.tr("Show what is ignored"))
        self.show_ignored.toggled.connect(lambda _on: self._show_kinds())
        words = self.tr("Close the list of findings")
        self.close_button = QToolButton()
        self.close_button.setObjectName("findings_close")
        self.close_button.setAccessibleName(words)
        self.close_button.setToolTip(tooltip(words))
        self.close_button.setIcon(theme.icon("close"))
        self.close_button.clicked.connect(lambda: self.close_asked.emit())

    def _button(self, name: str, words: str, do: object) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAccessibleName(words)
        button.setAutoDefault(False)
        button.clicked.connect(do)
        return button

    def _lay_out(self) -> None:
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title)
        head.addWidget(self.status, 1)
        for widget in (self.show_ignored, self.compare, self.rules, self.close_button):
            head.addWidget(widget)
        foot.addWidget(self.fix)
        foot.addWidget(self.fix_all)
        foot.addStretch(1)
        foot.addWidget(self.take_back)
        foot.addWidget(self.ignore)
        for line in (head, foot):
            line.setSpacing(8)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("findings_splitter")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.kinds)
        self.splitter.addWidget(self.right)
        self.splitter.setStretchFactor(1, 1)
        letter = self.fontMetrics().averageCharWidth()
        self.splitter.setSizes([36 * letter, 90 * letter])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.words)
        column.addLayout(foot)

    # What is shown

    @property
    def chosen_kinds(self) -> tuple[str, ...] | None:
        """The kinds that are looked at; None for all."""
        item = self.kinds.currentItem()
        if item is None or item.data(0, _KEY) is None:
            return None
        return tuple(each.data(0, _KEY) for each in _children(item) or [item])

    def current(self) -> Finding | None:
        """The finding that is chosen in the list."""
        return self.model.finding(self.table.currentIndex().row())

    def show_listing(self, listing: Listing, notes: dict[tuple[str, int, str], str]) -> None:
        """Show other findings; the kind and the place in the list stay, as far as they are still there."""
        self._notes = notes
        # The model goes on with the old one until its rows change, too: they are numbers into it.
        self._listing = listing
        self._show_kinds()

    def choose(self, packed: int) -> None:
        """Put the mark on the first finding from here on, without going anywhere."""
        place = bisect_left(self.model.shown, packed)
        if place < self.model.rowCount():
            self._is_refreshing = True
            self.table.setCurrentIndex(self.model.index(place, 0))
            self._is_refreshing = False
            self._show_possible()

    def choose_finding(self, wanted: Finding) -> None:
        """Put the mark on this very finding, among all kinds."""
        self.kinds.setCurrentIndex(self.kinds.model().index(0, 0))
        first = bisect_left(self.model.shown, place_of(wanted.row, wanted.column)[0])
        for place in range(first, self.model.rowCount()):
            finding = self.model.finding(place)
            if finding is None or finding.row != wanted.row:
                return
            if finding.kind == wanted.kind:
                self.choose(self.model.shown[place])
                return

    def _show_kinds(self) -> None:
        listing = self._listing
        if listing is None:
            return
        is_ignored = self.show_ignored.isChecked()
        counts = listing.ignored_counts if is_ignored else listing.counts
        current = self.kinds.currentItem()
        wanted = current.data(0, _KEY) if current is not None else None
        self._is_refreshing = True
        self.kinds.clear()
        everything = self._item(self.tr("All"), None, sum(counts.values()))
        self.kinds.addTopLevelItem(everything)
        self.kinds.setCurrentItem(everything)
        for severity in Severity:
            self._add_severity(severity, counts, wanted)
        self._is_refreshing = False
        total = len(listing.ignored)
        words = self.tr("Ignored ({count})") if total else self.tr("Ignored")
        self.show_ignored.setText(words.format(count=f"{total:,}"))
        self._show_findings()

    def _add_severity(self, severity: Severity, counts: dict[str, int], wanted: str | None) -> None:
        """The kinds of one severity below its name; what was chosen before is chosen again."""
        listing = self._listing
        assert listing is not None
        kinds = [listing.kind(key) for key in counts if listing.kind(key).severity is severity]
        if not kinds:
            return
        group = self._item(self._severity_words(severity), severity.value, sum(counts[kind.key] for kind in kinds))
        name, tint = SEVERITY_ICONS[severity]
        group.setIcon(0, theme.icon(name, tint=tint))
        self.kinds.addTopLevelItem(group)
        for kind in kinds:
            item = self._item(kind.title, kind.key, counts[kind.key])
            item.setData(0, Qt.ItemDataRole.ToolTipRole, tooltip(kind.remedy))
            group.addChild(item)
        group.setExpanded(True)
        for item in (group, *_children(group)):
            if item.data(0, _KEY) == wanted:
                self.kinds.setCurrentItem(item)

    def _item(self, title: str, key: str | None, count: int) -> QTreeWidgetItem:
        item = QTreeWidgetItem([title, f"{count:,}"])
        item.setData(0, _KEY, key)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setSizeHint(0, QSize(0, self.fontMetrics().height() + 8))
        return item

    def _severity_words(self, severity: Severity) -> str:
        return {
            Severity.PROBLEM: self.tr("Problems"),
            Severity.WARNING: self.tr("Warnings"),
            Severity.HINT: self.tr("Hints"),
        }[severity]

    def _show_findings(self) -> None:
        listing = self._listing
        assert listing is not None
        row = self.table.currentIndex().row()
        before = self.model.shown[row] if 0 <= row < self.model.rowCount() else None
        self._is_refreshing = True
        is_ignored = self.show_ignored.isChecked()
        self.model.show_listing(
            listing, self.chosen_kinds, is_ignored=is_ignored, notes=self._notes if is_ignored else {}
        )
        self._is_refreshing = False
        chosen = self.chosen_kinds
        self.table.setColumnHidden(KIND, chosen is not None and len(chosen) == 1)
        self.right.setCurrentWidget(self.table if self.model.rowCount() else self.nothing)
        if before is not None:
            self.choose(before)
        self._show_possible()

    def _on_kind(self) -> None:
        if not self._is_refreshing:
            self._show_findings()

    def _show_possible(self) -> None:
        finding = self.current()
        is_ignored = self.show_ignored.isChecked()
        words = FIX_WORDS.get(finding.kind) if finding and not is_ignored else None
        self.fix.setEnabled(words is not None)
        self.fix.setToolTip(tooltip(words or ""))
        count = self._count_of(finding.kind) if finding and words else 0
        self.fix_all.setEnabled(count > 0)
        self.fix_all.setText(
            self.tr("{fix} in all {count}").format(fix=words, count=f"{count:,}")
            if count
            else self.tr("Fix all of this kind")
        )
        self.words.setText(self.model.words(finding) if finding else "")
        is_problem = finding is not None and self._is_problem(finding)
        self.ignore.setEnabled(finding is not None and not is_ignored and not is_problem)
        self.take_back.setVisible(is_ignored)
        self.take_back.setEnabled(finding is not None)

    def _count_of(self, kind: str) -> int:
        return self.model.listing.counts.get(kind, 0) if self.model.listing else 0

    def _is_problem(self, finding: Finding) -> bool:
        return self.model.listing is not None and self.model.listing.kind(finding.kind).severity is Severity.PROBLEM

    # What is wished for

    def _on_row(self, index: QModelIndex) -> None:
        self._show_possible()
        if not self._is_refreshing and (finding := self.model.finding(index.row())):
            self.chosen.emit(finding)

    def _on_entered(self) -> None:
        self._emit(self.opened)

    def _emit(self, signal: object) -> None:
        if finding := self.current():
            signal.emit(finding)  # type: ignore[attr-defined]

    def _ask_fix(self) -> None:
        if finding := self.current():
            self.fix_asked.emit([finding])

    def _ask_fix_all(self) -> None:
        listing, finding = self.model.listing, self.current()
        if listing is not None and finding is not None:
            self.fix_asked.emit([listing.finding(each) for each in listing.of([finding.kind])])


def _children(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [child for row in range(item.childCount()) if (child := item.child(row)) is not None]


class _FindingsTable(QTableView):
    """Enter and double click go to the cell; the arrow keys only show it."""

    entered_row = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.doubleClicked.connect(lambda _index: self.entered_row.emit())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_row.emit()
            return
        super().keyPressEvent(event)


class _PhraseDelegate(QStyledItemDelegate):
    """The phrase runs as its language does."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        model = index.model()
        assert isinstance(model, FindingsModel)
        if model.is_right_to_left(index.row()):
            option.direction = Qt.LayoutDirection.RightToLeft
