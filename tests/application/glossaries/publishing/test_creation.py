"""A new glossary is created exactly once and with its own name, whatever happens to the responses."""

from __future__ import annotations

import os
import random
from collections.abc import AsyncIterator

import pytest

from support.campaign import combined, size
from support.proof.scorecard_plugin import Held
from support.publishing_setup import EN_DE, PublishingSetup, client
from support.services.garbling_proxy import Garbling, GarblingProxy, Plan
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.session.local_process import Address, LocalProcess
from termdesk.client.api import ApiClient
from termdesk.client.errors import InvalidRequest
from termdesk.domain.entries.changes import RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.errors import TermdeskError
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus"), ("tree", "Baum")])
ROUNDS = size(10, 500, variable="TERMDESK_CREATE_ROUNDS")
# Nobody publishes the same thing more often. Each failure was reported with a message.
TRIES = 8

AFTER_POST = [
    Garbling.SHORT_LENGTH,
    Garbling.CUT,
    Garbling.CUT_WITHOUT_LENGTH,
    Garbling.NOT_UTF8,
    Garbling.NO_ID,
    Garbling.NULL_ID,
    Garbling.UNKNOWN_ID,
    Garbling.ID_OF_ANOTHER,
    Garbling.EMPTY,
    Garbling.PAGE,
    Garbling.CLOSED,
    Garbling.FAILED,
    Garbling.BUSY,
    Garbling.SENT_ELSEWHERE,
]
AFTER_PATCH = [
    Garbling.SHORT_LENGTH,
    Garbling.CUT,
    Garbling.NO_ID,
    Garbling.EMPTY,
    Garbling.PAGE,
    Garbling.CLOSED,
    Garbling.FAILED,
    Garbling.NOT_FOUND_AFTER,
    Garbling.NOT_FOUND,
    Garbling.PRETENDED,
]
AFTER_GET = [Garbling.SHORT_LENGTH, Garbling.CUT, Garbling.PAGE, Garbling.NOT_FOUND, Garbling.FAILED, Garbling.CLOSED]


def is_post(line: str) -> bool:
    return line.startswith("POST")


def is_patch(line: str) -> bool:
    return line.startswith("PATCH")


def is_get_of_one(line: str) -> bool:
    return line.startswith("GET /v3/glossaries/") and "/entries" not in line


def is_list(line: str) -> bool:
    return line == "GET /v3/glossaries"


@pytest.fixture(scope="module")
async def address(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Address]:
    position = tmp_path_factory.mktemp("service")
    process = LocalProcess(data=position / "data", log_path=position / "log")
    yield await process.start()
    await process.stop()


@pytest.fixture
async def service(address: Address) -> AsyncIterator[ApiClient]:
    """The real service, with a glossary of another user on it."""
    async with client(address.url, address.key) as api:
        await api.glossaries.create("Somebody else's", [(EN_DE, Entries.of([("a", "b")]))])
        yield api
        for glossary in await api.glossaries.list():
            await api.glossaries.delete(glossary.glossary_id)


@pytest.fixture
async def proxy(address: Address, service: ApiClient) -> AsyncIterator[GarblingProxy]:
    async with GarblingProxy(address.url) as proxy:
        [other] = await service.glossaries.list()
        proxy.other_id = other.glossary_id
        yield proxy


@pytest.fixture
async def setup(records: Records, address: Address, proxy: GarblingProxy) -> AsyncIterator[PublishingSetup]:
    async with client(proxy.url, address.key) as api:
        yield PublishingSetup(records, api)


async def published(setup: PublishingSetup, dictionary: OpenDictionary) -> int:
    """Publish again after each failure, as a user would. Returns the number of failures."""
    for failures in range(TRIES):
        try:
            plan = await setup.publisher.plan(dictionary)
            if plan.can_be_published:
                await setup.publisher.publish(plan)
        except TermdeskError:
            continue
        return failures
    raise AssertionError("it never got through")


async def names(service: ApiClient) -> list[str]:
    return sorted(each.name for each in await service.glossaries.list())


@pytest.mark.scorecard("R19")
@pytest.mark.parametrize("garbling", AFTER_POST)
async def test_a_create_whose_answer_cannot_be_read_makes_one_glossary(
    setup: PublishingSetup, proxy: GarblingProxy, service: ApiClient, garbling: Garbling
) -> None:
    dictionary = await setup.draft(ENTRIES)
    proxy.plans = [Plan(garbling, is_post)]

    await published(setup, dictionary)

    assert proxy.fired == [garbling]
    assert await names(service) == ["Somebody else's", "Terms"]
    assert (await service.glossaries.entries(str(dictionary.draft.glossary_id), EN_DE)).as_dict() == ENTRIES.as_dict()
    assert await setup.publisher.count_unfinished() == 0


@pytest.mark.slow
@pytest.mark.parametrize(("garbling", "times"), combined(AFTER_PATCH, [1, 2]))
async def test_a_rename_that_goes_wrong_leaves_one_glossary_with_its_name(
    setup: PublishingSetup, proxy: GarblingProxy, service: ApiClient, garbling: Garbling, times: int
) -> None:
    dictionary = await setup.draft(ENTRIES)
    proxy.plans = [Plan(garbling, is_patch, times=times)]

    await published(setup, dictionary)

    assert garbling in proxy.fired
    assert await names(service) == ["Somebody else's", "Terms"]
    assert dictionary.name == "Terms"
    assert await setup.publisher.count_unfinished() == 0


