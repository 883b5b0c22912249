"""Publishings that have not ended: those that wait for the service, and those that were interrupted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal

from termdesk.application.session.session import ConnectionState
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import answered
from termdesk.ui.words.failure_words import explain
from termdesk.ui.words.lists import list_sentences

if TYPE_CHECKING:
    from termdesk.application.glossaries.publishing.run_plan import PublishRun, RunState, UndoResult
    from termdesk.domain.errors import TermdeskError
    from termdesk.ui.glossaries.workspace import Workspace
    from termdesk.ui.shell.jobs import JobProgress
    from termdesk.ui.shell.use_cases import UseCases

# Seconds until a service that answers in general, but could not do this, is tried again.
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0


class PublishQueue(PanePart):
    """Tells of unfinished publishings, asks how they go on, and lets those that wait go on by themselves.

    Only what has begun to wait since this start goes on by itself; of the rest the user is told first.
    """

    resume_asked = Signal(object)

    def __init__(self, pane: Workspace, use_cases: UseCases, **shared: Any) -> None:
        super().__init__(pane, use_cases, **shared)
        self._told: set[tuple[str, RunState]] = set()
        # The publishings of which a notice may be shown.
        self._topics: set[str] = set()
        # The waiting publishings, and whether they go on only when the service is there anew or another key is used.
        self._waiting: dict[str, bool] = {}
        self._pause = FIRST_PAUSE
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._try_again)

    # Waiting

    async def take(self, run: PublishRun, failure: TermdeskError, *, needs_key: bool) -> None:
        """Keep a publishing that has stopped: it waits, or the user is asked at once how it goes on."""
        if run.is_waiting:
            await self.wait(run, failure, needs_key=needs_key)
        else:
            if not await self._ask(run, reason=self._reason_to_stop(run, failure)):
                await self.tell_unfinished()

    async def wait(self, run: PublishRun, failure: TermdeskError, *, needs_key: bool = False) -> None:
        """Let a publishing go on when the service, or a key that it takes, is there."""
        self._waiting[run.run_id] = needs_key
        await self.tell_unfinished(reason=_reason(failure))
        if not needs_key:
            self._timer.start(round(self._pause * 1000))
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def go_on(self) -> None:
        """The service can be used: start what waits for it, also with another key."""
        self._pause = FIRST_PAUSE
        self._waiting = dict.fromkeys(self._waiting, False)
        self._start_waiting(list(self._waiting))

    def _try_again(self) -> None:
        """The service answered all the time, but not to this; or the session will tell when it is back."""
        if self._use_cases.session.state is ConnectionState.READY:
            self._start_waiting([run_id for run_id, needs_event in self._waiting.items() if not needs_event])

    def _look_later(self) -> None:
        """Another publishing is running, which may end without telling."""
        self._timer.start(round(self._pause * 1000))

    def _start_waiting(self, run_ids: list[str]) -> None:
        if run_ids and self._jobs.is_running(JobKind.PUBLISH):
            self._look_later()
        elif run_ids:
            title = self.tr("Looking for what waits to be published")
            self._jobs.start(JobKind.RESUME_PUBLISHING, title, partial(self._resume_first, run_ids))

    async def _resume_first(self, run_ids: list[str]) -> None:
        unfinished = await self._use_cases.bulk_publisher.unfinished()
        if self._jobs.is_running(JobKind.PUBLISH):
            # Begun meanwhile. To resume now would cancel it.
            self._look_later()
            return
        # The user may have begun to undo one meanwhile.
        waiting = [run for run in unfinished if run.run_id in run_ids and run.is_waiting]
        if waiting:
            # Unless this fails as before, the user decides, and the others go on meanwhile.
            self._waiting[waiting[0].run_id] = True
            self.resume_asked.emit(waiting[0])
        if len(waiting) > 1:
            self._look_later()

    # Telling and asking

    async def tell_unfinished(self, *, reason: str = "") -> None:
        """Tell, once each, of what has not ended, and offer to decide. Raises StorageFailed.

        `reason` are sentences that say why it waits, where that is known.
        """
        runs = await self._use_cases.bulk_publisher.unfinished()
        known = {run.run_id for run in runs}
        self._waiting = {run_id: needs for run_id, needs in self._waiting.items() if run_id in known}
        for run_id in self._topics - known:
            self._notices.end_topic(run_id)
        self._topics &= known
        for run in runs:
            if (run.run_id, run.state) not in self._told:
                self._told.add((run.run_id, run.state))
                self._tell(run, reason)

    def topic_of(self, run: PublishRun) -> str:
        """The topic of a notice about a publishing, which ends with it."""
        self._topics.add(run.run_id)
        return run.run_id

    def _tell(self, run: PublishRun, reason: str) -> None:
        from termdesk.ui.glossaries.publishing.run_words import run_count, run_title

        words = self.tr("Nothing is lost, and nothing is sent twice.")
        if run.is_waiting:
            words = self.tr(
                "They are sent when the service is back. If something changes until then, here or there, you see the "
                "plan again first."
            )
        self._notices.say(
            run_title(run),
            list_sentences((reason, run_count(run), words)),
            kind="warning",
            action=self.tr("Decide…"),
            on_action=self.show_unfinished,
            topic=self.topic_of(run),
        )

    def show_unfinished(self) -> None:
        """Start to ask about every publishing that has not ended."""
        self._jobs.start(JobKind.DECIDE_PUBLISHING, self.tr("Unfinished publishing"), self._ask_about_all)

    async def _ask_about_all(self) -> None:
        runs = await self._use_cases.bulk_publisher.unfinished()
        if not runs:
            self._notices.say(
                self.tr("No publishing is unfinished"), self.tr("Everything that was to be sent has been sent or left.")
            )
        for run in runs:
            await self._ask(run)

    def _reason_to_stop(self, run: PublishRun, failure: TermdeskError) -> str:
        """Why it stopped. Where nobody knows what became of a call, finding out is up to Resume, not to the user."""
        from termdesk.application.glossaries.publishing.run_plan import StepState

        if all(step.state is not StepState.SENT for step in run.steps):
            return _reason(failure)
        looks = self.tr("Resume looks first at what the service has, so nothing is sent twice.")
        return list_sentences((explain(failure).cause, looks))

    async def _ask(self, run: PublishRun, *, reason: str = "") -> bool:
        """Ask how a publishing goes on, and begin with that. Tells whether the user decided."""
        from termdesk.ui.glossaries.publishing.run_dialog import RunChoice, RunDialog

        dialog = RunDialog(self._pane, run, service=self._use_cases.publisher.service_name, reason=reason)
        if not await answered(dialog):
            return False
        # It is told again if it does not end then.
        self._told.discard((run.run_id, run.state))
        match dialog.choice:
            case RunChoice.RESUME:
                # A job of its own: this one may be the publishing that has just stopped.
                QTimer.singleShot(0, self, partial(self.resume_asked.emit, run))
            case RunChoice.UNDO:
                QTimer.singleShot(0, self, partial(self._start_undo, run))
            case RunChoice.LEAVE:
                await self._use_cases.bulk_publisher.leave(run)
                await self.tell_unfinished()
                self._notices.say(
                    self.tr("The rest stays as drafts"), self.tr("What was published stays on the service.")
                )
        return True

    # Undoing

    def _start_undo(self, run: PublishRun) -> None:
        self._jobs.start_with_progress(
            JobKind.UNDO_PUBLISHING, self.tr("Undoing what was published"), partial(self._undo, run)
        )

    async def _undo(self, run: PublishRun, progress: JobProgress) -> None:
        keys = {step.glossary_id for step in run.steps}
        if any(key in keys for key in self._pane.open_keys):
            await self._pane.close_dictionary()
        try:
            result = await self._use_cases.bulk_publisher.undo(run, progress)
        finally:
            await self._pane.read_library()
            await self.tell_unfinished()
        self._tell_undone(result)
        if result.failure is not None:
            raise result.failure

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
            words = self.tr("The service keeps what they and you wrote: {dictionaries}.")
            self._notices.say(
                self.tr("Others changed %Ln dictionaries since, so they were not undone", "", len(result.left_alone)),
                words.format(dictionaries=step_labels(result.left_alone)),
                kind="warning",
            )
        if not result.undone and not result.left_alone and result.failure is None:
            self._notices.say(self.tr("There was nothing to undo"), self.tr("The service has nothing of it."))


def _reason(failure: TermdeskError) -> str:
    explanation = explain(failure)
    return list_sentences((explanation.cause, explanation.next_step))
