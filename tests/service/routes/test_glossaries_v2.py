"""The older glossary API: one dictionary each, never changed."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from support.service_calls import MakeGlossary, dictionary, glossary_of

BODY: dict[str, Any] = {"name": "Old", **dictionary('a "b"\tc\nhouse\tcasa\n')}


@pytest.fixture
def old(http: httpx.Client) -> Any:
    made = http.post("/v2/glossaries", json={**BODY, "entries": "house\tcasa\nsun\tsol\n"})
    assert made.status_code == 201, made.text
    yield made.json()
    http.delete(f"/v2/glossaries/{made.json()['glossary_id']}")


def test_one_is_created_listed_and_read(http: httpx.Client, old: dict[str, Any]) -> None:
    listed = http.get("/v2/glossaries").json()["glossaries"]
    got = http.get(f"/v2/glossaries/{old['glossary_id']}").json()
    entries = http.get(f"/v2/glossaries/{old['glossary_id']}/entries")

    assert (old["name"], old["source_lang"], old["target_lang"]) == ("Old", "en", "es")
    assert (old["ready"], old["entry_count"]) == (True, 2)
    assert old in listed
    assert got == old
    assert entries.headers["content-type"].startswith("text/tab-separated-values")
    assert entries.text == "house\tcasa\nsun\tsol\n"


def test_a_form_creates_one_as_older_clients_do(http: httpx.Client) -> None:
    made = http.post("/v2/glossaries", data={**BODY, "entries": "a\tb", "entries_format": "tsv"})
    gone = http.delete(f"/v2/glossaries/{made.json()['glossary_id']}")

    assert (made.status_code, gone.status_code, gone.content) == (201, 204, b"")


def test_quotes_are_written_in_the_dialect_that_asks(vendor_http: httpx.Client, http: httpx.Client) -> None:
    made = vendor_http.post("/v2/glossaries", json=BODY).json()["glossary_id"]
    vendor, specified = (each.get(f"/v2/glossaries/{made}/entries").text for each in (vendor_http, http))
    http.delete(f"/v2/glossaries/{made}")

    assert vendor == 'a "b"\tc\nhouse\tcasa'
    assert specified == '"a ""b"""\tc\nhouse\tcasa\n'


@pytest.mark.parametrize("field", ["name", "source_lang", "target_lang", "entries", "entries_format"])
def test_every_field_is_needed(http: httpx.Client, field: str) -> None:
    answer = http.post("/v2/glossaries", json={name: value for name, value in BODY.items() if name != field})

    assert answer.status_code == 400
    assert field in answer.json()["detail"]


def test_another_format_than_tsv_is_refused(http: httpx.Client, old: dict[str, Any]) -> None:
    answer = http.get(f"/v2/glossaries/{old['glossary_id']}/entries", headers={"Accept": "application/json"})

    assert answer.status_code == 415


def test_a_glossary_of_two_dictionaries_is_beyond_the_older_interface(http: httpx.Client) -> None:
    both = glossary_of(dictionary("a\tb\n"), dictionary("b\ta\n", source="es", target="en"))
    made = http.post("/v3/glossaries", json=both).json()["glossary_id"]
    listed = [each["glossary_id"] for each in http.get("/v2/glossaries").json()["glossaries"]]
    got = http.get(f"/v2/glossaries/{made}")
    gone = http.delete(f"/v2/glossaries/{made}")
    http.delete(f"/v3/glossaries/{made}")

    assert made not in listed
    assert (got.status_code, gone.status_code) == (400, 400)
    assert "/v3/glossaries" in got.json()["detail"]


def test_what_v3_made_is_seen_by_v2(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    made = make_glossary("house\tcasa\n")

    assert http.get(f"/v2/glossaries/{made}").json()["entry_count"] == 1


def test_an_unknown_one_is_not_found(http: httpx.Client) -> None:
    assert http.get("/v2/glossaries/00000000-0000-4000-8000-000000000000").status_code == 404
