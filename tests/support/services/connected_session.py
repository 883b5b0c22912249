"""A session with a service that a test has started. The session neither starts, monitors nor ends it."""

from __future__ import annotations

from copy import copy

from termdesk.application.session.session import Session
from termdesk.client.api import ApiClient


class ConnectedSession(Session):
    """The settings, folders and keys of another session, with this client of the local service."""

    def __init__(self, session: Session, client: ApiClient) -> None:
        self.__dict__.update(session.__dict__)
        self._client = client
        # A guard or recorder of this session must not be asked by the clients of the other one.
        self.clients = copy(session.clients)
        self.provider = client.provider if client else session.provider

    async def api(self) -> ApiClient:
        return self._client
