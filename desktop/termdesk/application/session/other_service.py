"""A second service, connected in addition to the one in use while it is needed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from termdesk.application.session import providers
from termdesk.application.session.session import Session
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider
from termdesk.domain.settings import engine_options
from termdesk.messages.connection_messages import ConnectionMessage, ConnectionRemedy

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient


class OtherService:
    """A `ServiceInUse` for a service that is already connected."""

    def __init__(self, provider: Provider, client: ApiClient) -> None:
        self.profile = providers.profile_of(provider)
        self.full_title = providers.full_title_of(provider)
        self._client = client

    async def api(self) -> ApiClient:
        """Return the client of this service, which is connected until the block of `other_service` ends."""
        return self._client


@asynccontextmanager
async def other_service(session: Session, provider: Provider) -> AsyncIterator[OtherService]:
    """Connect to a service that is not in use, with its stored key.

    The local service is started for the duration of the block, unless it is already running. Nothing is sent yet.
    Raises InvalidInput if no key is stored, and LocalServiceFailed.
    """
    async with AsyncExitStack() as stack:
        if provider.is_local:
            local_service, options = session.profiles.local_service, engine_options(session.settings)
            address = await stack.enter_async_context(local_service.address(options))
            provider, key = replace(provider, base_url=address.url), address.key
        else:
            key = await session.keys.get(provider)
        if not key:
            service = providers.full_title_of(provider)
            raise InvalidInput(ConnectionMessage.NO_KEY(service=service), remedy=ConnectionRemedy.ENTER_OTHER_KEY())
        api = await stack.enter_async_context(await session.clients.open(provider, key))
        with session.clients.watch(api):
            yield OtherService(provider, api)
