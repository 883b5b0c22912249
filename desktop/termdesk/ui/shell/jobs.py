"""Everything that takes time: kept, shown, cancelled, and its failure told, in one place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog

from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.ui.shell.job_owners import Page, owners_of
from termdesk.ui.shell.notices import Notices

# The title of reading the usage beside something else, the same for whoever starts it.
UPDATING_USAGE = "Updating the usage"
# What nobody types, between a title and whose job it is.
_OWNER = "\0"


class JobProgress:
    """How far a job is. Handed to the work as its `Progress`, and to `Jobs.start` so that the window sees it."""

    def __init__(self) -> None:
        self.done = 0
        self.total: int | None = None

    def step(self, done: int, total: int | None = None) -> None:
        self.done, self.total = done, total


def owned_title(title: str, owner: str) -> str:
    """A title that shows as `title` and is another one for each owner: equal names must not end each other's work."""
    return f"{title}{_OWNER}{owner}"


class Job:
    """One piece of work that runs. `key` is the title that it was started by, `title` what of that is shown."""

    def __init__(
        self, title: str, task: asyncio.Task[None], work: Coroutine[Any, Any, None], progress: JobProgress
    ) -> None:
        self.key = title
        self.title = title.partition(_OWNER)[0]
        self.task = task
        self.work = work
        self.progress = progress
        self.started = time.monotonic()


class Jobs(QObject):
    """Runs coroutines by title. Starting a title again cancels the one that runs; a cancelled job says nothing.

    A job belongs to the pages and dialogs among its arguments (`owners_of`) and is cancelled when one of them closes,
    so that no line of it runs on a widget that is gone, but for what stands in its `finally`. Work that has to come to
    its end calls `detach` before.

    The only place that catches `TermdeskError`: it becomes a notice (and `failed`). Anything else is a bug and goes
    to `bug_found`.
    """

    changed = Signal()
    failed = Signal(object)
    bug_found = Signal(object)

    def __init__(self, notices: Notices, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notices = notices
        self._jobs: dict[str, Job] = {}
        self._ending: set[asyncio.Task[None]] = set()
        # The jobs of each page and dialog that is open, by the identity of the widget.
        self._owned: dict[int, set[Job]] = {}

    def start(
        self,
        title: str,
        work: Coroutine[Any, Any, None],
        *,
        progress: JobProgress | None = None,
        on_failure: Callable[[TermdeskError], None] | None = None,
    ) -> asyncio.Task[None]:
        """Run `work` under `title`. `on_failure` replaces the notice, for a pane that shows the error in place."""
        self.cancel(title)
        task = asyncio.get_event_loop().create_task(self._run(work, on_failure), name=title)
        job = self._jobs[title] = Job(title, task, work, progress or JobProgress())
        task.add_done_callback(lambda _task: self._ended(job))
        self._give_to_owners(job)
        self.changed.emit()
        return task

    def _give_to_owners(self, job: Job) -> None:
        for owner in owners_of(job.work):
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
            # A job may close its own page: it has another one to show.
            if job.task is not asyncio.current_task(job.task.get_loop()):
                self._cancel(job)

    def detach(self) -> None:
        """Let the job that calls this go on when its page or dialog closes: what it has begun has to come to its end.

        From here on it must look whether they are open before it touches them.
        """
        current = asyncio.current_task()
        for jobs in self._owned.values():
            jobs.difference_update([job for job in jobs if job.task is current])

    @property
    def running(self) -> list[Job]:
        return list(self._jobs.values())

    def of(self, owner: Page | QDialog) -> list[Job]:
        """The jobs that a page or dialog would end by closing."""
        return list(self._owned.get(id(owner), ()))

    def is_running(self, title: str) -> bool:
        return title in self._jobs

    def cancel(self, title: str) -> None:
        job = self._jobs.get(title)
        if job is not None:
            self._cancel(job)

    def _cancel(self, job: Job) -> None:
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        self._ending.add(job.task)
        job.task.cancel()
        self.changed.emit()

    async def close(self, *, seconds: float = 1.5) -> None:
        """Cancel everything and wait for it to end, at most so long."""
        for title in list(self._jobs):
            self.cancel(title)
        current = asyncio.current_task()
        ending = {task for task in self._ending if task is not current}
        if ending:
            await asyncio.wait(ending, timeout=seconds)

    async def _run(self, work: Coroutine[Any, Any, None], on_failure: Callable[[TermdeskError], None] | None) -> None:
        try:
            await work
        except Stopped:
            return
        except TermdeskError as error:
            self.failed.emit(error)
            task = asyncio.current_task()
            # The place where it would be shown may be gone with the page that cancelled it.
            if on_failure is not None and task is not None and not task.cancelling():
                on_failure(error)
            else:
                self._notices.fail(error)
        except Exception as error:
            self.bug_found.emit(error)

    def _ended(self, job: Job) -> None:
        # A job that was cancelled before its first step was never awaited; Python would complain.
        job.work.close()
        self._ending.discard(job.task)
        for jobs in self._owned.values():
            jobs.discard(job)
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        self.changed.emit()
