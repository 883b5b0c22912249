from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from support.running_service import RunningService
from support.services.odd_replies import HASTY, Script, api_for
from termdesk.client.api import ApiClient
from termdesk.client.errors import InvalidRequest
from termdesk.domain.language.language import Language, LanguagePair, Resource, ResourceFeature

pytestmark = pytest.mark.anyio


@pytest.fixture
async def api(service: RunningService) -> AsyncIterator[ApiClient]:
    async with ApiClient(service.provider, service.key, retry_policy=HASTY) as api:
        yield api


async def test_the_real_service_lists_its_languages_by_resource(api: ApiClient) -> None:
    for_glossaries = {each.code: each for each in await api.languages.list(Resource.GLOSSARY)}
    for_writing = {each.code: each for each in await api.languages.list(Resource.WRITE)}

    assert for_glossaries["de"].usable_as_source
    assert for_glossaries["de"].usable_as_target
    assert "en-GB" in for_writing


async def test_the_real_service_has_the_lists_of_older_ones(api: ApiClient) -> None:
    sources = await api.languages.legacy("source")
    targets = await api.languages.legacy("target")
    pairs = await api.languages.legacy_pairs()

    assert all(each.usable_as_source and not each.usable_as_target for each in sources)
    assert all(each.usable_as_target and not each.usable_as_source for each in targets)
    assert LanguagePair("en", "de") in pairs


async def test_features_come_with_their_status_and_codes_in_one_casing() -> None:
    record = {
        "lang": "EN-us",
        "name": "English (American)",
        "usable_as_source": False,
        "usable_as_target": True,
        "status": "beta",
        "features": {"formality": {"status": "stable"}, "new": {"status": "early_access", "external": True}},
    }

    async with api_for(Script(httpx.Response(200, json=[record]))) as api:
        [language] = await api.languages.list(Resource.TRANSLATE_TEXT)

    assert language == Language(
        "en-US", "English (American)", False, True, "beta", {"formality": "stable", "new": "early_access"}
    )


async def test_resources_say_which_side_needs_a_feature_and_new_ones_are_left_out() -> None:
    records = [
        {"name": "write", "features": [{"name": "tone", "needs_target_support": True}]},
        {"name": "telepathy", "features": []},
    ]

    async with api_for(Script(httpx.Response(200, json=records))) as api:
        resources = await api.languages.resources()

    assert resources == {Resource.WRITE: [ResourceFeature("tone", needs_target_support=True)]}


async def test_a_service_that_cannot_be_asked_is_described_as_the_interface_does() -> None:
    async with api_for(Script(httpx.Response(404))) as api:
        resources = await api.languages.resources()

    assert set(resources) == set(Resource)
    assert ResourceFeature("glossary", True, True) in resources[Resource.TRANSLATE_TEXT]
    assert ResourceFeature("tone", False, True) in resources[Resource.WRITE]


async def test_the_resource_is_asked_for_by_its_name() -> None:
    script = Script(httpx.Response(400, json={"message": "Unknown resource"}))

    async with api_for(script) as api:
        with pytest.raises(InvalidRequest):
            await api.languages.list(Resource.VOICE)

    assert script.requests[0].url.query == b"resource=voice"


async def test_a_language_without_a_name_has_the_usual_one() -> None:
    sides = {"usable_as_source": True, "usable_as_target": True}
    body = [{"lang": "pt-BR", **sides}, {"lang": "de", "name": "", **sides}, {"lang": "xx", "name": None, **sides}]

    async with api_for(Script(httpx.Response(200, json=body))) as api:
        listed = await api.languages.list(Resource.TRANSLATE_TEXT)

    assert [each.name for each in listed] == ["Portuguese (Brazilian)", "German", "xx"]
