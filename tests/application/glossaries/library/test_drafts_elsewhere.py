"""Edits for one service stay visible while another is used, and can be copied or moved to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.publishing_setup import EN_DE, PublishingSetup, edit
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.application.glossaries.library.drafts_elsewhere import DraftsElsewhere
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.glossary_tag import GlossaryTag, TagKind

pytestmark = pytest.mark.anyio

ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus")])
ACME = GlossaryTag(TagKind.CLIENT, "ACME")


@pytest.fixture
def other(setup: PublishingSetup) -> PublishingSetup:
    """The same computer with another current service."""
    return replace(setup, profile=f"custom {setup.profile}")


@pytest.fixture
def elsewhere(setup: PublishingSetup) -> DraftsElsewhere:
    return DraftsElsewhere(setup, setup.records)


@pytest.mark.slow
async def test_only_what_is_unpublished_is_listed_and_nothing_of_the_service_in_use(
    setup: PublishingSetup, other: PublishingSetup, elsewhere: DraftsElsewhere
) -> None:
    await setup.draft(ENTRIES.copy(), name="Here")
    await other.draft(ENTRIES.copy(), name="Only a draft")
    await other.published(ENTRIES.copy(), name="Published")
    edited = await other.published(ENTRIES.copy(), name="Edited")
    edit(edited, "house", "Gebäude")
    await edited.wait_until_saved()

    found = await elsewhere.glossaries()

    assert [(each.name, each.profile, each.entry_count) for each in found] == [
        ("Edited", other.profile, 2),
        ("Only a draft", other.profile, 2),
    ]


async def test_a_copy_has_entries_details_and_tags_and_leaves_the_draft(
    setup: PublishingSetup, other: PublishingSetup, elsewhere: DraftsElsewhere, library: Library
) -> None:
    draft = await other.draft(ENTRIES.copy(), name="Law")
    draft.apply(SetDetails([1], [EntryDetail(note="with a garden")]))
    await draft.wait_until_saved()
    await setup.records.glossary_tags.put(other.profile, draft.draft.glossary_key, [ACME])
    (glossary,) = await elsewhere.glossaries()

    key = await elsewhere.copy(glossary)

    (summary,) = await library.local_summaries()
    assert (summary.key, summary.name, summary.tags) == (key, "Law", (ACME,))
    entries = await library.read(summary, EN_DE)
    assert entries.as_dict() == ENTRIES.as_dict()
    assert entries.detail(1).note == "with a garden"
    assert await elsewhere.glossaries() == [glossary]


async def test_what_was_moved_is_here_only(
    other: PublishingSetup, elsewhere: DraftsElsewhere, library: Library
) -> None:
    await other.draft(ENTRIES.copy(), name="Law")
    (glossary,) = await elsewhere.glossaries()

    key = await elsewhere.move(glossary)

    assert [summary.key for summary in await library.local_summaries()] == [key]
    assert await elsewhere.glossaries() == []


async def test_edits_from_before_the_move_can_be_undone(
    other: PublishingSetup, elsewhere: DraftsElsewhere, library: Library
) -> None:
    draft = await other.published(ENTRIES.copy(), name="Law")
    change = SetCells(TARGET, (1,), ("Gebäude",))
    await draft.take(change, "Typing")
    await draft.close()
    (glossary,) = await elsewhere.glossaries()

    await elsewhere.move(glossary)

    (summary,) = await library.local_summaries()
    moved = await library.open(summary, EN_DE)
    assert moved.steps.titles == ["Typing"]
    assert moved.entries.targets[1] == "Gebäude"
    moved.apply(moved.steps.change(0, moved.entries), StepMark(0, "Typing", is_done=False))
    assert moved.entries.as_dict() == ENTRIES.as_dict()
    await library.close(moved)


async def test_what_is_locked_stays_locked_when_it_is_brought(
    setup: PublishingSetup, other: PublishingSetup, elsewhere: DraftsElsewhere, library: Library
) -> None:
    locked, _ = await other.draft(ENTRIES.copy(), name="A"), await other.draft(ENTRIES.copy(), name="B")
    await setup.records.local_only.lock(other.profile, locked.draft.glossary_key)
    found = await elsewhere.glossaries()
    assert [(each.name, each.is_local_only) for each in found] == [("A", True), ("B", False)]

    for glossary in found:
        await elsewhere.move(glossary)

    summaries = await library.local_summaries()
    assert [(each.name, each.is_local_only) for each in summaries] == [("A", True), ("B", False)]
