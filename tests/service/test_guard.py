"""What a request must pass before it reaches a route: raw requests to the running service (S15 to S18, S20)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from support.running_service import RunningService, running_service
from support.service_calls import dictionary
from support.services.raw_request import answer_on, connected, head, raw_request
from termdesk.service import guard
from termdesk.service.accounts import Account, Accounts, digest_of
from termdesk.service.fault_injection import FaultInjection
from termdesk.service.guard import Guard

ACCOUNTS = Accounts.of([(digest_of("key"), Account("owner", is_owner=True))])
JSON = "Content-Type: application/json"


@pytest.fixture(scope="module")
def guarded() -> Iterator[RunningService]:
    """A separate service, because wrong keys are counted and other tests send some too."""
    with running_service() as running:
        yield running


def authority(service: RunningService) -> str:
    return urlsplit(service.url).netloc


# Host and origin: S15, S16 (`http/test_web_pages.py` has requests of pages)


@pytest.mark.scorecard("S15")
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_this_computers_names_are_answered(guarded: RunningService, name: str) -> None:
    host = f"Host: {name}:{urlsplit(guarded.url).port}"

    assert raw_request(guarded, head(guarded, without=["Host"], more=[host, "Connection: close"])).status == 200


@pytest.mark.scorecard("S15")
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "",
        ":{port}",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1:{port}:{port}",
        "127.0.0.1.:{port}",
        "127.0.0.2:{port}",
        "127.1:{port}",
        "0.0.0.0:{port}",
        "2130706433:{port}",
        "0x7f000001:{port}",
        "localhost",
        "LOCALHOST:{port}",
        "localhost.:{port}",
        "localhost.evil.example:{port}",
        "evil.example@127.0.0.1:{port}",
        "::1:{port}",
        "[::]:{port}",
        "[0:0:0:0:0:0:0:1]:{port}",
        "[::ffff:127.0.0.1]:{port}",
        "127.0.0.1:{port} evil.example",
        "127.0.0.1:{port},evil.example",
        "127.0.0.1:0{port}",
        "127.0.0.1\t:{port}",
    ],
)
def test_any_other_host_is_refused_and_the_connection_closed(guarded: RunningService, host: str) -> None:
    named = host.format(port=urlsplit(guarded.url).port)

    answer = raw_request(guarded, head(guarded, without=["Host"], more=[f"Host: {named}"]))

    assert answer.status in (400, 421)
    assert answer.is_closed


@pytest.mark.scorecard("S15")
def test_a_missing_or_second_host_is_refused(guarded: RunningService) -> None:
    missing = raw_request(guarded, head(guarded, without=["Host"]))
    twice = raw_request(guarded, head(guarded, more=[f"Host: {authority(guarded)}"]))

    assert (missing.status, twice.status) == (400, 400)
    assert (missing.is_closed, twice.is_closed) == (True, True)


@pytest.mark.scorecard("S15")
@pytest.mark.parametrize("target", ["http://evil.example/v3/glossaries", "http://{authority}/v3/glossaries", "*"])
def test_a_target_that_is_no_path_is_refused(guarded: RunningService, target: str) -> None:
    line = f"GET {target.format(authority=authority(guarded))} HTTP/1.1"

    answer = raw_request(guarded, head(guarded, line))

    assert answer.status == 400
    assert answer.is_closed


@pytest.mark.scorecard("S16")
@pytest.mark.parametrize(
    "field",
    [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://{authority}",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
        "Sec-Fetch-Site: same-origin",
    ],
)
def test_requests_of_web_pages_are_refused_even_with_the_key(guarded: RunningService, field: str) -> None:
    answer = raw_request(guarded, head(guarded, more=[field.format(authority=authority(guarded))]))

    assert answer.status == 403
    assert "access-control" not in answer.head


def test_an_address_that_the_user_typed_is_no_web_page(guarded: RunningService) -> None:
    assert raw_request(guarded, head(guarded, more=["Sec-Fetch-Site: none", "Connection: close"])).status == 200


@pytest.mark.scorecard("S16")
def test_no_preflight_is_answered(guarded: RunningService) -> None:
    more = ["Access-Control-Request-Method: DELETE", "Connection: close"]

    answer = raw_request(guarded, head(guarded, "OPTIONS /v3/glossaries HTTP/1.1", more=more))

    assert answer.status == 405
    assert "access-control" not in answer.head


# The key: S17


@pytest.mark.parametrize("scheme", ["Service-Auth-Key", "DeepL-Auth-Key"])
def test_both_schemes_are_taken(guarded: RunningService, scheme: str) -> None:
    authorized = {"Authorization": f"{scheme} {guarded.key}"}

    assert (
        httpx.get(f"{guarded.url}/v3/glossaries", headers=authorized, trust_env=False, verify=False).status_code == 200
    )


@pytest.mark.scorecard("S17")
@pytest.mark.parametrize(
    "value",
    [
        None,
        "Service-Auth-Key",
        "Service-Auth-Key {key}x",
        "Service-Auth-Key  {key}",
        "service-auth-key {key}",
        "Bearer {key}",
        "{key}",
    ],
)
def test_a_missing_or_wrong_key_is_401(guarded: RunningService, value: str | None) -> None:
    more = [f"Authorization: {value.format(key=guarded.key)}"] if value else []

    answer = raw_request(guarded, head(guarded, without=["Authorization"], more=[*more, "Connection: close"]))

    assert answer.status == 401
    assert guarded.key.encode() not in answer.received


@pytest.mark.parametrize(("path", "status"), [("/v2/usage", 403), ("/v3/glossaries", 401)])
def test_the_vendors_second_version_answers_a_wrong_key_with_403(
    own_service: RunningService, path: str, status: int
) -> None:
    wrong = {"Authorization": "DeepL-Auth-Key wrong"}

    assert httpx.get(f"{own_service.url}{path}", headers=wrong, trust_env=False, verify=False).status_code == status


@pytest.mark.scorecard("S17")
def test_a_key_in_the_query_or_body_is_not_read(guarded: RunningService) -> None:
    with httpx.Client(base_url=guarded.url, trust_env=False, verify=False) as http:
        assert http.get("/v2/usage", params={"auth_key": guarded.key}).status_code == 401
        assert http.post("/v2/languages", data={"auth_key": guarded.key}).status_code == 401


@pytest.mark.scorecard("S17")
def test_guessing_is_slowed_down_and_the_right_key_is_still_served(own_service: RunningService) -> None:
    right = {"Authorization": f"Service-Auth-Key {own_service.key}"}

    with httpx.Client(base_url=own_service.url, trust_env=False, verify=False) as http:
        guesses = [http.get("/v2/usage", headers={"Authorization": f"Service-Auth-Key {n}"}) for n in range(40)]
        served = http.get("/v2/usage", headers=right)

    statuses = [guess.status_code for guess in guesses]
    assert statuses[:10] == [401] * 10
    assert statuses[10] == 429
    assert guesses[10].headers["Retry-After"] == "1"
    assert served.status_code == 200


# Bodies: S20


@pytest.mark.scorecard("S20")
@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "", "application/xml"])
def test_a_body_of_another_type_is_415(guarded: RunningService, kind: str) -> None:
    more = [f"Content-Type: {kind}"] if kind else []

    answer = raw_request(
        guarded, head(guarded, "POST /v2/translate HTTP/1.1", more=["Content-Length: 2", *more]) + b"{}"
    )

    assert answer.status == 415
    assert b'"code":"invalid_content_type"' in answer.body


def test_forms_are_not_taken_where_only_json_was_ever_spoken(http: httpx.Client) -> None:
    assert http.put("/local/v1/memory", data={"source": "x"}).status_code == 415


@pytest.mark.scorecard("S20")
@pytest.mark.parametrize("coding", ["gzip", "identity", "deflate, gzip"])
def test_a_compressed_body_is_415(http: httpx.Client, coding: str) -> None:
    answer = http.post(
        "/v2/translate", content=b"{}", headers={"Content-Encoding": coding, "Content-Type": "application/json"}
    )

    assert answer.status_code == 415


@pytest.mark.scorecard("S20")
@pytest.mark.parametrize(
    ("path", "limit"), [("/v2/write/rephrase", 10_240), ("/v2/translate", 131_072), ("/local/v1/memory", 131_072)]
)
@pytest.mark.parametrize("is_chunked", [False, True])
def test_the_limit_of_a_body_is_exact(http: httpx.Client, path: str, limit: int, is_chunked: bool) -> None:
    def send(size: int) -> int:
        body = b" " * size
        content = iter([body[:5_000], body[5_000:]]) if is_chunked else body
        method = "PUT" if path == "/local/v1/memory" else "POST"
        return http.request(method, path, content=content, headers={"Content-Type": "application/json"}).status_code

    assert send(limit) == 400
    assert send(limit + 1) == 413


def test_a_client_that_is_still_sending_gets_to_know_why_it_was_refused(guarded: RunningService) -> None:
    more = ["Content-Length: 300000000", JSON]

    with connected(guarded) as connection:
        connection.sendall(head(guarded, "PUT /v3/glossaries/x/dictionaries HTTP/1.1", more=more))
        # More than the system buffers, so that sending ends only if the service reads it.
        connection.sendall(b"x" * 20_000_000)
        answer = answer_on(connection)

    assert answer.status == 413
    assert b"104,923,136 bytes" in answer.body


def test_a_refused_body_is_not_asked_for(guarded: RunningService) -> None:
    more = ["Content-Length: 20000", JSON, "Expect: 100-continue"]

    answer = raw_request(guarded, head(guarded, "POST /v2/write/correct HTTP/1.1", more=more), quiet_seconds=4.0)

    assert answer.status == 413
    assert answer.is_closed


@pytest.mark.scorecard("S20")
def test_endless_chunks_end_at_the_limit(guarded: RunningService) -> None:
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"

    with connected(guarded) as connection:
        connection.sendall(head(guarded, "POST /v2/translate HTTP/1.1", more=["Transfer-Encoding: chunked", JSON]))
        for _ in range(8):
            connection.sendall(chunk)
        answer = answer_on(connection)

    assert answer.status == 413
    assert answer.is_closed


# Framing: S18 (`http/test_framing.py` has lines and chunks)


@pytest.mark.scorecard("S18")
@pytest.mark.parametrize(
    ("fields", "body"),
    [
        (["Content-Length: 2", "Transfer-Encoding: chunked", JSON], b"0\r\n\r\n"),
        (["Transfer-Encoding: chunked", "Content-Length: 2", JSON], b"2\r\n{}\r\n0\r\n\r\n"),
        (["Content-Length: 2", "Content-Length: 3", JSON], b"{}"),
        (["Content-Length: +2", JSON], b"{}"),
        (["Content-Length: -1", JSON], b"{}"),
        (["Content-Length: 0x2", JSON], b"{}"),
        (["Content-Length: 2, 3", JSON], b"{}"),
        (["Transfer-Encoding: xchunked", JSON], b"{}"),
        (["Transfer-Encoding: gzip, chunked", JSON], b"{}"),
        (["Transfer-Encoding: chunked", JSON], b"zz\r\n{}\r\n0\r\n\r\n"),
        ([" Content-Length: 2", JSON], b"{}"),
        (["X: a", "\tb", JSON, "Content-Length: 2"], b"{}"),
        (["X: a\nContent-Length: 2", JSON], b"{}"),
        (["Content-Length : 2", JSON], b"{}"),
        (["X: a\rb", JSON], b"{}"),
        (["X: a\x00b", JSON], b"{}"),
    ],
)
def test_an_ambiguous_or_broken_frame_is_refused_once_and_closed(
    guarded: RunningService, fields: list[str], body: bytes
) -> None:
    second = head(guarded)

    answer = raw_request(guarded, head(guarded, "POST /v2/translate HTTP/1.1", more=fields) + body + second)

    assert answer.status == 400
    assert answer.count == 1
    assert answer.is_closed


@pytest.mark.scorecard("S18")
@pytest.mark.parametrize(
    "content",
    [
        b"GET /\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"GET / HTTP/1.1\nHost: x\n\n",
        b"{}\r\n\r\n",
        b"GET\r\n\r\n",
    ],
)
def test_what_is_no_http_is_refused_with_a_trace_id(guarded: RunningService, content: bytes) -> None:
    answer = raw_request(guarded, content)

    assert answer.status == 400
    assert "x-trace-id" in answer.head
    assert answer.is_closed


@pytest.mark.scorecard("S18")
def test_too_many_or_too_large_fields_are_refused(guarded: RunningService) -> None:
    many = raw_request(guarded, head(guarded, more=[f"X-{number}: y" for number in range(64)]))
    large = raw_request(guarded, head(guarded, more=["X: " + "y" * 16_384]))
    line = raw_request(guarded, head(guarded, f"GET /{'y' * 8_192} HTTP/1.1"))

    assert (many.status, large.status, line.status) == (400, 431, 431)


@pytest.mark.scorecard("S18")
def test_another_version_of_http_is_refused(guarded: RunningService) -> None:
    assert raw_request(guarded, head(guarded, "GET /v2/usage HTTP/3.0")).status == 505


# Properties of all responses and logs


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v3/glossaries", 200),
        ("GET", "/v3/glossaries/x", 404),
        ("GET", "/nothing/here", 404),
        ("GET", "/v3/glossaries/", 404),
        ("PUT", "/v3/glossaries", 405),
        ("POST", "/v2/translate", 400),
        ("HEAD", "/v2/usage", 200),
    ],
)
def test_every_answer_has_a_trace_id_of_its_own(http: httpx.Client, method: str, path: str, status: int) -> None:
    first, second = http.request(method, path), http.request(method, path)

    assert (first.status_code, second.status_code) == (status, status)
    assert len(first.headers["X-Trace-ID"]) == 32
    assert first.headers["X-Trace-ID"] != second.headers["X-Trace-ID"]
    assert "server" not in first.headers


def test_the_log_has_trace_ids_and_neither_texts_nor_keys(tmp_path: Path) -> None:
    log = tmp_path / "service.log"
    with running_service(log=log) as service, httpx.Client(base_url=service.url, trust_env=False, verify=False) as http:
        http.headers["Authorization"] = f"Service-Auth-Key {service.key}"
        sent = {"name": "Geheimname", "dictionaries": [dictionary("Geheimwort\tsecreto\n")]}
        created = http.post("/v3/glossaries", json=sent)
        http.post("/v2/translate?text=Geheimabfrage", json={"text": "Geheimtext", "target_lang": "de"})
        http.get("/v2/usage", headers={"Authorization": "Service-Auth-Key Geheimschluessel"})
        http.get("/v3/line%0D%0Abreak")

    said = log.read_text("utf-8")
    assert created.headers["X-Trace-ID"] in said
    assert "Geheim" not in said
    assert service.key not in said
    assert "/v3/line\\r\\nbreak 404" in said


# Inside the guard


def inside(app: ASGIApp) -> httpx.AsyncClient:
    """A client of an app behind a guard, without a socket between them."""
    transport = httpx.ASGITransport(
        Guard(app, accounts=ACCOUNTS, hosts=frozenset({"host"}), fault_injection=FaultInjection())
    )
    authorized = {"Authorization": "Service-Auth-Key key"}
    return httpx.AsyncClient(transport=transport, base_url="http://host", headers=authorized)


def test_an_unexpected_failure_shows_nothing_of_the_inside(caplog: pytest.LogCaptureFixture) -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("/secret/path is broken")

    async def ask() -> httpx.Response:
        async with inside(failing) as http:
            return await http.get("/v2/usage")

    answer = asyncio.run(ask())

    trace_id = answer.headers["X-Trace-ID"]
    assert answer.status_code == 500
    assert answer.json() == {"message": "Internal error", "detail": f"The service's log has it under {trace_id}."}
    assert f"{trace_id} failed inside" in caplog.text
    assert "/secret/path is broken" in caplog.text


def test_large_bodies_are_taken_in_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SECONDS_IN_LINE", 0.05)

    async def ask() -> tuple[httpx.Response, httpx.Response, list[int]]:
        free = asyncio.Event()

        async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
            if int(Headers(scope=scope).get("content-length", "0")) > 1_000:
                await free.wait()
            await Response()(scope, receive, send)

        async with inside(waiting) as http:
            http.headers["Content-Type"] = "application/json"

            def put() -> Awaitable[httpx.Response]:
                return http.put("/v3/glossaries/x/dictionaries", content=b" " * 200_000)

            working = [asyncio.ensure_future(put()) for _ in range(4)]
            await asyncio.sleep(0)
            refused = await put()
            small = await http.get("/v3/glossaries")
            free.set()
            return refused, small, [(await each).status_code for each in working]

    refused, small, others = asyncio.run(ask())

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    assert small.status_code == 200
    assert others == [200] * 4
