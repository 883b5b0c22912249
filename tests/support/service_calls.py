"""Plain HTTP calls to the running service, for its tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from support.campaign import HANGING_SECONDS
from support.running_service import RunningService

MakeGlossary = Callable[..., str]
"""`make(entries, *, source, target, name)` gives the id of a glossary that is deleted after the test."""


def http_client(service: RunningService, scheme: str = "Service-Auth-Key", *, key: str = "") -> httpx.Client:
    """Return a client that sends the service's key, or another one, in this scheme, which also selects the dialect."""
    return httpx.Client(
        base_url=service.url,
        headers={"Authorization": f"{scheme} {key or service.key}"},
        trust_env=False,
        # There is no TLS here, and reading the system's certificates takes longer than most tests.
        verify=False,
        timeout=HANGING_SECONDS,
    )


def dictionary(entries: str, *, source: str = "en", target: str = "es", form: str = "tsv") -> dict[str, Any]:
    """Return a dictionary as requests contain it."""
    return {"source_lang": source, "target_lang": target, "entries": entries, "entries_format": form}


def confirm(http: httpx.Client, source_lang: str, target_lang: str, **pairs: str) -> None:
    """Teach the service translations, so that tests of routes need no engine. Underscores stand for spaces."""
    for source, target in pairs.items():
        body = {"source_lang": source_lang, "target_lang": target_lang}
        answer = http.put("/local/v1/memory", json={**body, "source": source.replace("_", " "), "target": target})
        assert answer.status_code == 204, answer.text


def glossary_of(*dictionaries: dict[str, Any], name: str = "Test") -> dict[str, Any]:
    """Return the request body that creates a glossary."""
    return {"name": name, "dictionaries": list(dictionaries)}
