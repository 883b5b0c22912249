"""`/v2/write/rephrase` and `/v2/write/correct` over HTTP, with the engines of the base installation."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from support.service_calls import MakeGlossary

WRONG = "He go to school every days."


def ask(http: httpx.Client, *texts: str, path: str = "correct", target: str = "en-US", **more: Any) -> httpx.Response:
    return http.post(f"/v2/write/{path}", json={"text": list(texts), "target_lang": target, **more})


@pytest.mark.parametrize("path", ["correct", "rephrase"])
def test_texts_are_improved_in_order(http: httpx.Client, path: str) -> None:
    answer = ask(http, WRONG, "This is fine.", path=path)

    improvements = answer.json()["improvements"]
    assert [each["text"] for each in improvements] == ["He goes to school every day.", "This is fine."]
    assert improvements[0]["target_language"] == "en-US"
    assert improvements[0]["detected_source_language"] == "en"
    assert "LingoTweaker" in answer.headers["X-Termdesk-Engine"]


def test_words_of_the_accounts_glossaries_are_left_alone(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    text = "We recieve letters."
    before = ask(http, text).json()["improvements"][0]["text"]
    make_glossary("Recieve\tx\n")

    after = ask(http, text).json()["improvements"][0]["text"]

    assert before == "We receive letters."
    assert after == text


def test_improving_counts_code_points_of_the_texts(own_http: httpx.Client) -> None:
    items = ask(own_http, "It is 🏛.", "Yes.").json()["improvements"]

    assert [each["x_termdesk"]["billed_characters"] for each in items] == [8, 4]
    products = own_http.get("/v2/usage").json()["products"]
    assert {each["product_type"]: each["account_unit_count"] for each in products} == {"translate": 0, "write": 12}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"writing_style": "business", "tone": "friendly"}, "cannot be used together"),
        ({"writing_style": "business"}, "do not support"),
        ({"tone": "friendly"}, "do not support"),
        ({"writing_style": "pompous"}, "'pompous'"),
        ({"tone": "prefer_loud"}, "'prefer_loud'"),
    ],
)
def test_style_and_tone_are_refused_in_words(http: httpx.Client, more: dict[str, str], words: str) -> None:
    answer = ask(http, "This is fine.", path="rephrase", **more)

    assert answer.status_code == 400
    assert words in answer.json()["detail"]


@pytest.mark.parametrize("more", [{"writing_style": "prefer_business"}, {"tone": "default"}])
def test_a_style_that_is_only_preferred_may_fall_back(http: httpx.Client, more: dict[str, str]) -> None:
    assert ask(http, "This is fine.", path="rephrase", **more).status_code == 200


@pytest.mark.parametrize("more", [{"writing_style": "default"}, {"tone": "prefer_friendly"}])
def test_correcting_takes_neither_style_nor_tone(http: httpx.Client, more: dict[str, str]) -> None:
    assert ask(http, "This is fine.", **more).status_code == 400


def test_a_text_in_another_language_is_refused(http: httpx.Client) -> None:
    answer = ask(http, "Das ist ganz gewiss ein deutscher Satz und kein anderer.")

    assert answer.status_code == 400
    assert "'de'" in answer.json()["detail"]


def test_a_text_in_a_language_without_an_engine_is_refused_with_those_that_have_one(http: httpx.Client) -> None:
    answer = ask(http, "ลงนามในสัญญาเมื่อวานนี้")

    assert answer.status_code == 400
    detail = answer.json()["detail"]
    assert detail.startswith("The text is in 'th', which cannot be improved here. Languages that can be improved here:")
    assert "en-GB, en-US" in detail


@pytest.mark.parametrize(("target", "words"), [("th", "en-GB, en-US"), ("EN-au", "'en-AU'"), ("", "missing")])
def test_a_language_that_is_not_served_is_refused_with_those_that_are(
    http: httpx.Client, target: str, words: str
) -> None:
    answer = ask(http, "This is fine.", target=target)

    assert answer.status_code == 400
    assert words in answer.json()["detail"]
    # No rules can be installed for these languages.
    assert "pip install" not in answer.json()["detail"]


@pytest.mark.parametrize(("target", "served"), [("EN", "en-US"), ("pt", "pt-PT"), ("zh-hans", "zh-Hans")])
def test_a_language_without_a_region_means_one_of_its_variants(http: httpx.Client, target: str, served: str) -> None:
    text = {"en-US": "It is fine.", "pt-PT": "Tudo bem.", "zh-Hans": "很好。"}[served]

    improvement = ask(http, text, target=target).json()["improvements"][0]

    assert improvement["target_language"] == served
    assert improvement["text"] == text


def test_the_vendors_dialect_may_leave_the_target_language_out(vendor_http: httpx.Client) -> None:
    text = "This is certainly an English sentence and it are wrong."

    answer = vendor_http.post("/v2/write/correct", json={"text": [text]})
    unsure = vendor_http.post("/v2/write/correct", json={"text": ["12345"]})

    assert answer.json()["improvements"][0]["target_language"] == "en-US"
    assert unsure.status_code == 400
    assert "could not be detected" in unsure.json()["detail"]


def test_traditional_characters_become_simplified_where_that_is_asked_for(http: httpx.Client) -> None:
    answer = ask(http, "軟體的印表機設定", target="zh-Hans")

    assert answer.json()["improvements"][0]["text"] == "软件的打印机设置"
    assert "OpenCC" in answer.headers["X-Termdesk-Engine"]


def test_a_short_text_in_a_script_of_another_language_is_refused(http: httpx.Client) -> None:
    answer = ask(http, "こんにちは、元気？")

    assert answer.status_code == 400
    assert "'ja'" in answer.json()["detail"]


def test_terms_of_several_words_are_left_alone(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    text = "We could of known."
    before = ask(http, text).json()["improvements"][0]["text"]
    make_glossary("x\tcould of\n")

    after = ask(http, text).json()["improvements"][0]["text"]

    assert before == "We could have known."
    assert after == text


def test_the_target_language_is_needed(http: httpx.Client) -> None:
    answer = http.post("/v2/write/correct", json={"text": ["This is fine."]})

    assert answer.status_code == 400
    assert "target_lang" in answer.json()["detail"]


@pytest.mark.parametrize("form", [{"text": ["This is fine."], "target_lang": "en-GB"}])
def test_a_form_is_taken_as_well(http: httpx.Client, form: dict[str, Any]) -> None:
    assert http.post("/v2/write/correct", data=form).json()["improvements"][0]["text"] == "This is fine."


def test_a_request_of_10240_bytes_is_taken_and_one_byte_more_is_not(http: httpx.Client) -> None:
    frame = b'{"target_lang":"en-GB","text":["%s"]}'
    room = 10_240 - len(frame) + 2

    def send(size: int) -> int:
        body = frame % b"Fine.".ljust(size)
        return http.post("/v2/write/correct", content=body, headers={"Content-Type": "application/json"}).status_code

    # The rules are loaded for the first text, which takes long on a busy computer.
    assert send(len("Fine. ")) == 200
    assert send(room + 1) == 413
    assert send(room) == 200
