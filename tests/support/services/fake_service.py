"""A small service with responses that the test chooses.

It translates, improves and lists, if told so slowly or never.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from support.services.raw_server import RawRequest, RawServer, answer

FEATURES = {
    "translate_text": {"glossary": {"status": "stable"}},
    "glossary": {},
}


class FakeService:
    """A `RawServer` with those parts of the API that panes need.

    `refusals` maps the start of a request line (`GET /v2/usage`) to a response that is sent instead. `billed` records
    the billed calls; while `gate` is closed, they get no response. `languages` maps a resource to the language codes
    listed for it. `targets_refused` maps a target language to the response to billed calls for it. `write_features` are
    the features of languages for improving. With `memories` or `style_rules`, languages have that feature too.
    """

    def __init__(self) -> None:
        self.server = RawServer(self._answer)
        self.refusals: dict[str, bytes] = {}
        self.usage: dict[str, Any] = {"character_count": 100, "character_limit": 1_000_000}
        self.glossaries: list[dict[str, Any]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.billed: list[RawRequest] = []
        self.languages: dict[str, Sequence[str]] = {}
        self.targets_refused: dict[str, bytes] = {}
        self.features_by_code: dict[str, dict[str, Any]] = {}
        self.write_features: dict[str, Any] = {}
        self.memories: list[dict[str, Any]] = []
        self.style_rules: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def lines(self) -> list[str]:
        """The first lines of all requests, in order."""
        return [request.line for request in self.server.requests]

    async def __aenter__(self) -> FakeService:
        await self.server.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        self.gate.set()
        await self.server.__aexit__(*error)

    async def _answer(self, request: RawRequest) -> bytes:
        is_billed = request.line.startswith(("POST /v2/translate", "POST /v2/write")) and request.body != b"{}"
        if is_billed:
            self.billed.append(request)
            await self.gate.wait()
        for start, refusal in self.refusals.items():
            if request.line.startswith(start):
                return refusal
        if is_billed:
            target = json.loads(request.body)["target_lang"]
            return self.targets_refused.get(target) or _json(_result_of(request))
        if "/v3/languages" in request.line:
            return _json(self._listed(request.line.partition("resource=")[2]))
        if "/v2/usage" in request.line:
            return _json(self.usage)
        if request.line == "GET /v3/glossaries":
            return _json({"glossaries": self.glossaries})
        if request.line.startswith("GET /v3/translation_memories?"):
            return _json({"translation_memories": self.memories, "total_count": len(self.memories)})
        if request.line.startswith("GET /v3/style_rules?"):
            return _json({"style_rules": self.style_rules})
        return answer(b'{"message": "Not found"}', status="404 Not Found")

    def _features(self, resource: str) -> dict[str, Any]:
        if resource == "write":
            return self.write_features
        features = FEATURES.get(resource, {})
        if resource == "translate_text":
            offered = {"translation_memory": self.memories, "style_rules": self.style_rules}
            return features | {name: {"status": "stable"} for name, listed in offered.items() if listed}
        return features

    def _listed(self, resource: str) -> list[dict[str, Any]]:
        codes = self.languages.get(resource, ("de", "en", "es"))
        return [
            {
                "lang": code,
                "name": f"The language {code}",
                "usable_as_source": True,
                "usable_as_target": True,
                "status": "stable",
                "features": self.features_by_code.get(code, self._features(resource)),
            }
            for code in codes
        ]


def listed_memory(name: str, source: str, *targets: str) -> dict[str, Any]:
    """Return a translation memory as a service lists it. Its id is its name in lower case."""
    languages = {"source_language": source, "target_languages": list(targets)}
    return {"translation_memory_id": name.lower(), "name": name, "segment_count": 1_200, **languages}


def listed_style_rules(name: str, language: str) -> dict[str, Any]:
    """Return style rules as a service lists them. Their id is their name in lower case."""
    return {"style_id": name.lower(), "name": name, "language": language, "version": 1}


def refusal(status: str, body: bytes = b"") -> bytes:
    """Return a response with a status such as `500 Internal Server Error`, with an empty body by default."""
    return answer(body, status=status)


def _json(value: object) -> bytes:
    return answer(json.dumps(value).encode())


def _result_of(request: RawRequest) -> dict[str, Any]:
    asked = json.loads(request.body)
    [text] = asked["text"]
    if "/translate" in request.line:
        item = {"detected_source_language": "EN", "text": text.upper(), "billed_characters": len(text)}
        return {"translations": [item]}
    target = asked["target_lang"]
    style_or_tone = asked.get("writing_style") or asked.get("tone") or ""
    return {
        "improvements": [
            {"text": f"{text}{style_or_tone}!", "detected_source_language": target, "target_language": target}
        ]
    }
