"""Settings for keeping texts: whether, for how long and how many. Turning it off offers to delete the stored texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QSpinBox, QWidget
from shiboken6 import isValid

from termdesk.application.texts.history import TextHistory
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import confirm
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout
from termdesk.ui.widgets.plain import PlainLabel

MOST_DAYS = 3650
USUAL_DAYS = 90
MOST_TEXTS = 1_000_000


class RetentionLine(QWidget):
    """Each change takes effect immediately. `changed` is sent afterwards."""

    changed = Signal()

    def __init__(self, history: TextHistory, jobs: Jobs) -> None:
        super().__init__()
        self._history = history
        self._jobs = jobs
        self.switch = QCheckBox(_tr("&Keep texts for"))
        self.switch.setObjectName("history_keep")
        self.switch.setAccessibleName(_tr("Store texts on this computer"))
        self.days = QSpinBox()
        self.days.setObjectName("history_days")
        self.days.setAccessibleName(_tr("Days that texts are kept"))
        self.days.setRange(1, MOST_DAYS)
        # A style sheet does not affect the margins around a spin box's text.
        self.days.lineEdit().setTextMargins(8, 0, 0, 0)
        self.words = PlainLabel(_tr("days, at most"))
        self.most = QSpinBox()
        self.most.setObjectName("history_most")
        self.most.setAccessibleName(_tr("The largest number of texts that are kept, besides starred ones"))
        self.most.setRange(0, MOST_TEXTS)
        self.most.setSingleStep(100)
        self.most.setGroupSeparatorShown(True)
        self.most.setSpecialValueText(_tr("any number"))
        self.most.lineEdit().setTextMargins(8, 0, 0, 0)
        self.stars = PlainLabel(_tr("(starred texts stay)"), tone="muted")
        # Long words wrap to a second line.
        line = FlowLayout(self)
        for part in (self.switch, self.days, self.words, self.most, self.stars):
            line.addWidget(part)
            # Labels are vertically centered on the boxes beside them.
            part.setMinimumHeight(self.days.sizeHint().height())
        self._show()
        # Not `toggled`, which is also sent when the program sets the box.
        self.switch.clicked.connect(self._on_switch)
        self.days.editingFinished.connect(self._on_days)
        self.most.editingFinished.connect(self._on_most)

    def _show(self) -> None:
        self.switch.setChecked(self._history.keeps_texts)
        self.days.setValue(max(1, self._history.days or USUAL_DAYS))
        self.most.setValue(self._history.most)
        for box in (self.days, self.most):
            box.setEnabled(self._history.keeps_texts)

    def _on_switch(self) -> None:
        self._history.set_keeping(self.switch.isChecked(), self.days.value())
        self._show()
        self.changed.emit()
        if not self._history.keeps_texts:
            self._jobs.start(JobKind.CHANGE_RETENTION, self.tr("Changing what is stored"), self._offer)

    async def _offer(self) -> None:
        await offer_deletion(self, self._history, self._jobs)
        if isValid(self):
            self.changed.emit()

    def _on_days(self) -> None:
        if self.days.value() != self._history.days:
            self._jobs.start(
                JobKind.CHANGE_RETENTION,
                self.tr("Changing what is stored"),
                partial(self._change_days, self.days.value()),
            )

    async def _change_days(self, days: int) -> None:
        older = await self._history.count_older_than(days)
        title = _tr("Delete %Ln texts that are older?", "", older)
        text = _tr("Texts will be kept for %Ln days. Starred texts stay.", "", days)
        await self._change(older, title, text, lambda: self._history.set_keeping(True, days))

    def _on_most(self) -> None:
        if self.most.value() != self._history.most:
            work = partial(self._change_most, self.most.value())
            self._jobs.start(JobKind.CHANGE_RETENTION, self.tr("Changing what is stored"), work)

    async def _change_most(self, most: int) -> None:
        beyond = await self._history.count_beyond(most)
        title = _tr("Delete the %Ln oldest texts?", "", beyond)
        text = _tr("At most %Ln texts will be kept. Starred texts stay.", "", most)
        await self._change(beyond, title, text, lambda: self._history.set_most(most))

    async def _change(self, lost: int, title: str, text: str, change: Callable[[], None]) -> None:
        """Apply a change. If it deletes `lost` texts, ask first."""
        is_agreed = not lost or (
            isValid(self) and await confirm(self, title, _tr("Delete"), text=text, is_dangerous=True)
        )
        if is_agreed:
            self._jobs.detach()
            change()
            await self._history.tidy()
        if isValid(self):
            self._show()
            self.changed.emit()


async def offer_deletion(parent: QWidget, history: TextHistory, jobs: Jobs) -> None:
    """Ask whether to delete the stored texts, after texts are no longer kept."""
    count = await history.count()
    if not count or not isValid(parent):
        return
    title = _tr("Delete the %Ln texts that are stored?", "", count)
    text = _tr("No more texts will be stored. Stored texts stay until you delete them or they expire.")
    if await confirm(parent, title, _tr("Delete all"), text=text, is_dangerous=True):
        jobs.detach()
        await history.delete_all()


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("RetentionLine", text, comment, n)
