"""The base of the panes that send a text and show its result beside it."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from termdesk.application.file_uses import FileUse
from termdesk.application.request_changes import RequestPart
from termdesk.application.texts.history import StoredText, TextHistory
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.errors import TermdeskError
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane
from termdesk.ui.texts.cost_question import may_send
from termdesk.ui.texts.history_button import history_button
from termdesk.ui.texts.keeping_choice import KeepingChoice
from termdesk.ui.texts.outdated_line import OutdatedLine
from termdesk.ui.texts.report_line import ReportLine
from termdesk.ui.texts.result_line import ResultLine
from termdesk.ui.texts.text_service import TextRequest, TextResult, TextService
from termdesk.ui.texts.text_sides import TextSides
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.widgets.text_area import TextArea
from termdesk.ui.words.message_words import localize

# Edits are saved after this time, so that a crash loses only a few words.
MILLISECONDS_TO_DRAFT = 500


R = TypeVar("R", bound=TextRequest)
T = TypeVar("T", bound=TextResult[Any])
U = TypeVar("U", bound=TextService[Any])


@dataclass(frozen=True, slots=True)
class TextPaneWords:
    """The visible texts that differ between the text panes."""

    title: str
    source: str
    result: str
    result_hint: str
    copy: str
    run_job: str
    running: str
    answered: str
    failed: str
    cancelled_when_sent: str
    list_languages: str


@dataclass(frozen=True, slots=True)
class TextPaneServices:
    """The parts of the window, its memory and the usage that every text pane needs."""

    usage_monitor: UsageMonitor
    history: TextHistory
    remembered: WindowMemory
    save_memory: Callable[[], None]
    jobs: Jobs
    notices: Notices
    actions: Actions


class TextPane(Pane, Generic[R, T, U]):
    """Sends a text by Ctrl+Enter and shows the result, until the text or a choice changes.

    A subclass sets `run_kind` and `list_kind`, and lays out its own choices. The methods under "For subclasses" define
    what it sends and how it shows the result.
    """

    file_use = FileUse.DOCUMENT
    run_kind: JobKind
    list_kind: JobKind

    def __init__(self, use_case: U, services: TextPaneServices) -> None:
        super().__init__(services.actions)
        self._words = self._own_words()
        self.title = self._words.title
        self._use_case = use_case
        self._usage_monitor = services.usage_monitor
        self._history = services.history
        self._remembered = services.remembered
        self._save_memory = services.save_memory
        self._jobs = services.jobs
        self._notices = services.notices
        self._result: T | None = None
        # The request of the shown result. It is also set if only the text of the result is known.
        self._made: R | None = None
        self._made_by = ""
        # The latest request. If another text replaces it meanwhile, its end is not reported.
        self._running: R | None = None
        self._has_languages = False
        self._service_note = ""
        # Whether the result came from the service, and whether the user asked for it a second time.
        self._is_of_service = False
        self._is_asked_again = False
        self._make_text_widgets()

    def _make_text_widgets(self) -> None:
        words = self._words
        self.source = TextArea(f"{self.name}_source", words.source)
        self.source.setPlaceholderText(self.tr("Write or paste a text, then press Ctrl+Enter."))
        self.result = TextArea(f"{self.name}_result", words.result)
        self.result.setPlaceholderText(words.result_hint)
        self.sides = TextSides(f"{self.name}_splitter", self.source, self.result)
        self.run_button = text_button(f"{self.name}_run", words.title, role="primary")
        self.report = ReportLine(f"{self.name}_report")
        self.again = text_button(f"{self.name}_again", words.title)
        self.again.hide()
        self.outdated = OutdatedLine(f"{self.name}_outdated")
        self.copy = text_button(f"{self.name}_copy", self.tr("Copy"), meaning=words.copy)
        self.keeping = KeepingChoice(f"{self.name}_keeping", self._history, self._jobs, self)
        self.keeping.refused.connect(self._on_keeping_refused)
        self.history = history_button(f"{self.name}_history", self.window_actions["text_history"])

    def _lay_out(self, *rows: QWidget | QLayout) -> None:
        """Lay out the heading with the history button, then `rows`. The texts take the remaining height."""
        heading = PlainLabel(self.title)
        theme.make_heading(heading)
        head = QHBoxLayout()
        head.addWidget(heading, 1)
        head.addWidget(self.history)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 8)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.keeping)
        for row in rows:
            if isinstance(row, QLayout):
                column.addLayout(row)
            else:
                column.addWidget(row, 1 if row is self.sides else 0)

    def _result_line(self, *buttons: QPushButton) -> ResultLine:
        """Return the line with the report, the button for sending again, `buttons`, and Copy."""
        return ResultLine(self.report, self.again, *buttons, self.copy, parent=self)

    def _connect_texts(self, handlers: dict[str, Callable[[], object]]) -> None:
        """Connect the widgets of this class, and bind its actions together with `handlers`."""
        self._draft_timer = QTimer(self)
        self._draft_timer.setSingleShot(True)
        self._draft_timer.setInterval(MILLISECONDS_TO_DRAFT)
        self._draft_timer.timeout.connect(self.keep_draft)
        self.source.textChanged.connect(self._on_text)
        self.result.textChanged.connect(self._check_outdated)
        self.outdated.changed.connect(self._on_outdated)
        self.reach_changed.connect(self._show_possible)
        self.run_button.clicked.connect(self.run)
        self.again.clicked.connect(self.run_again)
        self.copy.clicked.connect(self.copy_result)
        shared: dict[str, Callable[[], object]] = {
            "run": self.run,
            "copy_result": self.copy_result,
            "clear_texts": self.clear_texts,
            "refresh": self.service_changed,
        }
        self.bind(shared | handlers)
        self._show_possible()

    # For subclasses

    @abstractmethod
    def _own_words(self) -> TextPaneWords:
        """Return the visible texts of this pane."""

    @abstractmethod
    def request(self) -> R:
        """Return the request that Run would send now."""

    @abstractmethod
    def _again_words(self, characters: int) -> str:
        """Return the title of the button that sends an answered text again, which bills this many characters."""

    @abstractmethod
    async def _send(self, request: R, progress: JobProgress) -> T:
        """Send a request, and return its result."""

    @abstractmethod
    async def _list_languages(self) -> None:
        """Read the languages of the service and show them."""

    @abstractmethod
    def _find_changes(self, made: R) -> frozenset[RequestPart]:
        """Return the parts in which `made`, the request of the result, differs from the current choices."""

    @abstractmethod
    def _show_details(self, result: T) -> None:
        """Show marks and words that belong to `result`."""

    def _hide_details(self) -> None:
        """Remove the marks and words that belong to a result."""
        self.source.show_marks([])
        self.result.show_marks([])

    @abstractmethod
    def _show_size(self) -> None:
        """Show how long the text is, and what it will cost."""

    @abstractmethod
    def _write_draft(self, *, is_kept: bool) -> None:
        """Store the unfinished text in the memory, or an empty text if texts are not kept."""

    @abstractmethod
    def _is_ready(self) -> bool:
        """Return whether the choices allow sending a text."""

    def _not_ready_words(self) -> str:
        """Return why the choices do not allow sending a text."""
        return self.tr("Choose a language that this service offers.")

    # The service

    def first_focus(self) -> QWidget:
        """Return the field for the text."""
        return self.source

    def refresh_when_shown(self) -> None:
        """Read the languages unless the service has already returned some.

        Ask whether to keep texts, if not yet decided.
        """
        self.keeping.refresh()
        if not self._has_languages:
            self.service_changed()

    def service_changed(self) -> None:
        """Read the languages: the service, or its languages, have changed."""
        self._jobs.start(self.list_kind, self._words.list_languages, self._list_languages)

    def usage_changed(self) -> None:
        """Update the shown cost of the text."""
        self._show_size()

    def _say_of_service(self, words: str, *, tone: str = "warning") -> None:
        """Show what the service cannot do. Without words, remove only an earlier message of this method."""
        if words:
            self.report.say(words, tone=tone)
        elif self._service_note and self.report.text() == self._service_note:
            self.report.say("")
        self._service_note = words

    # From the text to its result

    def run(self) -> None:
        """Send the text with the current choices.

        If it is already answered, offer to send it again instead, which bills it twice.
        """
        if not self._is_answered:
            self.run_again()
        elif self.run_button.isEnabled():
            self.report.say(self._words.answered, is_of_result=True)
            self._is_asked_again = True
            self._show_again()

    @property
    def _is_answered(self) -> bool:
        """Whether the service has already answered this text with these choices, and would bill it again.

        The local service bills nothing, and changed engines, terms or confirmed texts may give another answer.
        """
        is_shown = self._result is not None and bool(self.result.toPlainText()) and not self.outdated.is_outdated
        is_running = self._jobs.is_running(self.run_kind)
        return is_shown and self._is_of_service and not is_running and self._use_case.cost_gate.is_billed

    def _show_again(self) -> None:
        """Offer to send the text again after the user has asked for the same result a second time."""
        self._is_asked_again = self._is_asked_again and self._is_answered
        if self._is_asked_again:
            words = self._again_words(self._use_case.cost(self.request()))
            self.again.setText(words)
            self.again.setAccessibleName(words)
        self.again.setVisible(self._is_asked_again)

    def run_again(self) -> None:
        """Send the text with the current choices, even if it is already answered."""
        if self.run_button.isEnabled():
            # Messages about the previous text are removed.
            self._notices.end_topic(self._failure_topic)
            self.report.say(self._words.running)
            self._running = request = self.request()
            work = partial(self._run, request)
            task = self._jobs.start_with_progress(self.run_kind, self._words.run_job, work, on_failure=self._on_failure)
            task.add_done_callback(partial(self._on_ended, request))

    async def _run(self, request: R, progress: JobProgress) -> None:
        service = self._use_case.service
        if not await may_send(self, self._use_case.cost_gate, self._use_case.cost(request)):
            self.report.say(self.tr("Nothing was sent."))
            return
        self._show_result(await self._send(request, progress), service)
        self._refresh_usage()

    def _refresh_usage(self) -> None:
        # A separate job: the result is valid even if the usage cannot be read.
        self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)

    def _on_ended(self, request: R, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            self._on_cancelled(request)
        if isValid(self):
            # Refresh the shown cost: answered texts and parts are not billed again.
            self._show_size()

    def _on_cancelled(self, request: R) -> None:
        """Report what became of a cancelled request, unless another request or text has replaced it."""
        if not isValid(self) or self._running is not request:
            return
        if self._use_case.is_under_way(request):
            self.report.say(self._words.cancelled_when_sent, tone="warning")
        else:
            self.report.say(self.tr("Canceled. Nothing was sent."))

    @property
    def _failure_topic(self) -> str:
        return str(self.run_kind)

    def _on_failure(self, error: TermdeskError) -> None:
        self.report.say(self._words.failed, tone="problem")
        self._notices.fail(error, topic=self._failure_topic)
        # The service may have billed the text although the request failed.
        self._refresh_usage()

    def _show_result(self, result: T, service: str) -> None:
        """Show a result. It may be outdated already, because its request was sent some time ago."""
        self._result, self._made, self._made_by = result, result.request, service
        self._is_of_service, self._is_asked_again = True, False
        self.result.setPlainText(result.text)
        self.result.set_language(result.request.target)
        self.outdated.show_changes(())
        self._show_details(result)
        for note in result.notes:
            self._notices.say(localize(note), kind="warning")
        self._check_outdated()

    def _forget_result(self) -> None:
        self._result = self._made = None

    # Whether the result still matches the text and the choices

    def _check_outdated(self) -> None:
        made = self._made
        has_result = made is not None and bool(self.result.toPlainText())
        self.outdated.show_changes(self._find_changes(made) if made is not None and has_result else ())
        self._show_possible()

    @property
    def _is_of_other_service(self) -> bool:
        return self._made_by != self._use_case.service

    def _on_outdated(self, is_outdated: bool) -> None:
        """Hide the details of an outdated result, and show them again when it becomes valid again."""
        self.result.set_outdated(is_outdated)
        if is_outdated:
            self._hide_details()
            self.report.withdraw_result()
        elif self._result is not None and not self._jobs.is_running(self.run_kind):
            self._show_details(self._result)

    def _on_text(self) -> None:
        self._keep_draft_soon()
        if self.source.marks and (self._made is None or self._made.text != self.source.toPlainText()):
            self.source.show_marks([])
            self.result.show_marks([])
        self._check_outdated()

    def _show_possible(self) -> None:
        """Enable the possible buttons and actions, and show the cost of the text."""
        has_text = bool(self.source.toPlainText().strip())
        has_result = bool(self.result.toPlainText())
        can_run = has_text and self._is_ready()
        self.limit_button(self.run_button, "run", is_allowed=can_run)
        self.copy.setEnabled(has_result)
        no_text, no_result = self.tr("Write or paste a text first."), self.tr("There is no result yet.")
        self.allow(self._not_ready_words() if has_text else no_text, run=can_run)
        self.allow(no_result, copy_result=has_result)
        self.allow(no_text, clear_texts=has_text or has_result)
        self._show_again()
        self._show_size()

    # Both texts

    def _open_kept(self, text: StoredText, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Show a text of the history with its result, then run `work`. Undo in the field restores the old text."""
        self._running = None
        self._jobs.cancel(self.run_kind)
        self._forget_result()
        self.source.replace_text(text.source)
        self.result.setPlainText(text.result)
        self.result.set_language(text.target_language)
        self._jobs.start(JobKind.OPEN_TEXT.of(self.name), self.tr("Opening a text"), work)

    def copy_result(self) -> None:
        """Copy the result to the clipboard."""
        QGuiApplication.clipboard().setText(self.result.toPlainText())

    def clear_texts(self) -> None:
        """Empty both fields."""
        self._forget_result()
        self.source.clear()
        self.result.clear()
        self._hide_details()
        self.report.say("")

    # Drafts

    def _keep_draft_soon(self) -> None:
        self._draft_timer.start()

    def keep_draft(self) -> None:
        """Save the unfinished text for the next start, or delete it from the disk if texts are not kept."""
        self._write_draft(is_kept=self._use_case.keeps_texts)
        self._save_memory()

    def _on_keeping_refused(self) -> None:
        self._remembered.forget_drafts()
        self.keep_draft()

    async def may_close(self) -> bool:
        """Save the unfinished text. Always return True: the window may close."""
        self.keep_draft()
        return True
