"""The Usage pane: the figures, their history, and the ledger of billed calls."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.key_scope import Scope
from termdesk.domain.usage import CRITICAL_SHARE, Allowance, Usage
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane
from termdesk.ui.usage.history_plot import HistoryPlot
from termdesk.ui.usage.ledger_page import LedgerPage
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.empty_state import EmptyState
from termdesk.ui.widgets.meter import Bar
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.failure_words import explain
from termdesk.ui.words.lists import add_title, list_facts, list_names, list_sentences
from termdesk.ui.words.numbers import (
    format_date,
    format_date_and_time,
    format_money,
    format_number,
    format_percent,
    format_time,
)
from termdesk.ui.words.service_words import product_title

FIELDS = ("used", "left", "limit", "period", "today", "forecast", "cost", "key", "products")


class UsagePane(Pane):
    """Usage, remainder, limit and period come from the service; history and ledger are stored on this computer."""

    # The user wants to translate a text.
    translate_asked = Signal()

    name = "usage"
    needed_scopes: ClassVar = {Scope.READ_USAGE: ()}
    icon_name = "usage"

    def __init__(
        self,
        *,
        usage_monitor: UsageMonitor,
        remembered: WindowMemory,
        jobs: Jobs,
        notices: Notices,
        actions: Actions,
    ) -> None:
        super().__init__(actions)
        self.title = self.tr("Usage")
        self._usage_monitor = usage_monitor
        self._jobs = jobs
        self._was_asked = False
        self.figure = PlainLabel().stand_at_start()
        self.figure.setObjectName("usage_figure")
        theme.make_heading(self.figure, factor=2.0)
        self.figure_words = PlainLabel(tone="muted", wraps=True).stand_at_start()
        self.bar = Bar(420)
        self.bar.setAccessibleName(self.tr("Used part of the limit"))
        # Only the products can be many.
        self.fields = {name: PlainLabel(wraps=name == "products").stand_at_start() for name in FIELDS}
        for name, label in self.fields.items():
            label.setObjectName(f"usage_{name}")
        self.plot = HistoryPlot()
        self.no_plot = EmptyState(
            "usage",
            self.tr("No history yet"),
            self.tr("Each reading is stored here; the chart appears after two readings."),
        )
        self.plots = QStackedWidget()
        self.plots.addWidget(self.no_plot)
        self.plots.addWidget(self.plot)
        self.ledger = LedgerPage(usage_monitor, remembered=remembered, jobs=jobs, notices=notices)
        self.ledger.translate_asked.connect(self.translate_asked)
        self.billed_calls = self.ledger.table
        self._lay_out()
        self.bind({"refresh": self.refresh})
        self._show_usage(None)

    def _lay_out(self) -> None:
        heading = PlainLabel(self.title)
        theme.make_heading(heading)
        refresh = QPushButton(self.tr("Refresh"))
        refresh.setObjectName("usage_refresh")
        refresh.setAccessibleName(self.tr("Ask the service again"))
        refresh.setIcon(theme.icon("refresh"))
        refresh.clicked.connect(self.refresh)
        head = QHBoxLayout()
        head.addWidget(heading, 1)
        head.addWidget(refresh)
        figures = QWidget()
        top = QHBoxLayout(figures)
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(40)
        top.addWidget(self._make_summary(), 0)
        top.addWidget(self._make_form(), 1)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("usage_tabs")
        self.tabs.setAccessibleName(self.tr("Calls and chart"))
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self.ledger, self.tr("Latest calls"))
        self.tabs.addTab(self.plots, self.tr("Characters over time"))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(16)
        column.addLayout(head)
        column.addWidget(_FiguresArea(figures))
        column.addWidget(self.tabs, 1)

    def _make_summary(self) -> QWidget:
        summary = QWidget()
        column = QVBoxLayout(summary)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.figure)
        column.addWidget(self.bar)
        column.addWidget(self.figure_words)
        column.addStretch(1)
        return summary

    def _make_form(self) -> QWidget:
        widget = QWidget()
        form = self._form = QFormLayout(widget)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(24)
        titles = (
            self.tr("Used"),
            self.tr("Left"),
            self.tr("Limit"),
            self.tr("Billing period"),
            self.tr("Sent from here today"),
            self.tr("At this pace"),
            self.tr("Cost"),
            self.tr("This key"),
            self.tr("By product"),
        )
        for name, title in zip(FIELDS, titles, strict=True):
            form.addRow(PlainLabel(title, tone="muted"), self.fields[name])
        return widget

    def refresh_when_shown(self) -> None:
        """Read the usage."""
        self.refresh()

    def service_changed(self) -> None:
        """Read the usage of the service that is in use now."""
        self._was_asked = False
        if self.isVisible():
            self.refresh()

    def usage_changed(self) -> None:
        """Show what is known now. It may be nothing, because another service is in use."""
        self._show_usage(self._usage_monitor.usage)

    def refresh(self) -> None:
        """Read the usage again."""
        self._jobs.start(JobKind.READ_USAGE, self.tr("Reading usage"), self._read)

    async def _read(self) -> None:
        await self._show_history()
        self._was_asked = True
        # Shown until the service has reported the usage.
        await self._usage_monitor.recall()
        try:
            await self._usage_monitor.read()
        finally:
            self._show_usage(self._usage_monitor.usage)
        await self._show_history()

    async def _show_history(self) -> None:
        samples = await self._usage_monitor.samples()
        points = [(sample.taken_at.astimezone(), sample.character_count) for sample in samples]
        account = self._usage_monitor.usage.account if self._usage_monitor.usage else None
        self.plot.show_points(points, limit=account.limit if account else None)
        self.plots.setCurrentWidget(self.plot if len(points) > 1 else self.no_plot)
        await self.ledger.read()

    def _show_usage(self, usage: Usage | None) -> None:
        unknown = self.tr("not reported")
        if usage is None:
            self.figure.setText("–")
            self.figure_words.setText(
                self._no_figure if self._was_asked else self.tr("The service has not been asked yet.")
            )
            for label in self.fields.values():
                label.setText("–")
            self._show_day()
            self._form.setRowVisible(self.fields["forecast"], False)
            self._form.setRowVisible(self.fields["cost"], False)
            self.bar.hide()
            self._show_last_sample()
            return
        deciding = usage.deciding
        shown = deciding.count if deciding and deciding.count is not None else usage.character_count
        self.figure.setText(_count(shown, "–"))
        self.figure_words.setText(self._no_figure if shown is None else self._sentence(usage))
        self.bar.setVisible(usage.share is not None)
        self.bar.show_share(usage.share or 0.0, warn_at=self._usage_monitor.warn_at, critical_at=CRITICAL_SHARE)
        self.fields["used"].setText(_count(usage.character_count, unknown))
        self.fields["left"].setText(self._remainder(usage, unknown))
        self.fields["limit"].setText(self._limit(usage.account, usage.character_limit, unknown))
        self.fields["period"].setText(self._period(usage, unknown))
        self._show_day()
        self._show_outlook(usage)
        self.fields["key"].setText(self._key(usage, unknown))
        products = list_names(
            add_title(product_title(name), format_number(count)) for name, count in usage.by_product.items()
        )
        self.fields["products"].setText(products or unknown)

    def _show_last_sample(self) -> None:
        """Show the last stored reading, if there is one, while the service cannot be asked."""
        last = self._usage_monitor.last_sample
        if last is None:
            return
        self.figure.setText(format_number(last.character_count))
        words = self.tr("characters used on {moment}, when the usage was last read. It cannot be read now.")
        self.figure_words.setText(words.format(moment=format_date_and_time(last.taken_at.astimezone())))
        self.fields["used"].setText(format_number(last.character_count))
        account = Usage(last.character_count, last.character_limit).account
        self.fields["limit"].setText(self._limit(account, last.character_limit, "–"))

    @property
    def _no_figure(self) -> str:
        failure = self._usage_monitor.failure
        if failure is not None and (reason := explain(failure).cause):
            return list_sentences((reason, self.tr("Refresh to ask again.")))
        return self.tr("The service does not report the usage. Refresh to ask again.")

    def _show_day(self) -> None:
        """Show the characters sent today and the daily cap, if characters are billed."""
        day = self._usage_monitor.day
        words = ""
        if day is not None:
            words = self.tr("%Ln characters", "", day.count)
            if day.cap:
                used, cap = format_number(day.count), format_number(day.cap)
                words = self.tr("{used} of {limit} characters").format(used=used, limit=cap)
        self.fields["today"].setText(words)
        is_much = day is not None and (day.share or 0.0) >= self._usage_monitor.warn_at
        self.fields["today"].set_tone("warning" if is_much else "")
        self._form.setRowVisible(self.fields["today"], bool(words))

    def _show_outlook(self, usage: Usage) -> None:
        """Show the expected usage and cost at the end of the period, as far as known."""
        now, price = self._usage_monitor.read_at or datetime.now(UTC), self._usage_monitor.price
        forecast, count_at_end = usage.forecast(now), usage.count_at_end(now)
        words = ""
        if forecast is not None:
            date = format_date(forecast.period_end)
            # No plural form, because Qt's plural numbers end at two billion.
            words = self.tr("{used} by {date}").format(used=format_number(forecast.count), date=date)
            if forecast.full_at is not None:
                full = self.tr("the limit is reached on {date}").format(date=format_date(forecast.full_at))
                words = list_facts((words, full))
        self.fields["forecast"].setText(words)
        self.fields["forecast"].set_tone("warning" if forecast and forecast.full_at else "")
        self._form.setRowVisible(self.fields["forecast"], bool(words))
        cost = ""
        if price is not None and usage.character_count is not None:
            cost = format_money(price.of(usage.character_count), price.currency)
            if count_at_end is not None:
                # The account pays, even if the limit of the key decides.
                later = format_money(price.of(count_at_end), price.currency)
                cost = self.tr("{now} so far, {later} at the end of the period").format(now=cost, later=later)
        self.fields["cost"].setText(cost)
        self._form.setRowVisible(self.fields["cost"], bool(cost))

    def _remainder(self, usage: Usage, unknown: str) -> str:
        """Return the remaining characters: the smaller number of account and key, because the service enforces both
        limits.
        """
        if usage.deciding is None:
            return self._limit(usage.account, usage.character_limit, unknown)
        if usage.deciding.is_of_key and usage.left is not None:
            return self.tr("{left} for this key").format(left=format_number(usage.left))
        return _count(usage.left, unknown)

    def _limit(self, allowance: Allowance | None, limit: int | None, unknown: str) -> str:
        if allowance is not None:
            return format_number(allowance.limit)
        return unknown if limit is None else self.tr("no limit")

    def _key(self, usage: Usage, unknown: str) -> str:
        used = _count(usage.key_character_count, unknown)
        if usage.key is not None:
            return self.tr("{used} of {limit} characters").format(used=used, limit=format_number(usage.key.limit))
        if usage.key_character_limit is not None:
            return self.tr("{used}, without a limit of its own").format(used=used)
        return used

    def _sentence(self, usage: Usage) -> str:
        moment = self._usage_monitor.read_at
        read = format_time(moment) if moment else "–"
        if usage.deciding is None or usage.share is None:
            return self.tr("characters used, as of {time}. The service's count may lag behind.").format(time=read)
        words = self.tr("characters used, {share} of the limit, as of {time}. The count may lag behind.")
        if usage.deciding.is_of_key:
            words = self.tr(
                "characters used, {share} of the limit of this key, as of {time}. The count may lag behind."
            )
        return words.format(share=format_percent(usage.share), time=read)

    def _period(self, usage: Usage, unknown: str) -> str:
        if usage.period_end is None:
            return unknown
        end = format_date(usage.period_end)
        if usage.period_start is None:
            return self.tr("until {date}").format(date=end)
        start = format_date(usage.period_start)
        return self.tr("{start} – {end}").format(start=start, end=end)

    async def show_sample(self) -> None:
        """Read the usage, and wait for it."""
        await self._read()


def _count(count: int | None, otherwise: str) -> str:
    return otherwise if count is None else format_number(count)


class _FiguresArea(QScrollArea):
    """A scroll area as high as the figures. On a low screen it is lower, and the figures scroll."""

    def __init__(self, figures: QWidget) -> None:
        super().__init__()
        self.setObjectName("usage_figures")
        self.setAccessibleName(QCoreApplication.translate("UsagePane", "Figures"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setWidget(figures)
        self._figures = figures

    def sizeHint(self) -> QSize:
        """Return the size that the figures need now. Qt's own implementation caches the first size."""
        hint = self._figures.sizeHint()
        needed = self._figures.heightForWidth(self.viewport().width()) if self._figures.hasHeightForWidth() else 0
        return QSize(hint.width(), max(hint.height(), needed))

    def minimumSizeHint(self) -> QSize:
        """Return the width of the figures, so that nothing is cut at the side."""
        return QSize(self._figures.minimumSizeHint().width(), super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()
