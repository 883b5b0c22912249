from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
import os
import resource
import socket
import zlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.campaign import size
from support.services.fault_proxy import Fault, FaultProxy, Harm
from support.services.odd_replies import HASTY, KEY, Script, api_for, provider
from support.services.raw_server import RawRequest, RawServer, always, answer
from support.waiting import until
from termdesk.client.api import ApiClient
from termdesk.client.errors import (
    BadAnswer,
    Reason,
    Redirected,
    ServiceError,
    TimedOut,
    UnclearOutcome,
    Unreachable,
)
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.domain.errors import InvalidInput, Stopped
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

USAGE = answer(b'{"character_count": 5}')


# Only guards against hanging: nothing here takes a tenth of it.
SECONDS_TO_HANG = 60.0


def client(url: str, *, retry_policy: RetryPolicy = HASTY, is_local: bool = False) -> ApiClient:
    return ApiClient(provider(url, is_local=is_local), KEY, retry_policy=retry_policy)


# Keys and addresses: S02, S04.


@pytest.mark.scorecard("S02")
@pytest.mark.parametrize("key", ["", " ", "a b", "a\nb", "ab\x00", "schlüssel", "k" * 10_000, "a\r\nX-Evil: 1"])
async def test_a_key_that_cannot_be_sent_is_refused_and_not_repeated(key: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ApiClient(provider(), key)

    assert len(key.strip()) < 2 or key not in str(caught.value)


ADDRESSES_REFUSED = [
    "http://service.example.test",
    "http://127.0.0.1.evil.test",
    "http://localhost.evil.test",
    "http://127.0.0.1@evil.test",
    "https://user:password@service.example.test",
    "https://user@service.example.test",
    "https://service.example.test/#@evil.test",
    "https://service.example.test/?a=b",
    "http://127.0.0.1#@evil.test",
    "http://evil.test\\@127.0.0.1",
    "http://0.0.0.0:80",
    "http://[::]:80",
    "http://10.0.0.1",
    "http://192.168.1.1",
    "http://169.254.169.254",
    "http://128.0.0.1",
    "http://0x7f.1.evil.test",
    "http://127.0.0.1:99999",
    "http://127.0.0.1:port",
    "https://service.example.test:0",
    "https://",
    "https:///v2",
    "http://",
    "ftp://127.0.0.1",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "//service.example.test",
    "service.example.test",
    "",
    "   ",
    "https://sérvice.example.test",
    "https://аpi.example.test",
    "http://lоcalhost",
    "http://[::ffff:10.0.0.1]",
    "https://[::1",
    "https://exa mple.test",
    "https://example.test\n.evil.test",
    "http://127.0.0.1.",
    "http://localhost.",
    "http://2130706434",
    "ws://127.0.0.1",
    "http+unix://%2Ftmp%2Fx",
]


@pytest.mark.scorecard("S04")
@pytest.mark.parametrize("address", ADDRESSES_REFUSED)
async def test_an_address_to_which_a_key_must_not_go_is_refused(address: str) -> None:
    with pytest.raises(InvalidInput):
        ApiClient(provider(address), KEY)


@pytest.mark.parametrize(
    "address",
    [
        "https://service.example.test",
        "https://service.example.test:8443/prefix/",
        "http://127.0.0.1:8080",
        "http://localhost:8080",
        "http://[::1]:8080",
        " https://service.example.test ",
    ],
)
async def test_https_and_this_computer_are_accepted(address: str) -> None:
    assert ApiClient(provider(address), KEY)


@pytest.mark.scorecard("S04")
@given(st.text(alphabet="htps:/@#?.127localhostevil[]\\%\n ", max_size=40))
def test_whatever_address_is_accepted_leads_to_https_or_to_this_computer(text: str) -> None:
    try:
        ApiClient(provider(text), KEY)
    except InvalidInput:
        return

    url = httpx.URL(text.strip().rstrip("/"))

    assert url.scheme == "https" or url.host in ("localhost", "::1") or url.host.startswith("127.")
    assert not url.userinfo


@pytest.mark.parametrize("scheme", ["Two Words", "", "New\nLine", "Schlüssel"])
async def test_a_scheme_that_would_break_the_header_is_refused(scheme: str) -> None:
    with pytest.raises(InvalidInput):
        ApiClient(replace(provider(), scheme=scheme), KEY)


@pytest.mark.scorecard("S01")
async def test_the_key_is_on_each_request_and_nowhere_else() -> None:
    script = Script(httpx.Response(200, json={}))

    async with api_for(script) as api:
        await api.usage.read()
        http = api._connection._http

    assert http
    assert script.requests[0].headers["Authorization"] == f"Service-Auth-Key {KEY}"
    assert KEY not in str(vars(http))
    assert KEY not in str(script.requests[0].url)


@pytest.mark.scorecard("S01")
async def test_a_trace_id_that_repeats_the_key_is_not_taken_over() -> None:
    script = Script(httpx.Response(200, json={}, headers={"X-Trace-ID": f"<{KEY}>"}))

    async with api_for(script) as api:
        await api.usage.read()

        assert api.last_trace_id == ""


async def test_a_key_that_is_no_secret_takes_no_header_away() -> None:
    script = Script(httpx.Response(200, json={}, headers={"X-Trace-ID": "a1"}))

    async with ApiClient(provider(), "1", transport=httpx.MockTransport(script), retry_policy=HASTY) as api:
        await api.usage.read()

        assert api.last_trace_id == "a1"


async def test_libraries_do_not_log_addresses(caplog: pytest.LogCaptureFixture) -> None:
    async with RawServer(always(USAGE)) as server, client(server.url) as api:
        with caplog.at_level(logging.INFO):
            await api.usage.read()

    assert not caplog.records


# Redirects, proxies, netrc: S03, S06, S07.


@pytest.mark.scorecard("S03")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_are_never_followed(status: int) -> None:
    async with RawServer(always(USAGE)) as elsewhere:
        for target in (elsewhere.url, "http://evil.example.test", "/v2/usage"):
            redirect = answer(b"", status=f"{status} Elsewhere", headers=f"Location: {target}/x\r\n")
            async with RawServer(always(redirect)) as server, client(server.url) as api:
                with pytest.raises(Redirected):
                    await api.usage.read()

            assert len(server.requests) == 1
        assert elsewhere.requests == []


@pytest.fixture
async def recording_proxy(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RawServer]:
    """A proxy that the environment names for all requests. It rejects tunnels."""
    async with RawServer(always(answer(b"", status="403 No"))) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url.replace("//", "//user:secret@"))
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        yield proxy


