"""The library with the real local service: open, rename and delete; deleted glossaries are stored first."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from support.publishing.library_glossaries import ENTRIES, on_service, summary_named
from support.publishing_setup import EN_DE, Meddling, PublishingSetup
from termdesk.application.failures import OutdatedSummary
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.client.errors import NotFound, Unreachable
from termdesk.domain.entries.changes import Batch, InsertRows, SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import NOTE, STATUS, EntryDetail
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio


async def test_what_is_on_the_service_is_opened_as_it_is_there(setup: PublishingSetup, library: Library) -> None:
    await on_service(setup, "Opened")

    summary = await summary_named(library, "Opened")
    dictionary = await library.open(summary, LanguagePair("en-GB", "de"))

    assert dictionary.entries.as_dict() == ENTRIES.as_dict()
    assert dictionary.is_published
    assert not dictionary.is_changed(0)
    assert await library.open(summary, EN_DE) is dictionary


@pytest.mark.scorecard("R38")
async def test_edits_are_there_when_it_is_opened_again_also_without_a_service(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    await on_service(setup, "Reopened")
    dictionary = await library.open(await summary_named(library, "Reopened"), EN_DE)
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    await library.close(dictionary)
    assert (await summary_named(library, "Reopened")).has_changes

    async def offline(request: httpx.Request) -> None:
        raise httpx.ConnectError("refused", request=request)

    way.before = offline
    with pytest.raises(Unreachable):
        await library.summaries()
    (summary,) = await library.local_summaries()
    again = await library.open(summary, EN_DE)

    assert again is not dictionary
    assert again.entries.targets[0] == "Kontrakt"
    assert again.is_changed(0)


@pytest.mark.slow
async def test_a_new_glossary_is_here_until_it_is_published(setup: PublishingSetup, library: Library) -> None:
    dictionary = await library.new("  Not published ", LanguagePair("en-US", "de"), ENTRIES.copy())
    before = await summary_named(library, "Not published")
    second = await library.add_dictionary(before, EN_DE.reverse, Entries.of([("Haus", "house")]))

    await setup.publisher.publish(await setup.publisher.plan(dictionary))

    summary = await summary_named(library, "Not published")
    assert before.glossary_id is None
    assert dictionary.pair == EN_DE
    assert summary.glossary_id == dictionary.draft.glossary_id
    assert [(row.pair, row.is_on_service) for row in summary.rows] == [(EN_DE.reverse, False), (EN_DE, True)]
    assert await library.open(summary, EN_DE) is dictionary
    assert await library.open(summary, EN_DE.reverse) is second
    await setup.publisher.publish(await setup.publisher.plan(second))
    assert all(row.is_on_service for row in (await summary_named(library, "Not published")).rows)


@pytest.mark.parametrize(
    ("name", "pair", "words"),
    [
        (" ", EN_DE, "name is empty"),
        ("x" * 1025, EN_DE, "1,025 UTF-8 bytes"),
        ("a\nb", EN_DE, "control character"),
        ("fine", LanguagePair("en-GB", "en-US"), "same language"),
    ],
)
async def test_bad_names_and_pairs_are_refused(library: Library, name: str, pair: LanguagePair, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        await library.new(name, pair)


async def test_a_glossary_has_one_dictionary_of_a_pair(library: Library) -> None:
    await library.new("Once", EN_DE)

    with pytest.raises(InvalidInput, match="already"):
        await library.add_dictionary(await summary_named(library, "Once"), LanguagePair("en-GB", "de-AT"))
    with pytest.raises(InvalidInput, match="no dictionary"):
        await library.open(await summary_named(library, "Once"), EN_DE.reverse)


async def test_a_dictionary_without_entries_is_opened_only_once_too(library: Library) -> None:
    made = await library.new("Empty", EN_DE)
    (summary,) = await library.local_summaries()

    assert await library.open(summary, EN_DE) is made


@pytest.mark.slow
async def test_renaming_reaches_the_service_the_drafts_and_what_is_open(
    setup: PublishingSetup, library: Library
) -> None:
    glossary_id = await on_service(setup, "Before")
    dictionary = await library.open(await summary_named(library, "Before"), EN_DE)
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    local = await library.new("Local before", EN_DE)

    await library.rename(await summary_named(library, "Before"), "After")
    await library.rename(await summary_named(library, "Local before"), "Local after")

    assert (await setup.client.glossaries.get(glossary_id)).name == "After"
    assert (dictionary.name, local.name) == ("After", "Local after")
    assert (await summary_named(library, "After")).has_changes


async def test_a_name_that_others_gave_meanwhile_is_not_replaced(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await on_service(setup, "Ours")
    summary = await summary_named(library, "Ours")
    await setup.client.glossaries.rename(glossary_id, "Theirs")

    with pytest.raises(InvalidInput, match="“Ours” is called “Theirs” on the service now"):
        await library.rename(summary, "Mine")

    assert (await setup.client.glossaries.get(glossary_id)).name == "Theirs"
    await library.rename(await summary_named(library, "Theirs"), "Mine")
    assert (await setup.client.glossaries.get(glossary_id)).name == "Mine"


async def test_drafts_get_the_name_that_others_gave_to_their_glossary(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await on_service(setup, "Ours")
    dictionary = await library.open(await summary_named(library, "Ours"), EN_DE)
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    await setup.client.glossaries.rename(glossary_id, "Theirs")

    await library.summaries()

    assert dictionary.name == "Theirs"
    assert [each.name for each in await library.local_summaries()] == ["Theirs"]
    assert dictionary.has_unpublished_edits


async def test_the_others_get_the_new_name_if_a_dictionary_closes_meanwhile(
    setup: PublishingSetup, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    glossary_id = await on_service(setup, "Ours")
    await setup.client.glossaries.replace(glossary_id, LanguagePair("en", "fr"), ENTRIES)
    summary = await summary_named(library, "Ours")
    closing, other = await library.open(summary, EN_DE), await library.open(summary, LanguagePair("en", "fr"))
    refresh = closing.refresh

    async def close_and_refresh() -> None:
        await library.close(closing)
        await refresh()

    monkeypatch.setattr(closing, "refresh", close_and_refresh)
    await setup.client.glossaries.rename(glossary_id, "Theirs")

    await library.summaries()

    assert other.name == "Theirs"


@pytest.mark.slow
async def test_a_deleted_glossary_stays_on_this_computer_with_all_it_held(
    setup: PublishingSetup, library: Library
) -> None:
    glossary_id = await on_service(setup, "Doomed")
    dictionary = await library.open(await summary_named(library, "Doomed"), EN_DE)
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    await library.close(dictionary)

    await library.delete_glossary(await summary_named(library, "Doomed"))

    with pytest.raises(NotFound):
        await setup.client.glossaries.get(glossary_id)
    assert await setup.records.journal.drafts(setup.profile) == []
    (deleted,) = await setup.records.deleted_glossaries.all(setup.profile)
    versions = [await setup.records.snapshots.get(content_hash) for _, content_hash in deleted.dictionaries]
    assert deleted.name == "Doomed"
    assert [version.targets[0] for version in versions] == ["Vertrag", "Kontrakt"]


@pytest.mark.slow
async def test_nothing_is_deleted_that_could_not_be_kept(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    glossary_id = await on_service(setup, "Not kept")
    summary = await summary_named(library, "Not kept")

    async def offline(request: httpx.Request) -> None:
        if request.url.path.endswith("/entries"):
            raise httpx.ConnectError("refused", request=request)

    way.before = offline
    with pytest.raises(Unreachable):
        await library.delete_glossary(summary)

    assert "DELETE" not in way.changes
    assert (await setup.client.glossaries.get(glossary_id)).name == "Not kept"


@pytest.mark.slow
async def test_one_dictionary_is_deleted_and_the_others_stay(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await on_service(setup, "Partly")
    await setup.client.glossaries.replace(glossary_id, EN_DE.reverse, Entries.of([("Haus", "house")]))

    await library.delete_dictionary(await summary_named(library, "Partly"), EN_DE)

    assert [row.pair for row in (await summary_named(library, "Partly")).rows] == [EN_DE.reverse]
    (deleted,) = await setup.records.deleted_glossaries.all(setup.profile)
    assert [pair for pair, _ in deleted.dictionaries] == [EN_DE]


async def test_a_local_glossary_is_deleted_without_a_service(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    dictionary = await library.new("Only here", EN_DE, ENTRIES.copy())
    await library.close(dictionary)
    (summary,) = await library.local_summaries()

    await library.delete_glossary(summary)

    assert way.requests == []
    assert await library.local_summaries() == []
    with pytest.raises(StorageFailed):
        await setup.records.journal.find(dictionary.draft.draft_id)


@pytest.mark.scorecard("R21")
async def test_deleting_what_somebody_deleted_already_is_done(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await on_service(setup, "Gone")
    dictionary = await library.open(await summary_named(library, "Gone"), EN_DE)
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    await library.close(dictionary)
    await setup.client.glossaries.delete(glossary_id)
    (summary,) = [each for each in await library.summaries() if each.name == "Gone"]

    await library.delete_glossary(summary)

    assert summary.is_missing
    assert not [each for each in await library.summaries() if each.name == "Gone"]


# The bin


FORBIDDEN = EntryDetail("forbidden", "never say this", "law")


async def with_details(setup: PublishingSetup, library: Library, name: str) -> GlossarySummary:
    """Publish a dictionary with more local data: a forbidden row, a note, and one undo step."""
    glossary_id = await on_service(setup, name)
    dictionary = await library.open(await summary_named(library, name), EN_DE)
    entries = dictionary.entries
    forbidden = InsertRows.at(entries, 2, [("house", "Hütte")])
    noted = SetDetails((0, 2), (EntryDetail(note="signed"), FORBIDDEN))
    dictionary.apply(Batch((forbidden, noted)), dictionary.steps.next("Notes"))
    await library.close(dictionary)
    summary = await summary_named(library, name)
    assert summary.glossary_id == glossary_id
    return summary


@pytest.mark.slow
async def test_what_only_this_computer_knows_stays_when_a_published_dictionary_is_closed(
    setup: PublishingSetup, library: Library
) -> None:
    summary = await with_details(setup, library, "Side-car")
    row = summary.row(EN_DE)
    assert row is not None
    assert (row.has_changes, row.entry_count) == (False, 2)

    dictionary = await library.open(summary, EN_DE)

    assert dictionary.entries.texts(NOTE) == ["signed", "", "never say this"]
    assert dictionary.entries.texts(STATUS) == ["", "", "forbidden"]
    assert dictionary.violation_count == 0, "a forbidden row repeats no source"
    assert (dictionary.steps.titles, dictionary.steps.done) == (["Notes"], 1)
    assert not any(dictionary.is_changed(row) for row in range(3))


@pytest.mark.slow
async def test_others_changes_come_in_beside_what_only_this_computer_knows(
    setup: PublishingSetup, library: Library
) -> None:
    summary = await with_details(setup, library, "Side-car and others")
    assert summary.glossary_id is not None
    remote = Entries.of([("contract", "Kontrakt"), ("tree", "Baum")])
    await setup.client.glossaries.replace(summary.glossary_id, EN_DE, remote)

    dictionary = await library.open(await summary_named(library, summary.name), EN_DE)

    assert list(dictionary.entries) == [("contract", "Kontrakt"), ("house", "Hütte"), ("tree", "Baum")]
    assert dictionary.entries.texts(NOTE) == ["signed", "never say this", ""]
    assert dictionary.steps.titles == ["Notes", "Changes from the service"]
    assert await dictionary.is_as_published()
    undo = dictionary.steps.change(1, dictionary.entries)
    dictionary.apply(undo, StepMark(1, "Changes from the service", is_done=False))
    assert list(dictionary.entries) == [*ENTRIES, ("house", "Hütte")]


async def test_what_is_opened_again_while_it_is_closed_keeps_its_draft(
    setup: PublishingSetup, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    await on_service(setup, "Twice")
    summary = await summary_named(library, "Twice")
    first = await library.open(summary, EN_DE)
    # Edited and edited back: it is opened from the draft, without calling the service.
    undo = first.apply(SetCells(TARGET, (0,), ("Kontrakt",)), first.steps.next("Edit"))
    first.apply(undo, StepMark(0, "Edit", is_done=False))
    first.apply(SetCells(TARGET, (0,), ("Vertrag",)))
    summary = await summary_named(library, "Twice")
    compared, go_on = asyncio.Event(), asyncio.Event()
    is_as_published = first.is_as_published

    async def slowly() -> bool:
        compared.set()
        await go_on.wait()
        return await is_as_published()

    monkeypatch.setattr(first, "is_as_published", slowly)
    closing = asyncio.create_task(library.close(first))
    await compared.wait()
    again = await library.open(summary, EN_DE)
    go_on.set()
    await closing

    again.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    await again.wait_until_saved()
    assert (await setup.records.journal.load(again.draft.draft_id))[0].targets[0] == "Kontrakt"


# Library rows that are older than the last publication


@pytest.mark.slow
async def test_an_outdated_line_opens_what_its_draft_became(setup: PublishingSetup, library: Library) -> None:
    dictionary = await library.new("Published since", EN_DE, ENTRIES.copy())
    outdated = await summary_named(library, "Published since")
    await setup.publisher.publish(await setup.publisher.plan(dictionary))

    assert await library.open(outdated, EN_DE) is dictionary
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    await library.close(dictionary)

    again = await library.open(outdated, EN_DE)

    assert again.entries[0] == ("contract", "Kontrakt")
    assert again.draft.glossary_id == dictionary.draft.glossary_id
    assert (await library.read(outdated, EN_DE)).as_dict() == again.entries.as_dict()


@pytest.mark.slow
async def test_an_outdated_line_whose_draft_is_gone_says_so(setup: PublishingSetup, library: Library) -> None:
    dictionary = await library.new("Closed since", EN_DE, ENTRIES.copy())
    outdated = await summary_named(library, "Closed since")
    await setup.publisher.publish(await setup.publisher.plan(dictionary))
    await library.close(dictionary)

    for use in (
        library.open(outdated, EN_DE),
        library.read(outdated, EN_DE),
        library.entries(outdated, outdated.rows[0]),
        library.add_dictionary(outdated, EN_DE.reverse),
        library.rename(outdated, "Renamed"),
        library.delete_glossary(outdated),
    ):
        with pytest.raises(OutdatedSummary, match="is no longer a draft on this computer"):
            await use


@pytest.mark.slow
async def test_what_is_done_to_an_outdated_line_reaches_the_published_glossary(
    setup: PublishingSetup, library: Library
) -> None:
    dictionary = await library.new("Grown since", EN_DE, ENTRIES.copy())
    outdated = await summary_named(library, "Grown since")
    await setup.publisher.publish(await setup.publisher.plan(dictionary))

    added = await library.add_dictionary(outdated, EN_DE.reverse)
    await library.rename(outdated, "Renamed since")

    assert added.draft.glossary_id == dictionary.draft.glossary_id
    assert len((await summary_named(library, "Renamed since")).rows) == 2
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    for each in (dictionary, added):
        await library.close(each)
    await library.delete_glossary(outdated)
    assert not [each for each in await library.summaries() if each.name == "Renamed since"]


@pytest.mark.slow
async def test_details_come_back_from_the_bin(setup: PublishingSetup, library: Library) -> None:
    summary = await with_details(setup, library, "Side-car in the bin")
    await library.delete_glossary(summary)
    bin_ = Bin(setup, setup.records, library)

    (discarded,) = await bin_.all()
    await bin_.restore(discarded)

    dictionary = await library.open(await summary_named(library, summary.name), EN_DE)
    assert dictionary.entries.texts(NOTE) == ["signed", "", "never say this"]


@pytest.mark.slow
async def test_only_a_draft_with_edits_opens_without_asking_the_service(
    setup: PublishingSetup, library: Library
) -> None:
    await on_service(setup, "Edited before the start")
    dictionary = await library.open(await summary_named(library, "Edited before the start"), EN_DE)
    key = dictionary.draft.glossary_key
    assert await library.find_edited_draft(key, str(EN_DE)) is None

    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    await dictionary.wait_until_saved()

    assert await library.find_edited_draft(key, str(EN_DE)) == dictionary.draft.draft_id
    assert await library.find_edited_draft(key, "en → fr") is None
    assert await library.find_edited_draft("another", str(EN_DE)) is None
