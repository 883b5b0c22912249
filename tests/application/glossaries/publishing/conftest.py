"""Somebody who publishes to the local service, somebody else who writes there, and the way between."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from support.publishing_setup import Meddling, PublishingSetup, client
from support.running_service import RunningService, running_service
from termdesk.storage.records import Records


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    """A service for these tests alone: campaigns at full length make as many glossaries as one may have."""
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
    """Somebody else, with nothing but a client."""
    async with client(service.url, service.key) as api:
        yield PublishingSetup(None, api)  # type: ignore[arg-type]  # keeps no records
