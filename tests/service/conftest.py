"""Clients of the running service, in both dialects. Their glossaries are deleted after the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import httpx
import pytest

from support.engines.word_lists import share_word_lists
from support.running_service import RunningService, running_service
from support.service_calls import MakeGlossary, dictionary, http_client
from termdesk.domain.language.language import LanguagePair
from termdesk.service.engines.apertium import pipeline


@pytest.fixture(scope="session", autouse=True)
def _word_lists_are_shared() -> None:
    share_word_lists()


@pytest.fixture(scope="session", autouse=True)
def _working_pairs_are_tried_once() -> Iterator[None]:
    """Try all installed Apertium pairs only once, because each engine of these tests would need a second for that."""
    probe, working = pipeline.probe, set[tuple[LanguagePair, Path]]()

    def probe_once(probed: pipeline.Pipeline) -> str:
        pair = probed.pair, probed.mode
        failure = "" if pair in working else probe(probed)
        if not failure:
            working.add(pair)
        return failure

    with patch.object(pipeline, "probe", probe_once):
        yield


@pytest.fixture
def http(service: RunningService) -> Iterator[httpx.Client]:
    """A client in the specification's dialect."""
    with http_client(service) as client:
        yield client


@pytest.fixture
def vendor_http(service: RunningService) -> Iterator[httpx.Client]:
    """A client in the vendor's dialect."""
    with http_client(service, "DeepL-Auth-Key") as client:
        yield client


@pytest.fixture
def make_glossary(http: httpx.Client) -> Iterator[MakeGlossary]:
    made: list[str] = []

    def make(entries: str = "house\tcasa\n", *, source: str = "en", target: str = "es", name: str = "Test") -> str:
        body = {"name": name, "dictionaries": [dictionary(entries, source=source, target=target)]}
        answer = http.post("/v3/glossaries", json=body)
        assert answer.status_code == 201, answer.text
        made.append(answer.json()["glossary_id"])
        return made[-1]

    yield make
    for glossary_id in made:
        http.delete(f"/v3/glossaries/{glossary_id}")


@pytest.fixture
def own_service() -> Iterator[RunningService]:
    """A service for one test only, without earlier use or other requests."""
    with running_service() as running:
        yield running


@pytest.fixture
def own_http(own_service: RunningService) -> Iterator[httpx.Client]:
    with http_client(own_service) as client:
        yield client
