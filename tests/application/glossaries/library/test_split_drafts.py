"""A glossary whose creation was interrupted has one row in the library and one draft, and can be published."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator

import pytest

from support.publishing_setup import EN_DE, PublishingSetup, client
from support.running_service import RunningService
from support.services.garbling_proxy import Garbling, GarblingProxy, Plan
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.publish_plan import PublishReport
from termdesk.application.glossaries.summaries import GlossarySummary, LocalRecords, SyncStatus, summarize_glossaries
from termdesk.domain.entries.changes import InsertRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus"), ("tree", "Baum")])
EN_FR = LanguagePair("en", "fr")


@pytest.fixture
async def proxy(service: RunningService) -> AsyncIterator[GarblingProxy]:
    async with GarblingProxy(service.url) as proxy:
        yield proxy


@pytest.fixture
async def setup(records: Records, service: RunningService, proxy: GarblingProxy) -> AsyncIterator[PublishingSetup]:
    async with client(proxy.url, service.key) as api:
        yield PublishingSetup(records, api, profile=uuid.uuid4().hex)


def name_of_today() -> str:
    return f"Terms {uuid.uuid4().hex[:8]}"


async def cut_off(setup: PublishingSetup, proxy: GarblingProxy, name: str, *, after: str) -> OpenDictionary:
    """Publish for the first time, and end the program once the request `after` was processed."""
    dictionary = await setup.draft(ENTRIES, name=name)
    proxy.fired.clear()
    proxy.plans = [
        Plan(Garbling.CLOSED, lambda line: line.startswith(after)),
        Plan(Garbling.LOST, lambda _line: bool(proxy.fired), times=10_000),
    ]
    with pytest.raises(TermdeskError):
        await setup.publisher.publish(await setup.publisher.plan(dictionary))
    proxy.plans = []
    await dictionary.close()
    return dictionary


async def summaries_named(library: Library, name: str) -> list[GlossarySummary]:
    return [summary for summary in await library.summaries() if name in summary.name]


async def publish(setup: PublishingSetup, dictionary: OpenDictionary) -> PublishReport:
    return await setup.publisher.publish(await setup.publisher.plan(dictionary))


@pytest.mark.scorecard("R20")
@pytest.mark.parametrize("after", ["POST", "PATCH"])
async def test_a_creation_that_was_cut_off_is_one_line_and_goes_on(
    setup: PublishingSetup, library: Library, proxy: GarblingProxy, after: str
) -> None:
    name = name_of_today()
    await cut_off(setup, proxy, name, after=after)

    [summary] = await summaries_named(library, name)
    assert summary.name == name
    assert [row.state for row in summary.rows] == [SyncStatus.UNCLEAR]
    dictionary = await library.open(summary, EN_DE)
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    await publish(setup, dictionary)

    [summary] = await summaries_named(library, name)
    assert summary.state is SyncStatus.PUBLISHED
    assert (await setup.held(dictionary))["contract"] == "Kontrakt"
    assert await setup.publisher.count_unfinished() == 0


@pytest.mark.slow
async def test_two_drafts_of_one_dictionary_are_merged_and_published(
    setup: PublishingSetup, library: Library, proxy: GarblingProxy
) -> None:
    name = name_of_today()
    first = await cut_off(setup, proxy, name, after="PATCH")
    [job] = await setup.records.publish_jobs.unclear(setup.profile)
    # An older version opened it like this: the glossary on the service beside the local draft.
    second_record = await setup.records.journal.open_draft(
        profile=setup.profile,
        glossary_key=None,
        glossary_id=job.glossary_id,
        glossary_name=name,
        pair=EN_DE,
        entries=ENTRIES.copy(),
        is_on_service=True,
    )
    first = await OpenDictionary.open(setup.records.journal, first.draft)
    first.apply(SetCells(TARGET, (0, 2), ("Kontrakt", "Gehölz")))
    second = await OpenDictionary.open(setup.records.journal, second_record)
    second.apply(SetCells(TARGET, (1, 2), ("Heim", "Forst")))
    second.apply(InsertRows.at(second.entries, 3, [("river", "Fluss")]))
    for each in (first, second):
        await each.close()

    [summary] = await summaries_named(library, name)
    dictionary = await library.open(summary, EN_DE)

    assert library.take_merged_names() == [name]
    assert set(dictionary.entries) == {
        ("contract", "Kontrakt"),
        ("house", "Heim"),
        ("tree", "Gehölz"),
        ("tree", "Forst"),
        ("river", "Fluss"),
    }
    # The user resolves contradictions like any duplicates.
    plan = await setup.publisher.plan(dictionary)
    assert [refusal.row for refusal in plan.violations] == [
        row for row, source in enumerate(dictionary.entries.sources) if source == "tree"
    ]
    row = list(dictionary.entries).index(("tree", "Forst"))
    dictionary.apply(SetCells(0, (row,), ("forest",)))
    await publish(setup, dictionary)
    assert await setup.held(dictionary) == dictionary.entries.as_dict()
    assert await setup.publisher.count_unfinished() == 0
    assert [each.name for each in await Bin(setup, setup.records, library).all()] == [name]


async def test_drafts_that_are_open_are_merged_when_they_are_closed(
    setup: PublishingSetup, library: Library, proxy: GarblingProxy
) -> None:
    name = name_of_today()
    await cut_off(setup, proxy, name, after="PATCH")
    [summary] = summarize_glossaries(None, LocalRecords(drafts=await setup.records.journal.drafts(setup.profile)))
    own = await library.open(summary, EN_DE)
    [job] = await setup.records.publish_jobs.unclear(setup.profile)
    await setup.records.journal.open_draft(
        profile=setup.profile,
        glossary_key=None,
        glossary_id=job.glossary_id,
        glossary_name=name,
        pair=EN_DE,
        entries=Entries.of([*ENTRIES, ("river", "Fluss")]),
        is_on_service=False,
    )

    await library.summaries()
    assert library.take_merged_names() == []
    with pytest.raises(InvalidInput, match="two drafts"):
        await publish(setup, own)
    await library.close(own)
    [summary] = await summaries_named(library, name)

    assert library.take_merged_names() == [name]
    assert (await library.open(summary, EN_DE)).entries.as_dict() == dict([*ENTRIES, ("river", "Fluss")])


@pytest.mark.slow
async def test_another_dictionary_of_it_stays_a_draft_of_the_same_glossary(
    setup: PublishingSetup, library: Library, proxy: GarblingProxy
) -> None:
    name = name_of_today()
    first = await cut_off(setup, proxy, name, after="PATCH")
    second = await library.add_dictionary(
        GlossarySummary(first.draft.glossary_key, None, name), EN_FR, Entries.of([("contract", "contrat")])
    )
    await library.close(second)

    [summary] = await summaries_named(library, name)
    assert {row.pair for row in summary.rows} == {EN_DE, EN_FR}
    for pair in (EN_DE, EN_FR):
        await publish(setup, await library.open(summary, pair))

    [summary] = await summaries_named(library, name)
    assert summary.state is SyncStatus.PUBLISHED
    assert [each.entry_count for each in summary.rows] == [3, 1]


@pytest.mark.slow
async def test_deleting_it_takes_its_calls_along(
    setup: PublishingSetup, library: Library, proxy: GarblingProxy
) -> None:
    name = name_of_today()
    await cut_off(setup, proxy, name, after="PATCH")
    assert await setup.publisher.count_unfinished() == 1

    [summary] = await summaries_named(library, name)
    await library.delete_glossary(summary)

    assert await setup.publisher.count_unfinished() == 0
    assert await summaries_named(library, name) == []


@pytest.mark.slow
async def test_a_line_that_was_read_before_opens_the_same_dictionary(
    setup: PublishingSetup, library: Library, proxy: GarblingProxy
) -> None:
    await cut_off(setup, proxy, name_of_today(), after="PATCH")
    [old] = summarize_glossaries(None, LocalRecords(drafts=await setup.records.journal.drafts(setup.profile)))
    await library.summaries()

    async with asyncio.timeout(10):
        dictionary = await library.open(old, EN_DE)

    assert dictionary.entries == ENTRIES


@pytest.mark.slow
async def test_without_a_service_it_is_one_line_as_well(
    setup: PublishingSetup, library: Library, proxy: GarblingProxy
) -> None:
    name = name_of_today()
    await cut_off(setup, proxy, name, after="PATCH")

    [summary] = await library.local_summaries()

    assert summary.name == name
    assert not summary.is_missing
    assert [each.key for each in await summaries_named(library, name)] == [summary.key]


@pytest.mark.slow
async def test_while_a_publishing_is_unclear_its_draft_does_not_open_without_the_service(
    setup: PublishingSetup, proxy: GarblingProxy
) -> None:
    library = Library(setup, setup.records)
    name = name_of_today()
    before = await setup.draft(ENTRIES, name=f"{name} before")
    key = before.draft.glossary_key
    assert await library.find_edited_draft(key, str(EN_DE)) == before.draft.draft_id

    await cut_off(setup, proxy, name, after="POST /v3/glossaries")

    assert await library.find_edited_draft(key, str(EN_DE)) is None
    await before.close()
