"""`/local/v1` over HTTP: what only the service on this computer has."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from support.running_service import RunningService, running_service
from support.service_calls import confirm, http_client


def test_health_needs_no_key(service: RunningService) -> None:
    answer = httpx.get(f"{service.url}/local/v1/health", trust_env=False, verify=False)

    assert (answer.status_code, answer.json()) == (200, {"ready": True})


def test_engines_say_what_they_serve_and_how_they_are(http: httpx.Client) -> None:
    engines = http.get("/local/v1/engines").json()["engines"]

    assert {"name", "version", "licence", "serves", "state", "resident_bytes"} == set(engines[0])
    assert {"Apertium", "LingoTweaker", "Harper"} <= {each["name"] for each in engines}


def test_a_confirmed_translation_is_known_after_a_restart(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as service, http_client(service) as http:
        confirm(http, "EN", "de", Moon="Mond")
        confirm(http, "en", "DE", Moon="Der Mond")

    with running_service(data=tmp_path) as service, http_client(service) as http:
        body = {"text": "Moon", "source_lang": "en", "target_lang": "de"}
        answer = http.post("/v2/translate", json=body)

    assert answer.json()["translations"][0]["text"] == "Der Mond"


@pytest.mark.parametrize(
    "missing", [{"source": " "}, {"target": ""}, {"source_lang": ""}, {"target_lang": "ß"}, {"source": 5}]
)
def test_a_translation_with_something_missing_is_refused(http: httpx.Client, missing: dict[str, object]) -> None:
    whole = {"source_lang": "en", "target_lang": "de", "source": "Sun", "target": "Sonne"}

    answer = http.put("/local/v1/memory", json={**whole, **missing})

    assert answer.status_code == 400
    assert answer.json()["detail"]
