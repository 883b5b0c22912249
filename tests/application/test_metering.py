"""The usage meter: what is used, what a job takes of what is left, and what is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support.raw_server import RawRequest, RawServer, answer
from termdesk.application.bookkeeping import Bookkeeping, Item
from termdesk.application.metering import Metering, UsageLevel
from termdesk.application.session import Session
from termdesk.domain.provider import Provider
from termdesk.domain.usage import Usage
from termdesk.storage.history import History

pytestmark = pytest.mark.anyio

NewSession = Callable[[Path], Session]
ITEM = Item("POST /v2/translate", "en", "es", "a text", "un texto", estimated=6, billed=6, trace_id="AB")


async def test_a_reading_is_shown_and_kept_as_a_point(local_session: Session, history: History) -> None:
    metering = Metering(local_session, history)
    told: list[Usage | None] = []
    metering.changed.append(lambda: told.append(metering.usage))

    usage = await metering.read()

    assert metering.usage == usage
    assert told == [usage]
    assert [each.character_count for each in await metering.samples()] == [usage.character_count]


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
    metering = Metering(local_session, history)
    metering.usage = Usage(count, limit)

    assert metering.level is expected


@pytest.mark.parametrize(
    ("characters", "share", "warning"),
    [
        (5, 0.05, ""),
        (12, 0.12, "This takes 12% of the 100 characters left in this billing period."),
        (150, 1.5, "This takes 150 characters; only 100 are left in this billing period."),
    ],
)
async def test_a_job_is_set_against_what_is_left(
    characters: int, share: float, warning: str, local_session: Session, history: History
) -> None:
    metering = Metering(local_session, history)
    metering.usage = Usage(900, 1000)

    assert metering.share_of_left(characters) == share
    assert metering.warning_for(characters) == warning


async def test_without_a_limit_nothing_is_warned_of(local_session: Session, history: History) -> None:
    metering = Metering(local_session, history)
    metering.usage = Usage(900, None)

    assert metering.share_of_left(10_000) is None
    assert metering.warning_for(10_000) == ""


async def test_the_meter_takes_over_what_the_session_read_and_forgets_it_for_another_service(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    async def service(request: RawRequest) -> bytes:
        return answer(b'{"character_count": 7, "character_limit": 70}')

    async with RawServer(service) as server:
        session = new_session(tmp_path)
        metering = Metering(session, history)
        await session.use(Provider("custom", server.url), "a-good-key-0001")
        first = metering.usage
        await session.use("deepl")
        second = metering.usage
        await session.stop()

    assert first == Usage(7, 70, other={})
    assert second is None


async def test_the_ledger_and_the_texts_are_kept_by_service(local_session: Session, history: History) -> None:
    books = Bookkeeping(local_session, history)

    notes = await books.note(ITEM)

    [bill] = await Metering(local_session, history).ledger()
    [text] = await books.texts()
    assert notes == ()
    assert (bill.call, bill.estimated, bill.billed, bill.trace_id) == ("POST /v2/translate", 6, 6, "AB")
    assert (text.source, text.result) == ("a text", "un texto")


@pytest.mark.parametrize(("days", "keeps_texts", "bills", "texts"), [(90, False, 1, 0), (0, True, 0, 0)])
async def test_nothing_is_kept_that_the_user_does_not_want_kept(
    days: int, keeps_texts: bool, bills: int, texts: int, tmp_path: Path, new_session: NewSession, history: History
) -> None:
    session = new_session(tmp_path)
    session.save_settings(replace(session.settings, keep_history_days=days, keep_texts_in_history=keeps_texts))
    books = Bookkeeping(session, history)

    await books.note(ITEM)

    assert len(await Metering(session, history).ledger()) == bills
    assert len(await books.texts()) == texts


async def test_tidying_follows_the_settings(tmp_path: Path, new_session: NewSession, history: History) -> None:
    session = new_session(tmp_path)
    metering = Metering(session, history)
    await Bookkeeping(session, history).note(ITEM)

    await metering.tidy()
    kept = len(await metering.ledger())
    session.save_settings(replace(session.settings, keep_history_days=0))
    await metering.tidy()

    assert kept == 1
    assert await metering.ledger() == []
