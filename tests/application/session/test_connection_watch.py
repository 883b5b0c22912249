"""The window soon reports that a service is unreachable, and that it is back; every call that shows it counts."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support.running_service import running_service
from support.services.raw_server import RawRequest, RawServer, answer
from support.waiting import until
from termdesk.application.session.session import ConnectionState, Session
from termdesk.client.api import ApiClient
from termdesk.client.errors import ServiceError
from termdesk.client.transport.clock import LoopClock
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio

NewSession = Callable[..., Session]
KEY = "a-good-key"
# The usual policy with short waits, because no time is measured here.
SOON = RetryPolicy(slow_answer=0.02, probe=0.2, between_probes=0.02, offline=3_600, first_backoff=0.01, stall=3_600)


class HandClock(LoopClock):
    """A clock that only moves when a test moves it."""

    def __init__(self) -> None:
        self._now = 0.0
        self._waiting: list[tuple[float, Callable[[], None]]] = []

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        self._waiting.append((when, call))
        return asyncio.get_running_loop().call_later(3_600, lambda: None)

    def move(self, seconds: float) -> None:
        self._now += seconds
        due = [call for when, call in self._waiting if when <= self._now]
        self._waiting = [(when, call) for when, call in self._waiting if when > self._now]
        for call in due:
            call()


def custom(url: str) -> Provider:
    return Provider("custom", url)


async def failing(session: Session) -> None:
    """Make a call that fails, and ignore its error."""
    try:
        await (await session.api()).glossaries.list_records()
    except ServiceError:
        return


@pytest.mark.scorecard("R38")
def test_offline_is_shown_within_five_seconds_and_ends_within_ten() -> None:
    usual = RetryPolicy()

    assert usual.slow_answer + usual.probe <= 5
    assert usual.between_probes + usual.probe <= 10


async def test_a_service_that_responds_after_a_failed_call_is_announced_without_a_change_of_state(
    tmp_path: Path, new_session: NewSession
) -> None:
    used = 0

    async def all_but_lists(request: RawRequest) -> bytes:
        nonlocal used
        if "usage" not in request.line:
            return b""
        used += 1
        return answer(b'{"character_count": %d, "character_limit": 500}' % used)

    async with RawServer(all_but_lists) as server:
        session = new_session(tmp_path, replace(SOON, offline=0.0, probe=3_600, slow_answer=3_600))
        counts: list[int | None] = []
        states: set[ConnectionState] = set()
        session.recovered.subscribe(lambda: counts.append(session.usage.character_count if session.usage else None))
        await session.use(custom(server.url), KEY)
        session.state_changed.subscribe(lambda: states.add(session.state))
        assert counts == [], "connecting is no return"

        await failing(session)
        await until(lambda: counts)

        assert counts[0] == 2
        assert states <= {ConnectionState.READY}


async def test_a_single_failed_attempt_is_heard_although_the_call_goes_on(
    tmp_path: Path, new_session: NewSession
) -> None:
    is_up = True

    async def sometimes(_request: RawRequest) -> bytes:
        return answer(b'{"glossaries": []}') if is_up else b""

    async with RawServer(sometimes) as server:
        session = new_session(tmp_path, SOON)
        await session.use(custom(server.url), KEY)
        is_up = False

        call = asyncio.create_task(failing(session))
        await until(lambda: session.state is ConnectionState.OFFLINE)

        is_up = True
        await until(lambda: session.state is ConnectionState.READY)
        await call
        await session.stop()


@pytest.mark.slow
async def test_a_service_that_hangs_is_shown_as_offline_while_the_call_still_waits(
    tmp_path: Path, new_session: NewSession
) -> None:
    may_answer = asyncio.Event()
    may_answer.set()

    async def hanging(_request: RawRequest) -> bytes:
        await may_answer.wait()
        return answer(b'{"glossaries": []}')

    async with RawServer(hanging) as server:
        session = new_session(tmp_path, SOON)
        await session.use(custom(server.url), KEY)
        may_answer.clear()

        call = asyncio.create_task(failing(session))
        await until(lambda: session.state is ConnectionState.OFFLINE)
        assert not call.done()
        assert "does not answer" in session.sentence

        may_answer.set()
        await until(lambda: session.state is ConnectionState.READY)
        await call
        await session.stop()


async def test_an_answer_that_takes_its_time_is_no_sign_of_a_service_that_is_away(
    tmp_path: Path, new_session: NewSession
) -> None:
    is_done, trials = asyncio.Event(), 0
    states: list[ConnectionState] = []

    async def slow(request: RawRequest) -> bytes:
        nonlocal trials
        if "/v2/usage" in request.line:
            trials += 1
        else:
            await is_done.wait()
        return answer(b'{"glossaries": []}')

    async with RawServer(slow) as server:
        session = new_session(tmp_path, SOON)
        await session.use(custom(server.url), KEY)
        session.state_changed.subscribe(lambda: states.append(session.state))
        call = asyncio.create_task(failing(session))
        await until(lambda: trials >= 3)
        is_done.set()
        await call
        seen = list(states)
        await session.stop()

    assert seen == []


@pytest.mark.scorecard("R38")
@pytest.mark.skipif(os.name != "posix", reason="signals")
async def test_a_killed_service_is_offline_at_the_next_call(tmp_path: Path, new_session: NewSession) -> None:
    with running_service() as running:
        session = new_session(tmp_path, SOON)
        await session.use(Provider("custom", running.url), running.key)
        assert session.state is ConnectionState.READY

        running.process.kill()
        call = asyncio.create_task(failing(session))
        await until(lambda: session.state is ConnectionState.OFFLINE)

        call.cancel()
        await session.stop()


@pytest.mark.skipif(os.name != "posix", reason="signals")
async def test_the_local_service_that_hangs_is_shown_as_offline_and_found_back(
    tmp_path: Path, new_session: NewSession
) -> None:
    session = new_session(tmp_path, SOON)
    await session.start()
    assert session.local_pid is not None
    os.kill(session.local_pid, signal.SIGSTOP)
    try:
        call = asyncio.create_task(failing(session))
        await until(lambda: session.state is ConnectionState.OFFLINE)
        assert session.sentence == "The service on this computer does not answer."
    finally:
        os.kill(session.local_pid, signal.SIGCONT)

    await until(lambda: session.state is ConnectionState.READY)
    await call
    await session.stop()


async def test_the_client_tells_of_late_answers_by_its_clock() -> None:
    doubts: list[str] = []
    gate = asyncio.Event()

    async def hanging(_request: RawRequest) -> bytes:
        await gate.wait()
        return answer(b'{"glossaries": []}')

    async with RawServer(hanging) as server:
        clock = HandClock()
        async with ApiClient(custom(server.url), KEY, clock=clock) as api:
            api.doubted.subscribe(lambda: doubts.append("late"))
            api.answered.subscribe(lambda: doubts.append("answered"))
            call = asyncio.create_task(api.glossaries.list_records())
            await until(lambda: bool(server.requests))
            clock.move(1.4)
            assert doubts == []
            clock.move(0.2)
            assert doubts == ["late"]
            clock.move(3.0)
            assert doubts == ["late", "late"]
            gate.set()
            await call

    assert doubts == ["late", "late", "answered"]


async def test_a_service_is_left_although_it_answered_at_the_same_moment(
    tmp_path: Path, new_session: NewSession
) -> None:
    async def unusable(_request: RawRequest) -> bytes:
        return answer(b"[]")

    async with RawServer(unusable) as server:
        session = new_session(tmp_path, RetryPolicy(between_probes=3_600))
        await session.use(custom(server.url), KEY)
        await until(lambda: session.state is ConnectionState.OFFLINE)
        # The pause between two checks of an unreachable service begins after the state is reported.
        await asyncio.sleep(0)

        session._answered.set()
        async with asyncio.timeout(30):
            await session.stop()
