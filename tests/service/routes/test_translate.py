"""`/v2/translate` over HTTP. Confirmed translations replace engines where only the route is tested."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import httpx
import pytest

from support.running_service import running_service
from support.service_calls import MakeGlossary, confirm, dictionary, glossary_of, http_client

needs_apertium = pytest.mark.skipif(
    not (shutil.which("apertium") and shutil.which("lt-proc")), reason="Apertium is not installed on this system"
)


@pytest.fixture
def taught(http: httpx.Client) -> httpx.Client:
    """A client of a service with two confirmed sentences from English to German, a pair that no engine has."""
    confirm(http, "en", "de", Good_morning="Guten Morgen", Good_night="Gute Nacht")
    return http


@pytest.fixture(scope="module")
def terms_only() -> Iterator[httpx.Client]:
    """A client of a service that places terms in every pair. It loads the word list of French only once."""
    with running_service("--terms-only") as service, http_client(service) as http:
        yield http


def ask(http: httpx.Client, *texts: str, source: str | None = "en", target: str = "de", **more: Any) -> httpx.Response:
    body = {"text": list(texts), "target_lang": target, **more}
    return http.post("/v2/translate", json=body | ({"source_lang": source} if source else {}))


# Results


def test_texts_are_answered_in_order(taught: httpx.Client) -> None:
    answer = ask(taught, "Good night", "Good morning")

    assert [each["text"] for each in answer.json()["translations"]] == ["Gute Nacht", "Guten Morgen"]


def test_one_text_may_come_without_a_list(taught: httpx.Client) -> None:
    answer = taught.post("/v2/translate", json={"text": "Good night", "source_lang": "EN", "target_lang": "DE"})

    assert [each["text"] for each in answer.json()["translations"]] == ["Gute Nacht"]


def test_a_form_is_taken_as_well(taught: httpx.Client) -> None:
    form = {"text": ["Good night", "Good morning"], "source_lang": "en", "target_lang": "de"}

    answer = taught.post("/v2/translate", data={**form, "show_billed_characters": "1"})

    assert [each["text"] for each in answer.json()["translations"]] == ["Gute Nacht", "Guten Morgen"]
    assert answer.json()["billed_characters"] == 22


@pytest.mark.parametrize("name", ["text", "source_lang"])
def test_parameters_in_the_query_are_not_read(taught: httpx.Client, name: str) -> None:
    answer = taught.post("/v2/translate?text=Good+night&source_lang=en&target_lang=de", json={name: "en"})

    assert answer.status_code == 400


def test_the_engine_and_its_coverage_are_named(taught: httpx.Client) -> None:
    answer = ask(taught, "Good night")

    assert answer.headers["X-Termdesk-Engine"] == "confirmed translation"
    assert answer.headers["X-Termdesk-Coverage"] == "1.000"
    report = answer.json()["translations"][0]["x_termdesk"]
    assert report == {
        "engines": ["confirmed translation"],
        "coverage": 1.0,
        "terms_placed": [],
        "terms_missed": [],
        "terms_uncertain": [],
    }


def test_the_detected_language_is_upper_case_in_the_vendors_dialect(
    taught: httpx.Client, vendor_http: httpx.Client
) -> None:
    ours, vendors = ask(taught, "Good night"), ask(vendor_http, "Good night")

    assert ours.json()["translations"][0]["detected_source_language"] == "en"
    assert vendors.json()["translations"][0]["detected_source_language"] == "EN"


def test_the_source_language_is_detected(http: httpx.Client) -> None:
    sentence = "This sentence is certainly written in the English language."
    confirm(http, "en", "de", **{sentence: "Dieser Satz ist sicher englisch."})

    answer = ask(http, sentence, source=None)

    assert answer.json()["translations"][0]["detected_source_language"] == "en"


@needs_apertium
@pytest.mark.parametrize("text", ["proton beam", "contract", "Reload"])
def test_of_a_doubtful_text_the_most_probable_served_language_is_taken(http: httpx.Client, text: str) -> None:
    answer = ask(http, text, source=None, target="es")

    assert answer.json()["translations"][0]["detected_source_language"] == "en"


def test_numbers_and_empty_texts_take_the_language_of_the_others(http: httpx.Client) -> None:
    sentence = "This sentence is certainly written in the English language."
    confirm(http, "en", "de", **{sentence: "Dieser Satz ist sicher englisch."})

    answer = ask(http, "12", sentence, "", "{name}", source=None)

    items = answer.json()["translations"]
    assert [each["text"] for each in items] == ["12", "Dieser Satz ist sicher englisch.", "", "{name}"]
    assert {each["detected_source_language"] for each in items} == {"en"}


@pytest.mark.parametrize("target", ["es", "de", "fi"])
def test_texts_without_words_pass_through(http: httpx.Client, target: str) -> None:
    texts = ["12345", "", "3.5 × 10⁴ €", "{name}", "https://example.org/"]

    answer = ask(http, *texts, source=None, target=target)

    items = answer.json()["translations"]
    assert [each["text"] for each in items] == texts
    assert all(each["x_termdesk"]["engines"] == [] for each in items)


def test_markup_without_words_passes_through(http: httpx.Client) -> None:
    answer = ask(http, "<p>12<br/></p>", source=None, tag_handling="html")

    assert answer.json()["translations"][0]["text"] == "<p>12<br/></p>"


def test_context_is_taken_and_said_to_be_unused(taught: httpx.Client) -> None:
    answer = ask(taught, "Good night", context="Said at bedtime.", show_billed_characters=True)

    assert answer.headers["X-Termdesk-Unused"] == "context"
    assert answer.json()["billed_characters"] == 10


@needs_apertium
def test_apertium_translates_with_the_terms_of_a_glossary(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("house\tmorada\n")

    answer = ask(http, "The house is big.", target="es", glossary_id=glossary_id)

    assert "morada" in answer.json()["translations"][0]["text"]
    assert answer.headers["X-Termdesk-Engine"] == "Apertium en-es"


@needs_apertium
def test_a_glossary_that_changed_is_used_as_it_is_now(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("house\tmorada\n")
    ask(http, "The house is big.", target="es", glossary_id=glossary_id)

    http.put(f"/v3/glossaries/{glossary_id}/dictionaries", json=dictionary("house\tdomicilio\n"))
    answer = ask(http, "The house is big.", target="es", glossary_id=glossary_id)

    assert "domicilio" in answer.json()["translations"][0]["text"]


@needs_apertium
def test_of_several_glossaries_the_first_wins(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    ids = [make_glossary("house\tmorada\n"), make_glossary("house\tdomicilio\nbig\tgrandote\n")]

    text = ask(http, "The house is big.", target="es", glossary_ids=ids).json()["translations"][0]["text"]

    assert "morada" in text
    assert "grandote" in text


@needs_apertium
def test_terms_that_could_not_be_placed_are_named(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    words = [f"Ziffer{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(60)]
    glossary_id = make_glossary("".join(f"{word}\tX{word}ü\n" for word in words))

    answer = ask(http, f"We have {', '.join(words)}.", target="es", glossary_id=glossary_id)

    missed = answer.json()["translations"][0]["x_termdesk"]["terms_missed"]
    header = answer.headers.get("X-Termdesk-Terms-Missed", "")
    assert [unquote(each) for each in header.split(",") if each] == missed[:20]
    text = answer.json()["translations"][0]["text"]
    assert all(f"X{word}ü" in text for word in words if word not in missed)


@pytest.mark.parametrize("term", ["café", "cafe\u0301"])
@pytest.mark.parametrize("written", ["café", "cafe\u0301"])
def test_terms_are_placed_in_whatever_form_their_accents_are_written(
    terms_only: httpx.Client, term: str, written: str
) -> None:
    body = glossary_of(dictionary(f"{term}\tKaffee\n", source="fr", target="de"))
    glossary_id = terms_only.post("/v3/glossaries", json=body).json()["glossary_id"]

    answer = ask(terms_only, f"Un {written}, deux {written}s.", source="fr", glossary_id=glossary_id)

    [item] = answer.json()["translations"]
    assert item["text"] == "Un Kaffee, deux Kaffee."
    assert item["x_termdesk"]["terms_placed"] == [term]


def test_a_term_without_accent_leaves_an_accented_word_alone(terms_only: httpx.Client) -> None:
    body = glossary_of(dictionary("cafe\tCafeteria\n", source="fr", target="de"))
    glossary_id = terms_only.post("/v3/glossaries", json=body).json()["glossary_id"]

    answer = ask(terms_only, "Un cafe\u0301 noir.", source="fr", glossary_id=glossary_id)

    assert answer.json()["translations"][0]["text"] == "Un cafe\u0301 noir."


@needs_apertium
@pytest.mark.parametrize(
    "part", ["{name}", "%(name)s", "${user_name}", r"C:\house\open.txt", '{<x id="1"/>name}', "%1$s", "{0}", "{{open}}"]
)
def test_placeholders_are_not_translated(http: httpx.Client, part: str) -> None:
    texts = [part, f"The house of {part} is big.", f"{part} is the name of the house."]

    answer = ask(http, *texts, target="es").json()["translations"]

    assert answer[0]["text"] == part
    assert [each["text"].count(part) for each in answer] == [1, 1, 1]
    assert answer[1]["text"] == f"La casa de {part} es grande."
    assert answer[2]["text"] == f"{part} es el nombre de la casa."


# Billing


def test_billed_characters_are_code_points_in_both_places(http: httpx.Client) -> None:
    texts = ["naïve 🏛", "👩‍👩‍👧"]
    confirm(http, "en", "de", **dict.fromkeys(texts, "x"))

    body = ask(http, *texts, show_billed_characters=True).json()

    assert [each["billed_characters"] for each in body["translations"]] == [7, 5]
    assert body["billed_characters"] == 12


def test_billed_characters_are_told_only_when_asked_for(taught: httpx.Client) -> None:
    body = ask(taught, "Good night").json()

    assert "billed_characters" not in body
    assert "billed_characters" not in body["translations"][0]


def test_a_full_quota_answers_456_and_costs_nothing() -> None:
    with running_service("--character-limit", "15") as limited, http_client(limited) as http:
        confirm(http, "en", "de", Good_morning="Guten Morgen", Moon="Mond")

        first = ask(http, "Good morning")
        refused = ask(http, "Moon")
        used = http.get("/v2/usage").json()

    assert first.status_code == 200
    assert refused.status_code == 456
    assert "15 characters" in refused.json()["detail"]
    assert (used["character_count"], used["character_limit"]) == (12, 15)


def test_the_last_character_of_the_quota_can_be_used() -> None:
    with running_service("--character-limit", "12") as limited, http_client(limited) as http:
        confirm(http, "en", "de", Good_morning="Guten Morgen")

        assert ask(http, "Good morning").status_code == 200
        assert ask(http, "Good morning").status_code == 456


# Rejections


def test_a_pair_without_an_engine_is_refused_in_words(http: httpx.Client) -> None:
    answer = ask(http, "Nobody confirmed this.", target="fi")

    assert answer.status_code == 400
    assert "from en to fi" in answer.json()["detail"]


@pytest.mark.parametrize("number", [0, 51])
def test_one_to_fifty_texts_are_taken(http: httpx.Client, number: int) -> None:
    assert ask(http, *["Good night"] * number).status_code == 400


def test_fifty_texts_are_taken(taught: httpx.Client) -> None:
    assert len(ask(taught, *["Good night"] * 50).json()["translations"]) == 50


def test_a_glossary_needs_the_source_language(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    answer = ask(http, "Good night", source=None, glossary_id=make_glossary())

    assert answer.status_code == 400
    assert "needs source_lang" in answer.json()["detail"]


def test_an_unknown_glossary_is_404(http: httpx.Client) -> None:
    assert ask(http, "Good night", glossary_id="nothing").status_code == 404


def test_a_glossary_without_the_pair_is_refused_and_named(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    answer = ask(http, "Good night", target="pt-BR", glossary_id=make_glossary())

    assert answer.status_code == 400
    assert "en to pt (asked for en to pt-BR)" in answer.json()["detail"]


def test_the_glossary_of_the_root_serves_a_variant(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    confirm(http, "en", "pt-BR", Good_night="Boa noite")

    answer = ask(http, "Good night", target="pt-BR", glossary_id=make_glossary(target="pt"))

    assert answer.json()["translations"][0]["text"] == "Boa noite"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("formality", "more"),
        ("formality", "less"),
        ("model_type", "best"),
        ("split_sentences", "2"),
        ("style_id", "b3f4"),
        ("custom_instructions", ["Use short sentences."]),
        ("tag_handling", "json"),
        ("tag_handling_version", "v3"),
    ],
)
def test_what_cannot_be_honored_is_refused_by_name(taught: httpx.Client, name: str, value: object) -> None:
    answer = ask(taught, "Good night", **{name: value})

    assert answer.status_code == 400
    assert f"'{name}'" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("formality", "default"),
        ("formality", "prefer_more"),
        ("model_type", "latency_optimized"),
        ("split_sentences", "0"),
        ("split_sentences", "1"),
        ("split_sentences", "nonewlines"),
        ("preserve_formatting", True),
        ("enable_beta_languages", True),
        ("something_new", {"unknown": [1]}),
    ],
)
def test_what_asks_for_nothing_special_is_taken(taught: httpx.Client, name: str, value: object) -> None:
    assert ask(taught, "Good night", **{name: value}).status_code == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tag_handling_version", "v2"),
        ("splitting_tags", ["p"]),
        ("non_splitting_tags", ["b"]),
        ("ignore_tags", ["x"]),
        ("outline_detection", False),
    ],
)
def test_what_belongs_to_tag_handling_is_said_to_be_unused_without_it(
    taught: httpx.Client, name: str, value: object
) -> None:
    answer = ask(taught, "Good night", **{name: value})

    assert answer.status_code == 200
    assert answer.headers["X-Termdesk-Unused"] == name


def test_sentences_are_split_as_asked_for(taught: httpx.Client) -> None:
    text = "Good morning\nGood night"

    assert ask(taught, text).json()["translations"][0]["text"] == "Guten Morgen\nGute Nacht"
    # As a single sentence it is not confirmed, and no engine has the pair.
    assert ask(taught, text, split_sentences="nonewlines").status_code == 400
    assert ask(taught, text, split_sentences="0").status_code == 400


def test_two_ways_to_name_glossaries_exclude_each_other(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    one = make_glossary(target="de")

    assert ask(http, "Good night", glossary_id=one, glossary_ids=[one]).status_code == 400
    assert ask(http, "Good night", glossary_ids=[one] * 6).status_code == 400


@pytest.mark.parametrize("body", [{}, {"text": "x"}, {"target_lang": "de"}, {"text": 5, "target_lang": "de"}])
def test_a_body_without_what_is_needed_is_refused(http: httpx.Client, body: dict[str, object]) -> None:
    answer = http.post("/v2/translate", json=body)

    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_a_language_that_nobody_can_tell_is_refused(http: httpx.Client) -> None:
    answer = ask(http, "Բարեւ", source=None)

    assert answer.status_code == 400
    assert "source_lang" in answer.json()["detail"]


def test_it_is_post_only(http: httpx.Client) -> None:
    assert http.get("/v2/translate?text=a&target_lang=de").status_code == 405


# Requests as the vendor's clients send them


def test_a_target_that_is_no_language_is_named_before_anything_else(http: httpx.Client) -> None:
    body = {"text": ["a"] * 60, "target_lang": "xx", "glossary_id": "x", "style_id": "y"}

    answer = http.post("/v2/translate", json=body)

    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("Value for 'target_lang' not supported: 'xx'")


def test_who_asks_for_the_other_kind_of_model_is_served_and_told(http: httpx.Client) -> None:
    confirm(http, "en", "fi", Good_night="Hyvää yötä")
    body = {"text": ["Good night"], "source_lang": "en", "target_lang": "fi", "model_type": "quality_optimized"}

    answer = http.post("/v2/translate", json=body)

    assert answer.status_code == 200, answer.text
    assert answer.json()["translations"][0]["model_type_used"] == "latency_optimized"
    assert "model_type" in answer.headers["X-Termdesk-Unused"].split(",")


def test_a_source_with_a_region_is_answered_with_its_language(http: httpx.Client) -> None:
    confirm(http, "en", "fi", Good_night="Hyvää yötä")
    body = {"text": ["Good night"], "source_lang": "en-GB", "target_lang": "fi"}

    answer = http.post("/v2/translate", json=body)

    assert answer.json()["translations"][0]["detected_source_language"] == "en"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/v3/glossaries/x/entries", {"GET", "HEAD"}),
        ("POST", "/v3/glossaries/x", {"GET", "HEAD", "PATCH", "DELETE"}),
        ("PUT", "/v3/glossaries", {"GET", "HEAD", "POST"}),
        ("OPTIONS", "/v3/glossaries", {"GET", "HEAD", "POST"}),
    ],
)
def test_another_method_is_refused_with_all_that_the_path_takes(
    http: httpx.Client, method: str, path: str, allowed: set[str]
) -> None:
    answer = http.request(method, path)

    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == allowed
