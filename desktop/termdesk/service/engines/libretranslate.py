"""Another server with LibreTranslate's interface, configured by whoever started the service.

Texts leave this computer if that server is remote; the engine's name shows its host.
"""

from __future__ import annotations

import asyncio
import ssl
import urllib.error
import urllib.request
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair, canonical
from termdesk.domain.provider import is_loopback
from termdesk.messages.engine_messages import EngineFact
from termdesk.service.engines.errors import EngineFailed, model_gone
from termdesk.service.engines.results import EngineDescription
from termdesk.service.engines.translation_engine import Sentence

T = TypeVar("T")

SECONDS_A_CALL = 30.0
MAX_ANSWER = 4 * 1024 * 1024


class _Language(msgspec.Struct):
    code: str
    targets: list[str] = []


class _TranslationReply(msgspec.Struct):
    text: str = msgspec.field(name="translatedText")


class LibreTranslate:
    """One server, asked sentence by sentence. It declares the pairs that it serves."""

    is_prose = True
    sentences_at_once = 2

    def __init__(self, url: str, key: str = "") -> None:
        """Raises InvalidInput for an address that is not http or https."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InvalidInput(f"{url} is not the address of a server.", remedy="Write it like http://127.0.0.1:5000.")
        self._url = url.rstrip("/")
        self._key = key
        self._host = parts.netloc.rpartition("@")[2]
        self._is_here = is_loopback(parts.hostname)
        self._pairs: frozenset[LanguagePair] = frozenset()
        self._codes: dict[LanguagePair, tuple[str, str]] = {}
        self._fault: str = EngineFact.NOT_ASKED()
        # Loopback calls must not use a proxy; others use the system's proxy.
        handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
        if self._is_here:
            handlers.append(urllib.request.ProxyHandler({}))
        if parts.scheme == "https":
            handlers.append(urllib.request.HTTPSHandler(context=_trust()))
        self._opener = urllib.request.build_opener(*handlers)

    async def find(self) -> None:
        """Ask the server for its languages; if it does not respond, the engine has no pairs."""
        try:
            languages = await asyncio.to_thread(self._call, "/languages", None, list[_Language])
        except EngineFailed as error:
            self._fault = error.message
            return
        codes = {}
        for each in languages:
            for target in each.targets:
                if canonical(each.code) != canonical(target):
                    codes[LanguagePair(canonical(each.code), canonical(target))] = (each.code, target)
        self._codes, self._pairs = codes, frozenset(codes)
        self._fault = "" if codes else EngineFact.NO_LANGUAGES(host=self._host)

    @property
    def host_elsewhere(self) -> str:
        """The host that texts are sent to; empty if it is this computer."""
        return "" if self._is_here else self._host

    def pairs(self) -> frozenset[LanguagePair]:
        """Return the pairs that the server translates."""
        return self._pairs

    def name_for(self, pair: LanguagePair) -> str:
        """Return the engine's name, with its host."""
        return f"LibreTranslate at {self._host}"

    async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
        """Translate a sentence. Raises EngineFailed."""
        if pair not in self._codes:
            raise model_gone(pair)
        source, target = self._codes[pair]
        body = {"q": sentence, "source": source, "target": target, "format": "text"}
        if self._key:
            body["api_key"] = self._key
        answer = await asyncio.to_thread(self._call, "/translate", body, _TranslationReply)
        if not answer.text.strip():
            raise EngineFailed(EngineFact.NO_TEXT(host=self._host), remedy="Try another text.")
        return Sentence(answer.text)

    def _call(self, path: str, body: dict[str, str] | None, shape: type[T]) -> T:
        """Send one request, in a thread. Raises EngineFailed; its message does not contain the text."""
        data = msgspec.json.encode(body) if body is not None else None
        request = urllib.request.Request(self._url + path, data, {"Content-Type": "application/json"})
        try:
            with self._opener.open(request, timeout=SECONDS_A_CALL) as reply:
                content = reply.read(MAX_ANSWER + 1)
            return msgspec.json.decode(content[:MAX_ANSWER], type=shape)
        except urllib.error.HTTPError as error:
            failure = EngineFact.SERVER_STATUS(host=self._host, status=error.code)
        except (OSError, ValueError, msgspec.DecodeError):
            failure = EngineFact.NO_SERVER(host=self._host)
        raise EngineFailed(failure, remedy="Check that it is running.")

    def describe(self) -> list[EngineDescription]:
        """Describe this engine for the user, including whether texts leave this computer."""
        serves = EngineFact.TRANSLATES_HERE if self._is_here else EngineFact.TRANSLATES_ELSEWHERE
        return [
            EngineDescription(
                EngineFact.LIBRETRANSLATE(host=self._host),
                "",
                "AGPL-3.0",
                serves(len(self._pairs)),
                self._fault or EngineFact.READY(),
            )
        ]

    async def end_idle(self) -> None:
        """Do nothing: no process runs."""

    async def close(self) -> None:
        """Do nothing: no process runs."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Never follows redirects: a text must not go to an address that nobody entered."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


def _trust() -> ssl.SSLContext:
    """Return an SSL context that trusts the certificates of the system."""
    import truststore

    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
