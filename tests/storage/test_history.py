"""Usage and bills stay on this computer, by profile, for as long as the user wants."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


async def test_readings_are_kept_when_they_say_something_new(records: Records) -> None:
    begin = time.time()
    for count, limit in ((10, 500), (10, 500), (12, 500), (12, None), (10, 500)):
        await records.history.add_sample("local", count, limit)
    await records.history.add_sample("vendor", 99, None)

    end = time.time()
    samples = await records.history.samples("local")

    assert [(each.character_count, each.character_limit) for each in samples] == [
        (10, 500),
        (12, 500),
        (12, None),
        (10, 500),
    ]
    assert int(begin) <= samples[0].taken_at.timestamp() <= end


async def test_the_latest_bills_come_first_with_their_trace(records: Records) -> None:
    await records.history.add_billed_call("local", "POST /v2/translate", estimated=5, billed=None)
    await records.history.add_billed_call("local", "POST /v2/write/rephrase", estimated=7, billed=8, trace_id="A1")

    latest, first = await records.history.billed_calls("local")
    (only,) = await records.history.billed_calls("local", limit=1)

    assert (latest.call, latest.estimated, latest.billed, latest.trace_id) == ("POST /v2/write/rephrase", 7, 8, "A1")
    assert first.billed is None
    assert only == latest


async def test_old_history_is_forgotten_and_zero_days_forget_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        today = time.time()
        monkeypatch.setattr(time, "time", lambda: today - 10 * 86_400)
        await records.history.add_sample("local", 1, None)
        await records.history.add_billed_call("local", "old", estimated=1, billed=1)
        monkeypatch.setattr(time, "time", lambda: today)
        await records.history.add_sample("local", 2, None)
        await records.history.add_billed_call("local", "new", estimated=1, billed=1)

        await records.history.forget_older_than(9)

        assert [each.character_count for each in await records.history.samples("local")] == [2]
        assert [each.call for each in await records.history.billed_calls("local")] == ["new"]

        await records.history.forget_older_than(0)

        assert await records.history.samples("local") == []
        assert await records.history.billed_calls("local") == []


async def test_characters_of_a_day_are_those_billed_or_else_estimated(records: Records) -> None:
    history = records.history
    await history.add_billed_call("vendor", "POST /v2/translate", estimated=10, billed=7)
    await history.add_billed_call("vendor", "POST /v2/translate", estimated=5, billed=None)
    await history.add_billed_call("local", "POST /v2/translate", estimated=100, billed=100)

    assert await history.characters_since("vendor", datetime.now(UTC) - timedelta(hours=1)) == 12
    assert await history.characters_since("vendor", datetime.now(UTC) + timedelta(hours=1)) == 0
    assert await history.characters_since("other", datetime.now(UTC) - timedelta(hours=1)) == 0
