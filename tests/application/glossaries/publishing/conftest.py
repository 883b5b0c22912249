"""A user who publishes to the local service, another who writes there, and a transport between them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from support.publishing_setup import Meddling, PublishingSetup, client
from support.running_service import RunningService, running_service
from termdesk.storage.records import Records


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    """A separate service, because campaigns at full length create as many glossaries as the service allows."""
    with running_service() as running:
        yield running


@pytest.fixture
def way() -> Meddling:
    return Meddling()


@pytest.fixture
async def setup(records: Records, service: RunningService, way: Meddling) -> AsyncIterator[PublishingSetup]:
    async with client(service.url, service.key, transport=way) as api:
        yield PublishingSetup(records, api)


@pytest.fixture
async def other(service: RunningService) -> AsyncIterator[PublishingSetup]:
    """Another user, with only a client."""
    async with client(service.url, service.key) as api:
        yield PublishingSetup(None, api)  # type: ignore[arg-type]  # keeps no records
