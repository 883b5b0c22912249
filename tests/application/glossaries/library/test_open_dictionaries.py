"""A dictionary closes with its last opening, unless somebody shows it, and leaves no draft behind without edits."""

from __future__ import annotations

import pytest

from support.publishing.library_glossaries import on_service, summary_named
from support.publishing_setup import EN_DE, PublishingSetup
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.library.open_dictionaries import OpenDictionaries
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries

pytestmark = pytest.mark.anyio


async def test_a_dictionary_closed_without_edits_leaves_nothing_here(setup: PublishingSetup, library: Library) -> None:
    await on_service(setup, "Looked at")
    dictionary = await library.open(await summary_named(library, "Looked at"), EN_DE)
    undo = dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    dictionary.apply(undo)

    await library.close(dictionary)

    assert await setup.records.journal.drafts(setup.profile) == []


@pytest.mark.parametrize("what", ["nothing", "opened again", "shown"])
async def test_what_was_opened_and_never_shown_is_closed_unless_somebody_wants_it(
    setup: PublishingSetup, library: Library, what: str
) -> None:
    await on_service(setup, f"Overtaken, {what}")
    summary = await summary_named(library, f"Overtaken, {what}")
    dictionary = await library.open(summary, EN_DE)
    times_opened = library.times_opened(dictionary)
    if what == "opened again":
        await library.open(summary, EN_DE)

    await library.close_unshown(dictionary, times_opened=times_opened, is_shown=lambda: what == "shown")

    assert list(library.open_dictionaries) == ([] if what == "nothing" else [dictionary])
    assert (await library.open(summary, EN_DE) is dictionary) == (what != "nothing")


async def test_a_dictionary_of_a_deleted_draft_has_no_openings_left(setup: PublishingSetup) -> None:
    # Otherwise its count would be that of a later dictionary which Python creates at the same place in memory.
    held = OpenDictionaries(setup.records)
    dictionary = await setup.draft(Entries.of([("tree", "Baum")]))
    held.hold(dictionary)

    held.drop([dictionary.draft.draft_id])

    assert held.times_opened(dictionary) == 0
    assert list(held) == []
