"""Which glossaries fit, asked of the embedded service, and of one that does not list them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.translation.glossary_lookup import find_glossaries, find_glossaries_by_target
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair, Resource
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio

TO_SPANISH, TO_GERMAN = LanguagePair("en", "es"), LanguagePair("en", "de")


@pytest.mark.slow
async def test_only_glossaries_with_a_dictionary_for_every_direction_fit(local_session: Session) -> None:
    api = await local_session.api()
    entries = Entries(["house"], ["casa"])
    both = await api.glossaries.create("Both", [(TO_SPANISH, entries), (TO_GERMAN, entries)])
    spanish = await api.glossaries.create("Spanish", [(TO_SPANISH, entries)])

    ours = [both.glossary_id, spanish.glossary_id]

    async def found(*targets: str) -> list[str]:
        lists = LanguageLists(local_session)
        fitting = await find_glossaries(local_session, lists, Resource.TRANSLATE_TEXT, source="en", targets=targets)
        return [each.glossary_id for each in fitting.glossaries]

    # The service may have glossaries of other tests.
    assert [each for each in await found("es") if each in ours] == ours
    assert [each for each in await found("es", "de") if each in ours] == [both.glossary_id]
    assert await found("es", "fr") == []
    by_target = await find_glossaries_by_target(
        local_session, LanguageLists(local_session), Resource.TRANSLATE_TEXT, source="en", targets=["de", "fr", "es"]
    )
    fitting = {
        code: [each.glossary_id for each in choice.glossaries if each.glossary_id in ours]
        for code, choice in by_target.items()
    }
    assert fitting == {"de": [both.glossary_id], "fr": [], "es": ours}


async def test_a_service_that_does_not_list_them_is_only_a_reason(
    tmp_path: Path, new_session: Callable[[Path], Session]
) -> None:
    async def service(_request: RawRequest) -> bytes:
        return answer(b'{"detail": "Missing scopes: glossaries:read"}', status="403 Forbidden")

    async with RawServer(service) as server:
        session = new_session(tmp_path / "state")
        await session.use(Provider("custom", server.url), "a-good-key-0001")
        lists = LanguageLists(session)
        found = await find_glossaries(session, lists, Resource.TRANSLATE_DOCUMENT, source="en", targets=["de"])
        await session.stop()

    assert found.glossaries == ()
    assert found.reason.startswith("The glossaries cannot be listed: ")
