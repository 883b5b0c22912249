"""Translation memories: confirmed translations, one memory for each pair."""

from __future__ import annotations

import deepl
import httpx
import pytest

from support.running_service import RunningService
from support.service_calls import confirm

MEMORIES = "/v3/translation_memories"


@pytest.fixture
def filled(own_http: httpx.Client) -> httpx.Client:
    confirm(own_http, "en", "de", Good_night="Gute Nacht", Good_morning="Guten Morgen", The_sun="Die Sonne")
    confirm(own_http, "en", "fi", The_sun="Aurinko")
    return own_http


def test_each_pair_is_a_memory(filled: httpx.Client) -> None:
    body = filled.get(MEMORIES, params={"page_size": 1}).json()
    second = filled.get(MEMORIES, params={"page_size": 1, "page": 1}).json()

    assert body["total_count"] == 2
    assert [(each["target_languages"], each["segment_count"]) for each in body["translation_memories"]] == [(["de"], 3)]
    assert second["translation_memories"][0]["target_languages"] == ["fi"]


def test_segments_come_in_pages_and_can_be_filtered(filled: httpx.Client) -> None:
    memory = filled.get(MEMORIES).json()["translation_memories"][0]["translation_memory_id"]

    first = filled.get(f"{MEMORIES}/{memory}/segments", params={"page_size": 2}).json()
    rest = filled.get(
        f"{MEMORIES}/{memory}/segments", params={"page_size": 2, "page_cursor": first["next_page_cursor"]}
    ).json()
    good = filled.get(f"{MEMORIES}/{memory}/segments", params={"filter_text": "good"}).json()
    exactly = filled.get(
        f"{MEMORIES}/{memory}/segments", params={"filter_text": "good", "filter_case_sensitive": "true"}
    ).json()

    assert [each["source_text"] for each in first["segments"]] == ["Good night", "Good morning"]
    assert [each["targets"][0]["target_text"] for each in rest["segments"]] == ["Die Sonne"]
    assert "next_page_cursor" not in rest
    assert (len(good["segments"]), len(exactly["segments"])) == (2, 0)
    assert (good["segment_count"], exactly["segment_count"]) == (3, 3)


def test_a_filter_looks_into_translations_too(filled: httpx.Client) -> None:
    memory = filled.get(MEMORIES).json()["translation_memories"][0]["translation_memory_id"]

    def found(**query: str) -> list[str]:
        body = filled.get(f"{MEMORIES}/{memory}/segments", params=query).json()
        return [each["source_text"] for each in body["segments"]]

    assert found(filter_text="sonne") == ["The sun"]
    assert found(filter_text="sonne", filter_case_sensitive="true") == []
    assert found(filter_text="Sonne", filter_case_sensitive="true") == ["The sun"]


def test_a_deleted_memory_is_used_no_more(filled: httpx.Client) -> None:
    memory = filled.get(MEMORIES).json()["translation_memories"][1]["translation_memory_id"]

    gone = filled.delete(f"{MEMORIES}/{memory}")
    again = filled.delete(f"{MEMORIES}/{memory}")
    body = {"text": ["The sun"], "source_lang": "en", "target_lang": "fi"}

    assert (gone.status_code, again.status_code) == (204, 404)
    assert filled.post("/v2/translate", json=body).status_code == 400


@pytest.mark.parametrize("query", ["page_size=0", "page_size=26", "page=-1", "page=x", "page=%00"])
def test_a_page_that_cannot_be_is_refused(http: httpx.Client, query: str) -> None:
    assert http.get(f"{MEMORIES}?{query}").status_code == 400


def test_the_official_client_reads_and_deletes_one(filled: httpx.Client, own_service: RunningService) -> None:
    client = deepl.DeepLClient(own_service.key, server_url=own_service.url, send_platform_info=False)
    memories = client.list_translation_memories()
    page = client.list_translation_memory_segments(memories[0])
    client.delete_translation_memory(memories[0])
    left = client.list_translation_memories()
    client.close()

    assert [each.segment_count for each in memories] == [3, 1]
    assert page.segments[0].source_text == "Good night"
    assert [each.target_languages for each in left] == [["fi"]]


