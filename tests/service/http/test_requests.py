"""Request bodies as typed values: JSON, and all form encodings that clients use."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from starlette.requests import Request
from starlette.types import Message

from termdesk.domain.language.language import LanguagePair
from termdesk.service.http.answers import HttpError
from termdesk.service.http.requests import LONGEST_CODE, code_of, pair_in_query, pair_of, read_body


class Asked(msgspec.Struct):
    """Some fields of requests."""

    text: list[str] = []
    glossary_ids: list[str] = []
    show_billed_characters: bool = False
    count: int = 0
    dictionaries: list[dict[str, str]] = []


def request(body: bytes, kind: str | None, query: str = "") -> Request:
    async def receive() -> Message:
        return {"type": "http.request", "body": body}

    headers = [(b"content-type", kind.encode())] if kind else []
    return Request(
        {"type": "http", "method": "POST", "path": "/", "query_string": query.encode(), "headers": headers}, receive
    )


def read(body: bytes, kind: str | None = "application/json; charset=utf-8") -> Asked:
    return asyncio.run(read_body(request(body, kind), Asked))


def read_form(*fields: tuple[str, str]) -> Asked:
    return read(urlencode(fields).encode(), "application/x-www-form-urlencoded")


def test_json_is_the_kind_of_a_body_that_names_none() -> None:
    assert read(b'{"text": ["a"], "count": 2}', None) == Asked(text=["a"], count=2)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"text": "a"}', b'{"count": "2"}', b'{"text": ["\\ud800"]}', b'{"text": ["\xff"]}',
     b'{"other": ' + b"[" * 50_000],
)  # fmt: skip
def test_a_body_that_does_not_fit_is_refused_with_the_reason(body: bytes) -> None:
    with pytest.raises(HttpError) as refused:
        read(body)

    assert (refused.value.status, bool(refused.value.detail)) == (400, True)


def test_fields_of_a_form_are_lists_flags_and_numbers_as_the_shape_says() -> None:
    asked = read_form(
        ("text", "a, b"), ("text", "c"), ("glossary_ids", "1,2"), ("glossary_ids", "3"),
        ("show_billed_characters", "1"), ("count", "7"), ("count", "8"),
    )  # fmt: skip

    assert asked == Asked(["a, b", "c"], ["1", "2", "3"], True, 8)


@pytest.mark.parametrize("value", ["0", "false", "yes", ""])
def test_a_flag_is_set_by_its_two_words_alone(value: str) -> None:
    assert not read_form(("show_billed_characters", value)).show_billed_characters


@pytest.mark.parametrize("name", ["dictionaries[{}].{}", "dictionaries[{}][{}]"])
def test_objects_in_a_form_come_member_by_member_in_the_order_of_their_numbers(name: str) -> None:
    asked = read_form(
        (name.format(10, "source_lang"), "fr"), (name.format(2, "source_lang"), "en"), (name.format(2, "entries"), "a")
    )

    assert asked.dictionaries == [{"source_lang": "en", "entries": "a"}, {"source_lang": "fr"}]


def test_objects_in_a_form_may_come_as_json() -> None:
    listed: list[dict[str, Any]] = [{"source_lang": "en"}]

    assert read_form(("dictionaries", json.dumps(listed))).dictionaries == listed


@pytest.mark.parametrize(
    "fields",
    [
        [("dictionaries", "{")],
        [("dictionaries", "[]"), ("dictionaries[0].source_lang", "en")],
        [("count", "many")],
        [("dictionaries", "7")],
    ],
    ids=["no JSON", "twice", "no number", "no list"],
)
def test_a_form_that_does_not_fit_is_refused(fields: list[tuple[str, str]]) -> None:
    with pytest.raises(HttpError) as refused:
        read_form(*fields)

    assert refused.value.status == 400


def test_codes_are_taken_in_any_case_and_refused_where_they_cannot_be_one() -> None:
    assert pair_of("EN-us", "zh-hans") == LanguagePair("en-US", "zh-Hans")
    assert pair_in_query(request(b"", None, "source_lang=EN&target_lang=pt-br")) == LanguagePair("en", "pt-BR")
    for text in ("", "é", "a" * (LONGEST_CODE + 1)):
        with pytest.raises(HttpError) as refused:
            code_of(text, name="source_lang")
        assert "source_lang" in refused.value.detail
    with pytest.raises(HttpError):
        pair_in_query(request(b"", None, "source_lang=en"))
