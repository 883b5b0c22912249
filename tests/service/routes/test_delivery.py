"""Only responses that a client received are billed, not those of clients that disconnected."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from support.running_service import RunningService, running_service
from support.service_calls import http_client
from support.services.raw_request import connected

TEXT = "He go to school every days."


def hang_up(service: RunningService, path: str, body: dict[str, Any], *, sent: threading.Event | None = None) -> None:
    """Send a request and disconnect, at once or when the engine has it."""
    content = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {urlsplit(service.url).netloc}\r\nContent-Type: application/json\r\n"
        f"Authorization: Service-Auth-Key {service.key}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    with connected(service) as connection:
        connection.sendall(head.encode() + content)
        if sent is not None:
            assert sent.wait(30)


def billed(http: httpx.Client) -> dict[str, int]:
    products = http.get("/v2/usage").json()["products"]
    return {each["product_type"]: each["account_unit_count"] for each in products}


def test_a_correction_is_billed_once_where_a_client_hangs_up_and_asks_again(
    own_service: RunningService, own_http: httpx.Client
) -> None:
    body = {"text": [TEXT], "target_lang": "en-US"}

    # The rules are loaded first, which takes longer than many clients wait.
    hang_up(own_service, "/v2/write/correct", body)
    hang_up(own_service, "/v2/write/correct", body)
    answer = own_http.post("/v2/write/correct", json=body)
    # Earlier work is finished before this response.
    own_http.post("/v2/write/correct", json={"text": ["Yes."], "target_lang": "en-US"})

    assert answer.json()["improvements"][0]["text"] == "He goes to school every day."
    assert billed(own_http)["write"] == len(TEXT) + len("Yes.")


class SlowEngine(ThreadingHTTPServer):
    """Translates like LibreTranslate, once the test allows it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.is_asked = threading.Event()
        self.may_answer = threading.Event()


class Handler(BaseHTTPRequestHandler):
    server: SlowEngine

    def do_GET(self) -> None:
        self._answer([{"code": "en", "targets": ["de"]}])

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.is_asked.set()
        self.server.may_answer.wait(30)
        self._answer({"translatedText": asked["q"].upper()})

    def _answer(self, body: Any) -> None:
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture
def slow_engine() -> Iterator[SlowEngine]:
    server = SlowEngine()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.may_answer.set()
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_translation_that_nobody_waited_for_is_not_billed(slow_engine: SlowEngine, tmp_path: Path) -> None:
    engine = f"http://127.0.0.1:{slow_engine.server_port}"
    log = tmp_path / "log"
    with running_service("--libretranslate", engine, log=log) as service, http_client(service) as http:
        body = {"text": ["zzyzx"], "source_lang": "en", "target_lang": "de"}

        hang_up(service, "/v2/translate", body, sent=slow_engine.is_asked)
        # The service notices the disconnection before it reads this request.
        http.get("/local/v1/health")
        slow_engine.may_answer.set()
        answer = http.post("/v2/translate", json={**body, "text": ["Good"]})

        assert answer.json()["translations"][0]["text"] == "GOOD"
        assert billed(http)["translate"] == len("Good")
    assert "/v2/translate 499" in log.read_text("utf-8")


@pytest.mark.skipif(importlib.util.find_spec("lingotweaker_data_it") is None, reason="The rules are not installed.")
def test_rules_are_loaded_when_a_language_is_chosen_and_at_the_next_start(tmp_path: Path) -> None:
    def held(http: httpx.Client) -> int:
        engines = http.get("/local/v1/engines").json()["engines"]
        return int(next(each["resident_bytes"] for each in engines if each["name"] == "LingoTweaker"))

    def wait(http: httpx.Client) -> None:
        while not held(http):  # the deadline of the test guards this loop
            pass

    with running_service(data=tmp_path) as service, http_client(service) as http:
        assert held(http) == 0
        assert http.post("/local/v1/improvement", json={"target_lang": "it"}).status_code == 204
        wait(http)
        assert http.post("/local/v1/improvement", json={"target_lang": "th"}).status_code == 400
        assert billed(http)["write"] == 0
    with running_service(data=tmp_path) as service, http_client(service) as http:
        wait(http)
