"""A LibreTranslate server, called over real HTTP. The server is a stub, so this tests only our side."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from support.running_service import running_service
from support.service_calls import http_client
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.protected_parts import find_protected_positions
from termdesk.messages.engine_messages import message_record
from termdesk.service.engines.errors import EngineFailed
from termdesk.service.engines.libretranslate import LibreTranslate
from termdesk.service.engines.translation import TranslationEngines
from termdesk.service.memory import ConfirmedMemory

LANGUAGES = [{"code": "en", "name": "English", "targets": ["de", "en", "pb"]}, {"code": "de", "targets": ["en"]}]


class Server(ThreadingHTTPServer):
    """Responds like LibreTranslate 1.6, and records the requests."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, Any]] = []
        self.status = 200
        self.translate: Callable[[str], str] = str.upper

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self._answer(LANGUAGES)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        self._answer({"translatedText": self.server.translate(body["q"])})

    def _answer(self, body: Any) -> None:
        data = json.dumps(body).encode()
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def test_it_serves_what_the_server_lists_and_sends_the_key(server: Server) -> None:
    async def ask() -> str:
        engine = LibreTranslate(server.url, "the key")
        await engine.find()
        assert engine.pairs() == {LanguagePair("en", "de"), LanguagePair("en", "pb"), LanguagePair("de", "en")}
        return (await engine.translate("Good night", LanguagePair("en", "de"))).text

    assert asyncio.run(ask()) == "GOOD NIGHT"
    assert server.asked == [{"q": "Good night", "source": "en", "target": "de", "format": "text", "api_key": "the key"}]


@pytest.mark.parametrize("status", [302, 403, 500])
def test_a_refusal_is_a_failure_that_names_the_server_and_no_text(server: Server, status: int) -> None:
    async def ask() -> None:
        engine = LibreTranslate(server.url)
        await engine.find()
        server.status = status
        await engine.translate("Secret text", LanguagePair("en", "de"))

    with pytest.raises(EngineFailed, match=r"127\.0\.0\.1") as failure:
        asyncio.run(ask())
    assert "Secret" not in failure.value.message


def test_a_pair_that_the_server_no_longer_lists_is_a_failure(server: Server) -> None:
    with pytest.raises(EngineFailed, match="from en to fi was removed"):
        asyncio.run(LibreTranslate(server.url).translate("Good night", LanguagePair("en", "fi")))


def test_a_server_that_is_not_there_serves_nothing_and_says_so() -> None:
    async def find() -> tuple[int, str]:
        engine = LibreTranslate("http://127.0.0.1:9")
        await engine.find()
        return len(engine.pairs()), engine.describe()[0].state

    pairs, state = asyncio.run(find())

    assert pairs == 0
    assert "cannot be reached" in state
    assert message_record(state), "a window can translate it"


@pytest.mark.parametrize("url", ["ftp://x", "nonsense", "http://", "file:///etc/passwd"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput):
        LibreTranslate(url)


def test_the_service_uses_it_and_names_it(server: Server) -> None:
    body = {"text": ["Good night. Sleep well."], "source_lang": "en", "target_lang": "de"}

    with running_service("--libretranslate", server.url) as service, http_client(service) as http:
        answer = http.post("/v2/translate", json=body)

    assert answer.json()["translations"][0]["text"] == "GOOD NIGHT. SLEEP WELL."
    assert answer.headers["X-Termdesk-Engine"].startswith("LibreTranslate at 127.0.0.1")


# What servers return for words that they do not know.
@pytest.mark.parametrize(
    "translate",
    [
        str.upper,
        str.lower,
        str.title,
        lambda text: re.sub(r"(?i)zqx\w+", "", text) or "-",
        lambda text: re.sub(r"(?i)(zqx\w+)", r"\1 \1", text),
        lambda text: re.sub(r"(?i)zqx", "zqx ", text),
        lambda text: " ".join(reversed(text.split())),
    ],
    ids=["upper", "lower", "title", "lost", "doubled", "cut", "reversed"],
)
def test_placeholders_and_addresses_come_back_as_they_were(server: Server, translate: Callable[[str], str]) -> None:
    text = 'Hi {name}, %(n)s of ${user_name}: C:\\house\\open.txt or {<x id="1"/>name} <b>now</b>\\nSee https://a.example/B.'
    parts = [text[start:end] for start, end in find_protected_positions(text)]
    server.translate = translate

    async def ask() -> str:
        chain = TranslationEngines(ConfirmedMemory({}), [LibreTranslate(server.url)])
        await chain.find()
        return (await chain.translate(text, pair=LanguagePair("en", "de"))).text

    translated = asyncio.run(ask())

    assert len(parts) == 9
    assert sorted(translated[start:end] for start, end in find_protected_positions(translated)) == sorted(parts)
