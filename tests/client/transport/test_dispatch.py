from __future__ import annotations

import asyncio
from dataclasses import replace

import httpx
import pytest

from support.campaign import IS_LONG
from support.proof.scorecard_plugin import Held
from support.services.odd_replies import HASTY, Script, api_for
from support.skipping_clock import SkippingClock
from support.waiting import until
from termdesk.client.api import ApiClient
from termdesk.client.errors import (
    BadAnswer,
    NotAllowed,
    QuotaExceeded,
    RateLimited,
    Reason,
    ServerFailed,
    ServiceError,
    TimedOut,
    Unavailable,
    UnclearOutcome,
    Unreachable,
    WrongKey,
)
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
GOOD = httpx.Response(200, json={"character_count": 5})
TRANSLATED = httpx.Response(200, json={"translations": [{"text": "Hallo"}]})


async def read(api: ApiClient) -> object:
    return await api.usage.read()


async def translate(api: ApiClient) -> object:
    return await api.texts.translate(["hello"], target="de")


async def change(api: ApiClient) -> object:
    return await api.local.confirm(PAIR, "a", "b")


@pytest.mark.scorecard("R30")
@pytest.mark.parametrize(
    ("failure", "sent_by_read", "sent_by_translate", "sent_by_change"),
    [
        (httpx.ConnectError("no"), 5, 3, 4),
        (httpx.ConnectTimeout("slow"), 5, 3, 4),
        (httpx.ReadError("reset"), 3, 1, 1),
        (httpx.ReadTimeout("silence"), 3, 1, 1),
        (httpx.RemoteProtocolError("cut"), 3, 1, 1),
        (httpx.Response(429), 5, 5, 5),
        (httpx.Response(529), 5, 5, 5),
        (httpx.Response(503), 5, 3, 5),
        (httpx.Response(500), 3, 1, 1),
        (httpx.Response(502), 3, 1, 1),
        (httpx.Response(504), 3, 1, 1),
        (httpx.Response(456), 1, 1, 1),
        (httpx.Response(400), 1, 1, 1),
        (httpx.Response(401), 1, 1, 1),
        (httpx.Response(403), 1, 1, 1),
        (httpx.Response(404), 1, 1, 1),
        (httpx.Response(413), 1, 1, 1),
        (httpx.Response(415), 1, 1, 1),
        (httpx.Response(302), 1, 1, 1),
    ],
)
async def test_a_call_is_sent_as_often_as_the_table_says(
    failure: httpx.Response | Exception, sent_by_read: int, sent_by_translate: int, sent_by_change: int
) -> None:
    counts = []

    for call in (read, translate, change):
        script = Script(failure)
        async with api_for(script, is_local=True) as api:
            with pytest.raises(ServiceError):
                await call(api)
        counts.append(len(script.requests))

    assert counts == [sent_by_read, sent_by_translate, sent_by_change]


@pytest.mark.parametrize("failure", [httpx.ReadError("reset"), httpx.ReadTimeout("silence"), httpx.WriteError("cut")])
async def test_a_text_whose_answer_is_lost_may_have_been_charged(failure: Exception) -> None:
    async with api_for(Script(failure)) as api:
        with pytest.raises(UnclearOutcome, match="may have been charged"):
            await translate(api)


async def test_what_fails_on_this_computer_is_free() -> None:
    for is_local in (True, False):
        async with api_for(Script(httpx.Response(500)), is_local=is_local) as api:
            with pytest.raises(ServerFailed) as caught:
                await translate(api)
            assert caught.value.is_free is is_local


async def test_a_read_whose_answer_is_lost_is_only_late_or_broken() -> None:
    async with api_for(Script(httpx.ReadTimeout("silence"))) as api:
        with pytest.raises(TimedOut):
            await read(api)
    async with api_for(Script(httpx.ReadError("reset"))) as api:
        with pytest.raises(Unreachable) as caught:
            await read(api)

    assert caught.value.reason is Reason.RESET


async def test_a_call_that_fails_once_gets_through() -> None:
    for failure in (httpx.ConnectError("no"), httpx.Response(429), httpx.Response(503), httpx.Response(500)):
        script = Script(failure, GOOD)
        async with api_for(script) as api:
            await read(api)

        assert len(script.requests) == 2


@pytest.mark.scorecard("R30")
@pytest.mark.parametrize(("header", "waited"), [("0", 0.1), ("0.3", 0.1), ("1", 1.0), ("-1", 0.1)])
async def test_the_longer_of_retry_after_and_backoff_is_waited(header: str, waited: float) -> None:
    script = Script(httpx.Response(429, headers={"Retry-After": header}), GOOD)
    clock = SkippingClock()
    began = clock.now()

    async with api_for(script, retry_policy=replace(HASTY, first_backoff=0.1, longest_backoff=0.1), clock=clock) as api:
        await read(api)

    # Timers may wake some milliseconds early, so the queue waits a little longer.
    assert clock.now() - began == pytest.approx(waited, abs=0.01)


