"""A library on the local service, and a client of that service."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator

import pytest

from support.publishing_setup import Meddling, PublishingSetup, client
from support.running_service import RunningService
from termdesk.application.glossaries.library.library import Library
from termdesk.storage.records import Records


@pytest.fixture
def way() -> Meddling:
    return Meddling()


@pytest.fixture
async def setup(records: Records, service: RunningService, way: Meddling) -> AsyncIterator[PublishingSetup]:
    async with client(service.url, service.key, transport=way) as api:
        # A separate profile, because all tests share the service.
        yield PublishingSetup(records, api, profile=uuid.uuid4().hex)


@pytest.fixture
def library(setup: PublishingSetup) -> Library:
    return Library(setup, setup.records)
