"""Versions compared with the current state: a version is restored as one change, whole or by phrase."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from support.campaign import size
from support.files.stored_drafts import PAIR
from support.proof.scorecard_plugin import Held
from support.publishing.large_entries import large_entries
from support.publishing_setup import PublishingSetup, client, publish
from support.running_service import RunningService
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersions
from termdesk.application.session.session import Session
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, NO_DETAIL, PREFERRED, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records
from termdesk.storage.versions.version_records import VersionOrigin

pytestmark = pytest.mark.anyio

THEN = Entries.of([("house", "Haus"), ("tree", "Baum"), ("dog", "Hund")])


@pytest.fixture
def versions(local_session: Session, records: Records) -> DictionaryVersions:
    return DictionaryVersions(local_session, records)


@pytest.fixture
async def dictionary(local_session: Session, records: Records) -> AsyncIterator[OpenDictionary]:
    """A dictionary read from the service as `THEN`, with later edits: one phrase changed, one removed, one added."""
    draft = await records.journal.open_draft(
        profile=local_session.profile,
        glossary_key=None,
        glossary_id="g1",
        glossary_name="Terms",
        pair=PAIR,
        entries=THEN.copy(),
        is_on_service=True,
    )
    opened = await OpenDictionary.open(records.journal, draft)
    now = Entries.of([("house", "Gebäude"), ("dog", "Hund"), ("cat", "Katze")])
    for row, (source, target) in enumerate(now):
        opened.apply(SetCells(0, [row], [source]))
        opened.apply(SetCells(TARGET, [row], [target]))
    yield opened
    await opened.close()


@pytest.mark.scorecard("R29")
async def test_a_version_is_restored_by_one_change(versions: DictionaryVersions, dictionary: OpenDictionary) -> None:
    [read] = await versions.all([dictionary])
    before = dict(dictionary.entries)

    change = await versions.change_back(dictionary, read)
    inverse = dictionary.apply(change)

    assert dictionary.entries.as_dict() == THEN.as_dict()
    dictionary.apply(inverse)
    assert dict(dictionary.entries) == before


async def test_only_the_chosen_phrases_come_back(versions: DictionaryVersions, dictionary: OpenDictionary) -> None:
    [read] = await versions.all([dictionary])

    dictionary.apply(await versions.change_back(dictionary, read, {"house", "tree", "never there"}))

    assert dictionary.entries.as_dict() == {"house": "Haus", "dog": "Hund", "cat": "Katze", "tree": "Baum"}


async def test_what_stays_on_this_computer_is_kept_and_stays_where_what_the_service_had_is_restored(
    versions: DictionaryVersions, dictionary: OpenDictionary
) -> None:
    row = dictionary.entries.sources.index("cat")
    forbidden = EntryDetail(status=FORBIDDEN, note="never")
    dictionary.apply(SetDetails([row], [forbidden]))
    await versions.keep(dictionary, "before")
    [kept, read] = await versions.all([dictionary])

    assert (kept.name, kept.entry_count, kept.origin) == ("before", 3, VersionOrigin.KEPT)
    assert (kept.is_whole, read.is_whole) == (True, False)
    dictionary.apply(await versions.change_back(dictionary, read))

    position = dictionary.entries.sources.index("cat")
    assert dictionary.entries.detail(position) == forbidden
    assert dictionary.entries.copy_published_part().as_dict() == THEN.as_dict()
    dictionary.apply(await versions.change_back(dictionary, kept))
    assert dictionary.entries.as_dict() == {"house": "Gebäude", "dog": "Hund", "cat": "Katze"}
    assert list(dictionary.entries.details.values()) == [forbidden]


async def test_versions_and_entries_are_compared_in_both_orders(
    versions: DictionaryVersions, dictionary: OpenDictionary
) -> None:
    [read] = await versions.all([dictionary])
    present = dictionary.entries.copy_published_part()

    back, forth = await versions.differences(present, read), await versions.differences(read, present)

    assert (back.added, back.removed, back.changed) == (
        {"tree": (("Baum", NO_DETAIL),)},
        {"cat": (("Katze", NO_DETAIL),)},
        {"house": ((("Gebäude", NO_DETAIL),), (("Haus", NO_DETAIL),))},
    )
    assert (forth.added, forth.removed) == (back.removed, back.added)
    assert (await versions.differences(read, read)).is_empty


async def test_only_the_versions_of_these_languages_are_listed_and_deleted_ones_are_gone(
    versions: DictionaryVersions, dictionary: OpenDictionary, records: Records, local_session: Session
) -> None:
    await records.versions.keep(local_session.profile, "g1", LanguagePair("en", "fr"), THEN, "French")
    [read] = await versions.all([dictionary])

    await versions.delete(read)

    assert await versions.all([dictionary]) == []


async def test_details_are_compared_where_both_have_them(
    versions: DictionaryVersions, dictionary: OpenDictionary
) -> None:
    await versions.keep(dictionary, "before")
    [kept, read] = await versions.all([dictionary])
    noted = EntryDetail(note="asked Ann")
    dictionary.apply(SetDetails([0], [noted]))

    found = await versions.differences(dictionary, kept)

    assert found.changed == {"house": ((("Gebäude", noted),), (("Gebäude", NO_DETAIL),))}
    assert replace(found, changed={}).is_empty
    assert (await versions.differences(dictionary.entries.copy(), kept)).is_empty, "a file has no details to compare"
    plain = await versions.differences(dictionary, read)
    assert plain.changed == {"house": ((("Gebäude", NO_DETAIL),), (("Haus", NO_DETAIL),))}


@pytest.mark.parametrize("has_edits_since", [False, True])
@pytest.mark.scorecard("R29")
async def test_a_row_that_a_merge_removed_comes_back_with_its_details_at_its_place(
    records: Records, service: RunningService, has_edits_since: bool
) -> None:
    """Details are edited, published, perhaps edited again; others remove the row; a version restores it."""
    noted = EntryDetail(PREFERRED, "asked Ann", "law", (("definition", "a plant"),))
    async with client(service.url, service.key) as api:
        setup = PublishingSetup(records, api, profile=uuid.uuid4().hex)
        dictionary = await setup.published(Entries.of([*THEN, ("cat", "Katze")]))
        dictionary.apply(SetDetails([1], [noted]))
        dictionary.apply(InsertRows.at(dictionary.entries, 2, [("tree", "Gehölz"), ("sea", "See")]))
        dictionary.apply(SetDetails([2], [EntryDetail(ADMITTED)]))
        await publish(setup, dictionary)
        if has_edits_since:
            dictionary.apply(SetDetails([1], [replace(noted, note="asked Bob")]))
        expected = rows_of(dictionary.entries)
        glossary_id = str(dictionary.draft.glossary_id)
        await api.glossaries.replace(glossary_id, PAIR, Entries.of([("house", "Haus"), ("cat", "Katze")]))

        plan = await setup.publisher.plan(dictionary)
        await setup.publisher.begin_merge(plan)
        await dictionary.take(plan.incoming_change(), "Merge")
        await setup.publisher.accept(plan)
        assert "sea" not in dictionary.entries.sources
        versions = DictionaryVersions(setup, records)
        origins = [each.origin for each in await versions.all([dictionary])]
        intended = next(each for each in await versions.all([dictionary]) if each.is_whole)
        steps = len(dictionary.steps.titles)
        await dictionary.take(await versions.change_back(dictionary, intended, {"tree", "sea"}), "Restore")
        assert rows_of(dictionary.entries) == [each for each in expected if each[0] != "dog"]
        await dictionary.take(await versions.change_back(dictionary, intended), "Restore")

        assert rows_of(dictionary.entries) == expected
        assert len(dictionary.steps.titles) == steps + 2
        assert (VersionOrigin.BEFORE in origins) == has_edits_since, "what was published last is a version already"
        await dictionary.close()
        await api.glossaries.delete(glossary_id)


def rows_of(entries: Entries) -> list[tuple[str, str, EntryDetail]]:
    return [(*entries[row], entries.detail(row)) for row in range(len(entries))]


# Ten megabytes with `dev.py test --long`.
BYTES = size(100_000, 10_000_000)


@pytest.mark.scorecard("R29")
async def test_a_bad_publication_is_restored_byte_for_byte(
    records: Records, service: RunningService, held: Held
) -> None:
    good = large_entries(BYTES)
    expected = sorted(good)
    async with client(service.url, service.key) as api:
        setup = PublishingSetup(records, api, profile=uuid.uuid4().hex)
        dictionary = await setup.published(good)
        rows = range(0, len(dictionary), 2)
        await dictionary.take(SetCells(TARGET, rows, ["falsch"] * len(rows)), "Replace")
        await dictionary.take(RemoveRows(range(1, len(dictionary), 5)), "Remove")
        await publish(setup, dictionary)
        versions = DictionaryVersions(setup, records)
        [bad, intended] = await versions.all([dictionary])

        begin = time.perf_counter()
        await dictionary.take(await versions.change_back(dictionary, intended), "Restore")
        restored = time.perf_counter() - begin
        await publish(setup, dictionary)
        published = time.perf_counter() - begin

        assert bad.entry_count < intended.entry_count
        found = await api.glossaries.entries(str(dictionary.draft.glossary_id), PAIR)
        assert sorted(found) == expected
        await dictionary.close()
        await api.glossaries.delete(str(dictionary.draft.glossary_id))
    held(f"{BYTES / 1e6:g} MB restored in {restored:.1f} s, published and read back {published - restored:.1f} s later")
