"""Copying and deleting many glossaries on the real local service; tags and states are updated."""

from __future__ import annotations

import httpx
import pytest

from support.publishing_setup import EN_DE, Meddling, PublishingSetup
from termdesk.application.glossaries.library.batches import LibraryBatches
from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary, SyncStatus, select_dictionaries
from termdesk.client.errors import InvalidRequest, Unreachable
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

EN_FR = LanguagePair("en", "fr")
ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus")])
ACME = GlossaryTag(TagKind.CLIENT, "ACME")


@pytest.fixture
def batches(library: Library) -> LibraryBatches:
    return LibraryBatches(library)


async def found(library: Library, name: str) -> list[GlossarySummary]:
    return [summary for summary in await library.summaries() if summary.name == name]


async def one(library: Library, name: str) -> GlossarySummary:
    (summary,) = await found(library, name)
    return summary


async def two_pairs(setup: PublishingSetup, name: str) -> str:
    """Create a glossary of two dictionaries on the service."""
    made = await setup.client.glossaries.create(name, [(EN_DE, ENTRIES), (EN_FR, Entries.of([("sun", "soleil")]))])
    return made.glossary_id


def offline_for(way: Meddling, path_end: str) -> None:
    async def refuse(request: httpx.Request) -> None:
        if request.url.path.endswith(path_end):
            raise httpx.ConnectError("refused", request=request)

    way.before = refuse


