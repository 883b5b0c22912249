"""The clients of services: those of the service in use, and those that are open beside it."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from termdesk.application.redaction import keep_out
from termdesk.application.session import providers
from termdesk.application.session.profile_keys import keep_login_out
from termdesk.domain.event import Event
from termdesk.domain.provider import Provider

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient
    from termdesk.client.transport.calls import Call, SendGuard
    from termdesk.client.transport.queues import Pause
    from termdesk.client.transport.retry_policy import RetryPolicy
    from termdesk.client.transport.writes import Write, WriteRecorder

    # Raises an error if a call must not be sent to this service.
    CallGuard = Callable[[Provider, Call], Awaitable[None]]

# When the local service dies, running calls fail by themselves. After this time all have ended.
SECONDS_TO_RETIRE = 10.0


class Clients:
    """Opens the clients of a session. All of them ask the same guard, and report what they change.

    `wrote` is emitted with the profile id and the change, at the end of each call that changes something on a service.
    """

    def __init__(self, proxy_password: Callable[[Provider], Awaitable[str]] | None = None) -> None:
        """`proxy_password` returns the stored password for the proxy of a service; empty if there is none."""
        self._proxy_password = proxy_password
        self.wrote: Event[str, Write] = Event()
        # None only in tests.
        self.send_guard: CallGuard | None = None
        self._record_write: Callable[[str, Write], Awaitable[None]] | None = None
        self._beside: list[ApiClient] = []

    def use_send_guard(self, guard: CallGuard | None) -> None:
        """Ask `guard` before a call that contains or names a glossary is sent.

        It reads the session's settings, so it is created after the session.
        """
        self.send_guard = guard

    def use_write_recorder(self, record: Callable[[str, Write], Awaitable[None]] | None) -> None:
        """Await `record` with the profile id and the change, before a call that changes something is sent.

        With None, nothing is awaited any more.
        """
        self._record_write = record

    async def open(self, provider: Provider, key: str, *, retry_policy: RetryPolicy | None = None) -> ApiClient:
        """Return a client of a service. Nothing is sent yet. The caller closes it."""
        keep_out(key)
        # Loading its libraries takes 0.1 s, so do it in a thread.
        client = await asyncio.to_thread(importlib.import_module, "termdesk.client.api")
        api: ApiClient = client.ApiClient(
            providers.recognize_dialect(provider),
            key,
            proxy_password=await self._read_proxy_password(provider),
            retry_policy=retry_policy,
            guard=self.guard_for(provider),
            record_write=self.recorder_for(provider),
        )
        api.wrote.subscribe(partial(self.wrote.emit, providers.profile_of(provider)))
        return api

    async def _read_proxy_password(self, provider: Provider) -> str:
        """Return the stored password for the proxy of a service, kept out of logs; empty if there is none."""
        password = await self._proxy_password(provider) if self._proxy_password else ""
        keep_login_out(provider, password)
        return password

    def guard_for(self, provider: Provider) -> SendGuard | None:
        """Return the function that a client of this service calls before it sends anything of a glossary."""
        return partial(self.send_guard, provider) if self.send_guard else None

    def recorder_for(self, provider: Provider) -> WriteRecorder:
        """Return the function that a client of this service awaits before it sends a change."""

        async def record(write: Write) -> None:
            if self._record_write:
                await self._record_write(providers.profile_of(provider), write)

        return record

    @contextmanager
    def watch(self, api: ApiClient) -> Iterator[ApiClient]:
        """Report the waits of a client beside that of the service in use, inside the context."""
        self._beside.append(api)
        try:
            yield api
        finally:
            self._beside.remove(api)

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """The calls of the watched clients that wait to be sent or repeated, and for how long."""
        return tuple(pause for api in self._beside for pause in api.pauses)


class RetiredClients:
    """Closes clients a while after they were replaced, so that their running calls can end."""

    def __init__(self) -> None:
        self._retiring: set[asyncio.Task[None]] = set()
        self._is_leaving = asyncio.Event()

    def add(self, client: ApiClient) -> None:
        """Close a client when its calls have had time to end."""
        task = asyncio.get_running_loop().create_task(self._close_later(client), name="retiring a connection")
        self._retiring.add(task)
        task.add_done_callback(self._retiring.discard)

    async def close(self) -> None:
        """Close all clients now."""
        if self._retiring:
            self._is_leaving.set()
            await asyncio.wait(set(self._retiring))
            self._is_leaving.clear()

    async def _close_later(self, client: ApiClient) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_RETIRE):
                await self._is_leaving.wait()
        await client.aclose()
