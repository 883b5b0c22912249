"""Runs everything that takes time: shows it, cancels it, and reports failures, in one place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.ui.shell.job_keys import JobKey, failure_topic
from termdesk.ui.shell.job_owners import Page, owners_of
from termdesk.ui.shell.notices import Notices

Work = Callable[[], Coroutine[Any, Any, None]]


class JobProgress:
    """The progress of a job. The work updates it through its `Progress` interface, and the window shows it."""

    def __init__(self) -> None:
        self.done = 0
        self.total: int | None = None

    def step(self, done: int, total: int | None = None) -> None:
        """Set how much is done, and the `total` if it is known."""
        self.done, self.total = done, total


class Job:
    """A running piece of work. `key` identifies it; the user reads `title`."""

    def __init__(self, key: JobKey, title: str, task: asyncio.Task[None], progress: JobProgress) -> None:
        self.key = key
        self.title = title
        self.task = task
        self.progress = progress
        self.started = time.monotonic()


class Jobs(QObject):
    """Runs work by key. Starting a key again cancels the running job with this key; a cancelled job reports nothing.

    Work is a function that returns a coroutine. It is called in the job's first step, so a job that is cancelled
    earlier never begins.

    A job belongs to the pages and dialogs that its work uses (`owners_of`), and is cancelled when one of them closes.
    So its code never runs on a deleted widget, except in a `finally` block. Work that must be completed calls `detach`
    first.

    Only this class catches `TermdeskError`: it becomes a notice (and `failed`), which the next success of a reading
    removes (`failure_topic`). Any other exception is a bug and goes to `bug_found`.
    """

    changed = Signal()
    failed = Signal(object)
    bug_found = Signal(object)

    def __init__(self, notices: Notices, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notices = notices
        self._jobs: dict[JobKey, Job] = {}
        self._ending: set[asyncio.Task[None]] = set()
        # The jobs of each open page and dialog, by the `id` of the widget.
        self._owned: dict[int, set[Job]] = {}

    def start(
        self, key: JobKey, title: str, work: Work, *, on_failure: Callable[[TermdeskError], None] | None = None
    ) -> asyncio.Task[None]:
        """Run `work` under `key`. `title` is translated and shown.

        `on_failure` replaces the notice, for panes that show the error themselves.
        """
        retry = partial(self.start, key, title, work)
        return self._start(key, title, work, JobProgress(), on_failure, retry)

    def start_with_progress(
        self,
        key: JobKey,
        title: str,
        work: Callable[[JobProgress], Coroutine[Any, Any, None]],
        *,
        on_failure: Callable[[TermdeskError], None] | None = None,
    ) -> asyncio.Task[None]:
        """Like `start`, for work that takes the progress of its job as an argument."""
        progress = JobProgress()
        retry = partial(self.start_with_progress, key, title, work)
        return self._start(key, title, partial(work, progress), progress, on_failure, retry)

    def _start(
        self,
        key: JobKey,
        title: str,
        work: Work,
        progress: JobProgress,
        on_failure: Callable[[TermdeskError], None] | None,
        retry: Callable[[], object],
    ) -> asyncio.Task[None]:
        self.cancel(key)
        owners = owners_of(work)

        def on_retry() -> None:
            # Do not retry for a page or dialog that has closed.
            if all(
                isValid(owner) and (owner.is_open if isinstance(owner, Page) else owner.isVisible()) for owner in owners
            ):
                retry()

        task = asyncio.get_event_loop().create_task(self._run(key, work, on_failure, on_retry), name=str(key))
        job = self._jobs[key] = Job(key, title, task, progress)
        task.add_done_callback(lambda _task: self._note_end(job))
        self._give_to_owners(job, owners)
        self.changed.emit()
        return task

    def _give_to_owners(self, job: Job, owners: Sequence[Page | QDialog]) -> None:
        for owner in owners:
            if isinstance(owner, Page) and not owner.is_open:
                self._cancel(job)
                return
            if id(owner) not in self._owned:
                self._owned[id(owner)] = set()
                on_closed = partial(self._on_owner_closed, id(owner))
                (owner.finished if isinstance(owner, QDialog) else owner.closed).connect(on_closed)
                owner.destroyed.connect(on_closed)
            self._owned[id(owner)].add(job)

    def _on_owner_closed(self, owner: int, *_result: object) -> None:
        for job in self._owned.pop(owner, set()):
            # A job may close its own page, for example to show another one.
            if job.task is not asyncio.current_task(job.task.get_loop()):
                self._cancel(job)

    def detach(self) -> None:
        """Let the calling job continue when its page or dialog closes, because it must be completed.

        After this call, the job must check that they are open before it uses them.
        """
        current = asyncio.current_task()
        for jobs in self._owned.values():
            jobs.difference_update([job for job in jobs if job.task is current])

    @property
    def running(self) -> list[Job]:
        """The running jobs, oldest first."""
        return list(self._jobs.values())

    def of(self, owner: Page | QDialog) -> list[Job]:
        """Return the jobs that are cancelled when this page or dialog closes."""
        return list(self._owned.get(id(owner), ()))

    def is_running(self, key: JobKey) -> bool:
        """Return whether a job runs under `key`."""
        return key in self._jobs

    def cancel(self, key: JobKey) -> None:
        """Cancel the job under `key`, if there is one. Its `finally` blocks run later."""
        job = self._jobs.get(key)
        if job is not None:
            self._cancel(job)

    def _cancel(self, job: Job) -> None:
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        self._ending.add(job.task)
        job.task.cancel()
        self.changed.emit()

    async def close(self, *, seconds: float = 1.5) -> None:
        """Cancel all jobs and wait until they have ended, for at most `seconds`."""
        for key in list(self._jobs):
            self.cancel(key)
        current = asyncio.current_task()
        ending = {task for task in self._ending if task is not current}
        if ending:
            await asyncio.wait(ending, timeout=seconds)

    async def _run(
        self,
        key: JobKey,
        work: Work,
        on_failure: Callable[[TermdeskError], None] | None,
        on_retry: Callable[[], None],
    ) -> None:
        topic = failure_topic(key)
        try:
            await work()
            if topic and isValid(self._notices):
                self._notices.end_topic(topic)
        except Stopped:
            return
        except TermdeskError as error:
            self.failed.emit(error)
            task = asyncio.current_task()
            # A closing page cancels its jobs, and no longer has a place for the message.
            if on_failure is not None and task is not None and not task.cancelling():
                on_failure(error)
            else:
                self._notices.fail(error, on_retry=on_retry, topic=topic)
        except Exception as error:
            self.bug_found.emit(error)

    def _note_end(self, job: Job) -> None:
        self._ending.discard(job.task)
        for jobs in self._owned.values():
            jobs.discard(job)
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        # A job that outlasts the wait in `close` also outlives the window and this object.
        if isValid(self):
            self.changed.emit()