class Steps:
    """Records the progress."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int | None]] = []

    def step(self, done: int, total: int | None = None) -> None:
        self.seen.append((done, total))


# Copies


@pytest.mark.slow
async def test_a_copy_has_what_is_edited_here_and_what_is_on_the_service(
    setup: PublishingSetup, library: Library, batches: LibraryBatches
) -> None:
    await two_pairs(setup, "Original")
    german = await library.open(await one(library, "Original"), EN_DE)
    german.apply(SetCells(TARGET, [0], ["Kontrakt"]))
    german.apply(SetDetails([1], [EntryDetail(note="with a garden")]))
    await library.close(german)
    await library.tag(await one(library, "Original"), [ACME])
    steps = Steps()

    key = await batches.copy(await one(library, "Original"), "Copied", steps)

    copied = await one(library, "Copied")
    entries = {row.pair: await library.entries(copied, row) for row in copied.rows}
    assert (copied.key, copied.glossary_id, copied.tags) == (key, None, (ACME,))
    assert entries[EN_DE].as_dict() == {"contract": "Kontrakt", "house": "Haus"}
    assert entries[EN_DE].detail(1).note == "with a garden"
    assert entries[EN_FR].as_dict() == {"sun": "soleil"}
    assert steps.seen == [(0, 2), (1, 2)]
    assert len(await found(library, "Original")) == 1


@pytest.mark.scorecard("R24")
async def test_a_copy_that_cannot_be_read_whole_is_not_made(
    setup: PublishingSetup, library: Library, batches: LibraryBatches, way: Meddling
) -> None:
    await two_pairs(setup, "Unreadable")
    summary = await one(library, "Unreadable")
    offline_for(way, "/entries")

    with pytest.raises(Unreachable):
        await batches.copy(summary, "Half")
    with pytest.raises(InvalidInput):
        await batches.copy(GlossarySummary("k", None, "Empty"), "Nothing")

    assert await setup.records.journal.drafts(setup.profile) == []


async def test_a_bad_name_leaves_no_half_copy(
    setup: PublishingSetup, library: Library, batches: LibraryBatches
) -> None:
    await two_pairs(setup, "Named")

    with pytest.raises(InvalidInput):
        await batches.copy(await one(library, "Named"), "a\nb")

    assert await setup.records.journal.drafts(setup.profile) == []


# Deleting


@pytest.mark.slow
async def test_many_are_deleted_and_all_come_back_with_their_tags(
    setup: PublishingSetup, library: Library, batches: LibraryBatches
) -> None:
    await two_pairs(setup, "First of many")
    await library.close(await library.new("Second of many", EN_DE, ENTRIES.copy()))
    await library.tag(await one(library, "First of many"), [ACME])
    parts = select_dictionaries([(await one(library, name), None) for name in ("First of many", "Second of many")])

    await batches.delete(parts)

    assert [part.is_on_service for part in parts] == [True, False]
    assert [part.entry_count for part in parts] == [3, 2]
    assert not await found(library, "First of many") + await found(library, "Second of many")
    library_bin = Bin(setup, setup.records, library)
    for discarded in await library_bin.all():
        await library_bin.restore(discarded)
    back = await one(library, "First of many")
    assert (back.tags, back.entry_count, back.state) == ((ACME,), 3, SyncStatus.DRAFT)
    assert (await one(library, "Second of many")).tags == ()


async def test_of_a_glossary_only_the_chosen_dictionary_goes(
    setup: PublishingSetup, library: Library, batches: LibraryBatches
) -> None:
    await two_pairs(setup, "Chosen from")
    summary = await one(library, "Chosen from")

    await batches.delete(select_dictionaries([(summary, summary.row(EN_FR))]))

    assert [row.pair for row in (await one(library, "Chosen from")).rows] == [EN_DE]


@pytest.mark.slow
async def test_the_first_that_cannot_be_deleted_ends_it_and_is_still_there(
    setup: PublishingSetup, library: Library, batches: LibraryBatches, way: Meddling
) -> None:
    await library.close(await library.new("A goes", EN_DE, ENTRIES.copy()))
    await two_pairs(setup, "B stays")
    await library.close(await library.new("C is not reached", EN_DE, ENTRIES.copy()))
    names = ("A goes", "B stays", "C is not reached")
    parts = select_dictionaries([(await one(library, name), None) for name in names])
    offline_for(way, "/entries")

    with pytest.raises(Unreachable):
        await batches.delete(parts)

    assert [len(await found(library, name)) for name in names] == [0, 1, 1]
    assert [each.name for each in await Bin(setup, setup.records, library).all()] == ["A goes"]


@pytest.mark.slow
async def test_edits_since_the_library_was_read_are_kept_too(setup: PublishingSetup, library: Library) -> None:
    await two_pairs(setup, "Stale")
    await library.open(await one(library, "Stale"), EN_FR)
    dictionary = await library.open(await one(library, "Stale"), EN_DE)
    read_before = await one(library, "Stale")
    dictionary.apply(SetCells(TARGET, [0], ["Kontrakt"]))
    for pair in (EN_DE, EN_FR):
        # Closing the unedited one deletes its draft, although the row still refers to it.
        await library.close(await library.open(read_before, pair))

    await library.delete_glossary(read_before)

    library_bin = Bin(setup, setup.records, library)
    [discarded] = await library_bin.all()
    await library_bin.restore(discarded)
    back = await one(library, "Stale")
    german = back.row(EN_DE)
    assert german is not None
    assert (await library.entries(back, german)).targets[0] == "Kontrakt"


# Tags and states


@pytest.mark.slow
async def test_tags_stay_when_a_glossary_gets_its_id_from_the_service(setup: PublishingSetup, library: Library) -> None:
    dictionary = await library.new("Tagged", EN_DE, ENTRIES.copy())
    await library.tag(await one(library, "Tagged"), [ACME, GlossaryTag(TagKind.CLIENT, "acme")])

    await setup.publisher.publish(await setup.publisher.plan(dictionary))
    await library.rename(await one(library, "Tagged"), "Tagged anew")

    summary = await one(library, "Tagged anew")
    assert summary.glossary_id is not None
    assert summary.tags == (ACME,)
    assert summary.state is SyncStatus.PUBLISHED


@pytest.mark.slow
async def test_a_change_by_others_shows_by_its_count_and_else_once_it_was_read(
    setup: PublishingSetup, library: Library
) -> None:
    dictionary = await library.new("Shared", EN_DE, ENTRIES.copy())
    await setup.publisher.publish(await setup.publisher.plan(dictionary))
    glossary_id = (await one(library, "Shared")).glossary_id
    assert glossary_id is not None

    async def state() -> SyncStatus:
        return (await one(library, "Shared")).state

    await setup.client.glossaries.merge(glossary_id, EN_DE, Entries.of([("tree", "Baum")]))
    assert await state() is SyncStatus.CHANGED
    plan = await setup.publisher.plan(dictionary)
    dictionary.apply(plan.incoming_change())
    await setup.publisher.accept(plan)
    assert await state() is SyncStatus.PUBLISHED

    # The count is the same but a target differs, which only a reading can show.
    others = Entries.of([*dictionary.entries.as_dict().items()])
    others.apply(SetCells(TARGET, [0], ["Kontrakt"]))
    await setup.client.glossaries.replace(glossary_id, EN_DE, others)
    assert await state() is SyncStatus.PUBLISHED
    await setup.publisher.plan(dictionary)
    assert await state() is SyncStatus.CHANGED


@pytest.mark.slow
async def test_a_refused_publishing_shows_until_it_succeeds(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    dictionary = await library.new("Refused", EN_DE, ENTRIES.copy())
    await setup.publisher.publish(await setup.publisher.plan(dictionary))
    dictionary.apply(SetCells(TARGET, [0], ["Kontrakt"]))
    plan = await setup.publisher.plan(dictionary)

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        return None if request.method == "GET" else httpx.Response(400, json={"message": "No."})

    way.instead = refuse
    with pytest.raises(InvalidRequest):
        await setup.publisher.publish(plan)
    assert (await one(library, "Refused")).state is SyncStatus.FAILED

    way.instead = None
    await setup.publisher.publish(await setup.publisher.plan(dictionary))
    assert (await one(library, "Refused")).state is SyncStatus.PUBLISHED


async def test_a_copy_of_a_locked_glossary_is_locked(library: Library, batches: LibraryBatches) -> None:
    await library.close(await library.new("Locked original", EN_DE, ENTRIES.copy()))
    original = await one(library, "Locked original")
    # Locked after it was listed.
    await library.locks.lock(original)

    await batches.copy(original, "Locked copy")

    assert (await one(library, "Locked copy")).is_local_only
    await library.locks.unlock(original)
    assert not (await one(library, "Locked original")).is_local_only
    assert (await one(library, "Locked copy")).is_local_only
