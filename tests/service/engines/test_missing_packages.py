"""On a computer for which some packages have no build, the service runs and reports what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from support.running_service import running_service
from support.service_calls import http_client

# Python runs this first. Modules set to None count as not found.
_HIDDEN = ("eldc", "kiwipiepy", "lt_py", "lingotweaker_data_en", "opencc", "thot")
_HIDING = f"import sys\nfor name in {_HIDDEN}:\n    sys.modules[name] = None\n"


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a service on a computer that lacks all of them."""
    folder: Path = tmp_path_factory.mktemp("hiding")
    (folder / "sitecustomize.py").write_text(_HIDING)
    with running_service(environment={"PYTHONPATH": str(folder)}) as service, http_client(service) as http:
        yield http


def test_what_is_missing_is_listed_with_the_reason(http: httpx.Client) -> None:
    engines = {each["name"]: each for each in http.get("/local/v1/engines").json()["engines"]}

    for name in ("ELDC", "LingoTweaker", "OpenCC", "Thot"):
        assert "there is no package for" in engines[name]["state"], name
    assert engines["Kiwi"]["serves"] == "improves ko (limited)"
    assert engines["Kiwi"]["state"].startswith("not installed")


def test_training_is_refused_in_words(http: httpx.Client) -> None:
    query = {"source_lang": "en", "target_lang": "fi", "name": "Small talk", "format": "tsv"}
    kind = {"Content-Type": "application/octet-stream"}

    answer = http.post("/local/v1/training", params=query, content=b"a\tb\n", headers=kind)

    assert answer.status_code == 400
    assert "has no build for this system" in answer.text


def test_english_is_improved_by_harper_alone(http: httpx.Client) -> None:
    answer = http.post("/v2/write/correct", json={"text": ["I have recieved it."], "target_lang": "en-US"})
    others = http.post("/v2/write/correct", json={"text": ["Ich habe es erhalten."], "target_lang": "de"})

    assert answer.json()["improvements"][0]["text"] == "I have received it."
    assert answer.headers["X-Termdesk-Engine"] == "Harper"
    assert others.status_code == 400


@pytest.mark.parametrize("target", ["ko", "en-US"])
def test_a_korean_text_says_what_to_install(http: httpx.Client, target: str) -> None:
    answer = http.post("/v2/write/correct", json={"text": ["이것은 할수있는 일이다."], "target_lang": target})

    assert answer.status_code == 400
    assert "'ko'" in answer.text
    assert "pip install termdesk[improve]" in answer.text


@pytest.mark.slow
def test_only_languages_that_their_script_tells_are_detected(http: httpx.Client) -> None:
    detected = {
        each["lang"]
        for each in http.get("/v3/languages?resource=translate_text").json()
        if "auto_detection" in each["features"]
    }
    refused = http.post("/v2/translate", json={"text": ["The house is old."], "target_lang": "es"})

    assert detected <= {"ja", "ko", "th", "he", "el"}
    assert refused.status_code == 400
    assert "source_lang" in refused.json()["detail"]
