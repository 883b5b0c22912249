"""Unfinished publishing: waiting for the service, or interrupted."""

from __future__ import annotations

import math
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal

from termdesk.application.failures import seconds_asked
from termdesk.application.session.session import ConnectionState
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import show_dialog
from termdesk.ui.words.failure_words import explain
from termdesk.ui.words.lists import list_sentences

if TYPE_CHECKING:
    from termdesk.application.glossaries.publishing.run_plan import PublishRun, RunState, UndoResult
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.errors import TermdeskError
    from termdesk.ui.glossaries.workspace import Workspace
    from termdesk.ui.shell.jobs import JobProgress

# The topic of notices about an attempt that sent nothing, or not everything. They end with the next attempt.
LAST_ATTEMPT = "publish:last"
# Seconds before retrying after a failure on a service that is otherwise available.
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
# The maximum number of seconds that a service may ask to wait; a day.
LONGEST_ASKED = 86_400.0


class PublishQueue(PanePart):
    """Reports unfinished publishing, asks how to continue, and resumes waiting ones automatically.

    Interrupted ones are never resumed without asking.
    """

    resume_asked = Signal(object)

    def __init__(self, pane: Workspace, use_cases: LazyUseCases, **shared: Any) -> None:
        super().__init__(pane, use_cases, **shared)
        self._reported: set[tuple[str, RunState, bool]] = set()
        # The ids of publishing runs that may have a notice.
        self._topics: set[str] = set()
        # By run id: whether a waiting run resumes only after the service reconnects or the key changes.
        self._waiting: dict[str, bool] = {}
        # By run id: the monotonic time until which the service asked to wait.
        self._not_before: dict[str, float] = {}
        self._pause = FIRST_PAUSE
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._try_again)

    # Waiting

    async def take(self, run: PublishRun, failure: TermdeskError, *, needs_key: bool) -> None:
        """Keep a publication that has stopped: let it wait, or ask the user immediately how to continue."""
        if run.is_waiting:
            await self.wait(run, failure, needs_key=needs_key)
        else:
            from termdesk.ui.glossaries.publishing.run_words import reason_to_stop

            if not await self._ask(run, reason=reason_to_stop(run, explain(failure))):
                await self.tell_unfinished()

    async def wait(self, run: PublishRun, failure: TermdeskError, *, needs_key: bool = False) -> None:
        """Resume a publication when the service, or a key with the needed permission, is available."""
        self._waiting[run.run_id] = needs_key
        asked = min(seconds_asked(failure), LONGEST_ASKED)
        self._not_before[run.run_id] = time.monotonic() + asked
        # Without a key the user has to act. The service is tried again without anybody.
        await self.tell_unfinished(reason=_reason(failure) if needs_key else explain(failure).cause)
        if not needs_key:
            self._timer.start(math.ceil(self._seconds_to_next()) * 1000)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _seconds_to_next(self) -> float:
        """Return the pause until the first of the waiting runs may be tried again."""
        now = time.monotonic()
        waiting = [run_id for run_id, needs_key in self._waiting.items() if not needs_key]
        left = (self._not_before.get(run_id, now) - now for run_id in waiting)
        return max(self._pause, min(left, default=0.0))

    def go_on(self) -> None:
        """Resume waiting publishing because the service is available, perhaps with another key."""
        self._pause = FIRST_PAUSE
        self._waiting = dict.fromkeys(self._waiting, False)
        self._start_waiting(list(self._waiting))

    def _try_again(self) -> None:
        """Resume if the service is available and no reconnection is needed.

        Otherwise the session will notify when it is back.
        """
        if self._use_cases.session.state is ConnectionState.READY:
            self._start_waiting([run_id for run_id, needs_event in self._waiting.items() if not needs_event])

    def _look_later(self) -> None:
        """Try again after a pause, because the end of what runs is not reported."""
        self._timer.start(round(self._pause * 1000))

    def _start_waiting(self, run_ids: list[str]) -> None:
        run_ids = self._leave_out_early(run_ids)
        if run_ids and self._must_not_resume():
            self._look_later()
        elif run_ids:
            title = self.tr("Looking for what waits to be published")
            self._jobs.start(JobKind.RESUME_PUBLISHING, title, partial(self._resume_first, run_ids))

    def _must_not_resume(self) -> bool:
        """Return whether resuming would cancel what is published, or send what the user is about to undo."""
        return self._jobs.is_running(JobKind.PUBLISH) or self._jobs.is_running(JobKind.UNDO_PUBLISHING)

    def _leave_out_early(self, run_ids: list[str]) -> list[str]:
        """Return the runs that the service did not ask to wait longer, and try the others when their time has come."""
        left = {run_id: self._not_before.get(run_id, 0.0) - time.monotonic() for run_id in run_ids}
        early = [seconds for seconds in left.values() if seconds > 0]
        if early:
            self._timer.start(math.ceil(min(early) * 1000))
        return [run_id for run_id, seconds in left.items() if seconds <= 0]

    async def _resume_first(self, run_ids: list[str]) -> None:
        unfinished = await self._use_cases.bulk_publisher.find_unfinished()
        if self._must_not_resume():
            # Publishing or undoing started meanwhile.
            self._look_later()
            return
        # The user may have started to undo one meanwhile.
        waiting = [run for run in unfinished if run.run_id in run_ids and run.is_waiting]
        if waiting:
            # Do not resume this one again by timer: if it fails in another way, the user decides. The others continue.
            self._waiting[waiting[0].run_id] = True
            self.resume_asked.emit(waiting[0])
        if len(waiting) > 1:
            self._look_later()

    # Notices and questions

    async def tell_unfinished(self, *, reason: str = "") -> None:
        """Report each unfinished publishing once, and offer to decide. Raises StorageFailed.

        `reason` has sentences that say why it waits, if known.
        """
        from termdesk.ui.glossaries.publishing.run_words import reason_of_run

        runs = await self._use_cases.bulk_publisher.find_unfinished()
        known = {run.run_id for run in runs}
        self._waiting = {run_id: needs for run_id, needs in self._waiting.items() if run_id in known}
        self._not_before = {run_id: moment for run_id, moment in self._not_before.items() if run_id in known}
        if left_waiting := [each.run_id for each in runs if each.is_waiting and each.run_id not in self._waiting]:
            # An earlier start of the program, or a command, left them waiting.
            self._waiting |= dict.fromkeys(left_waiting, False)
            if not self._timer.isActive():
                self._look_later()
        for run_id in self._topics - known:
            self._notices.end_topic(run_id)
        self._topics &= known
        for run in runs:
            if _report_key(run) not in self._reported:
                self._reported.add(_report_key(run))
                self._tell(run, reason or reason_of_run(run))

    def topic_of(self, run: PublishRun) -> str:
        """Return the topic for notices about a publishing run; they end with the run."""
        self._topics.add(run.run_id)
        return run.run_id

    def _tell(self, run: PublishRun, reason: str) -> None:
        from termdesk.ui.glossaries.publishing.run_words import run_count, run_title

        words = self.tr("Nothing is lost, and nothing is sent twice.")
        if run.is_waiting:
            words = self.tr(
                "Termdesk sends what waits by itself when the service is back. If something changes until then, here "
                "or there, you see the plan again first."
            )
        if run.is_superseded:
            words = self.tr("Nothing of it is left to send.")
        count = run_count(run) if len(run.steps) > 1 else ""
        self._notices.say(
            run_title(run),
            list_sentences((reason, count, words)),
            kind="warning",
            action=self.tr("Decide…"),
            on_action=self.show_unfinished,
            topic=self.topic_of(run),
        )

    def show_unfinished(self) -> None:
        """Start to ask about every unfinished publishing."""
        self._jobs.start(JobKind.DECIDE_PUBLISHING, self.tr("Unfinished publishing"), self._ask_about_all)

    async def _ask_about_all(self) -> None:
        runs = await self._use_cases.bulk_publisher.find_unfinished()
        if not runs:
            self._notices.say(
                self.tr("No publication is unfinished"),
                self.tr("Everything that was to be sent has been sent or left."),
            )
        for run in runs:
            await self._ask(run)

    async def _ask(self, run: PublishRun, *, reason: str = "") -> bool:
        """Ask how to continue a publication, and start that. Return whether the user decided."""
        from termdesk.ui.glossaries.publishing.run_dialog import RunChoice, RunDialog
        from termdesk.ui.glossaries.publishing.run_words import reason_of_run

        service = self._use_cases.publisher.service_name
        shown = await self._find_stored(run)
        dialog = RunDialog(self._pane, run, service=service, reason=reason or reason_of_run(run))
        if not await show_dialog(dialog):
            return False
        if await self._find_stored(run) != shown:
            # It was waiting, and the service came back.
            self._notices.say(
                self.tr("The publication has gone on meanwhile"),
                self.tr("So your choice was not carried out. If anything is left of it, you are asked again."),
            )
            self._reported.discard(_report_key(run))
            await self.tell_unfinished()
            return True
        # Report it again if it still does not end.
        self._reported.discard(_report_key(run))
        match dialog.choice:
            case RunChoice.RESUME:
                # Use a separate job, because this one may be the publication that has just stopped.
                QTimer.singleShot(0, self, partial(self.resume_asked.emit, run))
            case RunChoice.UNDO:
                QTimer.singleShot(0, self, partial(self._start_undo, run))
            case RunChoice.LEAVE:
                await self._use_cases.bulk_publisher.leave(run)
                await self.tell_unfinished()
                if not run.is_superseded:
                    words = self.tr("What was published stays on the service.")
                    self._notices.say(self.tr("The rest stays as drafts"), words, topic=LAST_ATTEMPT)
        return True

    async def _find_stored(self, run: PublishRun) -> PublishRun | None:
        """Return the run as it is stored now; None if it has ended or goes on at this moment."""
        unfinished = await self._use_cases.bulk_publisher.find_unfinished()
        return next((each for each in unfinished if each.run_id == run.run_id), None)

    # Undo

    def _start_undo(self, run: PublishRun) -> None:
        self._jobs.start_with_progress(
            JobKind.UNDO_PUBLISHING, self.tr("Undoing what was published"), partial(self._undo, run)
        )

    async def _undo(self, run: PublishRun, progress: JobProgress) -> None:
        try:
            result = await self._preview_and_undo(run, progress)
        finally:
            # Report it again also if the service cannot be read.
            await self.tell_unfinished()
        if result is None:
            return
        self._tell_undone(result)
        if result.failure is not None:
            raise result.failure

    async def _preview_and_undo(self, run: PublishRun, progress: JobProgress) -> UndoResult | None:
        """Show what undoing would do, and undo. Return None if the user cancels."""
        from termdesk.ui.glossaries.publishing.undo_dialog import UndoDialog

        preview = await self._use_cases.bulk_publisher.preview_undo(run, progress)
        if not await show_dialog(UndoDialog(self._pane, preview, service=self._use_cases.publisher.service_name)):
            return None
        keys = {step.glossary_id for step in run.steps}
        if any(key in keys for key in self._pane.open_keys):
            await self._pane.close_dictionary()
        try:
            return await self._use_cases.bulk_publisher.undo(run, progress)
        finally:
            await self._pane.read_library()

    def _tell_undone(self, result: UndoResult) -> None:
        from termdesk.ui.glossaries.publishing.run_words import step_labels

        if result.undone:
            undone = self.tr("Your entries are drafts again: {dictionaries}.")
            self._notices.say(
                self.tr("Undone on the service: %Ln dictionaries", "", len(result.undone)),
                undone.format(dictionaries=step_labels(result.undone)),
                kind="good",
            )
        if result.left_alone:
            words = self.tr("The service keeps what it has: {dictionaries}.")
            self._notices.say(
                self.tr("%Ln dictionaries were changed since, so they were not undone", "", len(result.left_alone)),
                words.format(dictionaries=step_labels(result.left_alone)),
                kind="warning",
            )
        if result.overwritten:
            words = self.tr("“Deleted glossaries” keeps it: {dictionaries}.")
            self._notices.say(
                self.tr("Undoing overwrote what was written elsewhere at the same time"),
                words.format(dictionaries=step_labels([step for step, _ in result.overwritten])),
                kind="warning",
            )
        if result.undecided:
            words = self.tr(
                "It is not known whether this publication or a later one wrote what the service has, because an older "
                "version of Termdesk did not note that: {dictionaries}."
            )
            self._notices.say(
                self.tr("%Ln dictionaries were not undone", "", len(result.undecided)),
                words.format(dictionaries=step_labels(result.undecided)),
                kind="warning",
            )
        if result.superseded:
            words = self.tr("Later publications have published them: {dictionaries}.")
            self._notices.say(
                self.tr("%Ln dictionaries were published since, so they were not undone", "", len(result.superseded)),
                words.format(dictionaries=step_labels(result.superseded)),
            )
        if result.is_empty:
            self._notices.say(self.tr("There was nothing to undo"), self.tr("Nothing of it had been sent."))


def _report_key(run: PublishRun) -> tuple[str, RunState, bool]:
    """Return what a notice about a run depends on."""
    return run.run_id, run.state, run.is_superseded


def _reason(failure: TermdeskError) -> str:
    explanation = explain(failure)
    return list_sentences((explanation.cause, explanation.next_step))