@pytest.mark.scorecard("S06")
async def test_calls_to_this_computer_never_reach_a_proxy(recording_proxy: RawServer) -> None:
    async with RawServer(always(USAGE)) as server:
        for url in (server.url, server.url.replace("127.0.0.1", "localhost")):
            async with client(url) as api:
                await api.usage.read()
                assert api.proxy == ""

    assert len(server.requests) == 2
    assert recording_proxy.requests == []


@pytest.mark.scorecard("S06")
async def test_a_remote_call_asks_a_proxy_for_a_tunnel_only(recording_proxy: RawServer) -> None:
    async with client("https://service.example.test") as api:
        with pytest.raises(Unreachable) as caught:
            await api.usage.read()

        assert api.proxy == recording_proxy.url
    assert caught.value.reason is Reason.PROXY
    assert [request.line for request in recording_proxy.requests] == ["CONNECT service.example.test:443"]
    # The credentials in the environment's proxy address, user:secret.
    assert recording_proxy.requests[0].headers["proxy-authorization"] == "Basic dXNlcjpzZWNyZXQ="
    assert KEY not in str(recording_proxy.requests)


@pytest.mark.scorecard("R39")
async def test_a_proxy_that_is_not_there_is_told_from_a_service_that_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{free_port()}")

    async with client("https://service.example.test") as api:
        with pytest.raises(Unreachable) as caught:
            await api.usage.read()

    assert caught.value.reason is Reason.PROXY


