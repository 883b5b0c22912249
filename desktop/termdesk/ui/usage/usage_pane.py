"""What was used: the numbers, the way there, and the calls that cost."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractItemView,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.metering import Metering
from termdesk.domain.usage import Usage
from termdesk.ui import theme
from termdesk.ui.actions import Actions
from termdesk.ui.empty_state import EmptyState
from termdesk.ui.jobs import Jobs
from termdesk.ui.meter import Bar
from termdesk.ui.pane import Pane
from termdesk.ui.plain import PlainLabel
from termdesk.ui.usage.history_plot import HistoryPlot

READING = "Reading usage"
FIELDS = ("used", "left", "limit", "period", "key", "products")


class UsagePane(Pane):
    """Used, left, limit and period as the service tells them; history and bills as kept on this computer."""

    name = "usage"
    icon_name = "usage"

    def __init__(self, *, metering: Metering, jobs: Jobs, actions: Actions) -> None:
        super().__init__(actions)
        self.title = self.tr("Usage")
        self._metering = metering
        self._jobs = jobs
        self.figure = PlainLabel()
        self.figure.setObjectName("usage_figure")
        theme.make_heading(self.figure, factor=2.0)
        self.figure_words = PlainLabel(tone="muted", wraps=True)
        self.bar = Bar(420)
        self.bar.setAccessibleName(self.tr("Used part of the limit"))
        self.fields = {name: PlainLabel() for name in FIELDS}
        for name, label in self.fields.items():
            label.setObjectName(f"usage_{name}")
        self.plot = HistoryPlot()
        self.no_plot = EmptyState(
            "usage", self.tr("No history yet"), self.tr("Each reading is kept here; two of them make a line.")
        )
        self.plots = QStackedWidget()
        self.plots.addWidget(self.no_plot)
        self.plots.addWidget(self.plot)
        self.bills = self._made_table()
        self._lay_out()
        self.bind({"refresh": self.refresh})
        self._show_usage(None)

    def _made_table(self) -> QTableWidget:
        table = QTableWidget(0, 4)
        table.setObjectName("usage_bills")
        table.setAccessibleName(self.tr("Billed calls"))
        table.setHorizontalHeaderLabels([self.tr("Time"), self.tr("Call"), self.tr("Counted here"), self.tr("Billed")])
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        return table

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
        top = QHBoxLayout()
        top.setSpacing(40)
        top.addWidget(self._made_summary(), 0)
        top.addWidget(self._made_form(), 1)
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addWidget(_titled(self.tr("Characters over time"), self.plots), 1)
        below.addWidget(_titled(self.tr("Latest calls"), self.bills), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(16)
        column.addLayout(head)
        column.addLayout(top)
        column.addLayout(below, 1)

    def _made_summary(self) -> QWidget:
        summary = QWidget()
        column = QVBoxLayout(summary)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.figure)
        column.addWidget(self.bar)
        column.addWidget(self.figure_words)
        column.addStretch(1)
        return summary

    def _made_form(self) -> QWidget:
        widget = QWidget()
        form = QFormLayout(widget)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(24)
        titles = (
            self.tr("Used"),
            self.tr("Left"),
            self.tr("Limit"),
            self.tr("Billing period"),
            self.tr("This key"),
            self.tr("By product"),
        )
        for name, title in zip(FIELDS, titles, strict=True):
            form.addRow(PlainLabel(title, tone="muted"), self.fields[name])
        return widget

    def shown(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        self._jobs.start(READING, self._read())

    async def _read(self) -> None:
        await self._show_history()
        self._show_usage(await self._metering.read())
        await self._show_history()

    async def _show_history(self) -> None:
        samples = await self._metering.samples()
        points = [(sample.taken_at, sample.character_count) for sample in samples]
        limit = self._metering.usage.character_limit if self._metering.usage else None
        self.plot.show_points(points, limit=limit)
        self.plots.setCurrentWidget(self.plot if len(points) > 1 else self.no_plot)
        bills = await self._metering.ledger(limit=100)
        self.bills.setRowCount(len(bills))
        for row, bill in enumerate(bills):
            billed = "–" if bill.billed is None else f"{bill.billed:,}"
            texts = (f"{bill.made_at.astimezone():%Y-%m-%d %H:%M}", bill.call, f"{bill.estimated:,}", billed)
            for column, text in enumerate(texts):
                self.bills.setItem(row, column, QTableWidgetItem(text))

    def _show_usage(self, usage: Usage | None) -> None:
        unknown = self.tr("not told")
        if usage is None:
            self.figure.setText("–")
            self.figure_words.setText(self.tr("The service has not been asked yet."))
            for label in self.fields.values():
                label.setText("–")
            self.bar.hide()
            return
        self.figure.setText(unknown if usage.character_count is None else f"{usage.character_count:,}")
        self.figure_words.setText(self._sentence(usage))
        self.bar.setVisible(usage.share is not None)
        self.bar.show_share(usage.share or 0.0)
        limit = usage.character_limit if usage.has_limit else None
        self.fields["used"].setText(_count(usage.character_count, unknown))
        self.fields["left"].setText(_count(usage.left, unknown if limit else self.tr("no limit")))
        self.fields["limit"].setText(_count(limit, self.tr("no limit")))
        self.fields["period"].setText(self._period(usage, unknown))
        self.fields["key"].setText(_count(usage.key_character_count, unknown))
        products = ", ".join(f"{name} {count:,}" for name, count in usage.by_product.items())
        self.fields["products"].setText(products or unknown)

    def _sentence(self, usage: Usage) -> str:
        moment = self._metering.read_at
        read = f"{moment.astimezone():%H:%M}" if moment else "–"
        if usage.share is None:
            return self.tr("characters used, as of {time}. The service's count may lag behind.").format(time=read)
        return self.tr("characters used, {share} of the limit, as of {time}. The count may lag behind.").format(
            share=f"{usage.share:.0%}", time=read
        )

    def _period(self, usage: Usage, unknown: str) -> str:
        if usage.period_start is None or usage.period_end is None:
            return unknown
        return f"{usage.period_start:%Y-%m-%d} – {usage.period_end:%Y-%m-%d}"

    async def show_sample(self) -> None:
        await self._read()


def _count(count: int | None, otherwise: str) -> str:
    return otherwise if count is None else f"{count:,}"


def _titled(title: str, widget: QWidget) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(8)
    column.addWidget(PlainLabel(title, tone="muted"))
    column.addWidget(widget, 1)
    return box
