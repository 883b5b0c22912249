"""If others have emptied a dictionary on the service, it does not replace the local one without a question."""

from __future__ import annotations

import uuid

import pytest

from support.publishing_setup import EN_DE, PublishingSetup
from termdesk.application.failures import LargeRemoval
from termdesk.application.glossaries.library.large_removal import LargeRemovalChoice
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R27")]

EN_FR = LanguagePair("en", "fr")
MANY = Entries.of([(f"word {number}", f"Wort {number}") for number in range(1_000)])
ONE = Entries.of([("word 0", "Wort 0")])


async def made(setup: PublishingSetup, *, pairs: tuple[LanguagePair, ...] = (EN_DE,)) -> str:
    name = f"Emptied {uuid.uuid4().hex[:8]}"
    return (await setup.client.glossaries.create(name, [(pair, MANY) for pair in pairs])).glossary_id


async def summary_of(library: Library, glossary_id: str) -> GlossarySummary:
    return next(each for each in await library.summaries() if each.key == glossary_id)


async def edited_and_published(setup: PublishingSetup, library: Library, glossary_id: str) -> None:
    """Open a dictionary, add a local note, and close it, which leaves a draft without edits."""
    dictionary = await library.open(await summary_of(library, glossary_id), EN_DE)
    dictionary.apply(SetDetails((5,), (EntryDetail(note="ours"),)))
    await library.close(dictionary)


async def test_an_emptied_dictionary_is_asked_about_with_its_figures(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await made(setup)
    await edited_and_published(setup, library, glossary_id)
    await setup.client.glossaries.replace(glossary_id, EN_DE, ONE)

    with pytest.raises(LargeRemoval) as removal:
        await library.open(await summary_of(library, glossary_id), EN_DE)

    found = removal.value
    assert (found.local, found.remote, found.removed, found.has_local_entries) == (1_000, 1, 999, True)
    [draft] = await setup.records.journal.drafts(setup.profile)
    assert len((await setup.records.journal.load(draft.draft_id))[0]) == 1_000


async def test_it_comes_in_as_a_step_that_can_be_undone(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await made(setup)
    await edited_and_published(setup, library, glossary_id)
    await setup.client.glossaries.replace(glossary_id, EN_DE, ONE)

    choices = {EN_DE: LargeRemovalChoice.TAKE_REMOTE}
    dictionary = await library.open(await summary_of(library, glossary_id), EN_DE, choices=choices)

    assert dictionary.entries == ONE
    assert dictionary.steps.titles[-1] == "Changes from the service"
    await library.close(dictionary)
    assert len(await library.open(await summary_of(library, glossary_id), EN_DE)) == 1


async def test_what_is_here_stays_and_is_an_edit_to_publish(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await made(setup)
    await edited_and_published(setup, library, glossary_id)
    await setup.client.glossaries.replace(glossary_id, EN_DE, ONE)

    choices = {EN_DE: LargeRemovalChoice.KEEP_LOCAL}
    dictionary = await library.open(await summary_of(library, glossary_id), EN_DE, choices=choices)

    assert dictionary.entries == MANY
    plan = await setup.publisher.plan(dictionary)
    assert len(plan.difference.added) == 999
    assert not plan.needs_merge
    await setup.publisher.publish(plan)
    assert await setup.held(dictionary) == MANY.as_dict()


async def test_entries_that_only_the_service_had_are_asked_about_as_well(
    setup: PublishingSetup, library: Library
) -> None:
    glossary_id = await made(setup)
    await library.close(await library.open(await summary_of(library, glossary_id), EN_DE))
    assert await setup.records.journal.drafts(setup.profile) == []
    await setup.client.glossaries.replace(glossary_id, EN_DE, ONE)

    with pytest.raises(LargeRemoval) as removal:
        await library.open(await summary_of(library, glossary_id), EN_DE)
    assert not removal.value.has_local_entries
    choices = {EN_DE: LargeRemovalChoice.TAKE_REMOTE}
    await library.close(await library.open(await summary_of(library, glossary_id), EN_DE, choices=choices))

    # This reading is the base of the next comparison.
    assert len(await library.open(await summary_of(library, glossary_id), EN_DE)) == 1


async def test_a_dictionary_left_by_a_crash_is_asked_about_as_well(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await made(setup)
    await library.open(await summary_of(library, glossary_id), EN_DE)
    await setup.client.glossaries.replace(glossary_id, EN_DE, ONE)

    # After a crash: nothing was closed, and nothing was edited.
    with pytest.raises(LargeRemoval) as removal:
        await Library(setup, setup.records).open(await summary_of(library, glossary_id), EN_DE)

    assert removal.value.has_local_entries


async def test_a_few_removals_come_in_unasked(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await made(setup)
    await edited_and_published(setup, library, glossary_id)
    left = Entries.of(list(MANY)[:950])
    await setup.client.glossaries.replace(glossary_id, EN_DE, left)

    assert len(await library.open(await summary_of(library, glossary_id), EN_DE)) == 950


async def test_all_languages_together_ask_for_each_that_was_emptied(setup: PublishingSetup, library: Library) -> None:
    glossary_id = await made(setup, pairs=(EN_DE, EN_FR))
    await edited_and_published(setup, library, glossary_id)
    await setup.client.glossaries.replace(glossary_id, EN_DE, ONE)
    summary = await summary_of(library, glossary_id)

    with pytest.raises(LargeRemoval) as removal:
        await OpenTable.open(library, summary, "en")
    assert removal.value.pair == EN_DE
    assert library.open_dictionaries == ()

    table = await OpenTable.open(library, summary, "en", choices={EN_DE: LargeRemovalChoice.KEEP_LOCAL})
    assert [len(each) for each in table.dictionaries] == [1_000, 1_000]
    await table.close()
