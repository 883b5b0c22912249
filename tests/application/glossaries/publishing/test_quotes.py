"""A term with quotes is stored as the term that was meant, whichever dialect the service turns out to speak."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from support.odd_replies import KEY
from support.publishing_desk import EN_DE, HURRIED, Desk
from support.raw_quotes_service import RawQuotesService
from support.running_service import RunningService
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.client.api import ApiClient
from termdesk.domain.entries.changes import InsertRows, SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.merging.difference import Method
from termdesk.domain.provider import Dialect, Provider
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

TERM = ('a "quoted" term', 'ein „Begriff"')
QUOTED = Entries.of([("house", "Haus"), TERM, ('"all of it"', '"alles"'), ('5" disk', "Diskette")])
PLAIN = Entries.of([("house", "Haus"), ("tree", "Baum")])
TEXT = f'Here is {TERM[0]}, and "all of it".'


@pytest.fixture(params=[False, True], ids=["envelope", "text"])
async def vendor(request: pytest.FixtureRequest) -> AsyncIterator[RawQuotesService]:
    async with RawQuotesService(as_text=request.param) as service:
        yield service


@pytest.fixture
async def desk(records: Records, vendor: RawQuotesService) -> AsyncIterator[Desk]:
    async with asking(vendor.url) as api:
        yield Desk(records, api)


def asking(url: str, dialect: Dialect = Dialect.RECOGNISE) -> ApiClient:
    return ApiClient(Provider("custom", url, dialect=dialect), KEY, patience=HURRIED)


async def publish(desk: Desk, dictionary: OpenDictionary) -> None:
    plan = await desk.publishing.plan(dictionary)
    assert plan.can_be_published
    await desk.publishing.publish(plan)


async def assert_settled(desk: Desk, dictionary: OpenDictionary) -> None:
    assert await desk.held(dictionary) == dictionary.entries.as_dict()
    assert (await desk.publishing.plan(dictionary)).method is Method.NOTHING
    assert not any(dictionary.is_changed(row) for row in range(len(dictionary)))


async def test_a_new_glossary_holds_the_terms_that_were_meant(desk: Desk, vendor: RawQuotesService) -> None:
    dictionary = await desk.draft(QUOTED)

    await publish(desk, dictionary)

    assert next(iter(vendor.held.values()))["en", "de"] == QUOTED.as_dict()
    assert vendor.find(TEXT) == [TERM[1], '"alles"']
    await assert_settled(desk, dictionary)


@pytest.mark.parametrize("others", [False, True])
async def test_a_term_with_quotes_that_is_added_is_stored_as_it_was_meant(
    desk: Desk, vendor: RawQuotesService, others: bool
) -> None:
    dictionary = await desk.published(PLAIN)
    if others:
        # A service that nobody has asked anything yet.
        async with asking(vendor.url) as api:
            desk.client = api
            await added_and_published(desk, dictionary, vendor)
    else:
        await added_and_published(desk, dictionary, vendor)


async def added_and_published(desk: Desk, dictionary: OpenDictionary, vendor: RawQuotesService) -> None:
    dictionary.apply(InsertRows.at(dictionary.entries, 2, [TERM]))

    await publish(desk, dictionary)

    assert next(iter(vendor.held.values()))["en", "de"] == dict([*PLAIN, TERM])
    assert vendor.find(TEXT) == [TERM[1]]
    await assert_settled(desk, dictionary)


async def test_what_is_known_is_written_once(desk: Desk, vendor: RawQuotesService) -> None:
    first = await desk.draft(QUOTED)
    await publish(desk, first)
    vendor.changes.clear()

    await publish(desk, await desk.draft(QUOTED, name="Second"))

    assert vendor.changes == ["POST", "PATCH"]


async def test_what_an_older_version_damaged_is_put_right(
    desk: Desk, vendor: RawQuotesService, records: Records
) -> None:
    async with asking(vendor.url, Dialect.SPECIFICATION) as api:
        dictionary = await Desk(records, api).published(QUOTED)
        dictionary.apply(SetDetails((0,), (EntryDetail(note="ours"),)))
        await dictionary.close()
    assert vendor.find(TEXT) == []
    if vendor.as_text:
        # Nothing in a text tells, until a tracer has: here some other dictionary was published.
        await publish(desk, await desk.draft(QUOTED, name="Other"))

    library = Library(desk, records)
    [shelf] = [each for each in await library.shelves() if each.name == "Terms"]
    dictionary = await library.open(shelf, EN_DE)

    assert dictionary.entries == QUOTED
    await publish(desk, dictionary)
    assert vendor.held[str(dictionary.draft.glossary_id)]["en", "de"] == QUOTED.as_dict()
    await assert_settled(desk, dictionary)


async def test_edits_of_what_an_older_version_damaged_bring_no_damage_in(
    desk: Desk, vendor: RawQuotesService, records: Records
) -> None:
    if vendor.as_text:
        await publish(desk, await desk.draft(QUOTED, name="Other"))
    async with asking(vendor.url, Dialect.SPECIFICATION) as api:
        dictionary = await Desk(records, api).published(QUOTED)
    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("sea", "Meer")]))

    plan = await desk.publishing.plan(dictionary)

    assert not plan.needs_merge
    await desk.publishing.publish(plan)
    assert vendor.held[str(dictionary.draft.glossary_id)]["en", "de"] == dictionary.entries.as_dict()


@pytest.mark.parametrize("scheme", ["Service-Auth-Key", "DeepL-Auth-Key"])
async def test_the_local_service_is_recognised_in_both_schemes(
    records: Records, service: RunningService, scheme: str
) -> None:
    provider = replace(service.provider, scheme=scheme, dialect=Dialect.RECOGNISE)
    async with (
        ApiClient(provider, service.key, patience=HURRIED) as api,
        ApiClient(service.provider, service.key, patience=HURRIED) as other,
    ):
        desk = Desk(records, api)
        dictionary = await desk.draft(QUOTED)
        await publish(desk, dictionary)
        # As somebody reads it whose dialect is known.
        held = await other.glossaries.entries(str(dictionary.draft.glossary_id), EN_DE)
        assert held.as_dict() == QUOTED.as_dict()
        await assert_settled(desk, dictionary)

        dictionary.apply(InsertRows.at(dictionary.entries, 4, [('the "new" one', "neu")]))
        await publish(desk, dictionary)
        held = await other.glossaries.entries(str(dictionary.draft.glossary_id), EN_DE)
        assert held.as_dict() == dictionary.entries.as_dict()
        await assert_settled(desk, dictionary)


async def test_a_choice_of_the_user_overrides_what_answers_tell(records: Records) -> None:
    async with RawQuotesService() as vendor, asking(vendor.url, Dialect.VENDOR) as api:
        desk = Desk(records, api)
        await publish(desk, await desk.draft(QUOTED))

        assert vendor.changes == ["POST", "PATCH"]
        assert next(iter(vendor.held.values()))["en", "de"] == QUOTED.as_dict()
