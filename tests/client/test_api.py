"""Tests of the client as a whole: what its parts share, and what it reports about the service."""

from __future__ import annotations

import httpx
import pytest

from support.services.odd_replies import HASTY, Script, api_for
from support.services.raw_server import RawServer, always, answer
from termdesk.client.api import ApiClient
from termdesk.client.errors import Unavailable
from termdesk.domain.errors import Stopped
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio

USAGE = httpx.Response(200, json={"character_count": 5})


async def test_a_probe_is_one_call_however_the_service_fails() -> None:
    script = Script(httpx.Response(503, headers={"Retry-After": "0"}))

    async with api_for(script) as api:
        with pytest.raises(Unavailable):
            await api.probe()

    assert len(script.requests) == 1


async def test_answers_and_doubts_are_told_of_single_attempts_and_of_long_work() -> None:
    script = Script(httpx.Response(503, headers={"Retry-After": "0"}), USAGE)
    reported: list[str] = []

    async with api_for(script) as api:
        api.doubted.subscribe(lambda: reported.append("doubted"))
        api.answered.subscribe(lambda: reported.append("answered"))
        usage = await api.bulk.usage.read()

    assert usage.character_count == 5
    assert "doubted" in reported
    assert reported[-1] == "answered"


async def test_fault_injection_is_told_when_it_begins_and_when_it_ends() -> None:
    script = Script(USAGE, httpx.Response(200, json={}, headers={"X-Termdesk-Rehearsal": "x"}), USAGE, USAGE)
    reported: list[bool] = []

    async with api_for(script, is_local=True) as api:
        api.fault_injection_changed.subscribe(reported.append)
        states = []
        for _ in range(4):
            await api.usage.read()
            states.append(api.is_fault_injection_on)

    assert (reported, states) == ([True, False], [False, True, False, False])


async def test_a_closed_client_sends_nothing_more() -> None:
    script = Script(USAGE)
    async with api_for(script) as api:
        await api.usage.read()

    with pytest.raises(Stopped):
        await api.usage.read()
    with pytest.raises(Stopped):
        await api.bulk.usage.read()
    assert len(script.requests) == 1


async def test_the_last_trace_id_is_at_hand() -> None:
    async with (
        RawServer(always(answer(b"{}", headers="X-Trace-ID: ABC123\r\n"))) as server,
        ApiClient(Provider("test", server.url), "key", retry_policy=HASTY) as api,
    ):
        await api.usage.read()

        assert api.last_trace_id == "ABC123"


async def test_engines_of_this_computer_may_compute_for_longer_than_a_service_far_away_may_be_silent() -> None:
    here, far = Provider("local", "http://127.0.0.1:1", is_local=True), Provider("custom", "https://example.org")

    async with ApiClient(here, "a-key") as local, ApiClient(far, "a-key") as remote:
        assert local.retry_policy.stall >= 5 * remote.retry_policy.stall
        assert local.retry_policy.total > local.retry_policy.stall
