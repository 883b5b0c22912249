from __future__ import annotations

import pytest

from support.running_service import RunningService
from support.services.odd_replies import HASTY, Script, api_for
from termdesk.client.api import ApiClient
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio


async def test_the_local_service_names_its_engines_and_learns(service: RunningService) -> None:
    async with ApiClient(service.provider, service.key, retry_policy=HASTY) as api:
        engines = await api.local.engines()
        await api.local.confirm(LanguagePair("en", "de"), "The sealing washer.", "Die Dichtscheibe.")
        [translation] = await api.texts.translate(["The sealing washer."], source="en", target="de")

    assert engines
    assert translation.text == "Die Dichtscheibe."
    assert translation.report.engines


async def test_words_are_linked_where_an_engine_can_tell(service: RunningService) -> None:
    async with ApiClient(service.provider, service.key, retry_policy=HASTY) as api:
        none = await api.local.word_links(LanguagePair("en", "sl"), "The house.", "Hiša.")
        [translation] = await api.texts.translate(["The big house."], source="en", target="es")
        links = await api.local.word_links(LanguagePair("en", "es"), "The big house.", translation.text)

    assert none == []
    if any(name.startswith("Apertium") for name in translation.report.engines):
        linked = {("The big house."[each.source_start : each.source_end]) for each in links}
        assert linked == {"The", "big", "house"}


async def test_another_service_is_not_asked_for_what_only_the_local_one_has() -> None:
    script = Script(ConnectionError())

    async with api_for(script) as api:
        with pytest.raises(InvalidInput):
            await api.local.engines()
        with pytest.raises(InvalidInput):
            await api.local.confirm(LanguagePair("en", "de"), "a", "b")

    assert script.requests == []


async def test_a_draft_is_used_in_a_translation_and_is_no_glossary(service: RunningService) -> None:
    pair = LanguagePair("en-US", "es")
    async with ApiClient(service.provider, service.key, retry_policy=HASTY) as api:
        before = await api.glossaries.list()
        draft_id = await api.local.add_draft(pair, Entries.of([("sealing ring", "junta"), ('a "b"', "c")]))
        [translation] = await api.texts.translate(["sealing ring"], source="en", target="es", glossary_id=draft_id)

        assert translation.text == "junta"
        assert await api.glossaries.list() == before


async def test_the_terms_of_a_glossary_are_prepared_if_there_is_one(service: RunningService) -> None:
    async with ApiClient(service.provider, service.key, retry_policy=HASTY) as api:
        draft_id = await api.local.add_draft(LanguagePair("en", "es"), Entries.of([("sealing ring", "junta")]))
        await api.local.warm_terms(LanguagePair("en-GB", "es"), draft_id)
        await api.local.warm_terms(LanguagePair("en", "es"), "no-such-id")
        [translation] = await api.texts.translate(["sealing ring"], source="en", target="es", glossary_id=draft_id)

    assert translation.text == "junta"
