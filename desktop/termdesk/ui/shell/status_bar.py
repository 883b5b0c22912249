"""The status bar: the service, running jobs, and the usage."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QStatusBar, QToolButton, QWidget

from termdesk.domain.profile import ProfileColor
from termdesk.domain.usage import CRITICAL_SHARE, DayUse, Usage
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.profiles.profile_mark import profile_button, show_on_button
from termdesk.ui.shell.jobs import Job, Jobs
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import last_answer_time
from termdesk.ui.widgets.meter import Meter
from termdesk.ui.widgets.plain import ElidedLabel, set_tooltip, tooltip
from termdesk.ui.words.lists import add_in_parentheses
from termdesk.ui.words.numbers import format_number
from termdesk.ui.words.usage_words import usage_details, usage_line

if TYPE_CHECKING:
    from termdesk.application.usage.usage_monitor import UsageSample

# Shorter work shows no bar, because a flickering bar distracts.
SECONDS_BEFORE_BAR = 0.5


class StatusBar(QStatusBar):
    """The connection at the left, jobs in the middle, and the usage at the right."""

    connect_asked = Signal()
    profiles_asked = Signal()
    usage_asked = Signal()

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status_bar")
        mark_region(self)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(4, 0, 12, 0)
        self.connection = QPushButton()
        self.connection.setObjectName("connection_state")
        self.connection.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.connection.clicked.connect(self.connect_asked)
        self.profile = profile_button("profile_in_use")
        self.profile.clicked.connect(self.profiles_asked)
        self.jobs = JobsView(jobs)
        self.usage = Meter("usage_meter", self.tr("Characters used"), width=96)
        self.usage.setCursor(Qt.CursorShape.PointingHandCursor)
        self.usage.clicked.connect(self.usage_asked)
        self.addWidget(self.profile)
        self.addWidget(self.connection)
        self.addWidget(self.jobs, 1)
        self.addPermanentWidget(self.usage)
        self.show_usage(None)

    def tab_order(self) -> list[QWidget]:
        """Return the widgets that Tab reaches here, in order."""
        return [self.profile, self.connection, self.jobs.cancel]

    def show_connection(self, words: str, *, tone: str) -> None:
        """Show the connection. `tone` is `good`, `warning` or `problem`; the words express the same."""
        self.connection.setText(words)
        self.connection.setIcon(theme.icon({"good": "check", "warning": "refresh"}.get(tone, "error"), tint=tone))
        self.connection.setAccessibleName(self.tr("Service: {words}").format(words=words))
        set_tooltip(self.connection, self.tr("Connect to a service…"))

    def show_profile(self, name: str, color: ProfileColor) -> None:
        """Show the color and name of the profile. Without a color, show nothing."""
        show_on_button(self.profile, name, color)

    def show_usage(
        self,
        usage: Usage | None,
        *,
        last: UsageSample | None = None,
        warn_at: float = 0.8,
        reason: str = "",
        day: DayUse | None = None,
    ) -> None:
        """Show the usage, or the `last` reading while it is unknown. `warn_at` is the share from which to warn.

        `reason` says why reading the usage (again) failed.
        """
        could_not = self.tr("The usage could not be read: {reason}").format(reason=reason) if reason else ""
        details = "\n".join(filter(None, (could_not, usage_details(usage, day))))
        words = usage_line(usage, warn_at=warn_at, day=day, last=last)
        self.usage.show_count(words, usage.share if usage else None, warn_at=warn_at, critical_at=CRITICAL_SHARE)
        if day is not None and (day.share or 0.0) >= warn_at and self.usage.label.property("tone") == "muted":
            self.usage.label.set_tone("warning")
        self.usage.setToolTip(tooltip("\n".join(filter(None, (details, self.tr("A click shows the Usage pane."))))))
        self.usage.setAccessibleDescription("\n".join(filter(None, (words, details))))


class JobsView(QWidget):
    """The job that has run longest, with progress and Cancel. Shown only if it has run long enough."""

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._shown: Job | None = None
        self._get_wait: Callable[[], str] = lambda: ""
        self.label = ElidedLabel(tone="muted")
        self.label.setObjectName("job_title")
        self.label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.bar = QProgressBar()
        self.bar.setObjectName("job_bar")
        self.bar.setAccessibleName(self.tr("Progress"))
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(140)
        self.cancel = QToolButton()
        self.cancel.setObjectName("job_cancel")
        self.cancel.setIcon(theme.icon("close"))
        self.cancel.setAccessibleName(self.tr("Cancel the running job"))
        self.cancel.setToolTip(self.tr("Cancel"))
        self.cancel.clicked.connect(self._cancel)
        # The line keeps its height without a job, so that nothing above it moves.
        policy = self.cancel.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.cancel.setSizePolicy(policy)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 0, 0, 0)
        line.setSpacing(8)
        for widget in (self.label, self.bar, self.cancel):
            line.addWidget(widget)
        line.addStretch(1)
        # The minimum width is the same with a job and without one. Otherwise a job with a long title would widen a
        # narrow window, and all of it would be drawn again, in 25 ms.
        edges = line.contentsMargins().left() + 2 * line.spacing()
        self._least_width = edges + self.bar.minimumWidth() + self.cancel.sizeHint().width()
        self._make_room_for_title(False)
        self._timer = QTimer(self)
        self._timer.setInterval(100)
        self._timer.timeout.connect(self._look)
        jobs.changed.connect(self._on_changed)
        self._look()

    def explain_waits(self, get_wait: Callable[[], str]) -> None:
        """Add the words of `get_wait` to the title of a job: why its calls are waiting; empty if none is."""
        self._get_wait = get_wait

    def _on_changed(self) -> None:
        if self._jobs.running:
            self._timer.start()
        else:
            self._timer.stop()
            self._look()

    def _look(self) -> None:
        now = time.monotonic()
        long = [job for job in self._jobs.running if now - _last_start(job) >= SECONDS_BEFORE_BAR]
        self._shown = long[0] if long else None
        for widget in (self.label, self.bar, self.cancel):
            widget.setVisible(self._shown is not None)
        if self._shown is None:
            self._make_room_for_title(False)
            return
        title, others = self._shown.title, len(long) - 1
        words = add_in_parentheses(title, f"+{format_number(others)}") if others else title
        wait = self._get_wait()
        self.label.setText(self.tr("{job} · {wait}").format(job=words, wait=wait) if wait else words)
        # Why a job waits must not be cut.
        self._make_room_for_title(bool(wait))
        done, total = self._shown.progress.done, self._shown.progress.total
        self.bar.setRange(0, 1000 if total else 0)
        if total:
            self.bar.setValue(min(1000, done * 1000 // total))

    def _make_room_for_title(self, is_whole: bool) -> None:
        """Show the whole title, or as much of it as the window has room for."""
        width = self.label.sizeHint().width() if is_whole else 1
        self.label.setMinimumWidth(width)
        self.setMinimumWidth(self._least_width + width)

    def _cancel(self) -> None:
        if self._shown is not None:
            self._jobs.cancel(self._shown.key)


def _last_start(job: Job) -> float:
    """Return when the job last resumed work: its start, or the user's last answer to one of its questions."""
    return max(job.started, last_answer_time(job.task))
