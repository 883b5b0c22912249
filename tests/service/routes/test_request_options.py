"""Options of a translation: contradictory ones are rejected, and options without an effect are recognized."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from termdesk.service.http.answers import HttpError
from termdesk.service.routes.request_options import MAX_GLOSSARIES, RequestOptions


def options(**fields: Any) -> RequestOptions:
    return msgspec.convert(fields, RequestOptions)


def test_glossaries_come_as_one_or_as_a_list_in_their_order() -> None:
    assert options(glossary_id="a").glossaries == ["a"]
    assert options(glossary_ids=["b", "a"]).glossaries == ["b", "a"]
    assert options().glossaries == []


@pytest.mark.parametrize(
    "fields",
    [
        {"glossary_id": "a", "glossary_ids": ["b"]},
        {"glossary_ids": [str(number) for number in range(MAX_GLOSSARIES + 1)]},
        {"formality": "more"},
        {"model_type": "other"},
        {"style_id": "x"},
        {"custom_instructions": ["be kind"]},
    ],
)
def test_what_contradicts_itself_or_cannot_be_honored_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(HttpError) as refused:
        options(**fields).check(source_lang="en")

    assert refused.value.status == 400


def test_a_glossary_needs_a_source_language() -> None:
    options(glossary_ids=["a"] * MAX_GLOSSARIES).check(source_lang="en")
    with pytest.raises(HttpError):
        options(glossary_id="a").check(source_lang=None)


@pytest.mark.parametrize(
    ("fields", "is_idle"),
    [
        ({}, False),
        ({"translation_memory_threshold": 100}, True),
        ({"translation_memory_threshold": 100, "translation_memory_id": "m"}, False),
        ({"translation_memory_threshold": 80, "translation_memory_id": "m"}, True),
    ],
)
def test_a_threshold_is_idle_unless_it_asks_for_the_same_text_of_a_memory(
    fields: dict[str, Any], is_idle: bool
) -> None:
    assert options(**fields).has_idle_threshold is is_idle


@pytest.mark.parametrize("threshold", [-1, 101])
def test_a_threshold_is_a_percentage(threshold: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        options(translation_memory_threshold=threshold)
