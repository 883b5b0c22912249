"""Two local services, one user of both, and proxies to them."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterator

import pytest

from application.glossaries.transfer.two_services import TwoServices
from support.publishing_setup import Meddling, PublishingSetup, client
from support.running_service import RunningService, running_service
from termdesk.storage.records import Records


@pytest.fixture(scope="session")
def second_service() -> Iterator[RunningService]:
    """Another real local service. Tests create their own glossaries in it."""
    with running_service() as running:
        yield running


@pytest.fixture
async def two(records: Records, service: RunningService, second_service: RunningService) -> AsyncIterator[TwoServices]:
    """The user's current service is the first one.

    The profiles belong to the test, because all tests share the services.
    """
    ways = Meddling(), Meddling()
    async with (
        client(service.url, service.key, transport=ways[0]) as here,
        client(second_service.url, second_service.key, transport=ways[1]) as there,
    ):
        setups = [PublishingSetup(records, api, profile=uuid.uuid4().hex) for api in (here, there)]
        yield TwoServices(records, setups[0], setups[1], ways)
