"""Translation memory files over HTTP: declared, uploaded to a separate address, processed, and downloaded."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import deepl
import httpx
import pytest

from support.running_service import RunningService, running_service
from support.service_calls import confirm, http_client
from termdesk.service.http.request_body import MAX_MEMORY_FILE

MEMORIES = "/v3/translation_memories"
# Requests without a key. The service speaks no TLS; reading the authorities would take longer than the request.
get, put = (partial(method, verify=False) for method in (httpx.get, httpx.put))
FILE = (
    b'<tmx version="1.4"><header srclang="en-US"/><body>'
    b'<tu><tuv xml:lang="en-US"><seg>It rains. We stay.</seg></tuv><tuv xml:lang="de-DE"><seg>Es regnet. Wir bleiben.'
    b'</seg></tuv><tuv xml:lang="fr"><seg>Il pleut. On reste.</seg></tuv></tu>'
    b'<tu><tuv xml:lang="en-US"><seg>The sun</seg></tuv><tuv xml:lang="de-DE"><seg>Die Sonne</seg></tuv></tu>'
    b'<tu><tuv xml:lang="en-US"><seg>alone</seg></tuv></tu></body></tmx>'
)


def begin(http: httpx.Client, content: bytes = FILE, **others: Any) -> dict[str, Any]:
    source_file = {"file_name": "a.tmx", "content_length": len(content), **others}
    answer = http.post(f"{MEMORIES}/import", json={"source_file": source_file})
    assert answer.status_code == 202, answer.text
    body: dict[str, Any] = answer.json()
    return body


def result(http: httpx.Client, job_id: str) -> dict[str, Any]:
    found: dict[str, Any] = http.get(f"{MEMORIES}/jobs/{job_id}").json()["results"][0]
    return found


def bring_in(http: httpx.Client, content: bytes) -> dict[str, Any]:
    job = begin(http, content)
    assert put(job["upload_url"], content=content).status_code == 200
    while True:
        body: dict[str, Any] = http.get(f"{MEMORIES}/jobs/{job['job_id']}").json()
        if body["results"][0]["status"] not in ("awaiting_input", "processing"):
            return body
        time.sleep(0.01)


def test_an_imported_file_is_used_by_translations_and_survives_a_restart(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as running, http_client(running) as http:
        confirm(http, "en", "de", The_sun="alt")
        job = bring_in(http, FILE)
        listed = http.get(MEMORIES).json()["translation_memories"]
        body = {"text": ["The sun", "It rains.  We stay."], "source_lang": "en", "target_lang": "de"}
        translated = http.post("/v2/translate", json=body).json()["translations"]
    with running_service(data=tmp_path) as running, http_client(running) as http:
        again = http.get(MEMORIES).json()["translation_memories"]

    german, french = job["results"]
    assert {each["translation_memory_id"]: each["segment_count"] for each in listed} == {
        german["translation_memory_id"]: 2,
        french["translation_memory_id"]: 1,
    }
    assert [german["skipped_segment_count"], french["skipped_segment_count"]] == [1, 0]
    assert [each["text"] for each in translated] == ["Die Sonne", "Es regnet. Wir bleiben."]
    assert again == listed


def test_a_file_waits_to_be_sent_and_may_be_sent_twice_but_no_other(own_http: httpx.Client) -> None:
    job = begin(own_http)
    waiting = result(own_http, job["job_id"])
    codes = [
        put(job["upload_url"], content=content).status_code
        for content in (FILE[:-1], FILE, FILE, FILE.replace(b"sun", b"son"))
    ]

    assert waiting["status"] == "awaiting_input"
    assert "PUT" in waiting["status_metadata"]["required_action"]
    assert codes == [400, 200, 200, 409]


@pytest.mark.parametrize("content", [b"<tmx><body>", b"no XML", b"<tmx/>"])
def test_a_file_that_cannot_be_read_changes_nothing_and_says_why(own_http: httpx.Client, content: bytes) -> None:
    job = bring_in(own_http, content)

    assert job["results"][0]["status"] == "failed"
    assert job["results"][0]["error"]["message"].startswith("The ")
    assert own_http.get(MEMORIES).json()["total_count"] == 0


@pytest.mark.parametrize(
    ("source_file", "status"),
    [
        ({"file_name": "", "content_length": 1}, 400),
        ({"file_name": "a.tmx", "content_length": 0}, 400),
        ({"file_name": "a.tmx"}, 400),
        ({"file_name": "a" * 2_000, "content_length": 1}, 400),
        ({"file_name": "a.tmx", "content_length": MAX_MEMORY_FILE + 1}, 413),
    ],
)
def test_an_import_that_cannot_be_is_refused(http: httpx.Client, source_file: dict[str, Any], status: int) -> None:
    assert http.post(f"{MEMORIES}/import", json={"source_file": source_file}).status_code == status


def test_no_address_but_that_of_a_file_goes_without_a_key(own_http: httpx.Client, own_service: RunningService) -> None:
    job = begin(own_http)
    wrong = [
        get(job["upload_url"]),
        put(f"{job['upload_url']}x", content=FILE),
        get(f"{own_service.url}{MEMORIES}/jobs/{job['job_id']}"),
    ]

    assert [each.status_code for each in wrong] == [401, 401, 401]
    assert own_http.put(f"{MEMORIES}/uploads/unknown", json={}).status_code == 404
    assert put(job["upload_url"], content=FILE, headers={"Origin": "http://evil.example"}).status_code == 403


def test_a_key_with_scopes_may_read_memories_and_change_none(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as running, http_client(running) as http:
        bring_in(http, FILE)
    with (
        running_service("--scopes", "translation_memories:read", data=tmp_path) as running,
        http_client(running) as http,
    ):
        memory = http.get(MEMORIES).json()["translation_memories"][0]["translation_memory_id"]
        source_file = {"file_name": "a.tmx", "content_length": 1}
        codes = [
            http.post(f"{MEMORIES}/{memory}/export").status_code,
            http.post(f"{MEMORIES}/import", json={"source_file": source_file}).status_code,
            http.delete(f"{MEMORIES}/{memory}").status_code,
        ]

    assert codes == [202, 403, 403]


def test_an_export_holds_what_is_confirmed_and_comes_back_as_it_was(own_http: httpx.Client) -> None:
    bring_in(own_http, FILE)
    memory = own_http.get(MEMORIES).json()["translation_memories"][0]
    first = own_http.post(f"{MEMORIES}/{memory['translation_memory_id']}/export")
    again = own_http.post(f"{MEMORIES}/{memory['translation_memory_id']}/export")
    made = result(own_http, first.json()["job_id"])
    file = get(made["download_url"])
    fetched = result(own_http, first.json()["job_id"])
    own_http.delete(f"{MEMORIES}/{memory['translation_memory_id']}")
    gone = get(made["download_url"])
    back = bring_in(own_http, file.content)["results"]

    assert (first.status_code, again.status_code, first.json() == again.json()) == (202, 200, True)
    assert (made["status"], fetched["status"], gone.status_code) == ("completed", "downloaded", 404)
    assert [each["translation_memory_id"] for each in back] == [memory["translation_memory_id"]]
    assert memory in own_http.get(MEMORIES).json()["translation_memories"]


def test_the_secret_of_an_address_is_not_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running_service(log=log) as running, http_client(running) as http:
        job = begin(http)
        put(job["upload_url"], content=FILE)

    assert f"PUT {MEMORIES}/uploads/... 200" in log.read_text()
    assert job["upload_url"].rpartition("/")[2] not in log.read_text()


def test_unknown_jobs_and_memories_are_not_found(http: httpx.Client) -> None:
    answers = [http.get(f"{MEMORIES}/jobs/0"), http.post(f"{MEMORIES}/0/export")]

    assert [each.status_code for each in answers] == [404, 404]


def test_the_official_client_brings_a_file_in_and_out(
    own_service: RunningService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The client waits five seconds between two status requests.
    monkeypatch.setattr("deepl.deepl_client.time.sleep", lambda seconds: None)
    client = deepl.DeepLClient(own_service.key, server_url=own_service.url, send_platform_info=False)
    (tmp_path / "in.tmx").write_bytes(FILE)
    try:
        job = client.import_translation_memory_from_filepath(tmp_path / "in.tmx", display_name="Weather")
        assert job.result is not None
        assert job.result.translation_memory_id is not None
        memory = client.get_translation_memory(job.result.translation_memory_id)
        client.export_translation_memory_to_filepath(memory, tmp_path / "out.tmx")
        reused = client.create_translation_memory_export(memory).reused_existing
    finally:
        client.close()

    assert (job.display_name, job.result.skipped_segment_count, memory.segment_count) == ("Weather", 1, 2)
    written = (tmp_path / "out.tmx").read_text("utf-8")
    assert "<seg>Es regnet. Wir bleiben.</seg>" in written
    assert "<seg>Wir bleiben.</seg>" not in written
    assert reused
