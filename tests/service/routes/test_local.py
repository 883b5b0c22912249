"""`/local/v1` over HTTP: endpoints that only the local service has."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from support.running_service import RunningService, running_service
from support.service_calls import confirm, http_client
from termdesk.service.engines.apertium.modes import MODES


def test_health_needs_no_key(service: RunningService) -> None:
    answer = httpx.get(f"{service.url}/local/v1/health", trust_env=False, verify=False)

    assert (answer.status_code, answer.json()) == (200, {"ready": True})


def test_engines_say_what_they_serve_and_how_they_are(http: httpx.Client) -> None:
    engines = http.get("/local/v1/engines").json()["engines"]

    assert {"name", "version", "license", "serves", "state", "resident_bytes", "messages"} == set(engines[0])
    assert {"Apertium", "LingoTweaker", "Harper"} <= {each["name"] for each in engines}


def test_pairs_are_those_that_texts_are_translated_in(http: httpx.Client) -> None:
    pairs = http.get("/local/v1/pairs").json()["pairs"]
    listed = http.get("/v3/languages?resource=translate_text").json()

    assert {each["source_lang"] for each in pairs} == {each["lang"] for each in listed if each["usable_as_source"]}
    assert {each["target_lang"] for each in pairs} <= {each["lang"] for each in listed if each["usable_as_target"]}


def test_a_confirmed_translation_is_known_after_a_restart(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as service, http_client(service) as http:
        confirm(http, "EN", "de", Moon="Mond")
        confirm(http, "en", "DE", Moon="Der Mond")

    with running_service(data=tmp_path) as service, http_client(service) as http:
        body = {"text": "Moon", "source_lang": "en", "target_lang": "de"}
        answer = http.post("/v2/translate", json=body)

    assert answer.json()["translations"][0]["text"] == "Der Mond"


def test_a_confirmed_text_is_known_whole_and_its_sentences_are_offered_after_a_restart(tmp_path: Path) -> None:
    text, translation = "It rains today. We stay at home.", "Heute regnet es. Wir bleiben daheim."
    with running_service(data=tmp_path) as service, http_client(service) as http:
        confirm(http, "en-GB", "de", **{text: translation, "Moon. Sun.": "Mond und Sonne."})
        at_once = [translated(http, each) for each in (text, "Moon. Sun.")]

    with running_service(data=tmp_path) as service, http_client(service) as http:
        later = [translated(http, each) for each in (text, "Moon. Sun.")]
        asked = {"source_lang": "en", "target_lang": "de", "text": "We stay at home."}
        [offered, *_] = http.post("/local/v1/memory/near-matches", json=asked).json()["near_matches"]
        other = http.post("/v2/translate", json=asked)

    assert at_once == later == [translation, "Mond und Sonne."]
    assert (offered["target"], offered["similarity"]) == ("Wir bleiben daheim.", 1)
    assert other.status_code == 400


def translated(http: httpx.Client, text: str) -> str:
    answer = http.post("/v2/translate", json={"text": text, "source_lang": "en", "target_lang": "de"})
    return str(answer.json()["translations"][0]["text"])


def test_a_forgotten_memory_has_no_sentences_left_after_a_restart(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as service, http_client(service) as http:
        confirm(http, "en", "de", **{"Moon. Sun.": "Mond. Sonne."})
        [memory] = http.get("/v3/translation_memories").json()["translation_memories"]
        http.delete(f"/v3/translation_memories/{memory['translation_memory_id']}")

    with running_service(data=tmp_path) as service, http_client(service) as http:
        confirm(http, "en", "de", Star="Stern")
        answer = http.post("/v2/translate", json={"text": "Sun.", "source_lang": "en", "target_lang": "de"})

    assert answer.status_code == 400


def test_near_matches_are_offered_and_not_used(http: httpx.Client) -> None:
    source = "The customer may return the goods within the period of fourteen days."
    confirm(http, "en", "sl", **{source: "Kupec lahko vrne blago."})
    asked = {"source_lang": "en", "target_lang": "sl", "text": source.replace("may", "may not")}

    answer = http.post("/local/v1/memory/near-matches", json=asked)

    [match] = answer.json()["near_matches"]
    assert (match["source"], match["target"]) == (source, "Kupec lahko vrne blago.")
    assert 0.9 < match["similarity"] < 1


@pytest.mark.skipif(not (MODES / "eng-spa.mode").exists(), reason="the pair is not installed")
def test_the_words_of_a_translation_are_linked_with_those_of_its_text(http: httpx.Client) -> None:
    text = "The houses are big. I see the red car."
    asked = {"source_lang": "en", "target_lang": "es"}
    translation = http.post("/v2/translate", json={**asked, "text": [text]}).json()["translations"][0]["text"]

    answer = http.post("/local/v1/word-links", json={**asked, "text": text, "translation": translation})

    linked = [
        (text[each["source_start"] : each["source_end"]], translation[each["target_start"] : each["target_end"]])
        for each in answer.json()["word_links"]
    ]
    assert ("houses", "casas") in linked
    assert ("red", "rojo") in linked
    other = http.post("/local/v1/word-links", json={**asked, "text": text, "translation": "Nada."})
    assert other.json() == {"word_links": []}
    too_long = http.post("/local/v1/word-links", json={**asked, "text": "a" * 5_001, "translation": "b"})
    assert too_long.status_code == 400


@pytest.mark.skipif(not (MODES / "es-fr.mode").exists(), reason="the pair is not installed")
def test_words_are_linked_through_spanish(http: httpx.Client) -> None:
    text = "I see the red car."
    asked = {"source_lang": "en", "target_lang": "fr"}
    translation = http.post("/v2/translate", json={**asked, "text": [text]}).json()["translations"][0]["text"]

    found = http.post("/local/v1/word-links", json={**asked, "text": text, "translation": translation}).json()

    linked = {
        text[each["source_start"] : each["source_end"]]: translation[each["target_start"] : each["target_end"]]
        for each in found["word_links"]
    }
    assert (linked["car"], linked["red"]) == ("voiture", "rouge")


@pytest.mark.parametrize(
    "missing", [{"source": " "}, {"target": ""}, {"source_lang": ""}, {"target_lang": "ß"}, {"source": 5}]
)
def test_a_translation_with_something_missing_is_refused(http: httpx.Client, missing: dict[str, object]) -> None:
    whole = {"source_lang": "en", "target_lang": "de", "source": "Sun", "target": "Sonne"}

    answer = http.put("/local/v1/memory", json={**whole, **missing})

    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_a_draft_is_used_by_its_id_and_is_in_no_list() -> None:
    with running_service("--terms-only") as service, http_client(service) as http:
        draft = {"source_lang": "en", "target_lang": "de", "entries": "pump\tPumpe\n"}
        glossary_id = http.post("/local/v1/drafts", json=draft).json()["glossary_id"]
        body = {"text": ["The pump."], "source_lang": "en", "target_lang": "de", "glossary_id": glossary_id}
        answer = http.post("/v2/translate", json=body).json()
        other_pair = http.post("/v2/translate", json={**body, "target_lang": "es"})

        assert answer["translations"][0]["text"] == "The Pumpe."
        assert http.get("/v3/glossaries").json()["glossaries"] == []
        assert other_pair.status_code == 404


def test_a_lock_is_listed_with_its_glossary_until_it_is_taken_away_also_after_a_restart(tmp_path: Path) -> None:
    dictionary = {"source_lang": "en", "target_lang": "de", "entries": "house\tHaus", "entries_format": "tsv"}
    with running_service(data=tmp_path) as service, http_client(service) as http:
        made = http.post("/v3/glossaries", json={"name": "Ours", "dictionaries": [dictionary]}).json()
        lock = f"/local/v1/glossaries/{made['glossary_id']}/lock"
        assert "x_termdesk" not in http.get("/v3/glossaries").json()["glossaries"][0]
        assert http.put(lock).status_code == 204
        assert http.put("/local/v1/glossaries/unknown/lock").status_code == 404

    with running_service(data=tmp_path) as service, http_client(service) as http:
        [listed] = http.get("/v3/glossaries").json()["glossaries"]
        assert listed["x_termdesk"] == {"is_local_only": True}
        assert http.delete(lock).status_code == 204
        assert "x_termdesk" not in http.get("/v3/glossaries").json()["glossaries"][0]


def test_a_locked_glossary_is_not_used_if_an_engine_is_on_another_computer() -> None:
    dictionary = {"source_lang": "en", "target_lang": "de", "entries": "pump\tPumpe", "entries_format": "tsv"}
    # No engine answers there; the terms alone are enough for a translation.
    with (
        running_service("--terms-only", "--libretranslate", "http://translate.invalid:5000") as service,
        http_client(service) as http,
    ):
        made = http.post("/v3/glossaries", json={"name": "Ours", "dictionaries": [dictionary]}).json()
        lock = f"/local/v1/glossaries/{made['glossary_id']}/lock"
        draft = {"source_lang": "en", "target_lang": "de", "entries": "pump\tPumpe\n", "origin": made["glossary_id"]}
        draft_id = http.post("/local/v1/drafts", json=draft).json()["glossary_id"]
        pair = {"source_lang": "en", "target_lang": "de"}
        file = {"file": ("a.txt", b"The pump.")}

        def answers() -> list[int]:
            texts = [{"text": ["The pump."], **pair, "glossary_id": each} for each in (made["glossary_id"], draft_id)]
            document = http.post("/v2/document", data={**pair, "glossary_id": made["glossary_id"]}, files=file)
            translated = [http.post("/v2/translate", json=each) for each in texts]
            added = http.post("/local/v1/drafts", json=draft)
            return [each.status_code for each in (*translated, document, added)]

        assert answers() == [200, 200, 200, 201]
        http.put(lock)
        assert answers() == [400] * 4
        refused = http.post("/v2/translate", json={"text": ["The pump."], **pair, "glossary_id": draft_id}).json()
        assert "locked to this computer, so nothing was sent to translate.invalid:5000" in refused["message"]
        assert http.post("/v2/translate", json={"text": ["The pump."], **pair}).status_code == 200
        http.delete(lock)
        assert answers() == [200, 200, 200, 201]


def test_a_locked_glossary_is_used_if_every_engine_is_on_this_computer() -> None:
    dictionary = {"source_lang": "en", "target_lang": "de", "entries": "pump\tPumpe", "entries_format": "tsv"}
    with (
        running_service("--terms-only", "--libretranslate", "http://127.0.0.1:9") as service,
        http_client(service) as http,
    ):
        made = http.post("/v3/glossaries", json={"name": "Ours", "dictionaries": [dictionary]}).json()
        http.put(f"/local/v1/glossaries/{made['glossary_id']}/lock")
        body = {"text": ["The pump."], "source_lang": "en", "target_lang": "de", "glossary_id": made["glossary_id"]}

        assert http.post("/v2/translate", json=body).json()["translations"][0]["text"] == "The Pumpe."
