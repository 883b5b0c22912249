"""The service under key guessing, slow clients, floods of bytes and many writers: responses, memory, and data.

Each run takes some seconds; `dev.py test --long` measures the figures of the scorecard.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import sqlite3
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from support.campaign import HANGING_SECONDS, IS_LONG, size
from support.proof.scorecard_plugin import Held
from support.running_service import RunningService, running_service, serve
from support.service_calls import dictionary, glossary_of, http_client
from support.services.raw_request import answer_on, connected, head, raw_request

GUESSES = size(200, 10_000)
SECONDS_OF_WRITES = size(0, 600)
JSON = "Content-Type: application/json"
CHUNKED = "Transfer-Encoding: chunked"
MOST_GLOSSARY_BYTES = 104_923_136

linux = pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the memory so")


# Address and key


@pytest.mark.scorecard("S14")
def test_it_is_reached_at_no_other_address_of_this_computer(own_service: RunningService) -> None:
    """S14."""
    port = int(own_service.url.rpartition(":")[2])
    own_names = {item[4][0] for item in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    others = {"127.0.0.2", "127.255.255.254", *own_names} - {"127.0.0.1"}

    refused = set()
    for address in others:
        with contextlib.suppress(ConnectionRefusedError, TimeoutError):
            socket.create_connection((str(address), port), timeout=2).close()
            continue
        refused.add(address)

    assert refused == others


@pytest.mark.scorecard("S14")
def test_each_start_has_a_port_and_a_key_of_its_own() -> None:
    """S14 and S17."""
    with running_service() as one, running_service() as other:
        assert one.url != other.url
        assert one.key != other.key


@pytest.mark.scorecard("S17")
def test_thousands_of_guesses_are_answered_ten_a_second_and_the_right_key_always(
    own_service: RunningService, held: Held
) -> None:
    """S17, near misses among them."""
    key = own_service.key
    near = [key[:-1], f"{key}=", key.swapcase(), f"{key[:-1]}{'x' if key[-1] != 'x' else 'y'}", f" {key}"]
    begin = time.monotonic()

    def guess(number: int) -> int:
        wrong = near[number % len(near)] if number < 50 else f"{number:043}"
        return raw_request(
            own_service,
            head(
                own_service,
                "GET /v2/usage HTTP/1.1",
                without=["Authorization"],
                more=[f"Authorization: Service-Auth-Key {wrong}", "Connection: close"],
            ),
        ).status

    with ThreadPoolExecutor(4) as lanes, http_client(own_service) as http:
        guesses = lanes.map(guess, range(GUESSES))
        served = [http.get("/v2/usage").status_code for _ in range(20)]
        statuses = list(guesses)
    seconds = time.monotonic() - begin

    assert set(served) == {200}
    assert set(statuses) == {401, 429}
    assert statuses.count(401) <= 10 * (seconds + 1)
    held(f"{statuses.count(401)} of {GUESSES:,} guesses were checked within {seconds:.0f} s", runs=GUESSES)


# Slow clients


@pytest.mark.scorecard("S19")
def test_a_good_request_is_quick_while_others_drip(own_service: RunningService, held: Held) -> None:
    """S19: heads and bodies arrive byte by byte on nearly all connections. The long campaign requires 200 ms."""
    ended = threading.Event()
    body = [JSON, "Content-Length: 1000"]
    with contextlib.ExitStack() as stack:
        heads = [stack.enter_context(connected(own_service)) for _ in range(20)]
        bodies = [stack.enter_context(connected(own_service)) for _ in range(8)]
        for each in bodies:
            each.sendall(head(own_service, "POST /v2/translate HTTP/1.1", more=body))

        def drip() -> None:
            # A header that never ends.
            for byte in itertools.chain(head(own_service)[:200], itertools.repeat(ord("x"))):
                for each in (*heads, *bodies):
                    with contextlib.suppress(OSError):
                        each.sendall(bytes([byte]))
                if ended.wait(0.01):
                    return

        with ThreadPoolExecutor(1) as lane:
            dripping = lane.submit(drip)
            try:
                took = [seconds_of(lambda: good(own_service)) for _ in range(21)]
                assert not dripping.done()
            finally:
                ended.set()
            dripping.result()

    held(f"a good request among 28 that drip takes {statistics.median(took) * 1000:.0f} ms")
    if IS_LONG:
        # The limit of S19 is for an otherwise idle computer.
        assert statistics.median(took) < 0.2


def good(service: RunningService) -> None:
    assert raw_request(service, head(service, more=["Connection: close"])).status == 200


def seconds_of(work: Callable[[], object]) -> float:
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


# Memory


def peak_bytes(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) * 1024


def growth(service: RunningService, work: Callable[[], None]) -> int:
    """Return by how many bytes the peak memory of the service grew while `work` ran."""
    Path(f"/proc/{service.process.pid}/clear_refs").write_text("5")
    before = peak_bytes(service.process.pid)
    work()
    return peak_bytes(service.process.pid) - before


def flood(service: RunningService, line: str, size: int) -> int:
    """Send chunks of this total size, or until the service closes. Returns the status of the response."""
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with connected(service, 20.0) as connection:
        connection.sendall(head(service, line, more=[CHUNKED, JSON]))
        # The service responds and closes while this side is still sending.
        with contextlib.suppress(OSError):
            for _ in range(size // 0x10000 + 1):
                connection.sendall(chunk)
        return answer_on(connection).status


@pytest.mark.scorecard("S20")
@linux
@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("POST /v2/write/correct HTTP/1.1", 10_240),
        ("POST /v2/translate HTTP/1.1", 131_072),
        ("POST /v3/glossaries HTTP/1.1", MOST_GLOSSARY_BYTES),
    ],
)
def test_endless_chunks_take_no_more_memory_than_twice_the_limit(
    own_service: RunningService, line: str, limit: int, held: Held
) -> None:
    """S20; a few megabytes more are buffers, whatever the limit."""
    good(own_service)
    statuses: list[int] = []

    grown = growth(own_service, lambda: statuses.append(flood(own_service, line, limit + 20_000_000)))

    assert statuses == [413]
    assert grown < 2 * limit + 16_000_000
    held(f"endless chunks where {limit:,} bytes are the limit: memory +{grown / 1e6:.0f} MB")


@pytest.mark.scorecard("S20")
@linux
def test_deep_and_long_json_takes_no_more_memory_than_twice_the_limit(own_service: RunningService) -> None:
    """S20."""
    room = 131_072
    bodies = [b"[" * room, b'{"text":' * (room // 8), b'"' + b"\\u0041" * (room // 6 - 1) + b'"', b"9" * room]
    good(own_service)
    statuses: list[int] = []

    def send() -> None:
        with http_client(own_service) as http:
            http.headers["Content-Type"] = "application/json"
            statuses.extend(http.post("/v2/translate", content=body).status_code for body in bodies)

    assert growth(own_service, send) < 2 * room + 16_000_000
    assert statuses == [400] * 4


@pytest.mark.scorecard("S20")
def test_a_length_of_a_terabyte_is_refused_before_a_byte_of_it_came(own_service: RunningService) -> None:
    """S20."""
    lines = ("POST /v3/glossaries HTTP/1.1", "POST /v2/translate HTTP/1.1", "POST /v2/write/rephrase HTTP/1.1")

    answers = [
        raw_request(
            own_service, head(own_service, line, more=["Content-Length: 1" + "0" * 12, JSON]), quiet_seconds=4.0
        )
        for line in lines
    ]

    assert [answer.status for answer in answers] == [413] * 3
    assert all(answer.is_closed for answer in answers)


# One writer


def database_files(pid: int) -> list[str]:
    """Return the names of the database files that a process has open, one for each file descriptor."""
    found = []
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            found.append(Path(os.readlink(link)).name)
    return sorted(name for name in found if name.startswith("service.sqlite"))


@contextlib.contextmanager
def in_background(*works: Callable[[], None]) -> Iterator[None]:
    """Repeat each work in a thread of its own until the block ends. Errors are raised at the end."""
    ended = threading.Event()

    def repeat(work: Callable[[], None]) -> None:
        while not ended.is_set():
            work()

    with ThreadPoolExecutor(len(works)) as lanes:
        running = [lanes.submit(repeat, work) for work in works]
        try:
            yield
        finally:
            ended.set()
        for each in running:
            each.result()


@pytest.mark.scorecard("R10")
@linux
def test_one_connection_alone_writes_and_checkpoints_whatever_else_wants_to(tmp_path: Path, held: Held) -> None:
    """R10 and R09: writers and readers over HTTP, other programs on the file, and a second service on the folder."""
    path = tmp_path / "service.sqlite"
    content = "".join(f"phrase {row}\ttarget {row}\n" for row in range(2_000))
    counts = {"written": 0, "read": 0, "locked": 0}
    with running_service(data=tmp_path) as service, http_client(service) as http:
        glossary_id = http.post("/v3/glossaries", json=glossary_of(dictionary("a\tb\n"))).json()["glossary_id"]
        entries = f"/v3/glossaries/{glossary_id}/entries?source_lang=en&target_lang=es"

        def write() -> None:
            put = http.put(f"/v3/glossaries/{glossary_id}/dictionaries", json=dictionary(content))
            assert put.status_code == 200
            counts["written"] += 1

        def read() -> None:
            assert httpx.get(service.url + entries, headers=http.headers, trust_env=False, verify=False).text in (
                "a\tb\n",
                content,
            )
            counts["read"] += 1

        def meddle() -> None:
            with contextlib.closing(sqlite3.connect(path, timeout=0.01)) as other:
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    other.execute("DELETE FROM dictionaries")
            counts["locked"] += 1

        with in_background(write, read, meddle):
            second = serve("--with-parent", data=tmp_path)
            begin = time.monotonic()
            while (passed := time.monotonic() - begin) < SECONDS_OF_WRITES or min(counts.values()) <= 10:
                assert passed < SECONDS_OF_WRITES + HANGING_SECONDS, counts
                assert database_files(service.process.pid) == ["service.sqlite", "service.sqlite-wal"]
                threading.Event().wait(0.05)

    assert second.returncode == 2
    assert "in use by another service" in second.stderr
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("SELECT content FROM dictionaries").fetchall() == [(content.encode(),)]
    held("{written:,} writes, {read:,} readings and {locked:,} refused attempts of other programs".format(**counts))
