"""Documents survive a restart of the service: accepted ones are finished, delivered ones deleted, all are private."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from support.campaign import HANGING_SECONDS
from support.files.documents import PHRASES, fetch, finished, status_of, upload
from support.running_service import running_service
from support.service_calls import confirm, http_client
from termdesk.service.documents.document_store import SECONDS_KEPT, DocumentRecord


@dataclass(frozen=True, slots=True)
class Watched:
    """A service whose folder and log are examined."""

    http: httpx.Client
    data: Path
    log: Path


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp("watched")
    with started(folder / "data", folder / "log") as service, http_client(service) as http:
        confirm(http, "en", "fi", **PHRASES)
        yield Watched(http, folder / "data", folder / "log")


def started(data: Path, log: Path | None = None) -> Any:
    return running_service(data=data, log=log)


@dataclass(frozen=True, slots=True)
class Restarted:
    """A service that was killed and restarted, and the documents that it had accepted before."""

    http: httpx.Client
    data: Path
    queued: list[dict[str, str]]
    done: dict[str, str]
    old: dict[str, str]


@pytest.fixture(scope="module")
def restarted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restarted]:
    data = tmp_path_factory.mktemp("restarted")
    with started(data) as service, http_client(service) as http:
        confirm(http, "en", "fi", **PHRASES)
        old, done = (upload(http, "a.txt", b"Good night").json() for _ in range(2))
        finished(http, done)
        http.put("/local/v1/rehearsal", json={"document_delay_seconds": 60}).raise_for_status()
        queued = [upload(http, "a.txt", b"Good night").json() for _ in range(3)]
        service.process.kill()
        service.process.wait()
    about = data / "documents" / old["document_id"] / "about.json"
    record = msgspec.json.decode(about.read_bytes(), type=DocumentRecord)
    about.write_bytes(msgspec.json.encode(msgspec.structs.replace(record, accepted=time.time() - SECONDS_KEPT - 1)))
    never_promised = data / "documents" / ("0" * 32)
    never_promised.mkdir()
    (never_promised / "source").write_bytes(b"half of an upload")
    with started(data) as service, http_client(service) as http:
        yield Restarted(http, data, queued, done, old)


def test_what_was_taken_in_is_finished_by_the_next_start(restarted: Restarted) -> None:
    for handle in restarted.queued:
        finished(restarted.http, handle)

    assert [fetch(restarted.http, handle).text for handle in restarted.queued] == ["Hyvää yötä"] * 3


def test_what_is_done_is_given_out_by_the_next_start_and_billed_once(restarted: Restarted) -> None:
    before = restarted.http.get("/v2/usage").json()["character_count"]
    status = status_of(restarted.http, restarted.done)
    text = fetch(restarted.http, restarted.done).text
    after = restarted.http.get("/v2/usage").json()["character_count"]

    assert status["billed_characters"] == after - before == len("Good night")
    assert text == "Hyvää yötä"


def test_what_nobody_fetched_for_a_day_or_was_never_promised_is_deleted(restarted: Restarted) -> None:
    key = {"document_key": restarted.old["document_key"]}
    answer = restarted.http.post(f"/v2/document/{restarted.old['document_id']}", json=key)

    assert answer.status_code == 404
    end = time.monotonic() + HANGING_SECONDS
    while {restarted.old["document_id"], "0" * 32} & {each.name for each in (restarted.data / "documents").iterdir()}:
        assert time.monotonic() < end


def test_nothing_is_left_of_what_was_given_out(watched: Watched) -> None:
    handle = upload(watched.http, "a.txt", b"Good night").json()
    finished(watched.http, handle)
    folder = watched.data / "documents" / handle["document_id"]
    was_there = folder.exists()
    fetch(watched.http, handle)

    assert was_there
    end = time.monotonic() + HANGING_SECONDS
    while folder.exists():
        assert time.monotonic() < end


XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    '<file original="o" source-language="en" target-language="{}" datatype="plaintext"><body>'
    '<trans-unit id="1"><source>house</source><target>koti</target></trans-unit>{}</body></file></xliff>'
)


@pytest.mark.parametrize(
    ("target", "units", "billed", "words"),
    [
        ("fi", '<trans-unit id="2"><source>Good night</source></trans-unit>', 10, ["koti", "Hyvää yötä"]),
        ("de", '<trans-unit id="2"><source>Good night</source></trans-unit>', 15, ["talo", "Hyvää yötä"]),
        # Nothing is sent, so nothing needs the source language.
        ("fi", "", 0, ["koti"]),
    ],
)
def test_what_is_translated_already_is_not_billed(
    watched: Watched, target: str, units: str, billed: int, words: list[str]
) -> None:
    content = XLIFF.format(target, units).encode()
    handle = upload(watched.http, "a.xlf", content, source_lang="EN" if units else None).json()

    status = finished(watched.http, handle)

    assert status["billed_characters"] == billed, status
    result = fetch(watched.http, handle).text
    assert all(each in result for each in words), result


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_only_this_user_can_read_documents(watched: Watched) -> None:
    handle = upload(watched.http, "a.txt", b"Good night").json()
    finished(watched.http, handle)
    folder = watched.data / "documents" / handle["document_id"]
    # When the document is done, the source is being deleted and the record rewritten, so look at two files only.
    kept = [each for each in folder.iterdir() if each.name in ("about.json", "result")]
    files = {each.name: stat.S_IMODE(each.stat().st_mode) for each in kept}
    fetch(watched.http, handle)

    assert files == {"about.json": 0o600, "result": 0o600}
    assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700


def test_neither_keys_nor_texts_are_in_the_record_or_the_log(watched: Watched) -> None:
    handle = upload(watched.http, "secret plans.txt", b"Good night").json()
    failed = upload(watched.http, "secret plans.docx", b"Good night").json()
    finished(watched.http, handle)
    finished(watched.http, failed)
    record = (watched.data / "documents" / handle["document_id"] / "about.json").read_bytes()
    fetch(watched.http, handle)

    assert handle["document_key"].encode() not in record.upper()
    for word in (b"Good night", b"secret plans", handle["document_key"].encode()):
        assert word not in watched.log.read_bytes()


def test_a_document_of_one_key_is_not_found_by_another(tmp_path: Path) -> None:
    configuration = tmp_path / "keys.toml"
    configuration.write_text('[[keys]]\nname = "other"\nkey = "another-key-0123456789"\n')
    configuration.chmod(0o600)
    with (
        running_service("--config", str(configuration)) as service,
        http_client(service) as http,
        http_client(service, key="another-key-0123456789") as other,
    ):
        handle = upload(http, "a.txt", b"Good night").json()
        answer = other.post(f"/v2/document/{handle['document_id']}", json={"document_key": handle["document_key"]})

    assert answer.status_code == 404


def test_a_client_that_hangs_up_within_a_download_can_come_again(watched: Watched) -> None:
    # More than network buffers can hold.
    text = b"<a><!--" + b"x" * 9_000_000 + b"--><b>Good night</b></a>"
    handle = upload(watched.http, "a.xml", text).json()
    finished(watched.http, handle)
    before = watched.http.get("/v2/usage").json()["character_count"]
    path, key = f"/v2/document/{handle['document_id']}/result", {"document_key": handle["document_key"]}
    with watched.http.stream("POST", path, json=key) as answer:
        next(answer.iter_raw(1))
    end = time.monotonic() + HANGING_SECONDS
    while (again := fetch(watched.http, handle)).status_code != 200:
        assert time.monotonic() < end

    assert again.content == text.replace(b"Good night", "Hyvää yötä".encode())
    assert watched.http.get("/v2/usage").json()["character_count"] == before + len("Good night")