@pytest.mark.scorecard("R30")
@pytest.mark.parametrize(("interactive", "longest"), [(True, 60), (False, 120)])
async def test_a_retry_after_that_exceeds_our_limit_fails_at_once(interactive: bool, longest: int) -> None:
    script = Script(httpx.Response(429, headers={"Retry-After": str(longest + 1)}))
    clock = SkippingClock()
    began = clock.now()

    async with api_for(script, interactive=interactive, clock=clock) as api:
        results = await asyncio.gather(*(read(api) for _ in range(10)), return_exceptions=True)

    assert {type(result) for result in results} == {RateLimited}
    assert {result.retry_after for result in results if isinstance(result, RateLimited)} == {longest + 1.0}
    assert len(script.requests) <= 4
    assert clock.now() == began


async def test_a_pause_holds_the_whole_family_and_no_other() -> None:
    def answering(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v2/usage":
            return httpx.Response(429, headers={"Retry-After": "40"})
        return TRANSLATED

    async with api_for(answering) as api:
        reading = asyncio.create_task(read(api))
        await until(lambda: api.pauses)
        [pause] = api.pauses
        [translated] = await api.texts.translate(["hello"], target="de")
        still_paused = api.pauses
        reading.cancel()

    assert pause.status == 429
    assert 0 < pause.seconds_left <= 40
    assert translated.text == "Hallo"
    assert still_paused


async def test_a_call_that_got_no_answer_tells_when_it_is_sent_again() -> None:
    script = Script(httpx.ConnectError("no"), TRANSLATED)
    waits = []

    class Watched(SkippingClock):
        async def sleep(self, seconds: float) -> None:
            waits.append((seconds, [(each.status, each.seconds_left) for each in api.pauses]))
            await super().sleep(seconds)

    async with api_for(script, clock=Watched()) as api:
        await api.texts.translate(["hello"], target="de")
        assert api.pauses == ()

    [(seconds, pauses)] = [each for each in waits if each[0] > 0]
    assert pauses == [(0, pytest.approx(seconds))]


@pytest.mark.scorecard("R31")
async def test_with_every_call_failing_the_retries_of_a_hundred_stay_within_their_budget() -> None:
    for failure in (httpx.Response(500), httpx.ConnectError("no"), httpx.ReadError("reset")):
        script = Script(failure)
        async with api_for(script, retry_policy=replace(HASTY, retries=20)) as api:
            results = await asyncio.gather(*(read(api) for _ in range(100)), return_exceptions=True)

        assert all(isinstance(result, ServiceError) for result in results)
        assert 100 <= len(script.requests) <= 122


FAILURES = {
    "500": httpx.Response(500),
    "502": httpx.Response(502),
    "503": httpx.Response(503),
    "429": httpx.Response(429),
    "refused": httpx.ConnectError("no"),
    "reset": httpx.ReadError("reset"),
}


@pytest.mark.scorecard("R31")
@pytest.mark.parametrize("interactive", [False, True] if IS_LONG else [False])
@pytest.mark.parametrize("failure", FAILURES)
async def test_a_hundred_failing_calls_send_at_most_130_requests_in_the_first_minute(
    failure: str, interactive: bool, held: Held
) -> None:
    clock = SkippingClock()
    moments: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        moments.append(clock.now())
        if isinstance(error := FAILURES[failure], Exception):
            raise error
        return httpx.Response(error.status_code)

    async with api_for(answer, retry_policy=RetryPolicy(), interactive=interactive, clock=clock) as api:
        began = clock.now()
        results = await asyncio.gather(*(read(api) for _ in range(100)), return_exceptions=True)

    assert [type(each) for each in results if not isinstance(each, ServiceError)] == []
    in_first_minute = sum(each - began < 60 for each in moments)
    assert in_first_minute <= 130
    held(f"{failure}: {in_first_minute} requests of 100 calls in the first minute")


@pytest.mark.scorecard("R31")
async def test_a_hundred_calls_wait_for_a_service_that_is_busy_and_none_is_lost() -> None:
    # R31: the service is busy for a minute.
    clock = SkippingClock()
    began = clock.now()
    answered: list[float] = []
    busy = 0

    def answering(request: httpx.Request) -> httpx.Response:
        nonlocal busy
        if clock.now() - began < 60:
            busy += 1
            return httpx.Response(503)
        answered.append(clock.now() - began)
        return GOOD

    async with api_for(answering, retry_policy=RetryPolicy(jitter=lambda: 1.0), interactive=False, clock=clock) as api:
        await asyncio.gather(*(read(api) for _ in range(100)))

    assert busy <= 30
    assert len(answered) == 100
    assert answered[0] <= 60 + 10


async def test_who_sits_in_front_of_a_busy_service_is_told_soon() -> None:
    script = Script(httpx.Response(503))

    async with api_for(script) as api:
        for _ in range(2):
            with pytest.raises(Unavailable):
                await read(api)

    # Five for the first call. The second finds the service marked as busy and probes it once.
    assert len(script.requests) == 6


@pytest.mark.scorecard("R32")
async def test_a_quota_of_glossaries_is_probed_once_after_its_pause_in_a_bulk() -> None:
    script = Script(httpx.Response(456))
    clock = SkippingClock()
    began = clock.now()

    async with api_for(script, retry_policy=RetryPolicy(), interactive=False, clock=clock) as api:
        with pytest.raises(QuotaExceeded):
            await api.glossaries.list()

    assert len(script.requests) == 2
    assert clock.now() - began == pytest.approx(RetryPolicy().quota_pause, abs=0.01)


@pytest.mark.scorecard("R32")
async def test_a_quota_of_characters_is_never_probed() -> None:
    script = Script(httpx.Response(456))

    async with api_for(script, interactive=False) as api:
        with pytest.raises(QuotaExceeded):
            await translate(api)

    assert len(script.requests) == 1


@pytest.mark.scorecard("R40")
async def test_a_refused_key_stops_every_call_that_waits() -> None:
    script = Script(httpx.Response(401))

    async with api_for(script) as api:
        results = await asyncio.gather(
            *(read(api) for _ in range(50)), *(translate(api) for _ in range(50)), return_exceptions=True
        )

    assert {type(result) for result in results} == {WrongKey}
    assert len(script.requests) <= 8


async def test_a_missing_scope_stops_its_family_only() -> None:
    def answering(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v2/usage":
            return httpx.Response(403, json={"detail": "usage:read"})
        return TRANSLATED

    async with api_for(answering) as api:
        results = await asyncio.gather(
            *(read(api) for _ in range(20)), *(translate(api) for _ in range(20)), return_exceptions=True
        )

    assert {type(result) for result in results[:20]} == {NotAllowed}
    assert not any(isinstance(result, Exception) for result in results[20:])


async def test_a_refusal_that_may_be_a_missing_scope_stops_its_family_only() -> None:
    def answering(request: httpx.Request) -> httpx.Response:
        return httpx.Response(403) if request.url.path == "/v2/usage" else TRANSLATED

    async with api_for(answering) as api:
        results = await asyncio.gather(
            *(read(api) for _ in range(20)), *(translate(api) for _ in range(20)), return_exceptions=True
        )

    assert {type(result) for result in results[:20]} == {WrongKey}
    assert not any(isinstance(result, Exception) for result in results[20:])


async def test_an_answer_that_is_wrong_is_not_asked_for_again() -> None:
    script = Script(httpx.Response(200, content=b"nonsense"))

    async with api_for(script) as api:
        with pytest.raises(BadAnswer):
            await read(api)

    assert len(script.requests) == 1


async def test_being_offline_is_told_within_five_seconds_and_waited_for_in_a_bulk() -> None:
    clock = SkippingClock()
    began = clock.now()
    script = Script(httpx.ConnectError("no"))

    async with api_for(script, retry_policy=RetryPolicy(jitter=lambda: 1.0), clock=clock) as api:
        with pytest.raises(Unreachable):
            await read(api)
        reported_after = clock.now() - began
        interactive = len(script.requests)
        with pytest.raises(Unreachable):
            await api.bulk.usage.read()

    assert reported_after <= 5
    assert interactive == 4
    assert len(script.requests) == interactive + 5


async def test_server_errors_of_a_change_are_not_hidden_by_a_second_try() -> None:
    script = Script(httpx.Response(500), httpx.Response(400))

    async with api_for(script) as api:
        with pytest.raises(ServerFailed):
            await translate(api)

    assert len(script.requests) == 1


@pytest.mark.slow
async def test_a_click_does_not_wait_behind_a_bulk() -> None:
    async def slow(request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(0.02)
        return GOOD

    overtaken = []
    async with api_for(slow) as api:  # type: ignore[arg-type]  # the transport awaits what is awaitable
        bulk = [asyncio.create_task(api.bulk.usage.read()) for _ in range(300)]
        for _ in range(20):
            before = sum(task.done() for task in bulk)
            await read(api)
            overtaken.append(sum(task.done() for task in bulk) - before)
        for task in bulk:
            task.cancel()
        await asyncio.gather(*bulk, return_exceptions=True)

    # Only bulk calls that were already running, or that started with the click, are answered before it.
    assert sum(overtaken) > 0
    assert max(overtaken) <= 8
