"""Imports and exports of translation memories on their way: declared, sent or made, and fetched.

A file goes to and comes from an address of its own, which is known to nobody else and so needs no key. Jobs live as
long as the service: one that was interrupted changed nothing, and is begun again.
"""

from __future__ import annotations

import asyncio
import secrets
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Literal

from termdesk.service.accounts import Account

UPLOADS = "/v3/translation_memories/uploads/"
DOWNLOADS = "/v3/translation_memories/downloads/"
# How long an address of a file can be used.
LIFETIME = timedelta(hours=1)
# The oldest ones make room.
MOST_JOBS = 100

Operation = Literal["import", "export"]


class JobStatus(StrEnum):
    """How far a job is; values as the interface spells them."""

    AWAITING_INPUT = "awaiting_input"
    PROCESSING = "processing"
    COMPLETED = "completed"
    DOWNLOADED = "downloaded"
    FAILED = "failed"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class ImportedMemory:
    """What an import brought into one memory. `skipped_count` are units of the file that could not be used."""

    memory_id: str
    skipped_count: int


@dataclass(slots=True, eq=False)
class MemoryJob:
    """One import or export. `token` is the secret part of the address of its file."""

    operation: Operation
    account: Account
    created: datetime
    status: JobStatus
    parameters: dict[str, str]
    content_length: int = 0
    content_type: str = ""
    job_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    # Of the file that was sent. The same file may be sent again; another one is refused.
    content_hash: str = ""
    error: str = ""
    imported: tuple[ImportedMemory, ...] = ()

    @property
    def expires(self) -> datetime:
        """When the address of its file ends."""
        return self.created + LIFETIME

    @property
    def path(self) -> str:
        """The path of the address of its file."""
        return (UPLOADS if self.operation == "import" else DOWNLOADS) + self.token


class MemoryJobs:
    """The jobs of this run of the service."""

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._jobs: dict[str, MemoryJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def add_import(
        self, account: Account, *, content_length: int, content_type: str, parameters: dict[str, str]
    ) -> MemoryJob:
        """A job that waits for a file of so many bytes."""
        status = JobStatus.AWAITING_INPUT
        return self._add(MemoryJob("import", account, self._clock(), status, parameters, content_length, content_type))

    def add_export(self, account: Account, memory_id: str) -> tuple[MemoryJob, bool]:
        """A job whose file can be fetched, and whether it is one that was there before.

        The file is made when it is fetched, so it holds what was confirmed until then.
        """
        for job in self._jobs.values():
            is_same = job.operation == "export" and job.parameters["translation_memory_id"] == memory_id
            if is_same and job.account == account and self._updated(job).status is not JobStatus.EXPIRED:
                return job, True
        parameters = {"translation_memory_id": memory_id}
        return self._add(MemoryJob("export", account, self._clock(), JobStatus.COMPLETED, parameters)), False

    def _add(self, job: MemoryJob) -> MemoryJob:
        while len(self._jobs) >= MOST_JOBS:
            idle = (each for each in self._jobs.values() if each.status is not JobStatus.PROCESSING)
            oldest = next(idle, None)
            if oldest is None:
                break
            del self._jobs[oldest.job_id]
        self._jobs[job.job_id] = job
        return job

    def find(self, job_id: str, account: Account) -> MemoryJob | None:
        """A job of this key as it is now; None where there is none."""
        job = self._jobs.get(job_id)
        return self._updated(job) if job is not None and job.account == account else None

    def find_file(self, path: str) -> MemoryJob | None:
        """The job whose file has this path; None where there is none, or its time is over."""
        if not path.startswith((UPLOADS, DOWNLOADS)):
            return None
        for job in self._jobs.values():
            if secrets.compare_digest(job.path.encode(), path.encode("utf-8", "surrogateescape")):
                return None if self._updated(job).status is JobStatus.EXPIRED else job
        return None

    def holder(self, method: str, path: str) -> Account | None:
        """Whose file a request without a key is about; None where it needs a key."""
        job = self.find_file(path)
        is_right = job is not None and method == ("PUT" if job.operation == "import" else "GET")
        return job.account if job is not None and is_right else None

    def _updated(self, job: MemoryJob) -> MemoryJob:
        ends = (JobStatus.AWAITING_INPUT,) if job.operation == "import" else (JobStatus.COMPLETED, JobStatus.DOWNLOADED)
        if job.status in ends and self._clock() >= job.expires:
            job.status = JobStatus.EXPIRED
        return job

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let work on a job go on after the request that began it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End the work on all jobs; what is being written is written whole."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