async def test_a_proxy_of_a_kind_that_is_not_spoken_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1080")

    async with client("https://service.example.test") as api:
        with pytest.raises(Unreachable) as caught:
            await api.usage.read()

    assert caught.value.reason is Reason.PROXY


@pytest.mark.scorecard("S07")
async def test_netrc_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login user password from-netrc\n")
    monkeypatch.setenv("NETRC", str(netrc))

    async with RawServer(always(USAGE)) as server, client(server.url) as api:
        await api.usage.read()

    assert server.requests[0].headers["authorization"] == f"Service-Auth-Key {KEY}"


async def test_cookies_of_a_service_are_not_kept() -> None:
    async with (
        RawServer(always(answer(b"{}", headers="Set-Cookie: a=b\r\n"))) as server,
        client(server.url) as api,
    ):
        await api.usage.read()
        await api.usage.read()

    assert "cookie" not in server.requests[1].headers


# Connections that fail.


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_nothing_there_is_refused() -> None:
    async with client(f"http://127.0.0.1:{free_port()}") as api:
        with pytest.raises(Unreachable) as caught:
            await api.usage.read()

    assert caught.value.reason is Reason.REFUSED
    assert not caught.value.was_sent


@pytest.mark.scorecard("R39")
async def test_an_unknown_name_is_not_found() -> None:
    async with client("https://service.invalid") as api:
        with pytest.raises(Unreachable) as caught:
            await api.usage.read()

    assert caught.value.reason is Reason.NOT_FOUND


@pytest.mark.parametrize("harm", [Harm.LOSE_REQUEST, Harm.LOSE_ANSWER, Harm.CUT_ANSWER, Harm.RESET_ANSWER])
async def test_a_read_survives_a_connection_that_breaks(harm: Harm) -> None:
    async with RawServer(always(USAGE)) as server, FaultProxy(server.port) as proxy, client(proxy.url) as api:
        proxy.fault = Fault(harm, times=2, after=90)

        usage = await api.usage.read()

    assert usage.character_count == 5
    assert len(proxy.requests) == 3


@pytest.mark.parametrize("harm", [Harm.LOSE_REQUEST, Harm.LOSE_ANSWER, Harm.CUT_ANSWER])
async def test_a_text_is_not_sent_again_when_its_connection_breaks(harm: Harm) -> None:
    async with RawServer(always(USAGE)) as server, FaultProxy(server.port) as proxy, client(proxy.url) as api:
        proxy.fault = Fault(harm, after=90)

        with pytest.raises(UnclearOutcome):
            await api.texts.correct(["a"], target="en-GB")

    assert len(proxy.requests) == 1


@pytest.mark.scorecard("R34")
async def test_a_slow_and_lossy_network_is_worked_through() -> None:
    async with RawServer(always(USAGE)) as server, FaultProxy(server.port) as proxy, client(proxy.url) as api:
        # Reset at regular intervals, because random resets would sometimes hit all attempts of one call.
        proxy.latency, proxy.jitter, proxy.reset_every, proxy.bytes_per_second = 0.02, 0.01, 20, 50_000

        results = await asyncio.gather(*(api.usage.read() for _ in range(60)))

    assert {result.character_count for result in results} == {5}
    assert proxy.fired == 3


# Deadlines: R33.


@pytest.mark.scorecard("R33")
async def test_a_drip_does_not_keep_the_total_time_from_ending() -> None:
    retry_policy = replace(HASTY, total=1.0, stall=0.5)
    async with (
        RawServer(always(USAGE)) as server,
        FaultProxy(server.port) as proxy,
        client(proxy.url, retry_policy=retry_policy) as api,
    ):
        proxy.fault = Fault(Harm.DRIP, seconds=0.1)

        # Without a total time limit, the slow response would end up complete.
        with pytest.raises(TimedOut) as caught:
            await api.usage.read()

    assert caught.value.was_sent


