"""The size of a request body is known before it is sent: exactly, for any text, quoting and name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.publishing_setup import EN_DE, Meddling, client
from support.running_service import RunningService, running_service
from termdesk.client.write_bodies import creation_overhead
from termdesk.domain.entries.entries import Entries

pytestmark = pytest.mark.anyio

ENTRIES = [
    Entries.of([("a", "b")]),
    Entries.of([("ü \U0001f600", "日本\u200b"), ("back\\slash", "\u00e9\u0301")]),
    Entries.of([('a "quoted" term', 'one "'), ("plain", "text")]),
    Entries.of((f"word {number}", f"Wort “{number}”") for number in range(3_000)),
]


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service() as running:
        yield running


@pytest.mark.parametrize("entries", ENTRIES)
@pytest.mark.parametrize("name", ["Terms", 'Ä "name"', "n" * 1_020])
async def test_the_bytes_are_those_that_are_sent(service: RunningService, entries: Entries, name: str) -> None:
    way = Meddling()
    async with client(service.url, service.key, transport=way) as api:
        glossaries = api.glossaries
        planned = glossaries.body_sizes.replacement(EN_DE, entries) + creation_overhead(name)
        glossary = await glossaries.create(name, [(EN_DE, entries)])
        assert way.sent_bytes == planned

        for send, measure in (
            (glossaries.replace, glossaries.body_sizes.replacement),
            (glossaries.merge, glossaries.body_sizes.merge),
        ):
            way.sent_bytes = 0
            planned = measure(EN_DE, entries)
            await send(glossary.glossary_id, EN_DE, entries)
            assert way.sent_bytes == planned
        await glossaries.delete(glossary.glossary_id)
