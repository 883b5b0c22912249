from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from support.campaign import size
from support.proof.scorecard_plugin import Held
from support.running_service import RunningService, running_service
from support.services.fault_proxy import Fault, FaultProxy, Harm
from support.services.odd_replies import HASTY, api_for, provider
from termdesk.client.api import ApiClient
from termdesk.client.creation import new_nonce
from termdesk.client.errors import InvalidRequest, ServerFailed, ServiceError, UnclearOutcome
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair

LOST_ANSWERS = size(10, 500)
pytestmark = pytest.mark.anyio

EN_DE = LanguagePair("en", "de")
ENTRIES = Entries.of([("house", "Haus"), ("door", "Tür")])


@pytest.fixture(scope="module")
def own_service() -> object:
    """A separate service, because these tests count all its glossaries."""
    with running_service() as running:
        yield running


@pytest.fixture
async def proxy(own_service: RunningService) -> AsyncIterator[FaultProxy]:
    async with FaultProxy(int(own_service.url.rpartition(":")[2])) as proxy:
        yield proxy


@pytest.fixture
async def api(proxy: FaultProxy, own_service: RunningService) -> AsyncIterator[ApiClient]:
    retry_policy = replace(HASTY, retries=100_000, reconcile=(0.05, 0.1, 0.2))
    async with ApiClient(provider(proxy.url), own_service.key, retry_policy=retry_policy) as api:
        yield api
        for glossary in await api.glossaries.list():
            await api.glossaries.delete(glossary.glossary_id)


def is_create(line: str) -> bool:
    return line.startswith("POST")


@pytest.mark.scorecard("R19")
async def test_hundreds_of_lost_answers_make_as_many_glossaries(proxy: FaultProxy, api: ApiClient, held: Held) -> None:
    proxy.fault = Fault(Harm.LOSE_ANSWER, when=is_create)

    for number in range(LOST_ANSWERS):
        made = await api.glossaries.create(f"Lost {number}", [(EN_DE, ENTRIES)])
        [only] = await api.glossaries.list()

        assert only == made
        assert only.name == f"Lost {number}"
        await api.glossaries.delete(made.glossary_id)

    assert proxy.fired == LOST_ANSWERS
    held(f"exactly one glossary in each of {LOST_ANSWERS} lost answers", runs=LOST_ANSWERS)


@pytest.mark.scorecard("R20")
@pytest.mark.parametrize("harm", [Harm.LOSE_REQUEST, Harm.CUT_ANSWER, Harm.RESET_ANSWER])
async def test_a_create_that_breaks_anywhere_makes_one_glossary(proxy: FaultProxy, api: ApiClient, harm: Harm) -> None:
    proxy.fault = Fault(harm, when=is_create, times=1, after=30)

    made = await api.glossaries.create("Once", [(EN_DE, ENTRIES)])

    assert proxy.fired == 1
    assert await api.glossaries.list() == [made]
    assert (await api.glossaries.entries(made.glossary_id, EN_DE)).as_dict() == ENTRIES.as_dict()


@pytest.mark.scorecard("R20", "R34")
async def test_a_network_that_loses_one_call_in_five_makes_each_glossary_once(
    proxy: FaultProxy, api: ApiClient
) -> None:
    names = [f"Lossy {number}" for number in range(20)]
    proxy.reset_share = 0.2
    made = []
    for name in names:
        try:
            made.append(await api.glossaries.create(name, [(EN_DE, ENTRIES)]))
        except ServiceError:
            # Every retry of some call was lost. The glossary may exist in part, but never twice.
            continue
    proxy.reset_share = 0.0

    listed = [each.name.partition(" [uploading")[0] for each in await api.glossaries.list()]

    assert len(listed) == len(set(listed))
    assert {each.name for each in made} <= set(listed)
    assert proxy.fired > 10


@pytest.mark.slow
async def test_the_temporary_name_is_gone_at_the_end_and_fits_at_every_length(api: ApiClient) -> None:
    for name in ("A", "ü" * 512, "😀" * 256):
        made = await api.glossaries.create(name, [(EN_DE, ENTRIES)])

        assert made.name == name


@pytest.mark.scorecard("R20")
async def test_a_create_goes_on_after_a_restart_with_its_nonce(proxy: FaultProxy, api: ApiClient) -> None:
    nonce = new_nonce()
    # The program ends after the service has created the glossary, but before it is renamed.
    proxy.fault = Fault(Harm.BLACK_HOLE, when=lambda line: line.startswith("PATCH"))
    first = asyncio.create_task(api.glossaries.create("Resumed", [(EN_DE, ENTRIES)], nonce=nonce))
    async with asyncio.timeout(5):
        while not proxy.fired:
            await asyncio.sleep(0.005)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    proxy.fault = Fault(Harm.NONE)

    made = await api.glossaries.create("Resumed", [(EN_DE, ENTRIES)], nonce=nonce, may_have_been_sent=True)

    assert made.name == "Resumed"
    assert await api.glossaries.list() == [made]


