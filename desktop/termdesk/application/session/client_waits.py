"""The waits of clients that are open beside that of the service in use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient
    from termdesk.client.transport.queues import Pause


class ClientWaits:
    """Says which calls of other services, and of connection tests, wait to be sent or repeated."""

    def __init__(self) -> None:
        self._clients: list[ApiClient] = []

    @contextmanager
    def watch(self, api: ApiClient) -> Iterator[ApiClient]:
        """Report the waits of this client inside the context."""
        self._clients.append(api)
        try:
            yield api
        finally:
            self._clients.remove(api)

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """The waits of all these clients at the moment."""
        return tuple(pause for api in self._clients for pause in api.pauses)
