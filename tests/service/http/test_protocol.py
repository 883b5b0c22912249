"""S19: the HTTP protocol with silent, slow and too many clients, over real sockets, with shorter deadlines."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from support.campaign import HANGING_SECONDS
from support.running_service import RunningService
from support.services.raw_request import connected, head, raw_request
from termdesk.service.accounts import Account, Accounts, digest_of
from termdesk.service.fault_injection import FaultInjection
from termdesk.service.guard import Guard
from termdesk.service.http import protocol, request_body

pytestmark = pytest.mark.scorecard("S19")

ACCOUNTS = Accounts.of([(digest_of("key"), Account("owner", is_owner=True))])
LARGE = b"x" * 20_000_000
ANSWERS = {"/small": b"done", "/large": LARGE}


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Reads the body, then responds as the path specifies."""
    while (await receive()).get("more_body"):
        continue
    content = ANSWERS[scope["path"]]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(content))]})
    await send({"type": "http.response.body", "body": content})


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[int]:
    """Serve the app behind guard and protocol, and yield its port."""
    guarded = Guard(app, accounts=ACCOUNTS, hosts=frozenset({"host"}), fault_injection=FaultInjection())
    config = uvicorn.Config(
        guarded, port=0, http=protocol.GuardedProtocol, ws="none", lifespan="off", log_config=None, access_log=False
    )
    service = uvicorn.Server(config)
    running = asyncio.create_task(service._serve())
    while not service.started:
        await asyncio.sleep(0.005)
    try:
        yield service.servers[0].sockets[0].getsockname()[1]
    finally:
        service.should_exit = True
        await running


def request(path: str = "/small", *, more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: host\r\nAuthorization: Service-Auth-Key key\r\n{more}\r\n".encode()


async def closing_time(port: int, *chunks: bytes, pause: float = 0.0) -> tuple[float, bytes]:
    """Send chunks with a pause after each. Returns the seconds until the server closed, and its response.

    A reset counts as closing, because data sent to a closed connection is answered by a reset.
    """
    loop = asyncio.get_running_loop()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begin = loop.time()

    async def send() -> None:
        with contextlib.suppress(OSError):
            for chunk in chunks:
                writer.write(chunk)
                await writer.drain()
                await asyncio.sleep(pause)

    sending, said = asyncio.create_task(send()), b""
    try:
        async with asyncio.timeout(HANGING_SECONDS):
            with contextlib.suppress(ConnectionResetError):
                while part := await reader.read(65_536):
                    said += part
    finally:
        sending.cancel()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    return loop.time() - begin, said


def test_a_small_answer_leaves_in_one_piece_with_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks: list[bytes] = []
    begin = protocol.GuardedProtocol.connection_made

    def begin_and_note(self: protocol.GuardedProtocol, transport: asyncio.Transport) -> None:
        send = transport.write

        def note(data: bytes | bytearray | memoryview) -> None:
            chunks.append(bytes(data))
            send(data)

        monkeypatch.setattr(transport, "write", note)
        begin(self, transport)

    async def ask() -> None:
        async with serving() as port:
            await closing_time(port, request(more="Connection: close\r\n"))

    monkeypatch.setattr(protocol.GuardedProtocol, "connection_made", begin_and_note)

    asyncio.run(ask())

    [chunk] = chunks
    assert chunk.startswith(b"HTTP/1.1 200")
    assert chunk.endswith(b"\r\n\r\ndone")


def test_a_client_that_says_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "SECONDS_FOR_HEAD", 0.2)

    async def silent() -> tuple[float, bytes]:
        async with serving() as port:
            return await closing_time(port)

    seconds, said = asyncio.run(silent())
    assert seconds > 0.15
    assert said == b""


def test_a_head_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "SECONDS_FOR_HEAD", 0.3)

    async def dripping() -> tuple[float, bytes]:
        async with serving() as port:
            return await closing_time(port, *(bytes([byte]) for byte in request()), pause=0.05)

    seconds, said = asyncio.run(dripping())
    assert seconds > 0.25
    assert said == b""


def test_the_second_head_of_a_connection_has_its_own_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "SECONDS_FOR_HEAD", 0.3)

    async def dripping() -> tuple[float, bytes]:
        async with serving() as port:
            return await closing_time(port, request(), *(bytes([byte]) for byte in request()), pause=0.05)

    seconds, said = asyncio.run(dripping())
    assert seconds > 0.3
    assert said.count(b"HTTP/1.1 200") == 1


def test_a_body_that_drips_is_refused_after_its_total_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "SECONDS_FOR_BODY", 0.3)
    monkeypatch.setattr(request_body, "SECONDS_TO_RUN_OUT", 0.2)
    start = request(more="Content-Length: 1000\r\nContent-Type: application/json\r\n")

    async def dripping() -> tuple[float, bytes]:
        async with serving() as port:
            return await closing_time(port, start, *[b" "] * 100, pause=0.05)

    seconds, said = asyncio.run(dripping())
    assert seconds > 0.25
    assert said.startswith(b"HTTP/1.1 408")


