"""Save the text of an open cell while the user types, and restore it after a crash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from termdesk.domain.errors import StorageFailed
from termdesk.storage.open_texts import OpenText, OpenTexts

__all__ = ["OpenCell", "OpenText", "OpenTexts"]

log = logging.getLogger(__name__)

# Seconds after the first key, not the last, so that steady typing loses no more than this.
SECONDS_TO_KEEP = 0.25


class OpenCell:
    """The open cell of one table. `saved` waits until the edits of the table are on disk."""

    def __init__(self, texts: OpenTexts, *, owner: str, profile: str, title: str, saved: Callable[[], Awaitable[None]]):
        """Bind the cell to the running event loop; call `type` and `end` only from its thread."""
        self._texts = texts
        self._owner = owner
        self._profile = profile
        self._title = title
        self._saved = saved
        self._loop = asyncio.get_running_loop()
        self._latest: OpenText | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_kept = False

    def type(self, text: str, *, row: int, column_name: str, source: str, before: str) -> None:
        """Record the present text of the cell."""
        self._latest = OpenText(self._owner, self._profile, self._title, row, column_name, source, before, text)
        if self._timer is None:
            self._timer = self._loop.call_later(SECONDS_TO_KEEP, self._begin)

    def end(self) -> None:
        """Record that the cell was closed: its text became an edit or was discarded."""
        self._latest = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._is_kept or self._task is not None:
            self._begin()

    async def find_kept_text(self) -> OpenText | None:
        """Return the text that was being typed when the program ended; None if there is none. Raises StorageFailed."""
        found = await self._texts.find(self._owner)
        self._is_kept = found is not None
        return found

    async def forget(self) -> None:
        """Delete the saved text. Raises StorageFailed."""
        await self._texts.forget(self._owner)
        self._is_kept = False

    async def close(self) -> None:
        """Wait until the last text is on disk. It is offered when the table is next opened. Raises StorageFailed."""
        if self._timer is not None:
            self._timer.cancel()
            self._begin()
        while self._task is not None:
            await asyncio.wait({self._task})

    def _begin(self) -> None:
        self._timer = None
        # A task that is done writes nothing more, even if `_on_done` was not called yet.
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._write(), name="Keeping an open cell")
            self._task.add_done_callback(self._on_done)

    async def _write(self) -> None:
        done: OpenText | None = None
        try:
            while self._latest is not done or (self._latest is None and self._is_kept):
                done = self._latest
                if done is not None:
                    self._is_kept = True
                    await self._texts.keep(done)
                else:
                    # Delete the text only after the resulting edit is on disk.
                    await self._saved()
                    if self._latest is None:
                        await self.forget()
        except StorageFailed as error:
            # The draft writer reports the failure, and the text is still in its cell.
            log.warning("The text of an open cell is not kept: %s", error.message)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        if self._task is task:
            self._task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            self._loop.call_exception_handler({"message": "Keeping an open cell failed", "exception": error})
