"""The bin: deleted glossaries are restored with their edits, or deleted permanently."""

from __future__ import annotations

import pytest

from support.publishing.library_glossaries import ENTRIES, on_service, summary_named
from support.publishing_setup import EN_DE, PublishingSetup
from termdesk.application.glossaries.editing.undo_walk import go_to_step
from termdesk.application.glossaries.library.batches import LibraryBatches
from termdesk.application.glossaries.library.bin import EDITS_STEP, Bin, RestoredEdits
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import SyncStatus, select_dictionaries
from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersions
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.glossary_messages import BinTitle

pytestmark = pytest.mark.anyio
EN_FR = LanguagePair("en", "fr")
ACME = GlossaryTag(TagKind.CLIENT, "ACME")


async def two_pairs(setup: PublishingSetup, name: str) -> None:
    """Create a glossary of two dictionaries on the service."""
    await setup.client.glossaries.create(name, [(EN_DE, ENTRIES), (EN_FR, Entries.of([("sun", "soleil")]))])


@pytest.mark.slow
async def test_a_deleted_glossary_comes_back_as_it_was_edited(setup: PublishingSetup, library: Library) -> None:
    await on_service(setup, "Returning")
    summary = await summary_named(library, "Returning")
    french = await library.add_dictionary(summary, EN_FR, Entries.of([("sun", "soleil")]))
    german = await library.open(summary, EN_DE)
    await DictionaryVersions(setup, setup.records).keep(german, "before the audit")
    german.apply(SetCells(TARGET, [0], ["Kontrakt"]))
    for dictionary in (french, german):
        await library.close(dictionary)
    await library.delete_glossary(await summary_named(library, "Returning"))
    library_bin = Bin(setup, setup.records, library)
    (discarded,) = await library_bin.all()

    await library_bin.restore(discarded)

    back = await summary_named(library, "Returning")
    german = await library.open(back, EN_DE)
    french = await library.open(back, EN_FR)
    assert discarded.name == "Returning"
    assert german.entries.as_dict() == {"contract": "Kontrakt", "house": "Haus"}
    assert french.entries.as_dict() == {"sun": "soleil"}
    assert back.glossary_id is None
    versions = await DictionaryVersions(setup, setup.records).all([german])
    assert "before the audit" in [each.name for each in versions]
    assert await library_bin.all() == []


async def test_what_is_deleted_for_good_is_gone(setup: PublishingSetup, library: Library) -> None:
    await on_service(setup, "For good")
    await library.delete_glossary(await summary_named(library, "For good"))
    library_bin = Bin(setup, setup.records, library)
    (discarded,) = await library_bin.all()

    await library_bin.forget(discarded)

    assert await library_bin.all() == []


@pytest.mark.slow
async def test_a_dictionary_comes_back_into_its_glossary(setup: PublishingSetup, library: Library) -> None:
    await two_pairs(setup, "Taken from")
    summary = await summary_named(library, "Taken from")
    await library.tag(summary, [ACME])
    library_bin = Bin(setup, setup.records, library)

    await LibraryBatches(library).delete(select_dictionaries([(summary, summary.row(EN_FR))]))
    await library.tag(summary, [])
    [discarded] = await library_bin.all()
    await library_bin.restore(discarded)

    back = await summary_named(library, "Taken from")
    assert {row.pair: row.state for row in back.rows} == {EN_DE: SyncStatus.PUBLISHED, EN_FR: SyncStatus.DRAFT}
    assert back.tags == (), "its tags are as they are now"


@pytest.mark.slow
async def test_a_dictionary_whose_place_is_taken_comes_back_beside_it(setup: PublishingSetup, library: Library) -> None:
    await two_pairs(setup, "Place taken")
    summary = await summary_named(library, "Place taken")
    library_bin = Bin(setup, setup.records, library)

    await LibraryBatches(library).delete(select_dictionaries([(summary, summary.row(EN_FR))]))
    await library.close(
        await library.add_dictionary(await summary_named(library, "Place taken"), EN_FR, ENTRIES.copy())
    )
    [discarded] = await library_bin.all()
    await library_bin.restore(discarded)

    assert sorted(len(each.rows) for each in await library.summaries() if each.name == "Place taken") == [1, 2]


