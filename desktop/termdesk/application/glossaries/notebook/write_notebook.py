"""Notes every change that a service was asked for, and lists them for users and for the support of a service."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from enum import Enum, auto
from typing import Protocol

from termdesk.application.progress import run_in_thread
from termdesk.client.transport.writes import Write, WriteOutcome
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.event import Event
from termdesk.domain.merging.difference import Difference, difference
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.notebook.remote_writes import RemoteWrite
from termdesk.storage.records import Records

__all__ = ["RemoteWrite", "WriteKind", "WriteNotebook", "WriteOutcome", "kind_of", "support_text"]

log = logging.getLogger("termdesk")


class WriteKind(Enum):
    """What a service was asked to do."""

    CREATE_GLOSSARY = auto()
    CHANGE_GLOSSARY = auto()  # its name, or entries of it
    DELETE_GLOSSARY = auto()
    REPLACE_DICTIONARY = auto()
    MERGE_ENTRIES = auto()
    DELETE_DICTIONARY = auto()
    CREATE_MEMORY = auto()
    CHANGE_MEMORY = auto()
    DELETE_MEMORY = auto()


_MEMORIES, _DICTIONARIES = "translation_memories", "dictionaries"


def kind_of(write: RemoteWrite) -> WriteKind:
    """What a change did, by the method and the path of its call."""
    segments = write.path.strip("/").split("/")
    if _MEMORIES in segments:
        kinds = {"POST": WriteKind.CREATE_MEMORY, "DELETE": WriteKind.DELETE_MEMORY}
        return kinds.get(write.method, WriteKind.CHANGE_MEMORY)
    if _DICTIONARIES in segments:
        kinds = {"PUT": WriteKind.REPLACE_DICTIONARY, "DELETE": WriteKind.DELETE_DICTIONARY}
        return kinds.get(write.method, WriteKind.MERGE_ENTRIES)
    if write.method == "PATCH" and write.before_hash:
        # One path serves for a new name and for single entries.
        return WriteKind.MERGE_ENTRIES
    kinds = {"POST": WriteKind.CREATE_GLOSSARY, "DELETE": WriteKind.DELETE_GLOSSARY}
    return kinds.get(write.method, WriteKind.CHANGE_GLOSSARY)


class WritingSession(Protocol):
    """What the notebook knows of a session."""

    @property
    def wrote(self) -> Event[str, Write]:
        """Emitted with the profile and each change at its end."""


class WriteNotebook:
    """Writes along from the moment it is made. `close` ends that."""

    def __init__(self, session: WritingSession, records: Records) -> None:
        self._records = records
        self._noting: set[asyncio.Task[None]] = set()
        self._stop_listening = session.wrote.subscribe(self._on_wrote)

    def _on_wrote(self, profile: str, write: Write) -> None:
        task = asyncio.get_running_loop().create_task(self._note(profile, write), name="noting a change")
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _note(self, profile: str, write: Write) -> None:
        try:
            await self._records.remote_writes.add(
                profile,
                method=write.method,
                path=write.path,
                outcome=write.outcome,
                status=write.status,
                trace_id=write.trace_id,
                job_id=write.job_id,
            )
        except StorageFailed as error:
            # Publishing has notes of its own, and goes on.
            log.warning("A change is missing in the notebook: %s", error.message)

    async def close(self) -> None:
        """Note nothing more, and wait until everything is stored."""
        self._stop_listening()
        if self._noting:
            await asyncio.wait(set(self._noting))

    async def all(self) -> list[RemoteWrite]:
        """What was noted, the latest first. Raises StorageFailed."""
        return await self._records.remote_writes.all()

    async def difference(self, write: RemoteWrite, progress: Progress = NoProgress()) -> Difference | None:
        """What a publishing call changed; None of other changes, and where the versions are no longer kept."""
        if not write.after_hash:
            return None
        try:
            after = await self._records.snapshots.get(write.after_hash)
            before = await self._records.snapshots.get(write.before_hash) if write.before_hash else Entries()
        except StorageFailed:
            return None
        return await run_in_thread(progress, _difference, before, after)


def _difference(_progress: Progress, before: Entries, after: Entries) -> Difference:
    return difference(before, after)


def support_text(writes: Iterable[RemoteWrite]) -> str:
    """The changes for the support of a service, one in a line: no names of glossaries, and no texts."""
    lines = ["time\tcall\tstatus\toutcome\ttrace id"]
    for each in writes:
        moment = each.made_at.isoformat(timespec="seconds")
        lines.append(f"{moment}\t{each.method} {each.path}\t{each.status}\t{each.outcome}\t{each.trace_id}")
    return "\n".join(lines)