@pytest.mark.scorecard("R33")
@pytest.mark.parametrize("harm", [Harm.STALL, Harm.BLACK_HOLE])
async def test_silence_ends_at_the_stall_clock(harm: Harm) -> None:
    retry_policy = replace(HASTY, total=1_000.0, stall=0.3)
    async with (
        RawServer(always(USAGE)) as server,
        FaultProxy(server.port) as proxy,
        client(proxy.url, retry_policy=retry_policy) as api,
    ):
        proxy.fault = Fault(harm, after=20)

        # Only the stall limit can end these calls: the total time is far longer than the guard.
        async with asyncio.timeout(SECONDS_TO_HANG):
            with pytest.raises(TimedOut):
                await api.usage.read()
            reads = len(proxy.requests)
            with pytest.raises(UnclearOutcome):
                await api.texts.correct(["a"], target="en-GB")

    # Three attempts to read, but one to correct a text.
    assert (reads, len(proxy.requests)) == (3, 4)


@pytest.mark.scorecard("R33")
async def test_a_service_that_does_not_accept_connections_ends_at_the_connect_clock() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        plugs = [socket.socket() for _ in range(3)]
        for plug in plugs:
            plug.setblocking(False)
            plug.connect_ex(full.getsockname())
        try:
            retry_policy = replace(HASTY, connect=0.3, offline=0.2, stall=1_000.0, total=1_000.0)
            async with client(f"http://127.0.0.1:{full.getsockname()[1]}", retry_policy=retry_policy) as api:
                async with asyncio.timeout(SECONDS_TO_HANG):
                    with pytest.raises(TimedOut) as caught:
                        await api.texts.correct(["a"], target="en-GB")
        finally:
            for plug in plugs:
                plug.close()

    assert not caught.value.was_sent


# Harmful responses: S23, S24.


