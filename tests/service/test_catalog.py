"""The service accepts everything that it offers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.services.own_context import own_context
from termdesk.domain.language.language import Resource
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.service.catalog import Catalog

pytestmark = pytest.mark.anyio


def by_code(catalog: Catalog, resource: Resource) -> dict[str, dict[str, Any]]:
    return {each["lang"]: each for each in catalog.languages(resource)}


async def test_languages_of_engines_are_listed_with_their_regions_as_targets_alone(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        found = by_code(context.catalog, Resource.TRANSLATE_TEXT)

    assert set(GLOSSARY_LANGUAGES) <= set(found)
    assert (found["en"]["usable_as_source"], found["en"]["usable_as_target"]) == (True, True)
    assert (found["en-GB"]["usable_as_source"], found["en-GB"]["usable_as_target"]) == (False, True)
    assert "zh-Hant" not in found
    assert list(found) == sorted(found)


async def test_documents_have_the_languages_of_texts_and_no_tags(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        texts, documents = (
            by_code(context.catalog, each) for each in (Resource.TRANSLATE_TEXT, Resource.TRANSLATE_DOCUMENT)
        )

    assert set(documents) == set(texts)
    assert all("tag_handling" in each["features"] for each in texts.values())
    assert not any("tag_handling" in each["features"] for each in documents.values())


async def test_only_what_can_be_detected_is_said_to_be_and_only_as_a_source(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        found = by_code(context.catalog, Resource.TRANSLATE_TEXT)
        detectable = context.engines.detectable_languages()

    detected = {code for code, each in found.items() if "auto_detection" in each["features"]}
    assert detected <= detectable
    assert all(found[code]["usable_as_source"] for code in detected)


async def test_what_is_not_done_has_no_languages_and_is_no_resource(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        named = {each["name"] for each in context.catalog.resources()}
        empty = {each for each in Resource if not context.catalog.languages(each)}

    assert {Resource.VOICE, Resource.STYLE_RULES} <= empty
    assert not named & {Resource.VOICE, Resource.STYLE_RULES}


async def test_a_resource_names_the_features_that_some_language_has(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        for resource in context.catalog.resources():
            listed = context.catalog.languages(resource["name"])
            served = {feature for each in listed for feature in each["features"]}
            assert {feature["name"] for feature in resource["features"]} <= served


async def test_the_older_list_has_one_side_each_in_capitals(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        sources = {each["language"]: each for each in context.catalog.legacy("source")}
        targets = {each["language"]: each for each in context.catalog.legacy("target")}

    assert {"EN", "DE"} <= set(sources) < set(targets)
    assert "EN-GB" in targets
    assert "supports_formality" not in sources["EN"]
    assert targets["EN"]["supports_formality"] is False
