"""Records every change that a service was asked to make, and returns the records."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from termdesk.application.progress import run_in_thread, without_progress
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.progress import NoProgress, Progress

if TYPE_CHECKING:
    from termdesk.application.session.clients import Clients
    from termdesk.client.transport.writes import Write
    from termdesk.domain.merging.difference import Difference
    from termdesk.storage.notebook.remote_writes import RemoteWrite
    from termdesk.storage.records import Records

log = logging.getLogger("termdesk")


class WriteNotebook:
    """Records changes from its creation until `close`."""

    def __init__(self, clients: Clients, records: Records) -> None:
        self._clients = clients
        self._records = records
        self._noting: set[asyncio.Task[None]] = set()
        # Before a write is sent, its line must be on disk: the program may be killed before the response comes.
        clients.use_write_recorder(self._note)
        self._stop_listening = clients.wrote.subscribe(self._on_wrote)

    def _on_wrote(self, profile: str, write: Write) -> None:
        task = asyncio.get_running_loop().create_task(self._note(profile, write), name="noting a change")
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _note(self, profile: str, write: Write) -> None:
        # Imported here, because the start of the window does not need it.
        from termdesk.storage.notebook.remote_writes import ReadBack

        read_back = {None: None, True: ReadBack.CONFIRMED, False: ReadBack.MISSING}
        try:
            await self._records.remote_writes.add(
                profile,
                write_id=write.write_id,
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
                read_back=read_back[write.is_carried_out],
            )
        except StorageFailed as error:
            # Publishing keeps records of its own, so it continues.
            log.warning("A change is missing in the notebook: %s", error.message)

    async def close(self) -> None:
        """Stop recording, and wait until everything is stored."""
        self._clients.use_write_recorder(None)
        self._stop_listening()
        if self._noting:
            await asyncio.wait(set(self._noting))

    async def all(self) -> list[RemoteWrite]:
        """Return all recorded changes, the latest first. Raises StorageFailed."""
        return await self._records.remote_writes.all()

    async def difference(self, write: RemoteWrite, progress: Progress = NoProgress()) -> Difference | None:
        """Return what a publishing call or a deletion changed.

        None for other calls, and if the stored versions are gone.
        """
        from termdesk.domain.merging.difference import difference

        is_deletion = write.method == "DELETE" and write.before_hash
        if not (write.after_hash or is_deletion):
            return None
        try:
            after = await self._records.snapshots.get(write.after_hash) if write.after_hash else Entries()
            before = await self._records.snapshots.get(write.before_hash) if write.before_hash else Entries()
        except StorageFailed:
            return None
        return await run_in_thread(progress, without_progress(difference), before, after)
