"""Write the changes of an open dictionary to the journal in order, and retry if the disk fails."""

from __future__ import annotations

import asyncio

from termdesk.domain.entries.changes import Change, as_one
from termdesk.domain.errors import TermdeskError
from termdesk.domain.event import Event
from termdesk.storage.journal import DraftRecord, Journal
from termdesk.storage.undo_steps import Step

# Seconds to wait after a disk failure before the next attempt.
RETRY_SECONDS = 2.0


class DraftWriter:
    """The write queue of one draft: the window never waits for the disk.

    A change stays in the queue until the journal has stored it. `failed` is emitted when writing starts to fail, and
    not again before a write succeeds.
    """

    def __init__(self, journal: Journal, draft: DraftRecord) -> None:
        """Bind the writer to the running event loop; call `add` only from its thread."""
        self.failed = Event[TermdeskError]()
        # The number of the last change on disk, and how many cells and rows all changes so far touched.
        self.last_number = draft.last_edit
        self.weight = 0
        self._journal = journal
        self._draft_id = draft.draft_id
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[Change, Step | None]] = []
        self._is_failing = False
        self._entry_count = 0
        self._attempt: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None

    def add(self, change: Change, *, entry_count: int, step: Step | None = None) -> None:
        """Queue a change and its undo step. `entry_count` is the number of entries after the change."""
        self._waiting.append((change, step))
        self._entry_count = entry_count
        if self._retry is None:
            self._begin_attempt()

    def reset_weight(self) -> None:
        """Count what changes touch from 0 again, because the draft has a new start."""
        self.weight = 0

    async def wait_until_saved(self) -> None:
        """Wait until all changes so far are on disk.

        Raises StorageFailed if an attempt fails; unsaved changes stay queued.
        """
        while self._waiting:
            attempt = self._begin_attempt()
            # Shielded from cancellation: a write in progress must not be repeated.
            await asyncio.wait({attempt})
            attempt.result()

    async def close(self) -> None:
        """Write the remaining changes and stop. Raises as `wait_until_saved` does."""
        try:
            await self.wait_until_saved()
        finally:
            self._stop_retrying()

    def _begin_attempt(self) -> asyncio.Task[None]:
        self._stop_retrying()
        if self._attempt is None or self._attempt.done():
            self._attempt = self._loop.create_task(self._write(), name="Saving a draft")
            self._attempt.add_done_callback(self._on_attempted)
        return self._attempt

    async def _write(self) -> None:
        while self._waiting:
            batch = tuple(self._waiting)
            change = as_one([each for each, _ in batch])
            self.last_number = await self._journal.append(
                self._draft_id, change, entry_count=self._entry_count, noted=[step for _, step in batch]
            )
            self.weight += change.count
            self._is_failing = False
            del self._waiting[: len(batch)]

    def _on_attempted(self, attempt: asyncio.Task[None]) -> None:
        if attempt.cancelled():
            return
        error = attempt.exception()
        if error is None:
            return
        # Retry after any exception: a bug in one attempt must not lose edits.
        self._stop_retrying()
        self._retry = self._loop.call_later(RETRY_SECONDS, self._begin_attempt)
        if self._is_failing:
            return
        self._is_failing = True
        if isinstance(error, TermdeskError):
            self.failed.emit(error)
        else:
            self._loop.call_exception_handler({"message": "Saving a draft failed", "exception": error, "task": attempt})

    def _stop_retrying(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
