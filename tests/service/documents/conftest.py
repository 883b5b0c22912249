"""A service with confirmed phrases from English to Finnish, a pair that no installed engine has."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from support.files.documents import PHRASES
from support.running_service import RunningService
from support.service_calls import confirm, http_client


@pytest.fixture(scope="module")
def taught(service: RunningService) -> Iterator[httpx.Client]:
    with http_client(service) as client:
        confirm(client, "en", "fi", **PHRASES)
        yield client
