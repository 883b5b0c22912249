"""Records of spot-checks survive a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


async def test_records_are_there_after_a_restart(tmp_path: Path) -> None:
    pumps = SentenceSet("1", "Pumps", LanguagePair("en", "es"), ("The pump.",))
    async with Records(tmp_path / "termdesk.db") as records:
        await records.spot_check.sets.put(pumps)

    async with Records(tmp_path / "termdesk.db") as records:
        assert await records.spot_check.sets.all() == [pumps]
