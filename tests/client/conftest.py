"""The client is tested on plain asyncio, also in a run in which windows were tested before."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def without_the_loop_of_the_windows() -> Iterator[None]:
    """Qt's loop counts as running from its first test to the end of the run; no other may start meanwhile."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
