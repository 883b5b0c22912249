"""A deletion without a clear answer is settled by reading: done, not done, or changed by others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest

from support.services.odd_replies import api_for
from termdesk.client.api import ApiClient
from termdesk.client.errors import NotDeleted, UnclearOutcome
from termdesk.client.transport.writes import Write, WriteOutcome
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R21")]

EN_DE = LanguagePair("en", "de")


class Service:
    """Has one glossary with one dictionary. `harm` answers deletions; it may call `delete` or change `entry_count`."""

    def __init__(self, harm: Callable[[Service], httpx.Response], *, can_be_read: bool = True) -> None:
        self._harm = harm
        self._can_be_read = can_be_read
        self.exists = True
        self.entry_count = 3
        self.deletions = 0

    def delete(self) -> None:
        self.exists = False

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.method == "DELETE":
            self.deletions += 1
            return self._harm(self)
        if self.deletions and not self._can_be_read:
            return httpx.Response(400)
        if request.url.path.endswith("/glossaries"):
            return httpx.Response(200, json={"glossaries": [self._record()] if self.exists else []})
        return httpx.Response(200, json=self._record()) if self.exists else httpx.Response(404)

    def _record(self) -> dict[str, object]:
        dictionary = {"source_lang": "en", "target_lang": "de", "entry_count": self.entry_count}
        return {"glossary_id": "g1", "name": "Terms", "dictionaries": [dictionary]}


def lost_answer(service: Service) -> httpx.Response:
    service.delete()
    raise httpx.ReadError("reset")


def lost_request(service: Service) -> httpx.Response:
    raise httpx.ReadError("reset")


def first_lost(service: Service) -> httpx.Response:
    if service.deletions == 1:
        raise httpx.ReadError("reset")
    service.delete()
    return httpx.Response(204)


def late(service: Service) -> httpx.Response:
    """The first request is carried out after the reading that follows it."""
    if service.deletions == 1:
        return httpx.Response(500)
    service.delete()
    return httpx.Response(404)


def changed_by_others(service: Service) -> httpx.Response:
    service.entry_count += 1
    return httpx.Response(504)


@pytest.fixture(params=["glossary", "dictionary"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def delete(api: ApiClient, kind: str) -> list[bool | None]:
    """Delete, and return what the notebook gets to know of each attempt."""
    writes: list[Write] = []
    api.wrote.subscribe(writes.append)
    seen: Glossary = await api.glossaries.get("g1")
    try:
        if kind == "glossary":
            await api.glossaries.delete("g1", seen=seen)
        else:
            await api.glossaries.delete_dictionary("g1", EN_DE, seen=seen)
    finally:
        shown = [each.is_carried_out for each in writes]
    return shown


@pytest.mark.parametrize(
    ("harm", "attempts"), [(lost_answer, [True]), (first_lost, [False, None]), (late, [False, None])]
)
async def test_what_reading_finds_deleted_is_done(
    kind: str, harm: Callable[[Service], httpx.Response], attempts: list[bool | None]
) -> None:
    service = Service(harm)
    async with api_for(service) as api:
        assert await delete(api, kind) == attempts

    assert service.deletions == len(attempts)


async def test_an_unclear_attempt_is_recorded_though_its_reading_is_cancelled() -> None:
    service, reading = Service(lost_answer), asyncio.Event()

    async def answer(request: httpx.Request) -> httpx.Response:
        if service.deletions:
            reading.set()
            await asyncio.Event().wait()
        return service(request)

    writes: list[Write] = []
    async with api_for(answer) as api:
        api.wrote.subscribe(writes.append)
        seen = await api.glossaries.get("g1")
        deleting = asyncio.create_task(api.glossaries.delete("g1", seen=seen))
        await reading.wait()
        deleting.cancel()
        await asyncio.wait([deleting])

    assert [(each.outcome, each.is_carried_out) for each in writes] == [(WriteOutcome.UNCLEAR, None)]


async def test_what_never_arrives_is_told_as_not_deleted(kind: str) -> None:
    service = Service(lost_request)
    async with api_for(service) as api:
        with pytest.raises(NotDeleted, match="nothing was deleted") as raised:
            await delete(api, kind)

    assert service.deletions == 2
    assert raised.value.may_have_happened, "it may still arrive"


async def test_what_others_have_changed_is_not_deleted_once_more(kind: str) -> None:
    service = Service(changed_by_others)
    async with api_for(service) as api:
        with pytest.raises(NotDeleted, match="changed elsewhere since"):
            await delete(api, kind)

    assert service.deletions == 1


async def test_without_a_reading_nothing_is_sent_again(kind: str) -> None:
    service = Service(lost_answer, can_be_read=False)
    async with api_for(service) as api:
        with pytest.raises(UnclearOutcome) as raised:
            await delete(api, kind)

    assert type(raised.value) is UnclearOutcome
    assert service.deletions == 1
