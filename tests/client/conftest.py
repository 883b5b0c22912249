"""Runs the client tests on plain asyncio, also after tests of windows in the same run."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def without_the_loop_of_the_windows() -> Iterator[None]:
    """Hide Qt's event loop, which counts as running until the end of the run, so that no other loop could start."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