def test_an_answer_that_nobody_takes_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "SECONDS_FOR_ANSWER", 0.3)

    async def taking_nothing() -> int:
        async with serving() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1_000)
            writer.write(request("/large"))
            # The reader stops at twice its limit; data that still arrives was in the system's buffers.
            await reader.readexactly(100)
            await asyncio.sleep(0.6)  # twice the deadline, during which nothing is read
            taken = 0
            with contextlib.suppress(ConnectionResetError):
                while chunk := await reader.read(65_536):
                    taken += len(chunk)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
            return taken

    assert asyncio.run(taking_nothing()) < len(LARGE)


def test_a_large_answer_is_whole_for_who_takes_it() -> None:
    async def taking_all() -> bytes:
        async with serving() as port:
            return (await closing_time(port, request("/large", more="Connection: close\r\n")))[1]

    assert asyncio.run(taking_all()).endswith(b"\r\n\r\n" + LARGE)


def test_silent_connections_make_room_for_good_requests(own_service: RunningService) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(connected(own_service))
            answer = raw_request(own_service, head(own_service, more=["Connection: close"]))
            assert answer.status == 200


def test_silent_connections_go_before_one_that_rests_between_two_requests(own_service: RunningService) -> None:
    with contextlib.ExitStack() as stack:
        resting = stack.enter_context(connected(own_service, 1.0))
        for _ in range(2):
            resting.sendall(head(own_service))
            said = b""
            while not said.endswith(b'{"glossaries":[]}'):
                chunk = resting.recv(65_536)
                assert chunk
                said += chunk
            silent = [stack.enter_context(connected(own_service, 1.0)) for _ in range(100)]
            # The last one is only accepted once the first one was closed.
            assert silent[0].recv(1) == b""


def test_more_requests_than_fit_are_sent_away_with_a_time_to_come_back(own_service: RunningService) -> None:
    body = ["Content-Length: 10", "Content-Type: application/json"]
    start = head(own_service, "POST /v2/translate HTTP/1.1", more=body)
    with contextlib.ExitStack() as stack:
        waiting = [stack.enter_context(connected(own_service)) for _ in range(protocol.MAX_REQUESTS)]
        for each in waiting:
            each.sendall(start)

        answer = raw_request(own_service, head(own_service, more=["Connection: close"]))

    assert answer.status == 503
    assert "retry-after: 1" in answer.head
    assert "x-trace-id" in answer.head


def test_of_many_requests_at_once_each_gets_an_answer_and_none_a_reset(own_service: RunningService) -> None:
    content = b'{"text": ["' + b"a" * 60_000 + b'"], "target_lang": "xx"}'
    more = ["Content-Type: application/json", f"Content-Length: {len(content)}", "Connection: close"]
    request = head(own_service, "POST /v2/translate HTTP/1.1", more=more) + content
    together = threading.Barrier(48)

    def ask(_number: int) -> int:
        with connected(own_service) as connection:
            together.wait()
            connection.sendall(request)
            said = b""
            while chunk := connection.recv(65_536):
                said += chunk
        return int(said.split()[1])

    with ThreadPoolExecutor(48) as lanes:
        statuses = set(lanes.map(ask, range(48)))

    assert statuses <= {400, 503}


def test_bodies_that_come_slowly_shut_nobody_out(own_service: RunningService) -> None:
    start = head(
        own_service, "POST /v2/translate HTTP/1.1", more=["Content-Length: 1000", "Content-Type: application/json"]
    )
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(connected(own_service)) for _ in range(protocol.MAX_SLOW_REQUESTS)]
        for each in slow:
            each.sendall(start)

        answer = raw_request(own_service, head(own_service, more=["Connection: close"]))
        while answer.status == 503:
            answer = raw_request(own_service, head(own_service, more=["Connection: close"]))

        assert answer.status == 200
        # It did not have to wait for any of them to end.
        for each in slow:
            each.setblocking(False)
            with pytest.raises(BlockingIOError):
                each.recv(1)


@pytest.mark.scorecard("S14")
def test_the_service_listens_on_this_computer_only(own_service: RunningService) -> None:
    tables = [Path(f"/proc/{own_service.process.pid}/net/{name}") for name in ("tcp", "tcp6")]
    if not tables[0].exists():
        pytest.skip("only Linux tells who listens where")
    port = f":{int(own_service.url.rpartition(':')[2]):04X}"

    rows = [line.split() for table in tables if table.exists() for line in table.read_text().splitlines()[1:]]
    listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(port)]

    assert listening == [f"0100007F{port}"]
