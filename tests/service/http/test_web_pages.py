"""S16: requests that a web page can make a browser send to this computer change nothing and reveal nothing.

The requests equal those of browsers in all relevant bytes. Even with the key, a page would be rejected.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from support.running_service import RunningService, running_service
from support.service_calls import dictionary, glossary_of, http_client
from support.services.raw_request import RawAnswer, head, raw_request

pytestmark = pytest.mark.scorecard("S16")

CREATE = json.dumps(glossary_of(dictionary("a\tb\n"), name="Of a page")).encode()
FORM = b"name=x&source_lang=en&target_lang=es&entries_format=tsv&entries=a%09b"
PAGE = "Origin: http://evil.example"
CROSS = "Sec-Fetch-Site: cross-site"
NO_CORS = [PAGE, CROSS, "Sec-Fetch-Mode: no-cors"]
MULTIPART = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n'

# Name, request line, header fields besides host and key, body.
SENT = [
    ("fetch with the key", "POST /v3/glossaries", [PAGE, CROSS, "Content-Type: application/json"], CREATE),
    ("fetch of the same site by name", "GET /v3/glossaries", ["Sec-Fetch-Site: same-origin"], b""),
    ("fetch without CORS", "POST /v3/glossaries", [*NO_CORS, "Content-Type: text/plain"], CREATE),
    ("beacon", "POST /v3/glossaries", [*NO_CORS, "Content-Type: text/plain;charset=UTF-8"], CREATE),
    ("form", "POST /v2/glossaries", [PAGE, CROSS, "Content-Type: application/x-www-form-urlencoded"], FORM),
    ("form as text", "POST /v3/glossaries", [PAGE, CROSS, "Content-Type: text/plain"], CREATE),
    (
        "form with a file",
        "POST /v2/document",
        [PAGE, CROSS, "Content-Type: multipart/form-data; boundary=x"],
        MULTIPART,
    ),
    ("form of a sandboxed frame", "POST /v3/glossaries", ["Origin: null", "Content-Type: application/json"], CREATE),
    ("page from a file", "DELETE /v3/glossaries/{id}", ["Origin: null", "Sec-Fetch-Site: cross-site"], b""),
    ("picture", "GET /v3/glossaries", [CROSS, "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"], b""),
    ("script", "GET /v3/glossaries", [CROSS, "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"], b""),
    ("frame", "GET /v3/glossaries", [CROSS, "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"], b""),
    ("link", "GET /v3/glossaries", [CROSS, "Sec-Fetch-Mode: navigate", "Sec-Fetch-User: ?1"], b""),
    ("event stream", "GET /v3/glossaries", [PAGE, CROSS, "Accept: text/event-stream"], b""),
    ("method of another site", "DELETE /v3/glossaries/{id}", [PAGE, CROSS], b""),
    ("method in a header", "POST /v3/glossaries/{id}", [PAGE, "X-HTTP-Method-Override: DELETE"], b""),
    ("preflight", "OPTIONS /v3/glossaries", [PAGE, "Access-Control-Request-Method: POST"], b""),
    (
        "preflight of a private network",
        "OPTIONS /v3/glossaries",
        [PAGE, "Access-Control-Request-Method: PUT", "Access-Control-Request-Private-Network: true"],
        b"",
    ),
]
WEB_SOCKET = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA=="]


@pytest.fixture(scope="module")
def visited() -> Iterator[tuple[RunningService, str]]:
    """A service with one glossary, and its id."""
    with running_service() as running, http_client(running) as http:
        made = http.post("/v3/glossaries", json=glossary_of(dictionary("secret\tgeheim\n"), name="Secret"))
        yield running, made.json()["glossary_id"]


def answer_to(
    service: RunningService, line: str, fields: list[str], body: bytes, *, without: tuple[str, ...] = ()
) -> RawAnswer:
    length = [f"Content-Length: {len(body)}"] if body else []
    return raw_request(service, head(service, f"{line} HTTP/1.1", without=without, more=[*length, *fields]) + body)


def names(service: RunningService) -> list[str]:
    with http_client(service) as http:
        return [each["name"] for each in http.get("/v3/glossaries").json()["glossaries"]]


def assert_nothing_came_of_it(service: RunningService, answer: RawAnswer) -> None:
    assert answer.status in (401, 403, 405)
    assert "access-control" not in answer.head
    assert b"ecret" not in answer.received
    assert names(service) == ["Secret"]


@pytest.mark.parametrize(("line", "fields", "body"), [each[1:] for each in SENT], ids=[each[0] for each in SENT])
@pytest.mark.parametrize("without", [(), ("Authorization",)], ids=["with the key", "without the key"])
def test_a_page_changes_nothing_and_reads_nothing(
    visited: tuple[RunningService, str], line: str, fields: list[str], body: bytes, without: tuple[str, ...]
) -> None:
    service, glossary_id = visited

    answer = answer_to(service, line.format(id=glossary_id), fields, body, without=without)

    assert_nothing_came_of_it(service, answer)


@pytest.mark.parametrize("fields", [[*WEB_SOCKET, PAGE], [*WEB_SOCKET, "Origin: null"]])
def test_no_web_socket_is_opened(visited: tuple[RunningService, str], fields: list[str]) -> None:
    service, _ = visited

    answer = answer_to(service, "GET /v3/glossaries", fields, b"")

    assert_nothing_came_of_it(service, answer)


def test_another_protocol_is_not_switched_to_even_without_a_page(visited: tuple[RunningService, str]) -> None:
    service, _ = visited

    answers = [
        raw_request(service, head(service, more=[*upgrade, "Connection: close"]))
        for upgrade in (["Upgrade: websocket"], ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA"])
    ]

    assert [answer.status for answer in answers] == [200, 200]


def test_a_name_that_was_rebound_to_this_computer_is_not_answered(visited: tuple[RunningService, str]) -> None:
    """For the browser, such a page has the same origin: its GET has no Origin, and only the Host header shows it."""
    service, _ = visited
    rebound = f"Host: rebound.evil.example:{service.url.rpartition(':')[2]}"

    answer = answer_to(service, "GET /local/v1/health", [rebound], b"", without=("Host",))

    assert answer.status == 421
    assert b"version" not in answer.received
    assert names(service) == ["Secret"]