async def peak_of(api: ApiClient) -> float:
    """Return the growth of the peak memory in MiB while a call fails."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(BadAnswer):
        await api.usage.read()
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


@pytest.mark.scorecard("S23")
async def test_a_megabyte_that_unpacks_to_a_gigabyte_is_dropped() -> None:
    packer = zlib.compressobj(9, wbits=31)
    first, second = (packer.compress(bytes(2**20)) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    # Blocks after a full flush do not refer to earlier ones, so they can be repeated. The wrong checksum is never read.
    bomb = first + second * 1023 + packer.flush()
    async with (
        RawServer(always(answer(bomb, headers="Content-Encoding: gzip\r\n"))) as server,
        client(server.url) as api,
    ):
        growth = await peak_of(api)

    assert growth <= 64


@pytest.mark.scorecard("S23")
async def test_an_answer_that_unpacks_to_more_than_a_hundred_times_its_size_is_dropped_within_the_limit() -> None:
    bomb = gzip.compress(b'{"character_count": 5}' + b" " * (8 * 2**20))
    async with (
        RawServer(always(answer(bomb, headers="Content-Encoding: gzip\r\n"))) as server,
        client(server.url) as api,
    ):
        with pytest.raises(BadAnswer, match="more than a hundred times its size"):
            await api.usage.read()


@pytest.mark.slow
async def test_an_answer_without_end_is_dropped_at_its_limit() -> None:
    async def answering(request: RawRequest) -> bytes:
        return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + b" " * (20 * 2**20)

    async with RawServer(answering) as server, client(server.url) as api:
        with pytest.raises(BadAnswer, match="larger than 16 MiB"):
            await api.usage.read()


async def test_an_answer_that_announces_too_much_is_not_read() -> None:
    huge = answer(b"", length=10**15)
    async with RawServer(always(huge)) as server, client(server.url) as api:
        with pytest.raises(BadAnswer, match="larger than"):
            await api.usage.read()


@pytest.mark.scorecard("R24")
async def test_a_compressed_answer_is_read_and_one_that_is_cut_is_not() -> None:
    body = gzip.compress(b'{"character_count": 5}')
    headers = "Content-Encoding: gzip\r\n"
    async with RawServer(always(answer(body, headers=headers))) as server, client(server.url) as api:
        whole = await api.usage.read()
    async with RawServer(always(answer(body[:-9], headers=headers))) as server, client(server.url) as api:
        with pytest.raises(Unreachable) as caught:
            await api.usage.read()

    assert whole.character_count == 5
    assert caught.value.reason is Reason.RESET


DEEP = 100_000
HOSTILE = {
    "empty": b"",
    "null": b"null",
    "a list": b"[]",
    "a string": b'"text"',
    "cut": b'{"character_count": 5',
    "two values": b"{}{}",
    "not a number": b'{"character_count": NaN}',
    "infinity": b'{"character_count": Infinity}',
    "too large": b'{"character_count": 1e999}',
    "5,000 digits": b'{"character_count": ' + b"9" * 5000 + b"}",
    "true is no count": b'{"character_count": true}',
    "text is no count": b'{"character_count": "5"}',
    "half is no count": b'{"character_count": 0.5}',
    "lone surrogate": b'{"other": "\\ud800"}',
    "broken escape": b'{"other": "\\u12"}',
    "not UTF-8": b'{"other": "\xff"}',
    "UTF-16": '{"character_count": 5}'.encode("utf-16"),
    "UTF-32": '{"character_count": 5}'.encode("utf-32"),
    "Latin-1": '{"other": "ü"}'.encode("latin-1"),
    "deep list": b'{"other": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep object": b'{"other": ' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}",
    "open list": b"[" * DEEP,
    "NUL": b"\x00" * 100,
    "single quotes": b"{'character_count': 5}",
    "comment": b'{"character_count": 5} // so',
    "page": b"<!DOCTYPE html><html>Sign in</html>",
}


@pytest.mark.scorecard("S24")
@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_json_is_a_typed_error_at_once(name: str) -> None:
    async with RawServer(always(answer(HOSTILE[name]))) as server, client(server.url) as api:
        with pytest.raises(BadAnswer):
            await api.usage.read()


@pytest.mark.scorecard("S24")
@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_json_in_a_refusal_is_still_that_refusal(name: str) -> None:
    refused = answer(HOSTILE[name], status="404 Not Found")
    async with RawServer(always(refused)) as server, client(server.url) as api:
        with pytest.raises(ServiceError) as caught:
            await api.usage.read()

    assert caught.value.status == 404


@pytest.mark.scorecard("S24")
@given(st.binary(max_size=200))
def test_no_body_is_anything_but_an_answer_or_a_bad_answer(body: bytes) -> None:
    async def read() -> None:
        async with api_for(Script(httpx.Response(200, content=body))) as api:
            await api.usage.read()

    with contextlib.suppress(BadAnswer):
        asyncio.run(read())


async def test_a_head_without_end_is_an_error() -> None:
    endless = b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 300_000 + b"\r\n\r\n"
    async with RawServer(always(endless)) as server, client(server.url) as api:
        with pytest.raises(ServiceError):
            await api.usage.read()


@pytest.mark.scorecard("R39")
async def test_the_page_of_a_portal_is_named_as_such() -> None:
    page = answer(b"<html>Welcome to the hotel</html>").replace(b"application/json", b"text/html")
    async with RawServer(always(page)) as server, client(server.url) as api:
        with pytest.raises(BadAnswer, match="proxy or a portal"):
            await api.usage.read()


# Cancelling and closing: R35.


@pytest.mark.scorecard("R35")
async def test_cancelling_ends_the_wait_at_once_wherever_the_call_is() -> None:
    async with RawServer(always(USAGE)) as server, FaultProxy(server.port) as proxy, client(proxy.url) as api:
        proxy.fault = Fault(Harm.BLACK_HOLE)
        task = asyncio.create_task(api.usage.read())
        await until(lambda: proxy.requests)

        task.cancel()
        # The call ends within some rounds of the event loop, without any response.
        for _ in range(20):
            await asyncio.sleep(0)

        assert task.cancelled()


@pytest.mark.slow
async def test_a_text_that_is_cancelled_before_its_first_byte_left_is_never_sent() -> None:
    seen = set()
    async with RawServer(always(USAGE)) as server:
        for ticks in range(40):
            exchanges = set()
            async with client(server.url) as api:
                task = asyncio.create_task(api.texts.correct(["a"], target="en-GB"))
                for _ in range(ticks):
                    await asyncio.sleep(0)
                    exchanges |= {exchange for _, exchange in api._connection._exchanges.values()}
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                await until(lambda connection=api._connection: not connection._exchanges)

            was_sent = any(exchange.was_sent for exchange in exchanges)
            assert was_sent or server.requests == []
            seen.add(was_sent)
            server.requests.clear()

    assert seen == {False, True}


# Ten thousand calls in the long campaign.
BATCHES = size(50, 1_250)


async def churn(api: ApiClient) -> int:
    """Run batches of eight calls, most cancelled at different points, like a search that follows the typing."""
    cancelled = 0
    for batch in range(BATCHES):
        tasks = [asyncio.create_task(api.usage.read()) for _ in range(4)]
        tasks += [asyncio.create_task(api.languages.legacy_pairs()) for _ in range(4)]
        for number, task in enumerate(tasks):
            for _ in range((batch * 7 + number) % 5):
                await asyncio.sleep(0)
            if (batch + number) % 3:
                cancelled += task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return cancelled


@pytest.mark.scorecard("R35")
async def test_thousands_of_calls_with_cancel_churn_leave_no_call_stuck() -> None:
    async def answering(request: RawRequest) -> bytes:
        await asyncio.sleep(0)
        return USAGE

    async with RawServer(answering) as server, client(server.url) as api:
        async with asyncio.timeout(10 * SECONDS_TO_HANG):
            cancelled = await churn(api)

        # If the pool were stuck, this call would time out with an error.
        usage = await api.usage.read()
        await until(lambda: not api._connection._exchanges)
        http = api._connection._http
        assert http
        pool = http._pool  # type: ignore[attr-defined]  # the slots are what is tested
        stuck = [each for each in pool.connections if not (each.is_idle() or each.is_closed())]

    assert usage.character_count == 5
    assert cancelled > 2 * BATCHES
    assert stuck == []
    assert pool._requests == []


@pytest.mark.scorecard("R35")
async def test_a_pool_without_a_free_connection_is_made_anew() -> None:
    async with RawServer(always(USAGE)) as server, client(server.url, retry_policy=replace(HASTY, connect=0.2)) as api:
        await api.usage.read()
        http = api._connection._http
        assert http
        # The effect of a bug in the library: connections that belong to no call and never become free.
        pool = http._pool  # type: ignore[attr-defined]
        for connection in pool.connections:
            await connection.aclose()
        pool._max_connections = 0

        usage = await api.usage.read()

    assert usage.character_count == 5
    assert api._connection._http is not http


@pytest.mark.scorecard("R36")
async def test_closing_gives_a_change_a_moment_and_ends_reads_at_once() -> None:
    async def slowly(request: RawRequest) -> bytes:
        await asyncio.sleep(0.3)
        return answer(b"", status="204 Done")

    async with RawServer(slowly) as server:
        api = client(server.url, is_local=True)
        change = asyncio.create_task(api.local.confirm(LanguagePair("en", "de"), "a", "b"))
        await until(lambda: server.requests)
        read = asyncio.create_task(api.usage.read())
        await until(lambda: len(server.requests) == 2)

        await api.aclose()

        await change
        with pytest.raises(Stopped):
            await read
        with pytest.raises(Stopped):
            await api.usage.read()


@pytest.mark.scorecard("R36")
async def test_closing_does_not_wait_for_a_change_that_is_never_answered() -> None:
    async with RawServer(always(USAGE)) as server, FaultProxy(server.port) as proxy:
        proxy.fault = Fault(Harm.BLACK_HOLE)
        api = client(proxy.url, is_local=True, retry_policy=replace(HASTY, closing=0.2))
        change = asyncio.create_task(api.local.confirm(LanguagePair("en", "de"), "a", "b"))
        await until(lambda: proxy.requests)

        async with asyncio.timeout(SECONDS_TO_HANG):
            await api.aclose()

        with pytest.raises(Stopped):
            await change


def test_the_environment_of_these_tests_names_no_proxy() -> None:
    assert not [name for name in os.environ if name.lower().endswith("_proxy") and name.lower() != "no_proxy"]
