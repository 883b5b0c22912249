"""Maintain the saved work in the background: check, back up, delete old versions."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from termdesk.application.released_memory import memory_released
from termdesk.domain.errors import TermdeskError
from termdesk.storage.records import Records

log = logging.getLogger(__name__)

# Leave the first seconds after the start to the window.
SECONDS_BEFORE = 20.0
SECONDS_BETWEEN = 60.0

Sleep = Callable[[float], Awaitable[None]]


@contextlib.asynccontextmanager
async def upkeep(
    records: Records, tell: Callable[[TermdeskError], None], *, sleep: Sleep = asyncio.sleep
) -> AsyncIterator[None]:
    """Maintain the records until the block ends.

    `tell` is called with an error, and not again before something has succeeded.
    """
    task = asyncio.get_running_loop().create_task(_Upkeep(records, tell, sleep).run(), name="Upkeep")
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def maintain_once(records: Records, *, most_bytes: int) -> bool:
    """If a backup is due, delete old versions and make it, for a program that ends now.

    Return False if it is due, but not begun, because a database of more than `most_bytes` bytes takes too long. A
    backup that is cut off would be lost, and begun again by the next program. Raises StorageFailed.
    """
    if records.is_read_only or not await asyncio.to_thread(records.backups.is_due, records.commits):
        return True
    if await asyncio.to_thread(records.size) > most_bytes:
        return False
    await records.tidy()
    await records.check(keep=True)
    return True


class _Upkeep:
    def __init__(self, records: Records, tell: Callable[[TermdeskError], None], sleep: Sleep) -> None:
        self._records = records
        self._tell = tell
        self._sleep = sleep
        self._is_failing = False

    async def run(self) -> None:
        await self._sleep(SECONDS_BEFORE)
        await self._try(self._records.tidy)
        await self._try(self._look_through)
        while True:
            await self._sleep(SECONDS_BETWEEN)
            await self._try(self._back_up)

    async def _try(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except TermdeskError as error:
            log.warning("Upkeep: %s", error.message)
            if not self._is_failing:
                self._is_failing = True
                self._tell(error)
        else:
            self._is_failing = False

    async def _look_through(self) -> None:
        """Check the database once after a start, unless nothing changed since the last backup, which was checked."""
        backups = await asyncio.to_thread(self._records.backups.all)
        if not backups or backups[0].commits != self._records.commits:
            await self._check(keep=await self._is_due())

    async def _back_up(self) -> None:
        if await self._is_due():
            await self._check(keep=True)

    async def _check(self, *, keep: bool) -> None:
        await self._records.check(keep=keep)
        # Reading and writing the database pages leaves some megabytes of garbage.
        memory_released.set()

    async def _is_due(self) -> bool:
        return await asyncio.to_thread(self._records.backups.is_due, self._records.commits)
