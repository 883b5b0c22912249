"""The ledger of billed calls: filter, totals, copy and export."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.usage.charges import BilledWork
from termdesk.application.usage.ledger_search import FoundCalls, LedgerQuery
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.usage.ledger_model import LedgerColumn, LedgerModel
from termdesk.ui.widgets.dialogs import choose_target
from termdesk.ui.widgets.empty_state import EmptyState
from termdesk.ui.widgets.list_table import FittedColumns, ListTable
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import add_clear_button, text_button
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.numbers import format_about_money, format_number

# The search starts when the user pauses typing.
MILLISECONDS_TO_SEARCH = 150
# The box is wide enough for this many letters of a profile's name.
PROFILE_LETTERS = 13


class LedgerPage(QWidget):
    """The calls of the profile in use, of another one, or of all.

    They are read when `read` is called, and when the filter changes.
    """

    translate_asked = Signal()

    def __init__(self, usage_monitor: UsageMonitor, *, remembered: WindowMemory, jobs: Jobs, notices: Notices) -> None:
        super().__init__()
        self._usage_monitor = usage_monitor
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
        self.model = LedgerModel(self)
        self._make_widgets()
        self._lay_out()
        self._connect()

    def _make_widgets(self) -> None:
        self.search = QLineEdit()
        self.search.setObjectName("usage_search")
        self.search.setAccessibleName(self.tr("Search the calls"))
        self.search.setPlaceholderText(self.tr("Search languages, glossaries and trace ids"))
        add_clear_button(self.search)
        self.profile = QComboBox()
        self.profile.setObjectName("usage_profile")
        self.profile.setAccessibleName(self.tr("Profile of the calls"))
        self.profile.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.profile.setMinimumContentsLength(PROFILE_LETTERS)
        self._offer_profiles()
        self.work = QComboBox()
        self.work.setObjectName("usage_work")
        self.work.setAccessibleName(self.tr("What the calls were for"))
        self.work.addItem(self.tr("Everything"), None)
        for work, words in self.model.works.items():
            self.work.addItem(words, work)
        self.period = QComboBox()
        self.period.setObjectName("usage_days")
        self.period.setAccessibleName(self.tr("Days of the calls"))
        for words, days in (
            (self.tr("All days"), 0),
            (self.tr("Today"), 1),
            (self.tr("Last 7 days"), 7),
            (self.tr("Last 30 days"), 30),
        ):
            self.period.addItem(words, days)
        self.export_button = text_button("usage_export", self.tr("&Export…"), meaning=self.tr("Export the calls"))
        self.totals = PlainLabel(tone="muted", wraps=True).stand_at_start()
        self.totals.setObjectName("usage_totals")
        self.table = ListTable("usage_bills", self.tr("Latest calls"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        # Every column is as wide as its contents. The glossary takes what is left.
        fitted = [each for each in LedgerColumn if each != LedgerColumn.GLOSSARY]
        self._fitted_columns = FittedColumns(self.table, fitted)
        self._fitted_columns.fit(0, self.model.plain_text)
        header = self.table.horizontalHeader()
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setMinimumSectionSize(header.sectionSizeHint(LedgerColumn.GLOSSARY))
        header.setSectionResizeMode(LedgerColumn.GLOSSARY, QHeaderView.ResizeMode.Stretch)
        self.none_yet = EmptyState(
            "usage",
            self.tr("No calls yet"),
            self.tr(
                "What you send to this service is listed here, with its characters: texts, documents, spot-checks."
            ),
        )
        self.none_yet.add_button(
            "usage_translate", self.tr("Translate a text"), "translate", lambda: self.translate_asked.emit()
        )
        self.none_found = EmptyState(
            "search", self.tr("No call matches the filter"), self.tr("Search for less, or choose more days.")
        )
        self.none_found.add_button("usage_show_all", self.tr("Show all"), "close", self.show_all)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.search, 1)
        top.addWidget(self.profile)
        top.addWidget(self.work)
        top.addWidget(self.period)
        top.addWidget(self.export_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        self.pages = QStackedWidget()
        for page in (self.table, self.none_yet, self.none_found):
            self.pages.addWidget(page)
        column.addWidget(self.pages, 1)
        column.addWidget(self.totals)

    def _connect(self) -> None:
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(MILLISECONDS_TO_SEARCH)
        self._timer.timeout.connect(self.ask_read)
        self.search.textChanged.connect(lambda: self._timer.start())
        self.profile.currentIndexChanged.connect(lambda: self.ask_read())
        self.work.currentIndexChanged.connect(lambda: self.ask_read())
        self.period.currentIndexChanged.connect(lambda: self.ask_read())
        self.export_button.clicked.connect(self.ask_export)
        copying = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table)
        copying.setContext(Qt.ShortcutContext.WidgetShortcut)
        copying.activated.connect(self.copy)

    def _offer_profiles(self) -> None:
        """Offer the current profiles. The choice is kept, unless its profile was deleted."""
        chosen = self.profile.currentData() if self.profile.count() else ""
        names = self._usage_monitor.profile_names
        others = [(name, profile) for profile, name in names.items() if profile != self._usage_monitor.profile]
        offered = [(self.tr("Profile in use"), ""), (self.tr("All profiles"), None), *others]
        if [(self.profile.itemText(row), self.profile.itemData(row)) for row in range(self.profile.count())] == offered:
            return
        self.profile.blockSignals(True)
        self.profile.clear()
        for title, profile in offered:
            self.profile.addItem(title, profile)
        values = [profile for _, profile in offered]
        self.profile.setCurrentIndex(values.index(chosen) if chosen in values else 0)
        self.profile.blockSignals(False)

    @property
    def query(self) -> LedgerQuery:
        """The filter that is chosen above the table."""
        # Qt returns a plain string for a member of a StrEnum.
        work = self.work.currentData()
        return LedgerQuery(
            self.search.text(),
            BilledWork(work) if work else None,
            self.period.currentData(),
            self.profile.currentData(),
        )

    def show_all(self) -> None:
        """Clear the filter above the table."""
        self.search.clear()
        self.profile.setCurrentIndex(0)
        self.work.setCurrentIndex(0)
        self.period.setCurrentIndex(0)
        self.search.setFocus()

    def ask_read(self) -> None:
        """Start to read the calls again."""
        self._jobs.start(JobKind.READ_LEDGER, self.tr("Reading the calls"), self.read)

    async def read(self) -> None:
        """Read the calls that match the filter, and show them with their totals."""
        self._offer_profiles()
        query, watch = self.query, self._usage_monitor
        found = await watch.find_calls(query)
        is_billed = watch.is_billed_for(query)
        self.model.show_calls(found.calls, is_billed=is_billed, profile_names=watch.profile_names, prices=watch.prices)
        self._fitted_columns.fit(len(found.calls), self.model.plain_text)
        self.table.setColumnHidden(LedgerColumn.COST, not self.model.has_costs)
        self.table.setColumnHidden(LedgerColumn.PROFILE, query.profile is not None)
        self.totals.setText(self._totals(found, is_billed=is_billed))
        self.export_button.setEnabled(bool(found.totals.count))
        nothing = self.none_yet if query == LedgerQuery() else self.none_found
        self.pages.setCurrentWidget(self.table if found.totals.count else nothing)

    def _totals(self, found: FoundCalls, *, is_billed: bool) -> str:
        totals = found.totals
        if not totals.count:
            return self.tr("No calls.")
        count = self.tr("%Ln calls", "", totals.count)
        if len(found.calls) < totals.count:
            count = self.tr("{count}, of which the latest {listed} are listed").format(
                count=count, listed=format_number(len(found.calls))
            )
        estimated = self.tr("%Ln characters estimated", "", totals.estimated)
        billed = self._billed_words(found, is_billed=is_billed) if totals.estimated_of_billed or totals.billed else ""
        unclear = self.tr("{number} unclear").format(number=format_number(totals.unclear)) if totals.unclear else ""
        sums = self._usage_monitor.money_of(totals).items()
        money = [format_about_money(sum_of, currency) for currency, sum_of in sums]
        return list_facts((count, estimated, billed, unclear, *money))

    def _billed_words(self, found: FoundCalls, *, is_billed: bool) -> str:
        """Return the characters that the service reported; if calls are missing, with the estimate for the others."""
        totals = found.totals
        words = self.tr("{billed} billed") if is_billed else self.tr("{billed} counted")
        if totals.estimated_of_billed != totals.estimated:
            words = self.tr("{billed} billed for calls estimated at {estimated}")
            if not is_billed:
                words = self.tr("{billed} counted for calls estimated at {estimated}")
        billed, estimated = format_number(totals.billed), format_number(totals.estimated_of_billed)
        return words.format(billed=billed, estimated=estimated)

    def copy(self) -> None:
        """Copy the selected calls for a spreadsheet, one row each."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        lines = ("\t".join(plain_cells(self.model, row)) for row in rows)
        QGuiApplication.clipboard().setText("\n".join(lines))

    def ask_export(self) -> None:
        """Ask for a file, and export the calls that match the filter."""
        work = partial(self._export, self.query)
        self._jobs.start_with_progress(JobKind.EXPORT_LEDGER, self.tr("Exporting the calls"), work)

    async def _export(self, query: LedgerQuery, progress: JobProgress) -> None:
        target = await choose_target(
            self,
            self.tr("Export the calls"),
            folder=self._remembered.export_folder,
            name="calls.csv",
            filters=[self.tr("CSV (*.csv)")],
        )
        if target is None:
            return
        path = target[0] if target[0].suffix else Path(f"{target[0]}.csv")
        self._remembered.export_folder = str(path.parent)
        await self._usage_monitor.export_calls(query, path, progress)
        self._notices.say(self.tr("Saved {path}").format(path=path), kind="good")


def plain_cells(model: LedgerModel, row: int) -> list[str]:
    """Return the texts of a row without direction marks and tabs."""
    return [model.plain_text(row, column).replace("\t", " ") for column in LedgerColumn]