def test_a_memory_can_be_named_with_how_similar_a_sentence_must_be(filled: httpx.Client) -> None:
    memory = filled.get(MEMORIES).json()["translation_memories"][1]["translation_memory_id"]
    body = {"source_lang": "en", "target_lang": "fi", "translation_memory_id": memory}

    exact = filled.post("/v2/translate", json={**body, "text": ["The sun"], "translation_memory_threshold": 100})
    less = filled.post("/v2/translate", json={**body, "text": ["The sun"], "translation_memory_threshold": 75})
    other = filled.post("/v2/translate", json={**body, "text": ["The suns"], "translation_memory_threshold": 100})

    assert exact.json()["translations"][0]["text"] == "Aurinko"
    assert "X-Termdesk-Unused" not in exact.headers
    assert less.headers["X-Termdesk-Unused"] == "translation_memory_threshold"
    assert other.status_code == 400


def test_an_unknown_memory_and_a_threshold_that_cannot_be_are_refused(filled: httpx.Client) -> None:
    body = {"text": ["The sun"], "source_lang": "en", "target_lang": "fi"}

    unknown = filled.post("/v2/translate", json={**body, "translation_memory_id": "0"})
    too_much = filled.post("/v2/translate", json={**body, "translation_memory_threshold": 101})

    assert (unknown.status_code, too_much.status_code) == (404, 400)


def test_a_memory_of_another_pair_is_refused(filled: httpx.Client) -> None:
    german, finnish = (each["translation_memory_id"] for each in filled.get(MEMORIES).json()["translation_memories"])
    body = {"text": ["The sun"], "source_lang": "en", "target_lang": "fi"}

    texts = [filled.post("/v2/translate", json={**body, "translation_memory_id": each}) for each in (german, finnish)]
    document = filled.post(
        "/v2/document",
        data={"target_lang": "fi", "source_lang": "en", "translation_memory_id": german},
        files={"file": ("a.txt", b"The sun")},
    )

    assert [each.status_code for each in texts] == [400, 200]
    assert document.status_code == 400
    assert "en to de" in document.json()["detail"]


def test_no_threshold_lets_a_similar_text_pass_for_a_confirmed_one(filled: httpx.Client) -> None:
    source = "The customer may return the goods within the period of fourteen days after delivery."
    confirm(filled, "en", "fi", **{source: "Asiakas saa palauttaa tavarat."})
    body = {"source_lang": "en", "target_lang": "fi", "text": [source.replace("may", "may not")]}

    answers = [filled.post("/v2/translate", json={**body, "translation_memory_threshold": each}) for each in (0, 95)]

    assert [each.status_code for each in answers] == [400, 400]


def test_a_threshold_below_one_hundred_is_said_to_be_unused(filled: httpx.Client) -> None:
    memory = filled.get(MEMORIES).json()["translation_memories"][1]["translation_memory_id"]
    body = {"source_lang": "en", "target_lang": "fi", "translation_memory_id": memory, "text": ["The sun"]}

    answer = filled.post("/v2/translate", json={**body, "translation_memory_threshold": 97})

    assert answer.headers["X-Termdesk-Unused"] == "translation_memory_threshold"


def test_a_text_that_was_forgotten_is_gone_with_its_sentences(own_http: httpx.Client) -> None:
    text = "It rains today. We stay at home."
    confirm(own_http, "en", "de", **{text: "Heute regnet es. Wir bleiben daheim.", "The sun": "Die Sonne"})
    memory = own_http.get(MEMORIES).json()["translation_memories"][0]["translation_memory_id"]

    answer = own_http.post(
        "/local/v1/memory/deletions", json={"source_lang": "en", "target_lang": "de", "source": text}
    )

    left = own_http.get(f"{MEMORIES}/{memory}/segments").json()["segments"]
    assert answer.status_code == 204
    assert [each["source_text"] for each in left] == ["The sun"]
