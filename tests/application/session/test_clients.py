"""Calls to other services, and of connection tests, that wait are reported with those of the service in use."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from support.waiting import until
from termdesk.application.session.clients import RetiredClients
from termdesk.application.session.connection_test import retest_key, try_connection
from termdesk.application.session.other_service import other_service
from termdesk.application.session.session import Session
from termdesk.client.api import ApiClient
from termdesk.domain.errors import Stopped
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio


async def ask_to_wait(_request: RawRequest) -> bytes:
    return answer(status="429 Too Many Requests", headers="Retry-After: 40\r\n")


async def assert_reported(session: Session, send: Callable[[], Awaitable[object]]) -> None:
    """Assert that a wait is reported while `send` sends its calls, and none after they were cancelled."""

    async def run() -> None:
        # Called in the task's first step, so that no coroutine of the program is left over if the run ends before.
        await send()

    task = asyncio.create_task(run())
    try:
        await until(lambda: bool(session.pauses))
        [pause] = session.pauses
    finally:
        task.cancel()
        await asyncio.wait({task})

    assert pause.status == 429
    assert 30 < pause.seconds_left <= 40
    assert session.pauses == ()


@pytest.mark.scorecard("R30")
async def test_waits_of_another_service_are_reported(tmp_path: Path, new_session: Callable[..., Session]) -> None:
    session = new_session(tmp_path)

    async def copy(provider: Provider) -> None:
        async with other_service(session, provider) as other:
            await (await other.api()).glossaries.list()

    async with RawServer(ask_to_wait) as server:
        agency = await session.save_profile(Profile(Provider("custom", server.url)), "a-good-key-0001")

        await assert_reported(session, partial(copy, agency.provider))


@pytest.mark.scorecard("R30")
async def test_waits_of_a_connection_test_are_reported(tmp_path: Path, new_session: Callable[..., Session]) -> None:
    session = new_session(tmp_path)
    async with RawServer(ask_to_wait) as server:
        provider = Provider("custom", server.url)

        await assert_reported(session, partial(try_connection, provider, "a-good-key-0001", clients=session.clients))
        agency = await session.save_profile(Profile(provider), "a-good-key-0001")
        session.provider = agency.provider
        await assert_reported(session, partial(retest_key, session))


async def test_running_calls_of_a_replaced_client_end_and_no_others_follow() -> None:
    is_asked, may_answer, retired = asyncio.Event(), asyncio.Event(), RetiredClients()

    async def answer_later(_request: RawRequest) -> bytes:
        is_asked.set()
        await may_answer.wait()
        return answer(b'{"character_count": 5, "character_limit": 9}')

    async with RawServer(answer_later) as server:
        client = ApiClient(Provider("custom", server.url), "a-good-key-0001")
        call = asyncio.create_task(client.usage.read())
        await until(is_asked.is_set)

        retired.add(client)
        may_answer.set()
        assert (await call).character_count == 5
        await retired.close()

        with pytest.raises(Stopped):
            await client.usage.read()
