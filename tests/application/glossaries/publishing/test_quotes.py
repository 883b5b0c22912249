"""A term with quotes is stored as intended, whichever dialect the service uses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from support.publishing_setup import EN_DE, HURRIED, PublishingSetup
from support.running_service import RunningService
from support.services.odd_replies import KEY
from support.services.raw_quotes_service import RawQuotesService
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
async def setup(records: Records, vendor: RawQuotesService) -> AsyncIterator[PublishingSetup]:
    async with asking(vendor.url) as api:
        yield PublishingSetup(records, api)


def asking(url: str, dialect: Dialect = Dialect.RECOGNIZE) -> ApiClient:
    return ApiClient(Provider("custom", url, dialect=dialect), KEY, retry_policy=HURRIED)


async def publish(setup: PublishingSetup, dictionary: OpenDictionary) -> None:
    plan = await setup.publisher.plan(dictionary)
    assert plan.can_be_published
    await setup.publisher.publish(plan)


async def assert_settled(setup: PublishingSetup, dictionary: OpenDictionary) -> None:
    assert await setup.held(dictionary) == dictionary.entries.as_dict()
    assert (await setup.publisher.plan(dictionary)).method is Method.NOTHING
    assert not any(dictionary.is_changed(row) for row in range(len(dictionary)))


@pytest.mark.slow(keep=1)
async def test_a_new_glossary_holds_the_terms_that_were_meant(setup: PublishingSetup, vendor: RawQuotesService) -> None:
    dictionary = await setup.draft(QUOTED)

    await publish(setup, dictionary)

    assert next(iter(vendor.held.values()))["en", "de"] == QUOTED.as_dict()
    assert vendor.find(TEXT) == [TERM[1], '"alles"']
    await assert_settled(setup, dictionary)


@pytest.mark.slow
@pytest.mark.parametrize("others", [False, True])
async def test_a_term_with_quotes_that_is_added_is_stored_as_it_was_meant(
    setup: PublishingSetup, vendor: RawQuotesService, others: bool
) -> None:
    dictionary = await setup.published(PLAIN)
    if others:
        # A service that has not been called yet.
        async with asking(vendor.url) as api:
            setup.client = api
            await added_and_published(setup, dictionary, vendor)
    else:
        await added_and_published(setup, dictionary, vendor)


async def added_and_published(setup: PublishingSetup, dictionary: OpenDictionary, vendor: RawQuotesService) -> None:
    dictionary.apply(InsertRows.at(dictionary.entries, 2, [TERM]))

    await publish(setup, dictionary)

    assert next(iter(vendor.held.values()))["en", "de"] == dict([*PLAIN, TERM])
    assert vendor.find(TEXT) == [TERM[1]]
    await assert_settled(setup, dictionary)


@pytest.mark.slow
async def test_what_is_known_is_written_once(setup: PublishingSetup, vendor: RawQuotesService) -> None:
    first = await setup.draft(QUOTED)
    await publish(setup, first)
    vendor.changes.clear()

    await publish(setup, await setup.draft(QUOTED, name="Second"))

    assert vendor.changes == ["POST", "PATCH"]


@pytest.mark.slow
async def test_what_an_older_version_damaged_is_put_right(
    setup: PublishingSetup, vendor: RawQuotesService, records: Records
) -> None:
    async with asking(vendor.url, Dialect.SPECIFICATION) as api:
        dictionary = await PublishingSetup(records, api).published(QUOTED)
        dictionary.apply(SetDetails((0,), (EntryDetail(note="ours"),)))
        await dictionary.close()
    assert vendor.find(TEXT) == []
    if vendor.as_text:
        # Texts do not show the dialect before a tracer entry did. Here another dictionary was published first.
        await publish(setup, await setup.draft(QUOTED, name="Other"))

    library = Library(setup, records)
    [summary] = [each for each in await library.summaries() if each.name == "Terms"]
    dictionary = await library.open(summary, EN_DE)

    assert dictionary.entries == QUOTED
    await publish(setup, dictionary)
    assert vendor.held[str(dictionary.draft.glossary_id)]["en", "de"] == QUOTED.as_dict()
    await assert_settled(setup, dictionary)


@pytest.mark.slow
async def test_edits_of_what_an_older_version_damaged_bring_no_damage_in(
    setup: PublishingSetup, vendor: RawQuotesService, records: Records
) -> None:
    if vendor.as_text:
        await publish(setup, await setup.draft(QUOTED, name="Other"))
    async with asking(vendor.url, Dialect.SPECIFICATION) as api:
        dictionary = await PublishingSetup(records, api).published(QUOTED)
    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("sea", "Meer")]))

    plan = await setup.publisher.plan(dictionary)

    assert not plan.needs_merge
    await setup.publisher.publish(plan)
    assert vendor.held[str(dictionary.draft.glossary_id)]["en", "de"] == dictionary.entries.as_dict()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["Service-Auth-Key", "DeepL-Auth-Key"])
async def test_the_local_service_is_recognized_in_both_schemes(
    records: Records, service: RunningService, scheme: str
) -> None:
    provider = replace(service.provider, scheme=scheme, dialect=Dialect.RECOGNIZE)
    async with (
        ApiClient(provider, service.key, retry_policy=HURRIED) as api,
        ApiClient(service.provider, service.key, retry_policy=HURRIED) as other,
    ):
        setup = PublishingSetup(records, api)
        dictionary = await setup.draft(QUOTED)
        await publish(setup, dictionary)
        # As a client reads it that knows the dialect.
        held = await other.glossaries.entries(str(dictionary.draft.glossary_id), EN_DE)
        assert held.as_dict() == QUOTED.as_dict()
        await assert_settled(setup, dictionary)

        dictionary.apply(InsertRows.at(dictionary.entries, 4, [('the "new" one', "neu")]))
        await publish(setup, dictionary)
        held = await other.glossaries.entries(str(dictionary.draft.glossary_id), EN_DE)
        assert held.as_dict() == dictionary.entries.as_dict()
        await assert_settled(setup, dictionary)


async def test_a_choice_of_the_user_overrides_what_answers_tell(records: Records) -> None:
    async with RawQuotesService() as vendor, asking(vendor.url, Dialect.VENDOR) as api:
        setup = PublishingSetup(records, api)
        await publish(setup, await setup.draft(QUOTED))

        assert vendor.changes == ["POST", "PATCH"]
        assert next(iter(vendor.held.values()))["en", "de"] == QUOTED.as_dict()
