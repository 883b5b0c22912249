"""Temporary glossaries on a service are recorded until they are deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.errors import StorageFailed
from termdesk.storage.records import Records
from termdesk.storage.spot_check.temporary_glossaries import TemporaryGlossary

pytestmark = pytest.mark.anyio

ONE, OTHER = TemporaryGlossary("Spot-check 1", "vendor", 1.0), TemporaryGlossary("Spot-check 2", "local", 2.0)


async def test_what_was_noted_is_left_until_it_is_forgotten(records: Records) -> None:
    noted = records.spot_check.temporary_glossaries
    await noted.note(ONE)
    await noted.note(OTHER)
    assert await noted.leftovers("vendor") == [ONE]

    await noted.forget(ONE)

    assert await noted.leftovers("vendor") == []
    assert await noted.leftovers("local") == [OTHER]


async def test_nothing_is_noted_where_it_would_not_stay(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db"):
        pass
    async with Records(tmp_path / "termdesk.db", read_only=True) as records:
        with pytest.raises(StorageFailed):
            await records.spot_check.temporary_glossaries.note(ONE)
