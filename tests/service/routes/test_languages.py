"""The language lists over HTTP: the service accepts everything that it lists."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from support.service_calls import dictionary


def languages(http: httpx.Client, resource: str) -> dict[str, dict[str, Any]]:
    answer = http.get("/v3/languages", params={"resource": resource})
    assert answer.status_code == 200, answer.text
    return {each["lang"]: each for each in answer.json()}


def test_glossaries_have_the_33_languages_of_the_specification(http: httpx.Client) -> None:
    found = languages(http, "glossary")

    assert len(found) == 33
    assert {"en", "th", "zh", "he"} < set(found)
    assert found["hu"] == {
        "lang": "hu",
        "name": "Hungarian",
        "usable_as_source": True,
        "usable_as_target": True,
        "status": "stable",
        "features": {},
    }


def test_every_listed_translation_is_served(http: httpx.Client) -> None:
    found = languages(http, "translate_text")

    sources = [code for code, each in found.items() if each["usable_as_source"]]
    targets = [code for code, each in found.items() if each["usable_as_target"]]
    for target in targets:
        answers = [
            http.post("/v2/translate", json={"text": "x", "source_lang": source, "target_lang": target})
            for source in sources
            if source != target.partition("-")[0]
        ]
        assert 200 in [answer.status_code for answer in answers], target
    assert all(each["features"]["glossary"] == {"status": "stable"} for each in found.values())


def test_regions_that_are_translated_into_when_asked_are_listed_as_targets(http: httpx.Client) -> None:
    found = languages(http, "translate_text")

    for whole, regions in (("en", ("en-GB", "en-US")), ("pt", ("pt-BR", "pt-PT"))):
        is_target = whole in found and found[whole]["usable_as_target"]
        for region in regions:
            assert (region in found) is is_target
            assert not is_target or (found[region]["usable_as_source"], found[region]["usable_as_target"]) == (
                False,
                True,
            )
    assert "zh-Hant" not in found or found["zh-Hant"]["usable_as_source"], "a script is no region"


def test_no_feature_is_announced_that_no_language_has(http: httpx.Client) -> None:
    announced = {each["name"]: each["features"] for each in http.get("/v3/languages/resources").json()}

    for resource, features in announced.items():
        served = {feature for each in languages(http, resource).values() for feature in each["features"]}
        assert {each["name"] for each in features} == served


def test_every_listed_improvement_is_served(http: httpx.Client) -> None:
    found = languages(http, "write")

    assert {"en-GB", "en-US"} <= set(found)
    for code in ("en-GB", "en-US"):
        body = {"text": "Fine.", "target_lang": code}
        assert http.post("/v2/write/correct", json=body).status_code == 200
        assert "tone" not in found[code]["features"]


def test_documents_are_translated_between_the_same_languages_as_texts(http: httpx.Client) -> None:
    texts, documents = languages(http, "translate_text"), languages(http, "translate_document")

    assert set(texts) == set(documents)
    for code, record in documents.items():
        assert {**record["features"], "tag_handling": {"status": "stable"}} == texts[code]["features"]


@pytest.mark.parametrize("resource", ["voice", "style_rules", "translation_memory"])
def test_what_is_not_served_has_no_languages(http: httpx.Client, resource: str) -> None:
    assert languages(http, resource) == {}


@pytest.mark.parametrize("query", ["", "?resource=", "?resource=Glossary", "?product=write"])
def test_an_unknown_resource_is_refused_with_those_that_are_known(http: httpx.Client, query: str) -> None:
    answer = http.get(f"/v3/languages{query}")

    assert answer.status_code == 400
    assert "translate_text" in answer.json()["detail"]


def test_the_new_list_takes_no_post(http: httpx.Client) -> None:
    assert http.post("/v3/languages?resource=write").status_code == 405


def test_resources_say_which_side_needs_a_feature(http: httpx.Client) -> None:
    found = {each["name"]: each["features"] for each in http.get("/v3/languages/resources").json()}

    assert {"name": "glossary", "needs_source_support": True, "needs_target_support": True} in found["translate_text"]
    assert {"translate_text", "translate_document", "glossary", "write"} == set(found)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_old_list_has_upper_case_codes_and_formality_of_targets(http: httpx.Client, method: str) -> None:
    sources = http.request(method, "/v2/languages").json()
    targets = http.request(method, "/v2/languages?type=target").json()

    assert all(each["language"] == each["language"].upper() for each in sources + targets)
    assert all("supports_formality" not in each for each in sources)
    assert all(each["supports_formality"] is False for each in targets)


@pytest.mark.parametrize("form", ["data", "json"])
def test_the_old_list_takes_its_type_from_a_body(http: httpx.Client, form: str) -> None:
    answer = http.request("POST", "/v2/languages", **{form: {"type": "target"}})  # type: ignore[arg-type]  # either

    assert answer.json() == http.get("/v2/languages?type=target").json()


def test_the_old_list_refuses_other_types(http: httpx.Client) -> None:
    assert http.get("/v2/languages?type=both").status_code == 400


def test_every_glossary_pair_of_the_old_list_can_be_made(http: httpx.Client) -> None:
    pairs = http.get("/v2/glossary-language-pairs").json()["supported_languages"]

    last = pairs[-1]
    sent = dictionary("a\tb\n", source=last["source_lang"], target=last["target_lang"])
    answer = http.post("/v3/glossaries", json={"name": "Pair", "dictionaries": [sent]})

    assert len(pairs) == 33 * 32
    assert answer.status_code == 201
    http.delete(f"/v3/glossaries/{answer.json()['glossary_id']}")


def test_an_improvement_that_is_announced_for_detection_needs_no_target(
    http: httpx.Client, vendor_http: httpx.Client
) -> None:
    announced = {code for code, each in languages(http, "write").items() if "auto_detection" in each["features"]}

    answers = {text: vendor_http.post("/v2/write/correct", json={"text": text}).json() for text in ("Good night", "12")}

    assert "en-US" in announced
    assert "en-GB" not in announced
    assert answers["Good night"]["improvements"][0]["target_language"] == "en-US"
    assert "could not be detected" in answers["12"]["detail"]
