"""`/v2/translate` with tag handling, over HTTP."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from support.campaign import not_hanging
from support.running_service import RunningService
from support.service_calls import MakeGlossary, confirm, http_client

needs_apertium = pytest.mark.skipif(not shutil.which("lt-proc"), reason="Apertium is not installed on this system")


@pytest.fixture
def taught(service: RunningService) -> Iterator[httpx.Client]:
    """A client of a service with confirmed phrases from English to Finnish, a pair that no engine has."""
    with http_client(service) as client:
        phrases = {"Good morning": "Huomenta", "Good night": "Hyvää yötä", "Good": "Hyvää", "night": "yötä"}
        confirm(client, "en", "fi", **phrases)
        yield client


def ask(http: httpx.Client, *texts: str, kind: str = "xml", target: str = "fi", **more: Any) -> httpx.Response:
    body = {"text": list(texts), "source_lang": "en", "target_lang": target, "tag_handling": kind, **more}
    return http.post("/v2/translate", json=body)


def text_of(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    return str(answer.json()["translations"][0]["text"])


@pytest.mark.parametrize("kind", ["xml", "html"])
def test_tags_are_kept_and_texts_translated(taught: httpx.Client, kind: str) -> None:
    answer = ask(taught, "<p class='a'>Good <b>night</b></p>", kind=kind)

    assert text_of(answer) == "<p class='a'>Hyvää <b>yötä</b></p>"
    assert answer.json()["translations"][0]["tag_handling_version"] == "v2"


def test_the_version_asked_for_is_told(taught: httpx.Client) -> None:
    answer = ask(taught, "<p>Good night", tag_handling_version="v1")

    assert text_of(answer) == "<p>Hyvää yötä"
    assert answer.json()["translations"][0]["tag_handling_version"] == "v1"


def test_xml_that_is_not_well_formed_is_refused_with_its_place(taught: httpx.Client) -> None:
    answer = ask(taught, "Good night", "<p>\n  Good <b>night</p>")

    assert answer.status_code == 400
    assert "Text 2: Tag handling parsing failed, please check input: mismatched tag" in answer.json()["detail"]
    assert "line 2, column 16" in answer.json()["detail"]


@pytest.mark.parametrize(
    "text", ["<b>" * 10_000 + "x" + "</b>" * 10_000, '<!DOCTYPE x [<!ENTITY e "night">]><x>Good &e;</x>']
)
@pytest.mark.parametrize("version", ["v1", "v2"])
def test_bottomless_and_explosive_texts_do_no_harm(taught: httpx.Client, text: str, version: str) -> None:
    answer = ask(taught, text, tag_handling_version=version)

    assert answer.status_code == 400 or (version == "v1" and "&e;" in text_of(answer))
    assert ask(taught, "Good night").status_code == 200


def test_the_deepest_markup_that_is_taken_is_translated(taught: httpx.Client) -> None:
    text = "<b>" * 249 + "Good <i>night</i>" + "</b>" * 249

    assert text_of(ask(taught, text)) == text.replace("Good", "Hyvää").replace("night", "yötä")


def test_tags_are_not_billed(taught: httpx.Client) -> None:
    body = ask(taught, "<p>Good <b>night</b></p><hr/>", "Good morning", show_billed_characters=True).json()

    assert [each["billed_characters"] for each in body["translations"]] == [10, 12]
    assert body["billed_characters"] == 22


def test_lists_of_tags_are_honored(taught: httpx.Client) -> None:
    text = "<p>Good</p> <q>night</q><x>Good night</x>"

    answer = ask(taught, text, non_splitting_tags=["p", "q"], ignore_tags=["x"], outline_detection=True)

    assert text_of(answer) == "<p>Hyvää</p> <q>yötä</q><x>Good night</x>"


def test_a_form_with_lists_of_tags_is_taken(taught: httpx.Client) -> None:
    form = {"text": "<a>Good night</a><x>Good night</x>", "source_lang": "en", "target_lang": "fi"}

    answer = taught.post("/v2/translate", data={**form, "tag_handling": "xml", "ignore_tags": "x,y"})

    assert text_of(answer) == "<a>Hyvää yötä</a><x>Good night</x>"


def test_without_an_outline_only_splitting_tags_split(taught: httpx.Client) -> None:
    text = "<a><p>Good night</p><p>Good morning</p></a>"

    split = ask(taught, text, outline_detection=False, splitting_tags=["p"])
    whole = ask(taught, text, outline_detection=False)

    assert text_of(split) == "<a><p>Hyvää yötä</p><p>Huomenta</p></a>"
    # As a single sentence it is not confirmed, and no engine has the pair.
    assert whole.status_code == 400


def test_line_breaks_are_spaces_in_html_and_ends_in_xml(taught: httpx.Client) -> None:
    text = "<p>Good\nnight</p>"

    assert text_of(ask(taught, text, kind="html")) == "<p>Hyvää yötä</p>"
    assert text_of(ask(taught, text)) == "<p>Hyvää\nyötä</p>"
    assert text_of(ask(taught, text, split_sentences="nonewlines")) == "<p>Hyvää yötä</p>"


def test_the_language_is_that_of_the_text_not_of_the_tags(taught: httpx.Client) -> None:
    sentence = "This sentence is certainly written in the English language."
    confirm(taught, "en", "fi", **{sentence: "Lause."})
    body = {"target_lang": "fi", "tag_handling": "html"}

    answer = taught.post("/v2/translate", json={"text": [f"<p title='Dies ist ein Satz'>{sentence}</p>"], **body})

    assert answer.json()["translations"][0]["detected_source_language"] == "en"


def test_a_confirmed_sentence_with_tags_needs_no_engine(taught: httpx.Client) -> None:
    confirm(taught, "en", "fi", **{"Welcome to our shop": "Tervetuloa kauppaamme"})

    text = text_of(ask(taught, "<p>Welcome to <b>our shop</b></p>", kind="html"))

    assert text == "<p>Tervetuloa <b>kauppaamme</b></p>"


@needs_apertium
def test_a_term_is_found_where_tags_cut_it(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("circuit breaker\tdisyuntor\n")
    text = "<p>The <b>circuit</b> breaker is open.</p>"

    answer = ask(http, text, kind="html", target="es", glossary_id=glossary_id)

    assert text_of(answer) == "<p>El <b>disyuntor</b> es abierto.</p>"
    assert answer.json()["translations"][0]["x_termdesk"]["terms_missed"] == []


@needs_apertium
def test_ten_thousand_tags_are_answered_in_seconds(http: httpx.Client) -> None:
    text = "<i>red</i> <br/>" * 5_000

    with not_hanging():
        translation = text_of(ask(http, text, kind="html", target="es"))

    assert translation.count("<i>") == translation.count("<br/>") == 5_000


@needs_apertium
@pytest.mark.parametrize("kind", ["xml", "html"])
@pytest.mark.parametrize(
    "part",
    [
        '{<x id="1"/>name}',
        "{open}",
        "%(house)s",
        "${user_name}",
        "{{<b>open</b>}}",
        r"C:\house\<i>open.txt</i>",
        '<a href="https://house.example/open">https://house.example/open</a>',
        "&lt;house&gt;",
    ],
)
def test_protected_parts_come_back_with_the_tags_in_them(http: httpx.Client, kind: str, part: str) -> None:
    result = text_of(ask(http, f"<p>The house {part} is <b>big</b>.</p>", kind=kind, target="es"))

    assert part in result
    assert "casa" in result
    assert "<b>grande</b>" in result
