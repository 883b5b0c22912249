"""Translation memories: those of the real service, and pages of one that has more than fit on one."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from support.running_service import RunningService, running_service
from support.services.odd_replies import HASTY, Script, api_for
from termdesk.client.api import ApiClient
from termdesk.client.errors import NotFound
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

EN_DE, EN_FI = LanguagePair("en", "de"), LanguagePair("en", "fi")


@pytest.fixture(scope="module")
def own_service() -> Iterator[RunningService]:
    with running_service() as running:
        yield running


async def test_what_was_confirmed_is_listed_read_and_deleted_by_pair(own_service: RunningService) -> None:
    async with ApiClient(own_service.provider, own_service.key, retry_policy=HASTY) as api:
        for pair, target in ((EN_DE, "Gute Nacht"), (EN_FI, "Hyvää yötä")):
            await api.local.confirm(pair, "Good night", target)
        await api.local.confirm(EN_DE, "The sun", "Die Sonne")

        listed = await api.memories.list()
        german = next(each for each in listed if each.pair == EN_DE)
        segments = await api.memories.segments(german.memory_id, most=10)
        first = await api.memories.segments(german.memory_id, most=1)
        await api.memories.delete(german.memory_id)
        left = await api.memories.list()
        with pytest.raises(NotFound):
            await api.memories.delete(german.memory_id)

    assert {each.pair: each.segment_count for each in listed} == {EN_DE: 2, EN_FI: 1}
    assert segments == (("Good night", "Gute Nacht"), ("The sun", "Die Sonne"))
    assert first == segments[:1]
    assert [each.pair for each in left] == [EN_FI]


def memories(first: int, stop: int, total: int) -> httpx.Response:
    listed = [
        {"translation_memory_id": str(number), "source_language": "en", "target_languages": ["de"]}
        for number in range(first, stop)
    ]
    return httpx.Response(200, json={"translation_memories": listed, "total_count": total})


async def test_all_pages_of_memories_are_read() -> None:
    script = Script(memories(0, 25, 30), memories(25, 30, 30))

    async with api_for(script, is_local=True) as api:
        listed = await api.memories.list()

    assert [each.memory_id for each in listed] == [str(number) for number in range(30)]
    assert [request.url.params["page"] for request in script.requests] == ["0", "1"]


async def test_a_service_that_counts_more_than_it_gives_is_not_asked_for_ever() -> None:
    script = Script(memories(0, 5, 99), memories(5, 5, 99))

    async with api_for(script, is_local=True) as api:
        assert len(await api.memories.list()) == 5

    assert len(script.requests) == 2


def segments(*sources: str, cursor: str = "") -> httpx.Response:
    listed = [{"source_text": each, "targets": [{"target_text": each.upper()}]} for each in sources]
    return httpx.Response(200, json={"segments": listed, **({"next_page_cursor": cursor} if cursor else {})})


async def test_segments_are_read_page_by_page_up_to_the_number_asked_for() -> None:
    untranslated = httpx.Response(
        200, json={"segments": [{"source_text": "c", "targets": []}], "next_page_cursor": "3"}
    )
    script = Script(segments("a", "b", cursor="2 &"), untranslated, segments("d", "e", cursor="4"))

    async with api_for(script, is_local=True) as api:
        found = await api.memories.segments("an id/with more", most=3)

    assert found == (("a", "A"), ("b", "B"), ("d", "D"))
    assert [request.url.params.get("page_cursor") for request in script.requests] == [None, "2 &", "3"]
    assert script.requests[0].url.raw_path.startswith(b"/v3/translation_memories/an%20id%2Fwith%20more/segments")
