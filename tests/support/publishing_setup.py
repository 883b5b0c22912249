"""What publishing needs: records in a folder, and a client of a running service whose requests can be intercepted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import httpx

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.bulk_publisher import BulkPublisher
from termdesk.application.glossaries.publishing.publish_plan import PublishReport
from termdesk.application.glossaries.publishing.publisher import Publisher
from termdesk.application.glossaries.publishing.run_plan import RunResult
from termdesk.client.api import ApiClient
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.client.transport.writes import WriteRecorder
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.domain.provider import Provider
from termdesk.storage.publishing.publish_runs import PublishRun
from termdesk.storage.records import Records

EN_DE = LanguagePair("en", "de")
ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus"), ("tree", "Baum"), ('quote "x"', "Zitat")])

# The usual retry policy, with shorter waits for tests that lose responses on purpose.
HURRIED = RetryPolicy(first_backoff=0.01, longest_backoff=0.05, offline=0.2, reconcile=(0.02, 0.05))


def client(
    url: str,
    key: str,
    *,
    transport: httpx.AsyncBaseTransport | None = None,
    record: WriteRecorder | None = None,
    retry_policy: RetryPolicy = HURRIED,
) -> ApiClient:
    provider = Provider("local", url, is_local=True)
    return ApiClient(provider, key, transport=transport, retry_policy=retry_policy, record_write=record)


class Meddling(httpx.AsyncBaseTransport):
    """A transport to the service that calls `before` before each request, or `instead` in its place."""

    def __init__(self) -> None:
        # The service speaks no TLS; reading the authorities would take most of the time of a short test.
        self._way = httpx.AsyncHTTPTransport(verify=False)
        self.before: Callable[[httpx.Request], Awaitable[None]] | None = None
        self.instead: Callable[[httpx.Request], Awaitable[httpx.Response | None]] | None = None
        self.requests: list[str] = []
        # The bytes of all bodies that change something.
        self.sent_bytes = 0

    @property
    def changes(self) -> list[str]:
        """The methods of the requests that change something, in order."""
        return [each.split()[0] for each in self.requests if not each.startswith("GET")]

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(f"{request.method} {request.url.path}")
        if request.method != "GET":
            self.sent_bytes += int(request.headers.get("Content-Length", 0))
        if self.before is not None:
            await self.before(request)
        if self.instead is not None and (response := await self.instead(request)) is not None:
            return response
        return await self.pass_on(request)

    async def pass_on(self, request: httpx.Request) -> httpx.Response:
        """Pass a request on to the service."""
        return await self._way.handle_async_request(request)

    async def aclose(self) -> None:
        await self._way.aclose()


def fail_last_looks(way: Meddling, fault: Callable[[httpx.Request], httpx.Response]) -> list[str]:
    """Let every reading fail that a change waits for. Return the methods of the changes, kept up to date."""
    is_open = False
    begun: list[str] = []

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_open
        if request.method == "GET":
            return fault(request) if is_open else None
        begun.append(request.method)
        is_open = True
        try:
            return await way.pass_on(request)
        finally:
            is_open = False

    way.instead = instead
    return begun


def busy(request: httpx.Request) -> httpx.Response:
    """The response of a service that is busy, but can be asked again at once."""
    return httpx.Response(503, headers={"Retry-After": "0"}, request=request)


@dataclass
class PublishingSetup:
    """The records and the connection of one user."""

    records: Records
    client: ApiClient
    profile: str = "local"

    @property
    def publisher(self) -> Publisher:
        return Publisher(self, self.records)

    @property
    def full_title(self) -> str:
        return f"The service {self.profile}"

    async def api(self) -> ApiClient:
        return self.client

    async def draft(self, entries: Entries, *, name: str = "Terms") -> OpenDictionary:
        """Create a dictionary that exists only locally."""
        record = await self.records.journal.open_draft(
            profile=self.profile,
            glossary_key=None,
            glossary_id=None,
            glossary_name=name,
            pair=EN_DE,
            entries=entries,
            is_on_service=False,
        )
        return await OpenDictionary.open(self.records.journal, record)

    async def published(self, entries: Entries, *, name: str = "Terms") -> OpenDictionary:
        """Create a dictionary that is the same locally and on the service."""
        glossary = await self.client.glossaries.create(name, [(EN_DE, entries)])
        record = await self.records.journal.open_draft(
            profile=self.profile,
            glossary_key=None,
            glossary_id=glossary.glossary_id,
            glossary_name=name,
            pair=EN_DE,
            entries=entries,
            is_on_service=True,
        )
        return await OpenDictionary.open(self.records.journal, record)

    async def held(self, dictionary: OpenDictionary) -> dict[str, str]:
        """Return the current entries of a dictionary on the service."""
        assert dictionary.draft.glossary_id
        return (await self.client.glossaries.entries(dictionary.draft.glossary_id, EN_DE)).as_dict()


def edit(dictionary: OpenDictionary, source: str, target: str) -> None:
    """Change the target of the entry with this source."""
    row = dictionary.entries.sources.index(source)
    dictionary.apply(SetCells(TARGET, (row,), (target,)))


def add(dictionary: OpenDictionary, source: str, target: str) -> None:
    """Add an entry at the end."""
    dictionary.apply(InsertRows.at(dictionary.entries, len(dictionary), [(source, target)]))


def remove(dictionary: OpenDictionary, source: str) -> None:
    """Remove the entry with this source."""
    dictionary.apply(RemoveRows((dictionary.entries.sources.index(source),)))


async def publish(setup: PublishingSetup, dictionary: OpenDictionary) -> PublishReport:
    """Plan and publish."""
    return await setup.publisher.publish(await setup.publisher.plan(dictionary))


async def assert_settled(setup: PublishingSetup, dictionary: OpenDictionary) -> None:
    """Assert that the service has the local entries, and that memory and disk both record this."""
    assert await setup.held(dictionary) == dictionary.entries.as_dict()
    assert not any(dictionary.is_changed(row) for row in range(len(dictionary)))
    assert (await setup.publisher.plan(dictionary)).method is Method.NOTHING
    assert await setup.publisher.count_unfinished() == 0
    stored, base = await setup.records.journal.load(dictionary.draft.draft_id)
    assert stored == dictionary.entries
    assert base is not None
    assert base.as_dict() == stored.as_dict()


async def resume(bulk: BulkPublisher, run: PublishRun) -> RunResult:
    """Send what is not verified yet, as it was shown."""
    plan = await bulk.plan_rest(run)
    assert plan.is_as_shown
    return await bulk.run(plan)
