"""Everything that takes time: kept, shown, cancelled, and its failure told, in one place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal

from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.ui.notices import Notices

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
        self.changed.emit()
        return task

    @property
    def running(self) -> list[Job]:
        return list(self._jobs.values())

    def is_running(self, title: str) -> bool:
        return title in self._jobs

    def cancel(self, title: str) -> None:
        job = self._jobs.pop(title, None)
        if job is not None:
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
            if on_failure is not None:
                on_failure(error)
            else:
                self._notices.fail(error)
        except Exception as error:
            self.bug_found.emit(error)

    def _ended(self, job: Job) -> None:
        # A job that was cancelled before its first step was never awaited; Python would complain.
        job.work.close()
        self._ending.discard(job.task)
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        self.changed.emit()
