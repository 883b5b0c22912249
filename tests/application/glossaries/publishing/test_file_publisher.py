"""A planned file is published as an edit, or not at all."""

from __future__ import annotations

import pytest

from support.publishing_setup import EN_DE, ENTRIES, PublishingSetup, add, assert_settled
from termdesk.application.failures import OutOfDate
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_walk import go_to_step
from termdesk.application.glossaries.library.draft_opener import LibraryDrafts
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.bulk_publisher import BulkPublisher
from termdesk.application.glossaries.publishing.file_plan import FilePlan, plan_file
from termdesk.application.glossaries.publishing.file_publisher import FilePublisher
from termdesk.application.glossaries.publishing.remote_reader import read_remote
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.progress import NoProgress

pytestmark = pytest.mark.anyio


def file_publisher(setup: PublishingSetup) -> FilePublisher:
    drafts = LibraryDrafts(Library(setup, setup.records))
    return FilePublisher(setup.publisher, BulkPublisher(setup, setup.records, setup.publisher, drafts))


async def planned(setup: PublishingSetup, dictionary: OpenDictionary, file: Entries) -> FilePlan:
    remote = (await read_remote(setup.client, dictionary.draft)).entries
    sizes = setup.client.glossaries.body_sizes
    return plan_file(NoProgress(), file, name=dictionary.name, pair=EN_DE, base=None, remote=remote, sizes=sizes)


@pytest.mark.slow
async def test_the_file_is_published_as_one_step_of_undo(setup: PublishingSetup) -> None:
    dictionary = await setup.published(ENTRIES.copy(), name="Filed")
    dictionary.apply(SetDetails([1], [EntryDetail(note="kept")]))
    file = Entries(["contract", "house", "cat"], ["Kontrakt", "Haus", "Katze"])

    publisher = file_publisher(setup)
    step = await publisher.prepare(await planned(setup, dictionary, file), dictionary, "Push")
    await dictionary.close()
    assert step is not None
    result = await publisher.send(step)

    assert (result.failure, result.run, len(result.published)) == (None, None, 1)
    assert await publisher.bulk_publisher.find_unfinished() == []
    dictionary = await OpenDictionary.open(setup.records.journal, result.published[0][0])
    assert await setup.held(dictionary) == file.as_dict()
    assert dictionary.entries.detail(dictionary.entries.sources.index("house")).note == "kept"
    assert [*dictionary.steps.titles] == ["Push"]
    await assert_settled(setup, dictionary)


@pytest.mark.slow
async def test_a_plan_for_another_state_is_not_carried_out(setup: PublishingSetup) -> None:
    dictionary = await setup.published(ENTRIES.copy(), name="Outdated")
    plan = await planned(setup, dictionary, Entries(["cat"], ["Katze"]))
    assert dictionary.draft.glossary_id
    await setup.client.glossaries.replace(dictionary.draft.glossary_id, EN_DE, Entries(["dog"], ["Hund"]))

    with pytest.raises(OutOfDate):
        await file_publisher(setup).prepare(plan, dictionary, "Push")

    assert await setup.held(dictionary) == {"dog": "Hund"}


@pytest.mark.slow
async def test_a_push_that_is_continued_over_changes_of_others_is_undone_with_its_base(
    setup: PublishingSetup,
) -> None:
    """The interrupted push has left its edit, so continuing it changes only the base."""
    dictionary = await setup.published(ENTRIES)
    file = Entries.of((ENTRIES.as_dict() | {"tree": "Gehölz"}).items())
    await file_publisher(setup).prepare(await planned(setup, dictionary, file), dictionary, "Push")
    remote = Entries.of((ENTRIES.as_dict() | {"tree": "Forst"}).items())
    await setup.client.glossaries.replace(str(dictionary.draft.glossary_id), EN_DE, remote)

    plan = await planned(setup, dictionary, file)
    step = await file_publisher(setup).prepare(plan, dictionary, "Push again", is_continued=True)

    assert step is not None
    assert dictionary.published == remote.as_dict()
    assert dictionary.steps.titles == ["Push", "Push again"]
    await go_to_step(dictionary, 1)
    assert dictionary.published == ENTRIES.as_dict()
    assert dictionary.entries == file


async def test_what_is_the_same_already_is_not_sent(setup: PublishingSetup) -> None:
    dictionary = await setup.published(ENTRIES.copy(), name="Same")
    add(dictionary, "cat", "Katze")

    plan = await planned(setup, dictionary, ENTRIES.copy())

    assert await file_publisher(setup).prepare(plan, dictionary, "Push") is None
