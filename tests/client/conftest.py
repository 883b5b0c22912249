"""The client is tested on plain asyncio; that it runs under Qt as well is tested with the windows."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
