"""Import and export jobs of translation memories: created, uploaded or prepared, and downloaded.

Each file has a secret address, so that no key is needed. Jobs last as long as the service process: an interrupted job
has changed nothing and is started again.
"""

from __future__ import annotations

import asyncio
import secrets
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from termdesk.domain.texts import MemoryJobState
from termdesk.service.accounts import Account

UPLOADS = "/v3/translation_memories/uploads/"
DOWNLOADS = "/v3/translation_memories/downloads/"
# How long the address of a file is valid.
LIFETIME = timedelta(hours=1)
# The maximum number of jobs; the oldest are dropped.
MOST_JOBS = 100

Operation = Literal["import", "export"]


@dataclass(frozen=True, slots=True)
class ImportedMemory:
    """The result of an import into one memory. `skipped_count` is the number of unusable units of the file."""

    memory_id: str
    skipped_count: int


@dataclass(slots=True, eq=False)
class MemoryJob:
    """One import or export. `token` is the secret part of its file's address."""

    operation: Operation
    account: Account
    created: datetime
    status: MemoryJobState
    parameters: dict[str, str]
    content_length: int = 0
    content_type: str = ""
    job_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    # The hash of the uploaded file. The same file may be sent again; a different one is refused.
    content_hash: str = ""
    error: str = ""
    imported: tuple[ImportedMemory, ...] = ()

    @property
    def expires(self) -> datetime:
        """When the address of its file expires."""
        return self.created + LIFETIME

    @property
    def path(self) -> str:
        """The path in the address of its file."""
        return (UPLOADS if self.operation == "import" else DOWNLOADS) + self.token


class MemoryJobs:
    """The jobs since the service started."""

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._jobs: dict[str, MemoryJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def add_import(
        self, account: Account, *, content_length: int, content_type: str, parameters: dict[str, str]
    ) -> MemoryJob:
        """Create a job that waits for a file of this many bytes."""
        status = MemoryJobState.AWAITING_INPUT
        return self._add(MemoryJob("import", account, self._clock(), status, parameters, content_length, content_type))

    def add_export(self, account: Account, memory_id: str) -> tuple[MemoryJob, bool]:
        """Return a job whose file can be downloaded, and whether the job existed before.

        The file is made on download, so it contains everything confirmed until then.
        """
        for job in self._jobs.values():
            is_same = job.operation == "export" and job.parameters["translation_memory_id"] == memory_id
            if is_same and job.account == account and self._update(job).status is not MemoryJobState.EXPIRED:
                return job, True
        parameters = {"translation_memory_id": memory_id}
        return self._add(MemoryJob("export", account, self._clock(), MemoryJobState.COMPLETED, parameters)), False

    def _add(self, job: MemoryJob) -> MemoryJob:
        while len(self._jobs) >= MOST_JOBS:
            idle = (each for each in self._jobs.values() if each.status is not MemoryJobState.PROCESSING)
            oldest = next(idle, None)
            if oldest is None:
                break
            del self._jobs[oldest.job_id]
        self._jobs[job.job_id] = job
        return job

    def find(self, job_id: str, account: Account) -> MemoryJob | None:
        """Return the current state of this key's job; None if it does not exist."""
        job = self._jobs.get(job_id)
        return self._update(job) if job is not None and job.account == account else None

    def find_file(self, path: str) -> MemoryJob | None:
        """Return the job whose file has this path; None if there is none, or if it expired."""
        if not path.startswith((UPLOADS, DOWNLOADS)):
            return None
        for job in self._jobs.values():
            if secrets.compare_digest(job.path.encode(), path.encode("utf-8", "surrogateescape")):
                return None if self._update(job).status is MemoryJobState.EXPIRED else job
        return None

    def holder(self, method: str, path: str) -> Account | None:
        """Return the owner of the file that a request without a key addresses; None if the request needs a key."""
        job = self.find_file(path)
        is_right = job is not None and method == ("PUT" if job.operation == "import" else "GET")
        return job.account if job is not None and is_right else None

    def _update(self, job: MemoryJob) -> MemoryJob:
        ends = (
            (MemoryJobState.AWAITING_INPUT,)
            if job.operation == "import"
            else (MemoryJobState.COMPLETED, MemoryJobState.DOWNLOADED)
        )
        if job.status in ends and self._clock() >= job.expires:
            job.status = MemoryJobState.EXPIRED
        return job

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the work of a job beyond the request that started it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop the work on all jobs; a write in progress is completed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
