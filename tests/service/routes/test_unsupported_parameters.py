"""Parameters that no local engine supports are rejected or reported, but never silently ignored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.services.own_context import own_context
from termdesk.service.http.answers import HttpError
from termdesk.service.routes.translate import TranslateBody
from termdesk.service.routes.unsupported_parameters import check_not_served, check_target, find_unused_parameters


def asked(**fields: Any) -> TranslateBody:
    return msgspec.convert({"text": ["a"], "target_lang": "de", **fields}, TranslateBody)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"formality": "prefer_more", "model_type": "quality_optimized", "custom_instructions": []},
        {"tag_handling": "xml", "tag_handling_version": "v2", "split_sentences": "nonewlines"},
    ],
)
def test_what_is_honored_or_will_do_without_passes(fields: dict[str, Any]) -> None:
    check_not_served(asked(**fields))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("formality", "less"),
        ("model_type", "x" * 90),
        ("split_sentences", "2"),
        ("tag_handling", "json"),
        ("tag_handling_version", "v3"),
        ("style_id", "s"),
        ("custom_instructions", ["x"]),
    ],
)
def test_what_cannot_be_honored_is_refused_by_its_name(name: str, value: object) -> None:
    with pytest.raises(HttpError) as refused:
        check_not_served(asked(**{name: value}))

    assert refused.value.status == 400
    assert f"'{name}'" in refused.value.detail
    assert len(refused.value.detail) < 200


def test_what_changes_nothing_is_named() -> None:
    idle = asked(
        model_type="quality_optimized", context="a letter", translation_memory_threshold=50, splitting_tags=["p"]
    )

    assert find_unused_parameters(idle) == ["translation_memory_threshold", "model_type", "context", "splitting_tags"]
    assert find_unused_parameters(asked(tag_handling="xml", splitting_tags=["p"], model_type="latency_optimized")) == []


@pytest.mark.anyio
async def test_a_target_must_be_a_language_whether_an_engine_has_it_or_not(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        check_target("en-GB", context)
        with pytest.raises(HttpError) as refused:
            check_target("tlh", context)

    assert refused.value.status == 400
