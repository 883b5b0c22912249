"""Faults that the service produces on request."""

from __future__ import annotations

import time
from typing import Any

import deepl
import httpx
import pytest

from support.running_service import RunningService
from support.service_calls import confirm, dictionary, glossary_of

GLOSSARY = glossary_of(dictionary("house\tcasa\n"))


def rehearse(http: httpx.Client, *faults: dict[str, Any], **plan: Any) -> None:
    answer = http.put("/local/v1/rehearsal", json={"faults": list(faults), **plan})
    assert answer.status_code == 200, answer.text


def test_the_next_requests_of_a_family_get_the_status(own_http: httpx.Client) -> None:
    rehearse(own_http, {"family": "glossaries", "next": 2, "status": 429, "retry_after": 7})

    usage = own_http.get("/v2/usage")
    answers = [own_http.get("/v3/glossaries") for _ in range(3)]

    assert [each.status_code for each in answers] == [429, 429, 200]
    assert answers[0].headers["Retry-After"] == "7"
    assert answers[0].headers["X-Trace-ID"]
    assert usage.status_code == 200


def test_every_answer_says_that_it_is_a_rehearsal_until_it_ends(own_http: httpx.Client) -> None:
    rehearse(own_http)
    during = own_http.get("/v2/usage")
    ended = own_http.delete("/local/v1/rehearsal")
    after = own_http.get("/v2/usage")

    assert during.headers["X-Termdesk-Rehearsal"] == "on"
    assert ended.status_code == 204
    assert "X-Termdesk-Rehearsal" not in after.headers


def test_a_method_can_be_chosen_and_what_is_left_is_told(own_http: httpx.Client) -> None:
    rehearse(own_http, {"method": "POST", "status": 503})

    listed = own_http.get("/v3/glossaries")
    made = own_http.post("/v3/glossaries", json=GLOSSARY)

    assert (listed.status_code, made.status_code) == (200, 503)
    assert own_http.get("/local/v1/rehearsal").json()["faults"][0]["next"] == 0


def test_an_answer_is_delayed(own_http: httpx.Client) -> None:
    rehearse(own_http, {"delay_seconds": 0.3})

    begin = time.monotonic()
    answer = own_http.get("/v3/glossaries")

    assert answer.status_code == 200
    assert time.monotonic() - begin >= 0.3


def test_an_answer_is_rubbish(own_http: httpx.Client) -> None:
    rehearse(own_http, {"status": 200, "body": "<html>Welcome to the hotel</html>"})

    assert own_http.get("/v3/glossaries").text == "<html>Welcome to the hotel</html>"


def test_an_answer_is_cut(own_http: httpx.Client) -> None:
    rehearse(own_http, {"cut_after_bytes": 5})

    with pytest.raises(httpx.RemoteProtocolError):
        own_http.get("/v3/glossaries")
    assert own_http.get("/v3/glossaries").status_code == 200


def test_a_connection_is_reset_before_anything_is_done(own_http: httpx.Client) -> None:
    rehearse(own_http, {"family": "glossaries", "reset": True})

    with pytest.raises(httpx.TransportError):
        own_http.post("/v3/glossaries", json=GLOSSARY)
    assert own_http.get("/v3/glossaries").json() == {"glossaries": []}


def test_an_answer_is_lost_after_all_was_done(own_http: httpx.Client) -> None:
    rehearse(own_http, {"family": "glossaries", "reset": True, "is_done": True})

    with pytest.raises(httpx.TransportError):
        own_http.post("/v3/glossaries", json=GLOSSARY)
    assert len(own_http.get("/v3/glossaries").json()["glossaries"]) == 1


def test_a_character_limit_holds_while_it_is_rehearsed(own_http: httpx.Client) -> None:
    confirm(own_http, "en", "de", Good_night="Gute Nacht")
    body = {"text": ["Good night"], "source_lang": "en", "target_lang": "de"}
    rehearse(own_http, character_limit=5)

    limited = own_http.post("/v2/translate", json=body)
    limit = own_http.get("/v2/usage").json()["character_limit"]
    own_http.delete("/local/v1/rehearsal")

    assert (limited.status_code, limit) == (456, 5)
    assert own_http.post("/v2/translate", json=body).status_code == 200


def test_a_plan_with_a_misspelt_field_is_refused(own_http: httpx.Client) -> None:
    answer = own_http.put("/local/v1/rehearsal", json={"faults": [{"statsu": 500}]})

    assert answer.status_code == 400
    assert "statsu" in answer.json()["detail"]


def test_the_official_client_tries_again(own_service: RunningService, own_http: httpx.Client) -> None:
    rehearse(own_http, {"status": 503, "next": 1}, {"status": 429, "next": 1}, {"reset": True, "next": 1})
    client = deepl.DeepLClient(own_service.key, server_url=own_service.url, send_platform_info=False)

    listed = client.list_multilingual_glossaries()
    left = [fault["next"] for fault in own_http.get("/local/v1/rehearsal").json()["faults"]]
    client.close()

    assert (listed, left) == ([], [0, 0, 0])
