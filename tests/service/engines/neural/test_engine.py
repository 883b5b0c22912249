"""Models that users add: a toy one that really loads, and errors in others."""

from __future__ import annotations

import asyncio
import importlib.util
import shutil
import zipfile
from pathlib import Path

import pytest

from support.engines.toy_model import write_argos_folder
from support.running_service import running_service
from support.service_calls import dictionary, glossary_of, http_client
from termdesk.domain.language.language import LanguagePair
from termdesk.service.engines.neural.engine import NeuralEngine
from termdesk.service.engines.workers.workers import Workers

has_neural = all(importlib.util.find_spec(name) for name in ("ctranslate2", "sentencepiece", "fxtranslate"))
pytestmark = pytest.mark.skipif(not has_neural, reason="the extra `neural` is not installed")


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_argos_folder(tmp_path_factory.mktemp("toy") / "toy-en-de")


def found_in(folder: Path) -> tuple[frozenset[LanguagePair], dict[str, str]]:
    """Return the working pairs, and the state of every model by name."""

    async def find() -> tuple[frozenset[LanguagePair], dict[str, str]]:
        workers = Workers()
        engine = NeuralEngine(folder, workers)
        try:
            await engine.find()
            return engine.pairs(), {each.name: each.state for each in engine.describe()}
        finally:
            await workers.close()

    return asyncio.run(find())


def test_a_package_is_unpacked_found_and_translates_with_every_term_in_its_place(tmp_path: Path, toy: Path) -> None:
    models = tmp_path / "models"
    models.mkdir()
    with zipfile.ZipFile(models / "toy.argosmodel", "w") as package:
        for path in toy.rglob("*"):
            package.write(path, Path("translate-en_de-1_0") / path.relative_to(toy))
    body = {"text": ["The house is on the table."], "source_lang": "en", "target_lang": "de"}

    with running_service("--models", str(models)) as service, http_client(service) as http:
        glossary = glossary_of(dictionary("house\tHaus\ntable\tTisch\n", target="de"))
        made = http.post("/v3/glossaries", json=glossary).json()["glossary_id"]
        answer = http.post("/v2/translate", json={**body, "glossary_id": made})
        listed = {each["lang"] for each in http.get("/v3/languages?resource=translate_text").json()}
        shown = [each for each in http.get("/local/v1/engines").json()["engines"] if "toy" in each["name"]]

    text = answer.json()["translations"][0]["text"]
    assert "Haus" in text
    assert "Tisch" in text
    assert answer.headers["X-Termdesk-Engine"] == "CTranslate2 toy"
    assert {"en", "de"} <= listed
    assert shown[0]["state"] == "ready"
    assert shown[0]["resident_bytes"] > 1_000_000


@pytest.mark.slow
def test_pairs_go_through_english(tmp_path: Path, toy: Path) -> None:
    shutil.copytree(toy, tmp_path / "one")
    shutil.copytree(toy, tmp_path / "other")
    (tmp_path / "other" / "metadata.json").write_text('{"from_code": "fr", "to_code": "en"}')

    pairs, _ = found_in(tmp_path)

    assert pairs == {LanguagePair("en", "de"), LanguagePair("fr", "en"), LanguagePair("fr", "de")}


def test_a_broken_model_is_not_listed_and_says_why(tmp_path: Path, toy: Path) -> None:
    shutil.copytree(toy, tmp_path / "broken-en-de")
    (tmp_path / "broken-en-de" / "model" / "model.bin").write_bytes(b"nothing")
    firefox = tmp_path / "enfr"
    firefox.mkdir()
    for name in ("model.enfr.intgemm8.bin", "vocab.enfr.spm"):
        (firefox / name).write_bytes(b"nothing" * 100)

    pairs, states = found_in(tmp_path)

    assert not pairs
    assert "cannot be loaded" in states["Model broken-en-de"]
    assert "cannot be loaded" in states["Model enfr"]