@pytest.mark.slow
async def test_a_rename_that_is_never_done_is_told_and_not_reported_as_published(
    setup: PublishingSetup, proxy: GarblingProxy, service: ApiClient
) -> None:
    dictionary = await setup.draft(ENTRIES)
    proxy.plans = [Plan(Garbling.PRETENDED, is_patch, times=1_000)]

    with pytest.raises(TermdeskError, match=r"\[uploading"):
        await setup.publisher.publish(await setup.publisher.plan(dictionary))

    assert not dictionary.is_published
    proxy.plans = []
    assert await published(setup, dictionary) == 0
    assert await names(service) == ["Somebody else's", "Terms"]


@pytest.mark.slow
@pytest.mark.parametrize(("garbling", "when"), combined(AFTER_GET, [is_get_of_one, is_list]))
async def test_a_look_that_fails_after_a_lost_create_leaves_it_open(
    setup: PublishingSetup, proxy: GarblingProxy, service: ApiClient, garbling: Garbling, when: object
) -> None:
    dictionary = await setup.draft(ENTRIES)
    proxy.plans = [Plan(Garbling.NO_ID, is_post), Plan(garbling, when, times=3)]  # type: ignore[arg-type]  # is callable

    await published(setup, dictionary)

    assert await names(service) == ["Somebody else's", "Terms"]
    assert await setup.publisher.count_unfinished() == 0


@pytest.mark.slow
async def test_a_glossary_that_is_not_found_once_is_not_taken_for_deleted(
    setup: PublishingSetup, proxy: GarblingProxy, service: ApiClient
) -> None:
    dictionary = await setup.draft(ENTRIES)
    await published(setup, dictionary)
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    proxy.plans = [Plan(Garbling.NOT_FOUND, is_get_of_one)]

    plan = await setup.publisher.plan(dictionary)

    assert not plan.is_gone_from_service
    assert plan.difference.changed == {"contract": ("Vertrag", "Kontrakt")}
    assert proxy.fired == [Garbling.NOT_FOUND]


@pytest.mark.slow
async def test_entries_that_are_not_found_once_are_not_taken_for_deleted(
    setup: PublishingSetup, proxy: GarblingProxy
) -> None:
    dictionary = await setup.draft(ENTRIES)
    await published(setup, dictionary)
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    proxy.plans = [Plan(Garbling.NOT_FOUND, lambda line: "/entries" in line)]

    plan = await setup.publisher.plan(dictionary)

    assert not plan.is_gone_from_service
    assert plan.difference.changed == {"contract": ("Vertrag", "Kontrakt")}


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize(
    ("garbling", "removes"), combined([*AFTER_PATCH, Garbling.NOT_UTF8, Garbling.BUSY], [False, True])
)
async def test_a_change_whose_answer_cannot_be_read_is_classed_by_reading(
    setup: PublishingSetup, proxy: GarblingProxy, service: ApiClient, garbling: Garbling, removes: bool
) -> None:
    dictionary = await setup.draft(ENTRIES)
    await published(setup, dictionary)
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    if removes:
        dictionary.apply(RemoveRows((1,)))
    proxy.plans = [Plan(garbling, lambda line: line.startswith(("PATCH", "PUT")))]

    await published(setup, dictionary)

    assert proxy.fired == [garbling]
    assert await setup.publisher.count_unfinished() == 0
    assert (await service.glossaries.entries(str(dictionary.draft.glossary_id), EN_DE)).as_dict() == (
        dictionary.entries.as_dict()
    )
    assert not any(dictionary.is_changed(row) for row in range(len(dictionary)))


@pytest.mark.slow
async def test_a_goal_that_is_refused_after_it_was_cut_off_does_not_stand_in_the_way_for_ever(
    setup: PublishingSetup, proxy: GarblingProxy, service: ApiClient
) -> None:
    dictionary = await setup.draft(ENTRIES)
    proxy.plans = [Plan(Garbling.LOST, is_post, times=4)]
    with pytest.raises(TermdeskError):
        await setup.publisher.publish(await setup.publisher.plan(dictionary))
    assert await setup.publisher.count_unfinished() == 1
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))

    # The interrupted request is sent again, and the service rejects it.
    proxy.plans = [Plan(Garbling.REFUSED, is_post)]
    with pytest.raises(InvalidRequest):
        await setup.publisher.publish(await setup.publisher.plan(dictionary))

    assert await setup.publisher.count_unfinished() == 0
    assert await published(setup, dictionary) == 0
    assert await names(service) == ["Somebody else's", "Terms"]
    assert (await setup.held(dictionary))["contract"] == "Kontrakt"


@pytest.mark.scorecard("R19")
async def test_many_faults_at_once_make_each_glossary_once_and_lose_none(
    setup: PublishingSetup, proxy: GarblingProxy, service: ApiClient, held: Held
) -> None:
    chance = random.Random(int(os.environ.get("TERMDESK_CREATE_SEED", "5")))
    expected = ["Somebody else's"]
    for number in range(ROUNDS):
        dictionary = await setup.draft(ENTRIES, name=f"Terms {number:05}")
        proxy.plans = [
            Plan(chance.choice(AFTER_POST), is_post, times=chance.randint(0, 2)),
            Plan(chance.choice(AFTER_PATCH), is_patch, times=chance.randint(0, 2)),
            Plan(chance.choice(AFTER_GET), is_get_of_one, times=chance.randint(0, 2)),
            Plan(chance.choice(AFTER_GET), is_list, times=chance.randint(0, 2)),
        ]

        await published(setup, dictionary)

        expected.append(dictionary.name)
        assert await names(service) == expected, proxy.fired[-6:]
        [made] = [each for each in await service.glossaries.list() if each.name == dictionary.name]
        assert made.glossary_id == dictionary.draft.glossary_id
    assert len(proxy.fired) > ROUNDS
    assert await setup.publisher.count_unfinished() == 0
    held(f"exactly one glossary in each of {ROUNDS} publications with {len(proxy.fired):,} faults", runs=ROUNDS)
