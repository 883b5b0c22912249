"""One service on this computer, shared by all its users: windows, and work in addition to the services of other
windows.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from termdesk.application.completion import complete
from termdesk.application.session.local_process import Address
from termdesk.application.session.local_service import LocalService
from termdesk.domain.settings import SERVER_OPTION
from termdesk.storage.files.folders import Folders


@dataclass(frozen=True, slots=True, eq=False)
class LocalUser:
    """A user of the service. `starting`, `ready` and `gone` are called for each run, as by `LocalService`."""

    starting: Callable[[int], None]
    ready: Callable[[Address], Awaitable[None]]
    gone: Callable[[], None]


class SharedLocalService:
    """Starts the service for the first user, and stops it after the last. Two processes would use the same database."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._users: list[LocalUser] = []
        self._options: Sequence[str] = ()
        self._service: LocalService | None = None
        self._run: asyncio.Task[NoReturn] | None = None
        self._address: Address | None = None
        # The users whose `ready` is running.
        self._telling: dict[LocalUser, asyncio.Task[None]] = {}
        # Whether `starting` was called for the users of this run.
        self._is_announced = False
        # How often it was restarted with other options while it was in use.
        self._changes = 0
        self._turn = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process id; None if it is not running."""
        return self._service.pid if self._service is not None else None

    @property
    def is_running(self) -> bool:
        """Whether somebody uses it. It may be starting."""
        return self._run is not None and not self._run.done()

    @property
    def translation_server(self) -> str:
        """The address of the server to which this run may send texts; empty if there is none.

        The settings may name another one since it was started.
        """
        options = [*self._options]
        return options[options.index(SERVER_OPTION) + 1] if SERVER_OPTION in options else ""

    async def use(self, user: LocalUser, options: Sequence[str] | None = None) -> NoReturn:
        """Keep the service running for a user until the task is cancelled.

        `options` are arguments of `termdesk serve`; None accepts the present ones. If they differ from those of the
        running service, it is restarted for all users. Raises what `LocalService.run` raises.
        """
        is_late = await self._join(user, options)
        try:
            if is_late:
                user.starting(0)
                if self._address is not None:
                    await user.ready(self._address)
            while True:
                await self._wait_for_run()
        finally:
            self._users.remove(user)
            if user in self._telling:
                self._telling[user].cancel()
            user.gone()
            async with self._turn:
                if not self._users:
                    await self._end()

    @asynccontextmanager
    async def address(self, options: Sequence[str]) -> AsyncIterator[Address]:
        """Keep the service running within the block, and yield its address. Raises LocalServiceFailed.

        `options` apply only if nobody uses the service yet.
        """
        found: asyncio.Future[Address] = asyncio.get_running_loop().create_future()

        async def ready(address: Address) -> None:
            if not found.done():
                found.set_result(address)

        user = LocalUser(lambda _runs: None, ready, lambda: None)
        use = asyncio.create_task(self.use(user, None if self._users else options), name="using the local service")
        try:
            either: set[asyncio.Future[Any]] = {use, found}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            yield found.result() if found.done() else use.result()
        finally:
            use.cancel()
            await asyncio.wait({use})

    async def _join(self, user: LocalUser, options: Sequence[str] | None) -> bool:
        """Add a user. Return whether `starting` was already called for this run, so that the user has missed it."""
        async with self._turn:
            is_running = self.is_running
            is_as_asked = is_running and (options is None or list(options) == list(self._options))
            if not is_as_asked:
                if is_running:
                    self._changes += 1
                await self._begin_again(options or ())
            # No await from here to the first call of the user, so that none of its calls is lost or repeated.
            self._users.append(user)
            return self._is_announced

    async def change_options(self, options: Sequence[str]) -> None:
        """Restart the running service for all its users, if it was started with other options."""
        async with self._turn:
            if self.is_running and list(options) != list(self._options):
                self._changes += 1
                await self._begin_again(options)

    async def _begin_again(self, options: Sequence[str]) -> None:
        try:
            await self._end()
        except asyncio.CancelledError:
            if self._users:
                # Who asked for this was cancelled meanwhile. The users still need the service with its former options.
                self._begin(self._options)
            raise
        self._begin(options)

    def _begin(self, options: Sequence[str]) -> None:
        self._options, self._is_announced = options, False
        self._service = LocalService(
            self._folders,
            options=options,
            starting=self._announce_start,
            ready=self._announce_ready,
            gone=self._announce_end,
        )
        self._run = asyncio.create_task(self._service.run(), name="local service")

    async def _end(self) -> None:
        """Stop the service.

        A cancellation takes effect only afterwards, because the next run must not begin earlier.
        """
        run, self._run = self._run, None
        self._service = None
        if run is not None:
            run.cancel()
            await complete(asyncio.wait({run}))
            if not run.cancelled():
                # Read the exception so that asyncio does not report it. The users have already received it.
                run.exception()

    async def _wait_for_run(self) -> None:
        """Wait for the end of the present run.

        Raises its error, unless the service was restarted with other options.
        """
        run = self._run
        if run is not None:
            await asyncio.wait({run})
            if run is self._run:
                run.result()
        # Wait until the next run has begun.
        async with self._turn:
            return

    def _announce_start(self, runs: int) -> None:
        self._is_announced = True
        for user in tuple(self._users):
            user.starting(runs + self._changes)

    async def _announce_ready(self, address: Address) -> None:
        self._address = address
        for user in tuple(self._users):
            # A user that has left meanwhile uses another service now.
            if user in self._users:
                await self._tell_ready(user, address)

    async def _tell_ready(self, user: LocalUser, address: Address) -> None:
        self._telling[user] = telling = asyncio.ensure_future(user.ready(address))
        try:
            await asyncio.wait({telling})
        finally:
            telling.cancel()
            del self._telling[user]
        if not telling.cancelled():
            telling.result()

    def _announce_end(self) -> None:
        self._address = None
        for user in tuple(self._users):
            user.gone()
