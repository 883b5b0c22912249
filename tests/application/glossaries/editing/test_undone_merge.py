"""Undoing a merge forgets nobody: the next plan shows the changes of others again, and redo settles them again."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping

import pytest

from support.publishing_setup import EN_DE, ENTRIES, PublishingSetup, client
from support.running_service import RunningService
from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_walk import go_to_step
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.storage.records import Records
from termdesk.storage.retention import DAY, tidy

pytestmark = pytest.mark.anyio

REMOTE = Entries.of([("contract", "Kontrakt"), ("tree", "Forst"), ('quote "x"', "Zitat"), ("sea", "Meer")])
CHOICES = {"tree": "Forst"}


@pytest.fixture
async def setup(records: Records, service: RunningService) -> AsyncIterator[PublishingSetup]:
    async with client(service.url, service.key) as api:
        yield PublishingSetup(records, api)


@pytest.fixture
def other(setup: PublishingSetup) -> PublishingSetup:
    """Another user, who writes with the same client."""
    return setup


async def edit(dictionary: OpenDictionary, source: str, target: str) -> None:
    row = dictionary.entries.sources.index(source)
    await dictionary.take(SetCells(TARGET, (row,), (target,)), f"Edit {source}")


async def edited(setup: PublishingSetup, other: PublishingSetup, *, remote: Entries = REMOTE) -> OpenDictionary:
    """Return a published dictionary with an edit, after others have changed it, too."""
    dictionary = await setup.published(ENTRIES)
    await edit(dictionary, "tree", "Gehölz")
    await other.client.glossaries.replace(str(dictionary.draft.glossary_id), EN_DE, remote)
    return dictionary


async def merge(
    setup: PublishingSetup, dictionary: OpenDictionary, choices: Mapping[str, str | None] = CHOICES
) -> PublishPlan:
    """Merge the changes of others as the window does, and return the plan that showed them."""
    plan = await setup.publisher.plan(dictionary)
    assert plan.needs_merge
    await setup.publisher.begin_merge(plan)
    await dictionary.take(plan.incoming_change(choices), "Changes from the service", may_be_empty=True)
    await setup.publisher.accept(plan)
    return plan


async def assert_merge_is_due(setup: PublishingSetup, dictionary: OpenDictionary, shown: PublishPlan) -> None:
    plan = await setup.publisher.plan(dictionary)
    assert (plan.incoming, plan.conflicts) == (shown.incoming, shown.conflicts)
    await assert_stored(setup, dictionary)


async def assert_merged(setup: PublishingSetup, dictionary: OpenDictionary) -> None:
    assert not (await setup.publisher.plan(dictionary)).needs_merge
    assert dictionary.published == REMOTE.as_dict()
    await assert_stored(setup, dictionary)


async def assert_stored(setup: PublishingSetup, dictionary: OpenDictionary) -> None:
    """Assert that memory and disk have the same entries and the same base."""
    await dictionary.wait_until_saved()
    entries, base = await setup.records.journal.load(dictionary.draft.draft_id)
    assert entries == dictionary.entries
    assert (base.as_dict() if base is not None else None) == (dictionary.published if dictionary.is_published else None)
    assert (await setup.records.journal.find(dictionary.draft.draft_id)).base == dictionary.draft.base


async def reopened(setup: PublishingSetup, dictionary: OpenDictionary) -> OpenDictionary:
    await dictionary.close()
    return await OpenDictionary.open(setup.records.journal, dictionary.draft)


@pytest.mark.slow
async def test_the_merge_comes_again_after_undo_and_is_settled_by_redo(
    setup: PublishingSetup, other: PublishingSetup
) -> None:
    dictionary = await edited(setup, other)
    shown = await merge(setup, dictionary)
    assert shown.conflicts
    await assert_merged(setup, dictionary)

    for _ in range(2):
        await go_to_step(dictionary, 1)
        assert dictionary.has_unpublished_edits
        assert [dictionary.is_changed(row) for row in range(4)] == [False, False, True, False]
        await assert_merge_is_due(setup, dictionary, shown)
        await go_to_step(dictionary, 2)
        await assert_merged(setup, dictionary)

    # Also without the own edit before it, and merged once more.
    await go_to_step(dictionary, 0)
    assert await dictionary.is_as_published()
    plan = await merge(setup, dictionary, {})
    assert plan.incoming.changed["tree"] == ("Baum", "Forst")
    assert (await setup.publisher.plan(dictionary)).difference.is_empty


@pytest.mark.slow
async def test_both_bases_come_back_after_a_restart(setup: PublishingSetup, other: PublishingSetup) -> None:
    dictionary = await edited(setup, other)
    shown = await merge(setup, dictionary)

    for _ in range(2):
        dictionary = await reopened(setup, dictionary)
        assert dictionary.steps.is_large(1), "reading the other base takes a worker"
        await go_to_step(dictionary, 1)
        await assert_merge_is_due(setup, dictionary, shown)
        dictionary = await reopened(setup, dictionary)
        await assert_merge_is_due(setup, dictionary, shown)
        await go_to_step(dictionary, 2)
        await assert_merged(setup, dictionary)


@pytest.mark.slow
async def test_a_merge_that_keeps_all_of_ours_is_a_step_too(setup: PublishingSetup, other: PublishingSetup) -> None:
    """It changes no entry, only the base. Without its step, undo of the edit would pass it for a change of ours."""
    dictionary = await edited(setup, other, remote=Entries.of((ENTRIES.as_dict() | {"tree": "Forst"}).items()))
    shown = await merge(setup, dictionary, {"tree": "Gehölz"})
    assert dictionary.steps.titles == ["Edit tree", "Changes from the service"]
    assert (await setup.publisher.plan(dictionary)).difference.changed == {"tree": ("Forst", "Gehölz")}

    for restart in (False, True):
        dictionary = await reopened(setup, dictionary) if restart else dictionary
        await go_to_step(dictionary, 1)
        assert dictionary.published == ENTRIES.as_dict()
        await assert_merge_is_due(setup, dictionary, shown)
        dictionary = await reopened(setup, dictionary) if restart else dictionary
        await go_to_step(dictionary, 2)
        assert dictionary.published["tree"] == "Forst"
        assert not (await setup.publisher.plan(dictionary)).needs_merge
        await assert_stored(setup, dictionary)

    await go_to_step(dictionary, 0)
    plan = await setup.publisher.plan(dictionary)
    assert plan.difference.is_empty, "the change of others is not taken back"
    assert plan.incoming.changed == {"tree": ("Baum", "Forst")}


@pytest.mark.slow
async def test_what_undo_brings_back_outlives_the_cleaning_of_versions(
    setup: PublishingSetup, other: PublishingSetup
) -> None:
    dictionary = await edited(setup, other)
    shown = await merge(setup, dictionary)
    await dictionary.close()
    versions = setup.records.versions
    for version in await versions.all(setup.profile, dictionary.draft.glossary_key):
        await versions.delete(version.number)
    await tidy(setup.records._database, clock=lambda: time.time() + 30 * DAY)

    dictionary = await OpenDictionary.open(setup.records.journal, dictionary.draft)
    await go_to_step(dictionary, 1)

    await assert_merge_is_due(setup, dictionary, shown)


@pytest.mark.slow
async def test_after_a_publication_no_older_base_comes_back(setup: PublishingSetup, other: PublishingSetup) -> None:
    dictionary = await edited(setup, other)
    await merge(setup, dictionary)
    await edit(dictionary, "sea", "See")
    published = REMOTE.as_dict() | {"sea": "See"}
    await setup.publisher.publish(await setup.publisher.plan(dictionary))
    dictionary = await reopened(setup, dictionary)

    await go_to_step(dictionary, 1)

    plan = await setup.publisher.plan(dictionary)
    assert not plan.needs_merge
    assert dictionary.published == published
    assert plan.difference.removed == {"sea": "See"}
    assert plan.difference.changed == {"contract": ("Kontrakt", "Vertrag"), "tree": ("Forst", "Gehölz")}
    await assert_stored(setup, dictionary)
    await go_to_step(dictionary, 3)
    assert (await setup.publisher.plan(dictionary)).difference.is_empty
    await assert_stored(setup, dictionary)


@pytest.mark.slow
async def test_one_merge_after_another_is_undone_one_by_one(setup: PublishingSetup, other: PublishingSetup) -> None:
    dictionary = await edited(setup, other)
    first = await merge(setup, dictionary)
    later = Entries.of([*REMOTE, ("sky", "Himmel")])
    await other.client.glossaries.replace(str(dictionary.draft.glossary_id), EN_DE, later)
    second = await merge(setup, dictionary, {})

    await go_to_step(dictionary, 2)
    assert dictionary.published == REMOTE.as_dict()
    await assert_merge_is_due(setup, dictionary, second)
    await go_to_step(dictionary, 1)
    assert dictionary.published == ENTRIES.as_dict()
    plan = await setup.publisher.plan(dictionary)
    assert plan.conflicts == first.conflicts
    assert plan.incoming.added == {"sea": "Meer", "sky": "Himmel"}
    await go_to_step(dictionary, 3)
    assert dictionary.published == later.as_dict()
    await assert_stored(setup, dictionary)


@pytest.mark.slow
async def test_after_further_changes_the_former_base_stays(setup: PublishingSetup, other: PublishingSetup) -> None:
    dictionary = await edited(setup, other)
    plan = await setup.publisher.plan(dictionary)
    await dictionary.take(plan.incoming_change(CHOICES), "Changes from the service")
    await go_to_step(dictionary, 1)

    await setup.publisher.accept(plan)

    await assert_merge_is_due(setup, dictionary, plan)


@pytest.mark.slow
async def test_a_large_merge_moves_the_base_in_a_worker(setup: PublishingSetup, other: PublishingSetup) -> None:
    many = Entries.of([*REMOTE, *((f"word {number}", "Wort") for number in range(MOST_AT_ONCE + 1))])
    dictionary = await edited(setup, other, remote=many)
    shown = await merge(setup, dictionary)
    assert dictionary.steps.is_large(1)

    await go_to_step(dictionary, 1)
    await assert_merge_is_due(setup, dictionary, shown)
    await go_to_step(dictionary, 2)

    assert dictionary.published == many.as_dict()
    await assert_stored(setup, dictionary)


async def test_a_dictionary_that_was_never_published_is_so_again(
    setup: PublishingSetup, other: PublishingSetup
) -> None:
    """Others have added the same languages to the glossary meanwhile."""
    dictionary = await edited(setup, other)
    await setup.records.journal.forget_base(dictionary.draft.draft_id)
    await dictionary.refresh()
    shown = await merge(setup, dictionary, {"contract": "Kontrakt", "tree": "Forst", "sea": "Meer"})
    assert dictionary.is_published

    await go_to_step(dictionary, 1)

    assert not dictionary.is_published
    await assert_merge_is_due(setup, dictionary, shown)
    dictionary = await reopened(setup, dictionary)
    await go_to_step(dictionary, 2)
    assert dictionary.published == REMOTE.as_dict()
    await go_to_step(dictionary, 1)
    assert not dictionary.is_published
    await assert_stored(setup, dictionary)


@pytest.mark.slow
async def test_the_library_says_again_that_the_service_has_other_entries(
    setup: PublishingSetup, other: PublishingSetup
) -> None:
    dictionary = await edited(setup, other)
    await merge(setup, dictionary)
    draft = dictionary.draft

    async def is_marked() -> bool:
        await dictionary.wait_until_saved()
        found = await setup.records.seen_dictionaries.all(setup.profile)
        return found[str(draft.glossary_id)][draft.pair].has_changed

    assert not await is_marked()
    await go_to_step(dictionary, 1)
    assert await is_marked()
    await go_to_step(dictionary, 2)
    assert not await is_marked()
