"""`/v3/glossaries` over HTTP: the eight operations, their errors, and both dialects."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from support.service_calls import MakeGlossary, dictionary

MISSING = "/v3/glossaries/00000000-0000-4000-8000-000000000000"


def entries_of(http: httpx.Client, glossary_id: str, *, source: str = "en", target: str = "es") -> str:
    query = {"source_lang": source, "target_lang": target}
    answer = http.get(f"/v3/glossaries/{glossary_id}/entries", params=query)
    assert answer.status_code == 200, answer.text
    return answer.text


def create(http: httpx.Client, *dictionaries: dict[str, Any], name: str = "Refused") -> httpx.Response:
    return http.post("/v3/glossaries", json={"name": name, "dictionaries": list(dictionaries)})


# Creating and reading


def test_creating_answers_201_with_the_whole_glossary(http: httpx.Client) -> None:
    answer = create(http, dictionary("a\tb\nc\td\n"), dictionary("b\ta\n", source="es", target="en"), name="Both ways")

    body = answer.json()
    assert answer.status_code == 201
    assert body["name"] == "Both ways"
    assert body["ready"] is True
    assert body["dictionaries"] == [
        {"source_lang": "en", "target_lang": "es", "entry_count": 2},
        {"source_lang": "es", "target_lang": "en", "entry_count": 1},
    ]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", body["creation_time"])
    assert http.delete(f"/v3/glossaries/{body['glossary_id']}").status_code == 204


def test_the_list_has_an_envelope_and_no_entries(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("house\tcasa\n", name="Listed")

    listed = http.get("/v3/glossaries").json()["glossaries"]

    ours = next(each for each in listed if each["glossary_id"] == glossary_id)
    assert ours["name"] == "Listed"
    assert ours["dictionaries"] == [{"source_lang": "en", "target_lang": "es", "entry_count": 1}]
    assert ours == http.get(f"/v3/glossaries/{glossary_id}").json()


def test_entries_come_as_tsv_text(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("house\tcasa\nnaïve\tingenuo\n")

    answer = http.get(f"/v3/glossaries/{glossary_id}/entries?source_lang=EN&target_lang=ES")

    assert answer.headers["content-type"].startswith("text/tab-separated-values")
    assert answer.text == "house\tcasa\nnaïve\tingenuo\n"


def test_entries_come_in_an_envelope_in_the_vendors_dialect(
    vendor_http: httpx.Client, make_glossary: MakeGlossary
) -> None:
    glossary_id = make_glossary('"a ""quoted"" word"\tx\n')

    answer = vendor_http.get(f"/v3/glossaries/{glossary_id}/entries?source_lang=en&target_lang=es")

    assert answer.json() == {
        "dictionaries": [
            {"source_lang": "en", "target_lang": "es", "entries": 'a "quoted" word\tx', "entries_format": "tsv"}
        ]
    }


def test_a_quote_in_tsv_means_itself_in_the_vendors_dialect(http: httpx.Client, vendor_http: httpx.Client) -> None:
    answer = create(vendor_http, dictionary('"quoted"\tx\n'))
    glossary_id = answer.json()["glossary_id"]

    text = entries_of(http, glossary_id)
    http.delete(f"/v3/glossaries/{glossary_id}")

    assert text == '"""quoted"""\tx\n'


def test_csv_rows_of_other_languages_are_ignored(http: httpx.Client) -> None:
    csv = 'house,casa\n"one, two","uno, dos",en,es\nHaus,maison,de,fr\n'

    glossary_id = create(http, dictionary(csv, form="csv")).json()["glossary_id"]
    text = entries_of(http, glossary_id)
    http.delete(f"/v3/glossaries/{glossary_id}")

    assert text == "house\tcasa\none, two\tuno, dos\n"


@pytest.mark.parametrize("code", ["th", "HE", "Zh"])
def test_languages_are_taken_in_any_case(http: httpx.Client, make_glossary: MakeGlossary, code: str) -> None:
    glossary_id = make_glossary("a\tb\n", target=code)

    assert entries_of(http, glossary_id, target=code.swapcase()) == "a\tb\n"


def test_a_variant_in_the_query_finds_the_dictionary_of_its_root(
    http: httpx.Client, make_glossary: MakeGlossary
) -> None:
    glossary_id = make_glossary("a\tb\n", target="pt")

    assert entries_of(http, glossary_id, source="en-US", target="pt-BR") == "a\tb\n"


def test_a_form_is_taken_as_well(http: httpx.Client) -> None:
    form = {"name": "Form", "dictionaries": json.dumps([dictionary("a\tb\n")])}

    answer = http.post("/v3/glossaries", data=form)

    assert answer.status_code == 201, answer.text
    http.delete(f"/v3/glossaries/{answer.json()['glossary_id']}")


# Rejected requests


@pytest.mark.parametrize(
    ("entries", "position", "reason"),
    [
        ("a\tb\na\tc\n", "Entry 1, source", "rows 1, 2"),
        ("a\tb\nc\t\n", "Entry 2, target", "empty"),
        ("a\tb\n c\td\n", "Entry 2, source", "starts with white space"),
        ("a\tb\u2028c\n", "Entry 1, target", "Unicode line break"),
        ("a\x07\tb\n", "Entry 1, source", "control character"),
        (f"{'ü' * 513}\tb\n", "Entry 1, source", "1,026 UTF-8 bytes"),
    ],
)
def test_broken_entries_are_named_by_position(http: httpx.Client, entries: str, position: str, reason: str) -> None:
    answer = create(http, dictionary(entries))

    assert answer.status_code == 400
    assert answer.json()["message"] == "Bad request: invalid glossary entries provided"
    assert position in answer.json()["detail"]
    assert reason in answer.json()["detail"]


def test_a_phrase_of_1024_bytes_is_taken(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    phrase = "ü" * 512

    assert entries_of(http, make_glossary(f"{phrase}\t{phrase}\n")) == f"{phrase}\t{phrase}\n"


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (dictionary("a\tb\n", target="en-US"), "use 'en' instead of 'en-US'"),
        (dictionary("a\tb\n", source="pt-BR"), "use 'pt' instead of 'pt-BR'"),
        (dictionary("a\tb\n", target="tlh"), "'tlh'"),
        (dictionary("a\tb\n", target=""), "target_lang is missing"),
        (dictionary("a\tb\n", target="x" * 36), "'target_lang' not supported"),
        (dictionary("a\tb\n", target="EN"), "both en"),
        (dictionary(""), "no entries"),
        (dictionary("\n\n"), "no entries"),
        (dictionary("Haus,maison,de,fr\n", form="csv"), "no entries"),
        (dictionary("a\tb\n", form="xlsx"), "'entries_format' not supported"),
        (dictionary("a\tb\tc\n"), "columns"),
        (dictionary('"a\tb\n'), "quote"),
        ({"source_lang": "en", "target_lang": "es"}, "`entries`"),
        ({"source_lang": "en", "target_lang": "es", "entries": 5}, "Expected `str`"),
    ],
)
def test_a_dictionary_that_cannot_be_is_refused_in_words(http: httpx.Client, sent: dict[str, Any], words: str) -> None:
    answer = create(http, sent)

    assert answer.status_code == 400
    assert words in answer.json()["detail"]


@pytest.mark.parametrize("name", ["", "  ", "ü" * 513, "two\nlines"])
def test_a_name_that_breaks_a_rule_is_refused(http: httpx.Client, name: str) -> None:
    answer = create(http, dictionary("a\tb\n"), name=name)

    assert answer.status_code == 400
    assert "'name'" in answer.json()["detail"]


def test_names_are_data_and_nothing_else(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    name = "Robert'); DROP TABLE glossaries;-- “\\%s{0}” 🏛"

    glossary_id = make_glossary(name=name)

    assert http.get(f"/v3/glossaries/{glossary_id}").json()["name"] == name


def test_nothing_is_stored_of_a_glossary_with_one_bad_dictionary(http: httpx.Client) -> None:
    answer = create(http, dictionary("a\tb\n"), dictionary("a\t\n", target="fr"), name="Half")

    assert answer.status_code == 400
    assert "Half" not in [each["name"] for each in http.get("/v3/glossaries").json()["glossaries"]]


def test_the_same_pair_twice_is_refused(http: httpx.Client) -> None:
    assert create(http, dictionary("a\tb\n"), dictionary("c\td\n")).status_code == 400


def test_a_glossary_without_dictionaries_is_refused(http: httpx.Client) -> None:
    assert create(http).status_code == 400


def test_a_dictionary_of_ten_mebibytes_is_taken_and_one_byte_more_is_not(
    http: httpx.Client, make_glossary: MakeGlossary
) -> None:
    line = "phrase {:07}\t" + "Übersetzung " * 10 + "x\n"
    lines = "".join(line.format(number) for number in range(10_485_760 // len(line.format(0).encode())))
    full = lines + f"last\t{'y' * (10_485_760 - len(lines.encode()) - 6)}\n"
    glossary_id = make_glossary("a\tb\n")

    taken = http.put(f"/v3/glossaries/{glossary_id}/dictionaries", json=dictionary(full))
    refused = http.put(f"/v3/glossaries/{glossary_id}/dictionaries", json=dictionary("z" + full))

    assert len(full.encode()) == 10_485_760
    assert taken.status_code == 200, taken.text
    assert refused.status_code == 413
    assert "10,485,761" in refused.json()["detail"]
    assert entries_of(http, glossary_id) == full


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b'{"name": "\\ud800", "dictionaries": []}', b"\xff\xfe"])
def test_a_body_that_is_no_glossary_is_refused(http: httpx.Client, raw: bytes) -> None:
    answer = http.post("/v3/glossaries", content=raw, headers={"Content-Type": "application/json"})

    assert answer.status_code == 400
    assert answer.json()["message"]


def test_json_nested_without_end_is_refused(http: httpx.Client) -> None:
    deep = b'{"more":' * 20_000

    answer = http.post("/v3/glossaries", content=deep, headers={"Content-Type": "application/json"})

    assert answer.status_code == 400


# Changing


def test_patch_overwrites_known_phrases_and_keeps_the_others(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("house\tcasa\ntree\tárbol\n")

    answer = http.patch(f"/v3/glossaries/{glossary_id}", json={"dictionaries": [dictionary("tree\tpalo\nsun\tsol\n")]})

    assert answer.status_code == 200
    assert answer.json()["dictionaries"][0]["entry_count"] == 3
    assert entries_of(http, glossary_id) == "house\tcasa\ntree\tpalo\nsun\tsol\n"


def test_patch_makes_a_dictionary_that_was_not_there(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary()

    answer = http.patch(f"/v3/glossaries/{glossary_id}", json={"dictionaries": [dictionary("a\tb\n", target="fr")]})

    assert [each["target_lang"] for each in answer.json()["dictionaries"]] == ["es", "fr"]


def test_patch_renames_and_merges_in_one_call(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("a\tb\n", name="Old")

    answer = http.patch(f"/v3/glossaries/{glossary_id}", json={"name": "New", "dictionaries": [dictionary("c\td\n")]})

    assert answer.json()["name"] == "New"
    assert answer.json()["dictionaries"][0]["entry_count"] == 2


def test_patch_with_a_bad_entry_changes_neither_name_nor_entries(
    http: httpx.Client, make_glossary: MakeGlossary
) -> None:
    glossary_id = make_glossary("a\tb\n", name="Old")

    answer = http.patch(f"/v3/glossaries/{glossary_id}", json={"name": "New", "dictionaries": [dictionary("c\t\n")]})

    assert answer.status_code == 400
    assert http.get(f"/v3/glossaries/{glossary_id}").json()["name"] == "Old"
    assert entries_of(http, glossary_id) == "a\tb\n"


def test_patch_takes_one_dictionary_a_call(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    two = [dictionary("a\tb\n"), dictionary("a\tb\n", target="fr")]

    answer = http.patch(f"/v3/glossaries/{make_glossary()}", json={"dictionaries": two})

    assert answer.status_code == 400


def test_merging_beyond_ten_mebibytes_is_refused_and_changes_nothing(
    http: httpx.Client, make_glossary: MakeGlossary
) -> None:
    half = "".join(f"phrase {number:07}\t{'x' * 1000}\n" for number in range(6_000))
    other = half.replace("phrase", "other!")
    glossary_id = make_glossary(half)

    answer = http.patch(f"/v3/glossaries/{glossary_id}", json={"dictionaries": [dictionary(other)]})

    assert answer.status_code == 413
    assert entries_of(http, glossary_id) == half


def test_put_replaces_a_dictionary_entirely_and_leaves_the_others(
    http: httpx.Client, make_glossary: MakeGlossary
) -> None:
    glossary_id = make_glossary("a\tb\nc\td\n")
    http.patch(f"/v3/glossaries/{glossary_id}", json={"dictionaries": [dictionary("x\ty\n", target="fr")]})

    answer = http.put(f"/v3/glossaries/{glossary_id}/dictionaries", json=dictionary("e\tf\n"))

    assert answer.status_code == 200
    assert answer.json() == {"source_lang": "en", "target_lang": "es", "entry_count": 1}
    assert entries_of(http, glossary_id) == "e\tf\n"
    assert entries_of(http, glossary_id, target="fr") == "x\ty\n"


def test_put_creates_a_dictionary(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary()

    answer = http.put(f"/v3/glossaries/{glossary_id}/dictionaries", json=dictionary("e\tf\n", target="de"))

    assert answer.status_code == 200
    assert entries_of(http, glossary_id, target="de") == "e\tf\n"


def test_deleting_a_dictionary_leaves_the_others(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("a\tb\n")
    http.put(f"/v3/glossaries/{glossary_id}/dictionaries", json=dictionary("e\tf\n", target="de"))

    answer = http.delete(f"/v3/glossaries/{glossary_id}/dictionaries?source_lang=en&target_lang=es")
    again = http.delete(f"/v3/glossaries/{glossary_id}/dictionaries?source_lang=en&target_lang=es")

    assert (answer.status_code, answer.content) == (204, b"")
    assert again.status_code == 404
    assert entries_of(http, glossary_id, target="de") == "e\tf\n"


def test_deleting_a_glossary_deletes_all_of_it(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary()

    answer = http.delete(f"/v3/glossaries/{glossary_id}")

    assert (answer.status_code, answer.content) == (204, b"")
    assert http.get(f"/v3/glossaries/{glossary_id}").status_code == 404
    query = "source_lang=en&target_lang=es"
    assert http.get(f"/v3/glossaries/{glossary_id}/entries?{query}").status_code == 404


# Missing glossaries


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", MISSING),
        ("DELETE", MISSING),
        ("PATCH", MISSING),
        ("PUT", f"{MISSING}/dictionaries"),
        ("GET", f"{MISSING}/entries?source_lang=en&target_lang=es"),
        ("DELETE", f"{MISSING}/dictionaries?source_lang=en&target_lang=es"),
        ("GET", "/v3/glossaries/" + "x" * 5_000),
        ("GET", "/v3/glossaries/' OR 1=1 --"),
        ("GET", "/v3/glossaries/%00"),
        ("GET", "/v3/glossaries/..%2f..%2fetc%2fpasswd"),
    ],
)
def test_an_unknown_glossary_is_404(http: httpx.Client, method: str, path: str) -> None:
    body = dictionary("a\tb\n") if method in ("PUT", "PATCH") else None

    answer = http.request(method, path, json=body)

    assert answer.status_code == 404
    assert answer.json()["message"]


def test_entries_of_an_unknown_glossary_blame_the_glossary_and_not_the_pair(http: httpx.Client) -> None:
    answer = http.get(f"{MISSING}/entries?source_lang=en&target_lang=es")

    assert answer.json()["message"] == "Glossary not found"


def test_an_unknown_dictionary_is_404_and_names_its_pair(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    answer = http.get(f"/v3/glossaries/{make_glossary()}/entries?source_lang=en&target_lang=fr")

    assert answer.status_code == 404
    assert "en to fr" in answer.json()["detail"]


@pytest.mark.parametrize("query", ["", "?source_lang=en", "?target_lang=es", "?source_lang=&target_lang=es"])
def test_entries_need_both_languages(http: httpx.Client, make_glossary: MakeGlossary, query: str) -> None:
    answer = http.get(f"/v3/glossaries/{make_glossary()}/entries{query}")

    assert answer.status_code == 400
    assert "is missing" in answer.json()["detail"]


def test_entries_in_a_format_that_is_not_served_are_415(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    path = f"/v3/glossaries/{make_glossary()}/entries?source_lang=en&target_lang=es"

    answer = http.get(path, headers={"Accept": "application/xml"})

    assert answer.status_code == 415


# Concurrent requests


def test_merges_at_the_same_time_lose_nothing(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("start\tinicio\n")

    def merge(number: int) -> int:
        sent = {"dictionaries": [dictionary(f"phrase {number}\tfrase {number}\n")]}
        return http.patch(f"/v3/glossaries/{glossary_id}", json=sent).status_code

    with ThreadPoolExecutor(8) as threads:
        statuses = list(threads.map(merge, range(40)))

    assert statuses == [200] * 40
    assert len(entries_of(http, glossary_id).splitlines()) == 41


def test_a_request_is_answered_while_a_large_dictionary_is_checked(
    http: httpx.Client, make_glossary: MakeGlossary
) -> None:
    large = dictionary("".join(f"phrase {number:07}\tfrase\n" for number in range(350_000)))
    glossary_id = make_glossary()

    with ThreadPoolExecutor(1) as threads:
        writing = threads.submit(http.put, f"/v3/glossaries/{glossary_id}/dictionaries", json=large)
        answered_meanwhile = 0
        while not writing.done():
            assert http.get("/local/v1/health").status_code == 200
            answered_meanwhile += not writing.done()

    assert writing.result().status_code == 200
    assert answered_meanwhile > 1


# Forms with nested fields, as the vendor's Node and Java clients send them


def test_a_glossary_can_be_sent_as_a_form_with_nested_fields(http: httpx.Client) -> None:
    fields = {
        "name": "Nested",
        "dictionaries[0].source_lang": "en",
        "dictionaries[0].target_lang": "es",
        "dictionaries[0].entries": "house\tcasa",
        "dictionaries[0].entries_format": "tsv",
        "dictionaries[1][source_lang]": "es",
        "dictionaries[1][target_lang]": "en",
        "dictionaries[1][entries]": "casa\thouse",
    }

    answer = http.post("/v3/glossaries", data=fields)

    assert answer.status_code == 201, answer.text
    made = answer.json()
    try:
        assert entries_of(http, made["glossary_id"]) == "house\tcasa\n"
        assert entries_of(http, made["glossary_id"], source="es", target="en") == "casa\thouse\n"
    finally:
        http.delete(f"/v3/glossaries/{made['glossary_id']}")


def test_a_nested_form_changes_a_dictionary(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    glossary_id = make_glossary("house\tcasa\n")
    fields = {
        "dictionaries[0].source_lang": "en",
        "dictionaries[0].target_lang": "es",
        "dictionaries[0].entries": "tree\tárbol",
        "dictionaries[0].entries_format": "tsv",
    }

    answer = http.patch(f"/v3/glossaries/{glossary_id}", data=fields)

    assert answer.status_code == 200, answer.text
    assert entries_of(http, glossary_id) == "house\tcasa\ntree\tárbol\n"


@pytest.mark.parametrize("body", [{}, {"entries": "a\tb"}, {"dictionaries": []}, {"name": None}])
def test_a_change_without_effect_is_refused(
    http: httpx.Client, make_glossary: MakeGlossary, body: dict[str, Any]
) -> None:
    glossary_id = make_glossary("house\tcasa\n")

    answer = http.patch(f"/v3/glossaries/{glossary_id}", json=body)

    assert answer.status_code == 400
    assert "nothing to change" in answer.json()["detail"]


def test_dictionaries_are_listed_in_the_order_in_which_they_were_sent(http: httpx.Client) -> None:
    targets = ["es", "de", "fr", "bg"]
    made = create(http, *(dictionary("a\tb\n", target=target) for target in targets), name="Ordered").json()
    try:
        http.put(f"/v3/glossaries/{made['glossary_id']}/dictionaries", json=dictionary("c\td\n", target="de"))
        http.put(f"/v3/glossaries/{made['glossary_id']}/dictionaries", json=dictionary("c\td\n", target="ar"))

        listed = http.get(f"/v3/glossaries/{made['glossary_id']}").json()["dictionaries"]
    finally:
        http.delete(f"/v3/glossaries/{made['glossary_id']}")

    assert [each["target_lang"] for each in made["dictionaries"]] == targets
    assert [each["target_lang"] for each in listed] == [*targets, "ar"]


def test_rows_of_another_pair_are_counted(http: httpx.Client) -> None:
    rows = "house,casa,en,es\nhaus,casa,de,es\ntree,arbre,en,fr\n"

    made = create(http, dictionary(rows, form="csv"))
    http.delete(f"/v3/glossaries/{made.json()['glossary_id']}")
    refused = create(http, dictionary("haus,casa,de,es\n", form="csv"))

    assert made.status_code == 201
    assert made.headers["X-Termdesk-Ignored-Rows"] == "2"
    assert refused.status_code == 400
    assert "another language pair, left out: 1" in refused.json()["detail"]
