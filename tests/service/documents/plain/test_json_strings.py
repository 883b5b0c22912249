"""JSON: values with words are translated, and all other characters are unchanged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.campaign import size
from support.files.document_files import shouted, texts_of
from termdesk.service.document_kinds import UnreadableDocument

same_folder = settings(
    max_examples=size(15, 400), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def test_values_of_json_are_translated_and_the_rest_stays(tmp_path: Path) -> None:
    content = (
        '{\n\t"title" : "A \\"house\\"",  "big":{"n":1.50e3,"yes":true, "none":null},\r\n'
        '  "list": ["one", 2, "https://a.example/x", "", "3"]}'
    )

    result = shouted(tmp_path, "json", content.encode()).decode()

    assert result == content.replace('A \\"house\\"', 'A \\"HOUSE\\"').replace('"one"', '"ONE"')


def test_placeholders_in_json_stay(tmp_path: Path) -> None:
    value = "hello {name}, you have {{count}} of %1$s and %(all)s in <b>all</b>"

    result = json.loads(shouted(tmp_path, "json", json.dumps([value]).encode()))

    assert result == ["HELLO {name}, YOU HAVE {{count}} OF %1$s AND %(all)s IN <b>ALL</b>"]


def test_escapes_of_json_stay_where_all_is_ascii(tmp_path: Path) -> None:
    assert shouted(tmp_path, "json", rb'["\u00e4pfel"]') == rb'["\u00c4PFEL"]'
    assert shouted(tmp_path, "json", '["äpfel"]'.encode()) == '["ÄPFEL"]'.encode()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('abcÄ{}%"\\/ \n:', max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab":', max_size=3), inner, max_size=3),
)


@pytest.mark.slow
@same_folder
@given(value=json_values, indent=st.none() | st.integers(0, 3))
def test_any_json_keeps_its_keys_and_values_without_words(tmp_path: Path, value: object, indent: int | None) -> None:
    result = json.loads(shouted(tmp_path, "json", json.dumps(value, indent=indent).encode()))

    # Placeholders are not changed, so parts that are not in upper case are ignored here.
    assert loud(result) == loud(value)


def loud(value: object) -> object:
    if isinstance(value, dict):
        return {key: loud(each) for key, each in value.items()}
    if isinstance(value, list):
        return [loud(each) for each in value]
    return value.upper() if isinstance(value, str) else value


@pytest.mark.parametrize("content", [b"{", b"[1,]", b"[" * 100_000, b'["\\ud800 half"]', b""])
def test_what_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(UnreadableDocument):
        texts_of(tmp_path, "json", content)
