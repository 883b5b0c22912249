"""Usage and billed calls are stored locally, by profile, for as long as the user wants."""

from __future__ import annotations

import sqlite3
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from termdesk.storage.database import Database
from termdesk.storage.records import Records
from termdesk.storage.schema.migrations import MIGRATIONS

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

    latest, first = await records.history.read_billed_calls("local")
    (only,) = await records.history.read_billed_calls("local", limit=1)

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

        await records.history.forget_older_than(9, midnight=datetime.now(UTC))

        assert [each.character_count for each in await records.history.samples("local")] == [2]
        assert [each.call for each in await records.history.read_billed_calls("local")] == ["new"]

        await records.history.forget_older_than(0, midnight=datetime.now(UTC) - timedelta(hours=1))

        assert await records.history.samples("local") == []
        assert await records.history.read_billed_calls("local") == []
        assert await records.history.characters_since("local", datetime.now(UTC) - timedelta(hours=2)) == 1


async def test_characters_of_a_day_are_those_billed_or_else_estimated(records: Records) -> None:
    history = records.history
    await history.add_billed_call("vendor", "POST /v2/translate", estimated=10, billed=7)
    await history.add_billed_call("vendor", "POST /v2/translate", estimated=5, billed=None)
    await history.add_billed_call("local", "POST /v2/translate", estimated=100, billed=100)

    assert await history.characters_since("vendor", datetime.now(UTC) - timedelta(hours=1)) == 12
    assert await history.characters_since("vendor", datetime.now(UTC) + timedelta(hours=1)) == 0
    assert await history.characters_since("other", datetime.now(UTC) - timedelta(hours=1)) == 0


async def test_characters_of_a_day_count_without_a_bill_until_the_next_day(records: Records) -> None:
    history, midnight = records.history, datetime(2026, 11, 23, tzinfo=UTC)
    for characters in (10, 5, -3):
        await history.count_for_day("vendor", midnight, characters)

    assert await history.characters_since("vendor", midnight) == 12
    assert await history.characters_since("other", midnight) == 0
    await history.count_for_day("vendor", midnight + timedelta(days=1), 7)
    assert await history.characters_since("vendor", midnight) == 7


async def test_calls_are_found_by_what_is_asked_and_added_up_beyond_those_listed(records: Records) -> None:
    history = records.history
    for number in range(3):
        number_of = await history.add_billed_call(
            "vendor", "POST /v2/translate", estimated=10, billed=None, work="spot-check", glossary=f"G{number}"
        )
    await history.settle_billed_call(number_of, billed=12, trace_id="AB", source_language="en")
    await history.add_billed_call("vendor", "POST /v2/document", estimated=100, billed=None, is_unclear=True)

    found, totals = await history.find_billed_calls("vendor", limit=2, accepts=lambda call: bool(call.glossary))
    later, none = await history.find_billed_calls("vendor", limit=0, since=datetime.now(UTC) + timedelta(hours=1))

    assert [each.glossary for each in found] == ["G2", "G1"]
    assert (found[0].source_language, found[0].trace_id, found[0].cost, found[1].cost) == ("en", "AB", 12, 10)
    assert (totals.count, totals.estimated, totals.estimated_of_billed) == (3, 30, 10)
    assert (totals.billed, totals.cost) == (12, 32)
    assert (later, none.count) == ([], 0)
    everything, sums = await history.find_billed_calls("vendor", limit=0)
    assert (len(everything), sums.unclear) == (4, 1)


async def test_an_answer_that_names_no_language_keeps_the_one_that_was_chosen(records: Records) -> None:
    number = await records.history.add_billed_call(
        "vendor", "POST /v2/translate", estimated=1, billed=None, languages=("de", "en")
    )

    await records.history.settle_billed_call(number, billed=1, trace_id="")

    [call] = await records.history.read_billed_calls("vendor")
    assert (call.source_language, call.target_language) == ("de", "en")


async def test_calls_of_an_older_version_stay_without_details(tmp_path: Path) -> None:
    [position] = [number for number, script in enumerate(MIGRATIONS) if "bills ADD COLUMN work" in script]
    path = tmp_path / "termdesk.db"
    older = Database(path, migrations=MIGRATIONS[:position])
    await older.open()

    def fill(connection: sqlite3.Connection) -> None:
        columns = "made_at, profile, call, estimated, billed, trace_id"
        connection.execute(f"INSERT INTO bills ({columns}) VALUES (5.0, 'vendor', 'POST /v2/translate', 5, 6, 'AB')")

    await older.run(fill)
    await older.close()

    async with Records(path) as records:
        [call] = await records.history.read_billed_calls("vendor")

    assert (call.estimated, call.billed, call.trace_id) == (5, 6, "AB")
    assert (call.work, call.glossary, call.source_language) == ("", "", "")


async def test_readings_stand_by_time_although_the_clock_was_set_back(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    for moment, count in ((1_000.0, 1), (9_000.0, 2), (5_000.0, 3)):
        monkeypatch.setattr(time, "time", lambda moment=moment: moment)
        await records.history.add_sample("local", count, None)

    assert [each.character_count for each in await records.history.samples("local")] == [1, 3, 2]
