"""The program's database in a folder of its own, for tests of what the user can do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from termdesk.storage.records import Records


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[Records]:
    async with Records(tmp_path / "termdesk.db") as opened:
        yield opened
