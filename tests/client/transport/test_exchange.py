"""One request: when it counts as sent, when it may be cancelled, and the last byte of a guarded change."""

from __future__ import annotations

import asyncio

import httpcore
import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.client.transport.calls import Call, CallKind, ChunkedBody, Family, Gate
from termdesk.client.transport.exchange import Abandoned, HeldBack, HttpExchange, Upload

HEADERS = "http11.send_request_headers.started"
CLOSING = "http11.response_closed.started"

pytestmark = pytest.mark.anyio


class Departures:
    """Counts how often a call was sent."""

    def __init__(self) -> None:
        self.count = 0

    def leave(self) -> None:
        self.count += 1

    def come_back(self) -> None:
        raise AssertionError("no request came back")


class Steps:
    def __init__(self) -> None:
        self.seen: list[tuple[int, int | None]] = []

    def step(self, done: int, total: int | None = None) -> None:
        self.seen.append((done, total))


def exchange_of(departures: Departures, *, is_traced: bool = True) -> HttpExchange:
    call = Call("POST", "/v2/translate", CallKind.BILLED, Family.TRANSLATE, journey=departures)
    return HttpExchange(call, is_traced=is_traced)


def request(method: str = "POST") -> dict[str, object]:
    return {"request": httpcore.Request(method, "https://service.example.test")}


async def running() -> asyncio.Task[None]:
    task = asyncio.create_task(asyncio.sleep(600))
    await asyncio.sleep(0)
    return task


async def is_cancelled(task: asyncio.Task[None]) -> bool:
    was_asked = task.cancelling() > 0
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return was_asked


async def test_a_request_has_left_with_its_first_byte_and_a_tunnel_is_no_request() -> None:
    departures = Departures()
    exchange = exchange_of(departures)

    exchange.begin()
    await exchange.watch("connection.connect_tcp.started", {})
    await exchange.watch(HEADERS, request("CONNECT"))
    assert (exchange.was_sent, departures.count) == (False, 0)

    await exchange.watch(HEADERS, request())
    assert (exchange.was_sent, departures.count) == (True, 1)


async def test_without_steps_a_request_has_left_from_the_start() -> None:
    departures = Departures()
    exchange = exchange_of(departures, is_traced=False)

    exchange.begin()

    assert (exchange.was_sent, departures.count) == (True, 1)


async def test_what_was_abandoned_before_it_left_is_never_sent_nor_cancelled() -> None:
    departures = Departures()
    exchange, task = exchange_of(departures), await running()

    exchange.abandon(task)
    with pytest.raises(Abandoned):
        await exchange.watch(HEADERS, request())

    assert not await is_cancelled(task)
    assert departures.count == 0


async def test_what_is_on_its_way_is_cancelled_once() -> None:
    exchange, task = exchange_of(Departures()), await running()
    await exchange.watch(HEADERS, request())

    exchange.abandon(task)
    exchange.abandon(task)

    assert task.cancelling() == 1
    assert await is_cancelled(task)


async def test_what_gives_its_connection_back_is_left_alone() -> None:
    exchange, task = exchange_of(Departures()), await running()
    await exchange.watch(HEADERS, request())
    await exchange.watch(CLOSING, {})

    exchange.abandon(task)

    assert not await is_cancelled(task)


def upload_of(body: bytes | ChunkedBody, *, gate: Gate | None = None, steps: Steps | None = None) -> Upload:
    call = Call("PUT", "/v3/glossaries/1", CallKind.CHANGE, Family.GLOSSARIES, gate=gate, progress=steps or Steps())
    return Upload(call, body)


async def chunks_of(upload: Upload) -> list[bytes]:
    return [chunk async for chunk in upload]


@given(sizes=st.lists(st.integers(0, 200_000), max_size=4), is_guarded=st.booleans(), is_chunked=st.booleans())
def test_the_chunks_are_the_body_each_time_it_is_sent(sizes: list[int], is_guarded: bool, is_chunked: bool) -> None:
    parts = [(bytes(range(256)) * (size // 256 + 1))[:size] for size in sizes]
    body = b"".join(parts)

    async def opened() -> bool:
        return True

    upload = upload_of(ChunkedBody(parts) if is_chunked else body, gate=opened if is_guarded else None)

    assert b"".join(asyncio.run(chunks_of(upload))) == body
    assert b"".join(asyncio.run(chunks_of(upload))) == body


async def test_the_gate_is_asked_when_all_but_the_last_byte_is_out() -> None:
    body, sent = bytes(150_000), 0
    asked_at: list[int] = []

    async def opened() -> bool:
        asked_at.append(sent)
        return True

    async for chunk in upload_of(body, gate=opened):
        sent += len(chunk)

    assert (asked_at, sent) == ([149_999], 150_000)


async def test_a_gate_that_stays_shut_holds_the_last_byte_back() -> None:
    async def shut() -> bool:
        return False

    upload = upload_of(b"abc", gate=shut)

    assert await anext(upload) == b"ab"
    with pytest.raises(HeldBack):
        await anext(upload)


async def test_progress_is_told_from_the_first_byte_to_the_last() -> None:
    steps = Steps()

    await chunks_of(upload_of(bytes(100_000), steps=steps))

    assert (steps.seen[0], steps.seen[-1]) == ((0, 100_000), (100_000, 100_000))
    assert len(steps.seen) == 3