async def test_what_was_overwritten_is_named_by_a_message_and_comes_back_under_the_name_of_the_window(
    setup: PublishingSetup, library: Library
) -> None:
    version = await setup.records.snapshots.put(ENTRIES)
    add = setup.records.deleted_glossaries.add
    await add(setup.profile, "Overwritten", [(EN_DE, version)], is_overwritten=True)
    library_bin = Bin(setup, setup.records, library)
    item = next(each for each in await library_bin.all() if each.name.startswith("Overwritten"))

    await library_bin.restore(item, name="Overwritten (de otros)")

    assert item.name == BinTitle.OVERWRITTEN(name="Overwritten")
    back = await library.open(await summary_named(library, "Overwritten (de otros)"), EN_DE)
    assert back.entries.as_dict() == ENTRIES.as_dict()


async def test_a_locked_glossary_comes_back_locked(setup: PublishingSetup, library: Library) -> None:
    await library.close(await library.new("Locked bin", EN_DE, ENTRIES.copy()))
    await library.locks.lock(await summary_named(library, "Locked bin"))
    await library.delete_glossary(await summary_named(library, "Locked bin"))
    library_bin = Bin(setup, setup.records, library)
    (discarded,) = [each for each in await library_bin.all() if each.name == "Locked bin"]

    await library_bin.restore(discarded)

    assert (await summary_named(library, "Locked bin")).is_local_only
    assert len(await setup.records.local_only.all()) == 1, "the lock of the deleted one is gone"


async def delete_edited(setup: PublishingSetup, library: Library, name: str) -> None:
    """Delete a glossary that both this computer and others have changed since it was opened."""
    glossary_id = await on_service(setup, name)
    german = await library.open(await summary_named(library, name), EN_DE)
    german.apply(SetCells(TARGET, [0], ["Kontrakt"]))
    await library.close(german)
    others = Entries.of([("contract", "Abmachung"), ("house", "Gebäude"), ("tree", "Baum")])
    await setup.client.glossaries.replace(glossary_id, EN_DE, others)
    await library.delete_glossary(await summary_named(library, name))


@pytest.mark.slow
async def test_what_others_wrote_before_the_deletion_comes_back_with_the_local_edits(
    setup: PublishingSetup, library: Library
) -> None:
    await delete_edited(setup, library, "Both")
    library_bin = Bin(setup, setup.records, library)
    (discarded,) = await library_bin.all()

    edits = await library_bin.restore(discarded)

    assert edits == [RestoredEdits("Both", EN_DE, conflict_count=1)]
    german = await library.open(await summary_named(library, "Both"), EN_DE)
    assert german.entries.as_dict() == {"contract": "Kontrakt", "house": "Gebäude", "tree": "Baum"}
    versions = DictionaryVersions(setup, setup.records)
    remote, base = await versions.all([german])
    assert (await versions.entries(remote)).as_dict() == {"contract": "Abmachung", "house": "Gebäude", "tree": "Baum"}
    assert (await versions.entries(base)).as_dict() == ENTRIES.as_dict()
    assert german.steps.titles == [EDITS_STEP]
    await go_to_step(german, 0)
    assert german.entries.as_dict() == (await versions.entries(remote)).as_dict()


@pytest.mark.slow
async def test_details_of_entries_come_back_without_being_called_edits(
    setup: PublishingSetup, library: Library
) -> None:
    await on_service(setup, "Details")
    german = await library.open(await summary_named(library, "Details"), EN_DE)
    german.apply(SetDetails([1], [EntryDetail(note="checked")]))
    await library.close(german)
    await library.delete_glossary(await summary_named(library, "Details"))
    library_bin = Bin(setup, setup.records, library)
    (discarded,) = await library_bin.all()

    assert await library_bin.restore(discarded) == []

    german = await library.open(await summary_named(library, "Details"), EN_DE)
    assert german.entries.as_dict() == ENTRIES.as_dict()
    assert german.entries.detail(1).note == "checked"


@pytest.mark.slow
async def test_an_item_of_an_older_version_keeps_the_entries_of_the_service_as_a_version(
    setup: PublishingSetup, library: Library
) -> None:
    remote = Entries.of([("contract", "Abmachung"), ("tree", "Baum")])
    put = setup.records.snapshots.put
    stored = [(EN_DE, await put(remote)), (EN_DE, await put(ENTRIES))]
    await setup.records.deleted_glossaries.add(setup.profile, "Older", stored)
    library_bin = Bin(setup, setup.records, library)
    (discarded,) = await library_bin.all()

    assert await library_bin.restore(discarded) == [RestoredEdits("Older", EN_DE, conflict_count=0)]

    german = await library.open(await summary_named(library, "Older"), EN_DE)
    assert german.entries.as_dict() == ENTRIES.as_dict()
    versions = DictionaryVersions(setup, setup.records)
    (version,) = await versions.all([german])
    assert (await versions.entries(version)).as_dict() == remote.as_dict()
