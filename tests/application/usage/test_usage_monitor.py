"""The usage meter: what is used, what a job takes of what is left, and what is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support.running_service import RunningService
from support.services.connected_session import ConnectedSession
from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.session import providers
from termdesk.application.session.session import Session
from termdesk.application.usage.cost_gate import CostGate
from termdesk.application.usage.ledger_search import LedgerQuery
from termdesk.application.usage.usage_ledger import Item, UsageLedger
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.client.api import ApiClient
from termdesk.client.errors import InvalidRequest
from termdesk.domain.errors import TermdeskError
from termdesk.domain.event import Event
from termdesk.domain.progress import NoProgress
from termdesk.domain.provider import Provider
from termdesk.domain.usage import DayUse, Usage, UsageLevel
from termdesk.storage.history import History
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

NewSession = Callable[[Path], Session]
ITEM = Item("POST /v2/translate", "en", "es", "a text", "un texto", estimated=6, billed=6, trace_id="AB")


async def test_a_reading_is_shown_and_kept_as_a_point(local_session: Session, history: History) -> None:
    usage_monitor = UsageMonitor(local_session, history)
    reported: list[Usage | None] = []
    usage_monitor.changed.subscribe(lambda: reported.append(usage_monitor.usage))

    usage = await usage_monitor.read()

    assert usage_monitor.usage == usage
    assert reported == [usage]
    assert [each.character_count for each in await usage_monitor.samples()] == [usage.character_count]


@pytest.mark.parametrize(
    ("count", "limit", "expected"),
    [
        (None, 100, UsageLevel.UNKNOWN),
        (5, None, UsageLevel.UNKNOWN),
        (79, 100, UsageLevel.FINE),
        (80, 100, UsageLevel.HIGH),
        (100, 100, UsageLevel.FULL),
    ],
)
async def test_the_level_follows_the_share(
    count: int | None, limit: int | None, expected: UsageLevel, local_session: Session, history: History
) -> None:
    usage_monitor = UsageMonitor(local_session, history)
    usage_monitor.usage = Usage(count, limit)

    assert usage_monitor.level is expected


@pytest.mark.parametrize(
    ("characters", "warning"),
    [
        (5, ""),
        (12, "This takes 12% of the 100 characters left in this billing period."),
        (150, "This takes 150 characters; only 100 are left in this billing period."),
    ],
)
async def test_a_job_is_set_against_what_is_left(
    characters: int, warning: str, local_session: Session, history: History
) -> None:
    usage_monitor = UsageMonitor(local_session, history)
    usage_monitor.usage = Usage(900, 1000)

    assert usage_monitor.outlook(characters).warning == warning


async def test_the_limit_of_the_key_warns_where_it_is_the_smaller_one(local_session: Session, history: History) -> None:
    usage_monitor = UsageMonitor(local_session, history)
    usage_monitor.usage = Usage(900, 1_000_000, key_character_count=80, key_character_limit=100)

    assert usage_monitor.outlook(180).warning == "This takes 180 characters; only 20 are left for this key."
    assert usage_monitor.outlook(5).warning == "This takes 25% of the 20 characters left for this key."
    assert usage_monitor.level is UsageLevel.HIGH


async def test_without_a_limit_nothing_is_warned_of(local_session: Session, history: History) -> None:
    usage_monitor = UsageMonitor(local_session, history)
    usage_monitor.usage = Usage(900, None)

    assert usage_monitor.outlook(10_000).warning == ""


async def test_the_meter_takes_over_what_the_session_read_and_forgets_it_for_another_service(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    async def service(request: RawRequest) -> bytes:
        return answer(b'{"character_count": 7, "character_limit": 70}')

    async with RawServer(service) as server:
        session = new_session(tmp_path)
        usage_monitor = UsageMonitor(session, history)
        await session.use(Provider("custom", server.url), "a-good-key-0001")
        first = usage_monitor.usage
        await session.use(providers.preset_of("deepl"))
        second = usage_monitor.usage
        await session.stop()

    assert first == Usage(7, 70, other={})
    assert second is None


async def test_a_usage_that_cannot_be_read_again_fails_nothing_and_is_told_by_the_meter(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    is_well = True

    async def service(request: RawRequest) -> bytes:
        return answer(b'{"character_count": 7}' if is_well else b"", status="200 OK" if is_well else "400 Bad Request")

    async with RawServer(service) as server:
        session = new_session(tmp_path)
        usage_monitor = UsageMonitor(session, history)
        await session.use(Provider("custom", server.url), "a-good-key-0001")
        reported: list[TermdeskError | None] = []
        usage_monitor.changed.subscribe(lambda: reported.append(usage_monitor.failure))
        is_well = False
        await usage_monitor.refresh()
        kept = usage_monitor.usage
        is_well = True
        await usage_monitor.refresh()
        await session.stop()

    assert kept == Usage(7, None)
    assert [type(each) for each in reported] == [InvalidRequest, type(None)]


async def test_without_the_service_the_last_stored_reading_is_known_until_the_next_one(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    async def service(request: RawRequest) -> bytes:
        return answer(b'{"character_count": 7, "character_limit": 50}')

    session = new_session(tmp_path)
    usage_monitor = UsageMonitor(session, history)
    async with RawServer(service) as server:
        provider = Provider("custom", server.url)
        await session.use(provider, "a-good-key-0001")
        await history.add_sample(session.profile, 6, 50)
        await usage_monitor.recall()
        while_known = usage_monitor.last_sample
        await session.stop()
    await session.use(provider, "a-good-key-0001")
    await usage_monitor.recall()
    found = usage_monitor.last_sample
    await session.stop()

    assert while_known is None, "the service has just reported it"
    assert found is not None
    assert (found.character_count, found.character_limit, usage_monitor.usage) == (6, 50, None)
    # Another service has no reading, and must not have this one.
    await session.use(Provider("custom", "http://127.0.0.1:9"), "a-good-key-0001")
    await usage_monitor.recall()
    assert usage_monitor.last_sample is None
    await session.stop()


async def test_a_reading_is_shown_though_it_cannot_be_kept(local_session: Session, tmp_path: Path) -> None:
    never_opened = Records(tmp_path / "never.db").history
    usage_monitor = UsageMonitor(local_session, never_opened)

    usage = await usage_monitor.read()

    assert usage_monitor.usage == usage


async def test_tidying_follows_the_settings(tmp_path: Path, new_session: NewSession, history: History) -> None:
    session = new_session(tmp_path)
    usage_monitor = UsageMonitor(session, history)
    await UsageLedger(session, history).open(ITEM)

    await usage_monitor.tidy()
    kept = len(await usage_monitor.ledger())
    session.save_settings(replace(session.settings, keep_history_days=0))
    await usage_monitor.tidy()

    assert kept == 1
    assert await usage_monitor.ledger() == []


async def test_the_day_is_counted_where_characters_are_billed(
    local_session: Session, service: RunningService, history: History
) -> None:
    assert UsageMonitor(local_session, history).day is None
    provider = replace(service.provider, name="custom", is_local=False)
    async with ApiClient(provider, service.key) as api:
        session = ConnectedSession(local_session, api)
        session.service_changed, session.state_changed = Event(), Event()
        gate = CostGate(session, history)
        await gate.count_unrecorded(120)
        usage_monitor = UsageMonitor(session, history, gate)

        await usage_monitor.read()

        assert usage_monitor.day == DayUse(120, session.profile_in_use.day_cap)
        session.service_changed.emit()
        assert usage_monitor.day is None


async def test_on_this_computer_no_day_is_counted(local_session: Session, history: History) -> None:
    usage_monitor = UsageMonitor(local_session, history)

    await usage_monitor.read()

    assert usage_monitor.day is None


@pytest.mark.slow
async def test_calls_are_exported_under_the_name_of_their_service(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    """Another service takes over while the calls are read."""
    session = new_session(tmp_path)
    session.provider = Provider("custom", "https://first.example")
    await history.add_billed_call(session.profile, ITEM.call, estimated=6, billed=6)
    path = tmp_path / "calls.csv"

    usage_monitor = UsageMonitor(session, history)
    exporting = asyncio.create_task(usage_monitor.export_calls(LedgerQuery(), path, NoProgress()))
    await asyncio.sleep(0)
    session.provider = Provider("custom", "https://second.example")
    await exporting

    assert "first.example" in path.read_text("utf-8-sig")