@pytest.mark.scorecard("R20")
async def test_the_id_is_told_before_the_nonce_goes(api: ApiClient) -> None:
    reported = []

    async def created(glossary_id: str) -> None:
        reported.append(await api.glossaries.get(glossary_id))

    made = await api.glossaries.create("Told", [(EN_DE, ENTRIES)], nonce="12345678", created=created)

    assert [each.glossary_id for each in reported] == [made.glossary_id]
    assert reported[0].name == "Told [uploading 12345678]"


async def test_a_refused_create_is_not_looked_for(proxy: FaultProxy, api: ApiClient) -> None:
    with pytest.raises(InvalidRequest):
        await api.glossaries.create("Refused", [(EN_DE, Entries.of([("a", "b"), ("a", "c")]))])

    assert [line.split()[0] for line in proxy.requests] == ["POST"]


class HalfMade:
    """A service that answers a create request with 500 although it has created the glossary in part, or twice."""

    def __init__(self, *, copies: int, entries: str = "house\tHaus\n") -> None:
        self.copies = copies
        self.held = entries
        self.glossaries: dict[str, str] = {}
        self.calls: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        self.calls.append(request.method)
        match request.method:
            case "POST":
                for number in range(self.copies):
                    self.glossaries[f"g{number}"] = json.loads(request.content)["name"]
                return httpx.Response(500)
            case "PATCH":
                self.glossaries[path.rpartition("/")[2]] = json.loads(request.content)["name"]
                return httpx.Response(200)
            case "PUT":
                self.held = json.loads(request.content)["entries"]
                return httpx.Response(200)
        if path.endswith("/entries"):
            return httpx.Response(200, content=self.held.encode())
        records = [self.record(glossary_id) for glossary_id in self.glossaries]
        if path == "/v3/glossaries":
            return httpx.Response(200, json=records)
        return httpx.Response(200, json=self.record(path.rpartition("/")[2]))

    def record(self, glossary_id: str) -> dict[str, object]:
        pair = {"source_lang": "en", "target_lang": "de", "entry_count": self.held.count("\n")}
        return {"glossary_id": glossary_id, "name": self.glossaries[glossary_id], "dictionaries": [pair]}


async def test_what_a_failing_service_left_half_made_is_made_whole() -> None:
    service = HalfMade(copies=1)

    async with api_for(service) as api:
        made = await api.glossaries.create("Half", [(EN_DE, ENTRIES)])

    assert made.name == "Half"
    assert service.held == "house\tHaus\ndoor\tTür\n"
    assert service.calls.count("POST") == 1


async def test_same_count_but_other_entries_are_not_taken_for_ours() -> None:
    service = HalfMade(copies=1, entries="house\tHaus\ndoor\tT?r\n")

    async with api_for(service) as api:
        await api.glossaries.create("Half", [(EN_DE, ENTRIES)])

    assert service.held == "house\tHaus\ndoor\tTür\n"


async def test_of_two_copies_one_is_taken_and_none_is_deleted() -> None:
    service = HalfMade(copies=2, entries="house\tHaus\ndoor\tTür\n")

    async with api_for(service) as api:
        made = await api.glossaries.create("Twice", [(EN_DE, ENTRIES)], nonce="12345678")

    assert made.glossary_id == "g0"
    assert service.glossaries == {"g0": "Twice", "g1": "Twice [uploading 12345678]"}
    assert "DELETE" not in service.calls


async def test_a_service_that_always_fails_is_asked_four_times() -> None:
    service = HalfMade(copies=0)

    async with api_for(service) as api:
        with pytest.raises(ServerFailed):
            await api.glossaries.create("Never", [(EN_DE, ENTRIES)])

    assert service.calls.count("POST") == 4


async def test_a_create_that_was_accepted_without_a_word_and_cannot_be_found_is_unclear() -> None:
    methods = []

    def answering(request: httpx.Request) -> httpx.Response:
        methods.append(request.method)
        return httpx.Response(202) if request.method == "POST" else httpx.Response(200, json=[])

    async with api_for(answering) as api:
        with pytest.raises(UnclearOutcome):
            await api.glossaries.create("Silent", [(EN_DE, ENTRIES)])

    assert methods.count("POST") == 1
