"""No method of the client sends a glossary, or a text with one, past the guard. New methods are found automatically."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from termdesk.client.api import ApiClient, EndpointGroups
from termdesk.client.documents import DocumentHandle
from termdesk.client.transport.calls import Call
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
ENTRIES = Entries.of([("house", "Haus")])
# Parameters that contain or name a glossary.
CARRIERS = {"entries", "dictionaries", "glossary_id", "glossary", "origin"}
# These methods only read, delete, lock or unlock, so nothing of a glossary leaves this computer.
HARMLESS = {
    "glossaries.get",
    "glossaries.find",
    "glossaries.entries",
    "glossaries.peek",
    "glossaries.delete",
    "glossaries.delete_dictionary",
    "glossaries.needs_proof_of_quotes",
    "local.lock",
    "local.unlock",
}
ARGUMENTS: dict[str, Any] = {
    "content": b"text",
    "dictionaries": [(PAIR, ENTRIES)],
    "entries": ENTRIES,
    "file_name": "text.txt",
    "glossary": "g1",
    "glossary_id": "g1",
    "handle": DocumentHandle("d", "k"),
    "name": "Law",
    "origin": "g1",
    "pair": PAIR,
    "source": "en",
    "target": "de",
    "texts": ["The house"],
}


class Refused(InvalidInput):
    """The error that the guard of these tests raises."""


class Service(httpx.AsyncBaseTransport):
    """Records the requests that reach it."""

    def __init__(self) -> None:
        self.requests: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(f"{request.method} {request.url.path}")
        return httpx.Response(200, json={})


def senders() -> list[str]:
    """Return the names of all endpoint methods that take a glossary. They are found by inspection, not listed here."""
    group_types = inspect.get_annotations(EndpointGroups.__init__)
    assert "line" in group_types
    found = []
    groups = vars(EndpointGroups(None))  # type: ignore[arg-type]  # nothing is sent by these
    for group, calls in groups.items():
        for name, method in inspect.getmembers(calls, inspect.ismethod):
            takes = set(inspect.signature(method).parameters)
            if not name.startswith("_") and takes & CARRIERS and f"{group}.{name}" not in HARMLESS:
                found.append(f"{group}.{name}")
    return found


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
async def guarded(service: Service) -> AsyncIterator[ApiClient]:
    async def refuse(call: Call) -> None:
        assert call.glossary == "g1"
        raise Refused("It stays here.")

    provider = Provider("custom", "https://translate.example", is_local=True)
    async with ApiClient(provider, "key-1234567890", transport=service, guard=refuse) as api:
        yield api


def test_the_ways_out_are_those_that_are_known() -> None:
    assert sorted(senders()) == [
        "documents.upload",
        "glossaries.create",
        "glossaries.merge",
        "glossaries.rename",
        "glossaries.replace",
        "local.add_draft",
        "local.warm_terms",
        "texts.correct",
        "texts.rephrase",
        "texts.translate",
    ]


@pytest.mark.parametrize("sender", senders())
async def test_nothing_leaves_that_the_guard_refuses(sender: str, guarded: ApiClient, service: Service) -> None:
    group, name = sender.split(".")
    method = getattr(getattr(guarded, group), name)
    parameters = inspect.signature(method).parameters.values()
    needed = [each.name for each in parameters if each.default is each.empty or each.name in {*CARRIERS, "source"}]

    with pytest.raises(Refused):
        await method(**{each: ARGUMENTS[each] for each in needed})

    assert service.requests == []


async def test_entries_of_an_unknown_glossary_cannot_be_sent_past_the_guard(
    guarded: ApiClient, service: Service
) -> None:
    with pytest.raises(AssertionError, match="does not say which glossary"):
        await guarded.glossaries.create("Law", [(PAIR, ENTRIES)])

    assert service.requests == []


async def test_texts_without_a_glossary_are_not_asked_about(guarded: ApiClient, service: Service) -> None:
    with pytest.raises(Exception, match="answer"):
        await guarded.texts.translate(["The house"], target="de")

    assert service.requests == ["POST /v2/translate"]


async def test_the_guard_can_be_asked_beforehand(guarded: ApiClient) -> None:
    with pytest.raises(Refused):
        await guarded.check_sending("g1")
    with pytest.raises(Refused):
        await guarded.check_sending("g1", with_texts=True)
