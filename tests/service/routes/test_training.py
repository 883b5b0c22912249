"""Training an engine on this computer: from a file to translations, cancelled, killed, and kept over a restart."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from support.campaign import HANGING_SECONDS
from support.engines.small_language import made_up
from support.running_service import RunningService, running_service
from support.service_calls import dictionary, glossary_of, http_client
from support.shared_data import shared_file
from termdesk.messages.engine_messages import message_of


def start(
    http: httpx.Client, content: str | bytes, *, form: str = "tsv", source: str = "en", target: str = "fi"
) -> Any:
    query = {"source_lang": source, "target_lang": target, "name": "Small talk", "format": form}
    kind = {"Content-Type": "application/octet-stream"}
    data = content.encode() if isinstance(content, str) else content
    return http.post("/local/v1/training", params=query, content=data, headers=kind)


def states(http: httpx.Client) -> dict[str, dict[str, Any]]:
    return {each["training_id"]: each for each in http.get("/local/v1/training").json()["trainings"]}


def until_over(http: httpx.Client, training_id: str) -> dict[str, Any]:
    deadline = time.monotonic() + HANGING_SECONDS
    while (found := states(http)[training_id])["state"] in ("queued", "running"):
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
    return found


def trainers(service: RunningService) -> list[psutil.Process]:
    """Return the training processes of this service."""
    found = []
    for each in psutil.Process(service.process.pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if "training_process" in " ".join(each.cmdline()):
                found.append(each)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("trained")


@pytest.fixture(scope="module")
def trained(folder: Path) -> Iterator[RunningService]:
    """A service that has learned the made-up language, and was then restarted."""
    with running_service(data=folder) as service, http_client(service) as http:
        answer = start(http, made_up(500))
        assert answer.status_code == 202, answer.text
        over = until_over(http, answer.json()["training_id"])
        assert over["state"] == "done", over
    with running_service(data=folder) as service:
        yield service


@pytest.fixture
def trained_http(trained: RunningService) -> Iterator[httpx.Client]:
    with http_client(trained) as http:
        yield http


def translated(http: httpx.Client, text: str, **more: object) -> httpx.Response:
    return http.post("/v2/translate", json={"text": [text], "source_lang": "en", "target_lang": "fi", **more})


def test_the_model_is_there_after_a_restart_with_what_was_measured(trained_http: httpx.Client) -> None:
    [model] = trained_http.get("/local/v1/models").json()["models"]
    listed = {each["lang"]: each for each in trained_http.get("/v3/languages?resource=translate_text").json()}
    [shown] = [each for each in trained_http.get("/local/v1/engines").json()["engines"] if "Small talk" in each["name"]]

    assert (model["source_lang"], model["target_lang"], model["name"]) == ("en", "fi", "Small talk")
    assert model["segments"] > 400
    assert model["exact"] > 0.5
    assert listed["fi"]["usable_as_target"]
    assert "held-out words known" in shown["serves"]


def test_it_translates_what_it_never_saw_with_capitals_and_spaces(trained_http: httpx.Client) -> None:
    answer = translated(trained_http, "The green river waits. Where is the car?")

    assert answer.json()["translations"][0]["text"] == "Vihreä joki odottaa. Missä on auto?"
    assert answer.headers["X-Termdesk-Engine"] == "Trained engine Small talk"
    assert answer.headers["X-Termdesk-Coverage"] == "1.000"


def test_unknown_words_are_kept_and_counted(trained_http: httpx.Client) -> None:
    answer = translated(trained_http, "The green Xylophone waits.")

    assert "Xylophone" in answer.json()["translations"][0]["text"]
    assert answer.headers["X-Termdesk-Coverage"] == "0.750"


def test_terms_of_a_glossary_are_followed(trained_http: httpx.Client) -> None:
    body = glossary_of(dictionary("river\tvirta\n", target="fi"))
    made = trained_http.post("/v3/glossaries", json=body).json()["glossary_id"]

    answer = translated(trained_http, "The green river waits.", glossary_id=made)

    assert "virta" in answer.json()["translations"][0]["text"]
    assert "joki" not in answer.json()["translations"][0]["text"]


def test_a_deleted_model_serves_no_more(own_service: RunningService, own_http: httpx.Client) -> None:
    training = start(own_http, made_up(300)).json()["training_id"]
    assert until_over(own_http, training)["state"] == "done"
    [model] = own_http.get("/local/v1/models").json()["models"]

    gone = own_http.delete(f"/local/v1/models/{model['model_id']}")
    again = own_http.delete(f"/local/v1/models/{model['model_id']}")

    assert (gone.status_code, again.status_code) == (204, 404)
    assert translated(own_http, "The green river waits.").status_code == 400


def test_tmx_is_learned_from_too(tmp_path: Path) -> None:
    units = "".join(
        f'<tu><tuv xml:lang="en-US"><seg>{one}</seg></tuv><tuv xml:lang="FI"><seg><bpt i="1">&lt;b&gt;</bpt>{other}'
        f'<ept i="1">&lt;/b&gt;</ept></seg></tuv></tu>'
        for one, other in (line.split("\t") for line in made_up(300).splitlines())
    )
    content = f'<?xml version="1.0"?><tmx version="1.4"><header/><body>{units}</body></tmx>'
    with running_service(data=tmp_path) as service, http_client(service) as http:
        over = until_over(http, start(http, content, form="tmx").json()["training_id"])
        text = translated(http, "The green river waits.").json()["translations"][0]["text"]

    assert over["state"] == "done"
    assert text == "Vihreä joki odottaa."


def test_too_little_is_refused_in_words_with_what_was_left_out(own_http: httpx.Client) -> None:
    over = until_over(own_http, start(own_http, "a\tb\nnothing\na\tb\n").json()["training_id"])

    assert over["state"] == "failed"
    assert "1 usable segment from en to fi is too few" in over["message"]
    assert "1 without a translation" in over["message"]
    assert "1 twice" in over["message"]
    reason, remedy = map(message_of, over["messages"])
    assert f"{reason} {remedy}" == over["message"], "the window has words for both"


@pytest.mark.parametrize(
    "content",
    [
        b"<tmx><body><tu>",
        b'<!DOCTYPE t [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]><tmx><body><tu><tuv xml:lang="en"><seg>&c;</seg>'
        b"</tuv></tu></body></tmx>",
        b"\xff\xfe\x00",
        b"\x00" * 1000,
    ],
)
def test_a_file_that_is_none_is_refused_in_words(own_http: httpx.Client, content: bytes) -> None:
    over = until_over(own_http, start(own_http, content, form="tmx").json()["training_id"])

    assert over["state"] == "failed"
    assert over["message"].count(".") >= 1


@pytest.mark.parametrize(
    ("change", "status"),
    [({"format": "xlsx"}, 400), ({"target_lang": "th"}, 400), ({"target_lang": "en-GB"}, 400), ({"name": ""}, 400)],
)
def test_what_cannot_be_trained_is_refused_at_once(http: httpx.Client, change: dict[str, str], status: int) -> None:
    query = {"source_lang": "en", "target_lang": "fi", "name": "x", "format": "tsv", **change}

    answer = http.post(
        "/local/v1/training", params=query, content=b"a\tb", headers={"Content-Type": "application/octet-stream"}
    )

    assert answer.status_code == status


def test_cancelling_leaves_nothing(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as service, http_client(service) as http:
        running = start(http, shared_file("libreoffice.en-es.tsv").read_bytes(), target="es").json()["training_id"]
        waiting = start(http, made_up(300)).json()["training_id"]
        while not states(http)[running]["phase"].startswith("aligning"):
            time.sleep(0.02)
        queued = states(http)[waiting]["state"]
        answers = [http.delete(f"/local/v1/training/{each}").status_code for each in (waiting, running)]
        left = {each["state"] for each in states(http).values()}
        processes = trainers(service)

    assert queued == "queued"
    assert answers == [204, 204]
    assert left == {"cancelled"}
    assert not processes
    assert list((tmp_path / "models").iterdir()) == []


def test_a_killed_training_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as service, http_client(service) as http:
        running = start(http, shared_file("libreoffice.en-es.tsv").read_bytes(), target="es").json()["training_id"]
        while states(http)[running]["state"] != "running" or not states(http)[running]["phase"]:
            time.sleep(0.02)
        [trainer] = trainers(service)
        niceness = trainer.nice()
        trainer.kill()
        over = until_over(http, running)

    assert over["state"] == "failed"
    assert "memory" in over["message"]
    assert list((tmp_path / "models").iterdir()) == []
    assert niceness == 19


@pytest.mark.slow
def test_a_training_needs_only_what_users_install(tmp_path: Path) -> None:
    (tmp_path / "missing" / "numpy").mkdir(parents=True)
    (tmp_path / "missing" / "numpy" / "__init__.py").write_text("raise ModuleNotFoundError('No module named numpy')")

    with (
        running_service(environment={"PYTHONPATH": str(tmp_path / "missing")}) as service,
        http_client(service) as http,
    ):
        over = until_over(http, start(http, made_up(300)).json()["training_id"])

    assert over["state"] == "done", over


@pytest.mark.slow
def test_a_training_that_breaks_tells_its_own_reason_and_logs_it(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "thot.py").write_text("import something_that_is_missing")
    log = tmp_path / "service.log"

    with (
        running_service(log=log, environment={"PYTHONPATH": str(tmp_path / "broken")}) as service,
        http_client(service) as http,
    ):
        over = until_over(http, start(http, made_up(300)).json()["training_id"])

    assert over["state"] == "failed"
    assert "No module named 'something_that_is_missing'" in over["message"]
    assert "memory" not in over["message"]
    assert "trainer.py" in log.read_text()


def test_what_a_killed_service_left_is_removed_at_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "models" / ".training-1").mkdir(parents=True)
    (tmp_path / "models" / ".training-2.upload").write_text("half")

    with running_service(data=tmp_path) as service, http_client(service) as http:
        http.get("/local/v1/models")

    assert list((tmp_path / "models").iterdir()) == []


def test_a_sentence_longer_than_the_engine_takes_is_translated_whole(trained_http: httpx.Client) -> None:
    text = "the green river waits " * 60

    answer = translated(trained_http, text.strip())

    assert answer.json()["translations"][0]["text"].split().count("joki") == 60


def test_a_damaged_model_is_told_serves_nothing_and_can_be_deleted(tmp_path: Path) -> None:
    damaged = tmp_path / "models" / "trained-en-fi-1"
    damaged.mkdir(parents=True)
    (damaged / "statistical.json").write_text("{")

    with running_service(data=tmp_path) as service, http_client(service) as http:
        models = http.get("/local/v1/models").json()["models"]
        engines = http.get("/local/v1/engines").json()["engines"]
        answers = [http.delete(f"/local/v1/models/{name}").status_code for name in ("..", "trained-en-fi-1")]

    assert models == []
    assert any("trained-en-fi-1" in each["name"] and each["serves"] == "nothing" for each in engines)
    assert answers == [404, 204]
    assert not damaged.exists()
