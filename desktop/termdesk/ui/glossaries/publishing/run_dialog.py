"""Shows publishing, dictionary by dictionary: while it runs, and after an interruption."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QPushButton, QVBoxLayout, QWidget

from termdesk.application.glossaries.publishing.run_plan import PublishRun, PublishStep, RunState, StepPlan, StepState
from termdesk.application.stored_failure import trace_id_of
from termdesk.ui.glossaries.publishing.publish_words import dictionary_label
from termdesk.ui.glossaries.publishing.run_words import (
    run_count,
    run_title,
    running_words,
    state_words,
    step_label,
)
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.failure_words import trace_words
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.numbers import format_number

# Same interval as the status bar.
MILLISECONDS_BETWEEN_LOOKS = 100


class RunProgressDialog(QDialog):
    """Shows the state of each dictionary during publishing. Closing the dialog does not stop it."""

    cancelled = Signal()

    def __init__(
        self,
        parent: QWidget,
        plans: Sequence[StepPlan],
        *,
        service: str,
        get_wait: Callable[[], str],
        in_steps: bool = False,
    ) -> None:
        """Create the dialog. `get_wait` returns why calls are waiting at the moment; empty if none is.

        With `in_steps`, the dialog is complete only after its `steps`: all at once take 10 ms.
        """
        super().__init__(parent)
        self._get_wait = get_wait
        self.setObjectName("run_progress")
        self.setWindowTitle(self.tr("Publishing"))
        self.resize(760, 480)
        has_one_glossary = len({plan.draft.glossary_key for plan in plans}) == 1
        self._labels = [dictionary_label(plan.draft, has_one_glossary=has_one_glossary) for plan in plans]
        self._counts = [(each.added, each.changed, each.removed) for each in plans]
        self._states = [StepState.PLANNED] * len(plans)
        self.steps = self._create(service)
        if not in_steps:
            for _ in self.steps:
                pass

    def _create(self, service: str) -> Iterator[None]:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        heading = PlainLabel(self.tr("Publishing to {service}").format(service=service), wraps=True)
        theme.make_heading(heading)
        self.words = PlainLabel("", wraps=True)
        self.words.setObjectName("run_words")
        self.wait = PlainLabel("", wraps=True, tone="warning")
        self.wait.setObjectName("run_wait")
        for widget in (heading, self.words, self.wait):
            column.addWidget(widget)
        yield
        self.table = _make_table([self._row(position) for position in range(len(self._states))], self)
        self.table.draw_gradually()
        column.addWidget(self.table, 1)
        yield
        buttons = QDialogButtonBox(self)
        self.hide_button = _name_button(QPushButton(self.tr("Continue in the background")), "run_hide")
        self.cancel_button = _name_button(QPushButton(self.tr("Stop")), "run_cancel")
        buttons.addButton(self.hide_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.cancel_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.hide_button.setDefault(True)
        self.hide_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self._on_cancel)
        column.addWidget(buttons)
        self._timer = QTimer(self)
        self._timer.setInterval(MILLISECONDS_BETWEEN_LOOKS)
        self._timer.timeout.connect(self.show_wait)
        self._timer.start()
        self._show_count()
        self.show_wait()

    def show_wait(self) -> None:
        """Show what the calls wait for, if anything, with the remaining seconds."""
        self.wait.setText(self._get_wait())

    def show_step(self, position: int, state: StepState) -> None:
        """Show the progress of a dictionary."""
        self._states[position] = state
        self.table.show_row(position, self._row(position))
        self.table.scrollTo(self.table.model().index(position, 0))
        self._show_count()

    def _on_cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.cancelled.emit()

    def _show_count(self) -> None:
        done = sum(state is StepState.VERIFIED for state in self._states)
        words = self.tr("%Ln of {total} dictionaries are published and read back.", "", done)
        self.words.setText(words.format(total=format_number(len(self._states))))

    def event(self, event: QEvent) -> bool:
        # Keep the GIL while the dialog is drawn, like `MainWindow`.
        return super().event(event)

    def _row(self, position: int) -> list[str]:
        counts = map(format_number, self._counts[position])
        return [self._labels[position], *counts, running_words(self._states[position])]


class RunChoice(Enum):
    """How to continue an interrupted publication."""

    RESUME = auto()
    UNDO = auto()
    LEAVE = auto()


class RunDialog(Question):
    """Asks about an interrupted or waiting publishing: resume it, undo it, leave the rest, or decide later."""

    def __init__(self, parent: QWidget, run: PublishRun, *, service: str, reason: str = "") -> None:
        """Create the dialog. `reason` is a sentence that says why it stopped, if known."""
        is_undoing = run.state is RunState.UNDOING
        is_waiting = run.state is RunState.WAITING
        verb = self.tr("Resume")
        if is_undoing or is_waiting:
            verb = self.tr("Continue undoing") if is_undoing else self.tr("Try now")
        if run.is_superseded:
            verb = self.tr("Leave")
        super().__init__(parent, run_title(run), "", verb, window_title=self.tr("Unfinished publishing"))
        self.setObjectName("run_dialog")
        self.resize(780, 520)
        self._run = run
        self.choice: RunChoice | None = None
        self.insert_words("run_reason", reason)
        self.insert_words("run_trace", trace_words(trace_id_of(run.stop_reason)))
        self.insert_words("run_words", list_sentences((run_count(run), self._next_words(service))))
        self.table = _make_table([_line(step) for step in run.steps], self)
        self.insert(self.table)
        self.undo_button = self._add_button("run_undo", self.tr("Undo what was done…"), RunChoice.UNDO)
        self.undo_button.setHidden(is_undoing or run.is_superseded or not run.may_have_written)
        self.leave_button = self._add_button("run_leave", self.tr("Leave"), RunChoice.LEAVE)
        self.leave_button.setHidden(run.is_superseded)
        later = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        later.setText(self.tr("Decide later"))
        later.setAccessibleName(later.text())
        self.accept_button.clicked.connect(lambda: self._choose(self._accepted_choice))

    @property
    def _accepted_choice(self) -> RunChoice:
        if self._run.is_superseded:
            return RunChoice.LEAVE
        return RunChoice.UNDO if self._run.state is RunState.UNDOING else RunChoice.RESUME

    def _next_words(self, service: str) -> str:
        if self._run.is_superseded:
            words = self.tr("Nothing is left to send. Undoing would take back what was published later.")
            return list_sentences((words, self.tr("Leave removes it from the list and changes nothing.")))
        if self._run.state is RunState.UNDOING:
            return self.tr("Undoing continues where it stopped. Leave keeps everything as it is now.")
        leave = self.tr("Leave keeps what is published, and keeps the rest as drafts.")
        send = self.tr("Resume sends exactly what is not yet published.")
        if self._run.state is RunState.WAITING:
            send = self.tr("They are sent when {service} can be reached, or accepts the key.").format(service=service)
        return list_sentences((send, self._undo_words(), leave))

    def _undo_words(self) -> str:
        if not self._run.may_have_written:
            return ""
        undo = self.tr("Undo takes back whole dictionaries. Those that were changed since stay; you see first which.")
        if any(step.may_be_of_others for step in self._run.steps):
            doubt = self.tr(
                "If the same change was made elsewhere meanwhile, nobody can tell: Undo takes that back, too."
            )
            undo = list_sentences((undo, doubt))
        return undo

    def _add_button(self, name: str, words: str, choice: RunChoice) -> QPushButton:
        button = _name_button(QPushButton(words), name)
        button.setAutoDefault(False)
        self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(lambda: self._choose(choice, closes=True))
        return button

    def _choose(self, choice: RunChoice, *, closes: bool = False) -> None:
        self.choice = choice
        if closes:
            self.accept()


def _line(step: PublishStep) -> list[str]:
    counts = list(map(format_number, (step.added, step.changed, step.removed)))
    # While the service was unavailable, no plan was created, so there are no counts.
    return [step_label(step), *(counts if step.change_hash else ["–"] * 3), state_words(step.state)]


def _make_table(rows: Sequence[Sequence[str]], parent: QDialog) -> PlainTable:
    headings = [_tr("Dictionary"), _tr("Added"), _tr("Changed"), _tr("Removed"), _tr("State")]
    table = PlainTable(
        "run_table", _tr("Dictionaries"), headings=headings, rows=rows, stretch=0, numbers=(1, 2, 3), parent=parent
    )
    # Names and states share the width, even on a narrow screen.
    table.horizontalHeader().setSectionResizeMode(len(headings) - 1, QHeaderView.ResizeMode.Stretch)
    table.setMinimumHeight(160)
    return table


def _name_button(button: QPushButton, name: str) -> QPushButton:
    button.setObjectName(name)
    button.setAccessibleName(button.text())
    return button


def _tr(text: str) -> str:
    return QCoreApplication.translate("RunDialog", text)
