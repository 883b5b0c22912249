"""Keep the local service running: start it, restart it after a crash, and give up after too many crashes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NoReturn

from termdesk.application.failures import LocalServiceFailed
from termdesk.application.session.local_process import Address, LocalProcess
from termdesk.messages.connection_messages import LocalServiceMessage
from termdesk.storage.files.folders import Folders

log = logging.getLogger(__name__)

# Restarting a service that crashes repeatedly would only keep the computer busy.
MOST_RESTARTS, WITHIN_SECONDS = 3, 60.0


class LocalService:
    """The service on this computer, restarted after each crash.

    `starting(runs)` is called before each run with the number of ended runs; `ready(address)` is awaited when it
    accepts requests; `gone()` is called when it no longer does. `options` are arguments of `termdesk serve`.
    """

    def __init__(
        self,
        folders: Folders,
        *,
        options: Sequence[str] = (),
        starting: Callable[[int], None],
        ready: Callable[[Address], Awaitable[None]],
        gone: Callable[[], None],
    ) -> None:
        self._folders = folders
        self._options = options
        self._starting, self._ready, self._gone = starting, ready, gone
        self._ends: deque[float] = deque(maxlen=MOST_RESTARTS + 1)
        self.pid: int | None = None

    async def run(self) -> NoReturn:
        """Keep the service running until the task is cancelled; then it ends within two seconds.

        Raises LocalServiceFailed if it crashed more than three times within a minute.
        """
        while True:
            self._starting(len(self._ends))
            failure = await self._run_once()
            log.warning("%s", failure.message)
            self._ends.append(time.monotonic())
            if len(self._ends) > MOST_RESTARTS and self._ends[-1] - self._ends[0] < WITHIN_SECONDS:
                raise LocalServiceFailed(
                    LocalServiceMessage.GIVEN_UP(MOST_RESTARTS, reason=failure.message),
                    log=str(_log_path(self._folders)),
                )

    async def _run_once(self) -> LocalServiceFailed:
        process = new_process(self._folders, self._options)
        try:
            address = await process.start()
            self.pid = process.pid
            await self._ready(address)
            code = await asyncio.shield(process.ended)
        except LocalServiceFailed as error:
            return error
        finally:
            self.pid = None
            self._gone()
            await process.stop()
        return LocalServiceFailed(LocalServiceMessage.ENDED(code=code), log=str(_log_path(self._folders)))


def new_process(folders: Folders, options: Sequence[str]) -> LocalProcess:
    """Return a process for one run of the service with the data in these folders. It is not started yet."""
    return LocalProcess(data=folders.data / "service", log_path=_log_path(folders), options=options)


def _log_path(folders: Folders) -> Path:
    return folders.state / "service.log"
