"""Notes every change that a service was asked for, and gives them back."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Protocol

from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.event import Event
from termdesk.domain.progress import NoProgress, Progress

if TYPE_CHECKING:
    from termdesk.client.transport.writes import Write
    from termdesk.domain.merging.difference import Difference
    from termdesk.storage.notebook.remote_writes import RemoteWrite
    from termdesk.storage.records import Records

log = logging.getLogger("termdesk")


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
                glossary_name=write.facts.glossary_name,
                pair=write.facts.pair,
                before_hash=write.facts.before_hash,
                entry_count=write.facts.entry_count,
                new_name=write.facts.new_name,
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
        """What a publishing call or a deletion changed; None of others, and where the versions are no longer kept."""
        is_deletion = write.method == "DELETE" and write.before_hash
        if not (write.after_hash or is_deletion):
            return None
        try:
            after = await self._records.snapshots.get(write.after_hash) if write.after_hash else Entries()
            before = await self._records.snapshots.get(write.before_hash) if write.before_hash else Entries()
        except StorageFailed:
            return None
        return await run_in_thread(progress, _difference, before, after)


def _difference(_progress: Progress, before: Entries, after: Entries) -> Difference:
    from termdesk.domain.merging.difference import difference

    return difference(before, after)
