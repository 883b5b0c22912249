"""How many entries of a glossary differ from what the service was last known to have."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from termdesk.application.glossaries.editing.edit_counts import EditKey
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.translation.unpublished_edits import UnpublishedEdits, is_about
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

EN_DE, BRITISH = LanguagePair("en", "de"), LanguagePair("en-GB", "de")


@pytest.fixture
async def dictionary(library: Library) -> OpenDictionary:
    """What the service has as `g1`."""
    made = await library.new("Terms", EN_DE, Entries.of([("tree", "Baum"), ("house", "Haus"), ("sea", "See")]))
    await made.rebase(base=made.entries.copy(), glossary=("g1", "Terms"))
    return made


async def test_what_publishing_would_change_is_counted(library: Library, dictionary: OpenDictionary) -> None:
    edits = UnpublishedEdits(library)
    assert await edits.count("g1", EN_DE) == 0

    dictionary.apply(SetCells(TARGET, (0,), ("Gehölz",)))
    dictionary.apply(RemoveRows([1]))
    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("river", "Fluss")]))

    assert await edits.count("g1", EN_DE) == 3
    assert await edits.count("g1", BRITISH) == 3
    dictionary.apply(SetDetails((2,), (EntryDetail(note="only here"),)))
    assert await edits.count("g1", EN_DE) == 3
    dictionary.apply(SetDetails((2,), (EntryDetail(FORBIDDEN),)))
    assert await edits.count("g1", EN_DE) == 4


async def test_edits_of_a_closed_dictionary_count_too(library: Library, dictionary: OpenDictionary) -> None:
    dictionary.apply(SetCells(TARGET, (0,), ("Gehölz",)))
    await library.close(dictionary)

    assert await UnpublishedEdits(library).count("g1", EN_DE) == 1


async def test_a_draft_of_a_direction_is_found_until_it_is_published(library: Library) -> None:
    edits = UnpublishedEdits(library)
    assert await edits.draft(EN_DE) is None
    draft = await library.new("Terms", EN_DE, Entries.of([("tree", "Baum")]))

    of_language = [await edits.draft_in(code) for code in ("en-GB", "de", "fr")]
    assert [each and each.name for each in of_language] == ["Terms", "Terms", None]
    found = [await edits.draft(pair) for pair in (EN_DE, BRITISH, EN_DE.reverse)]
    assert [each and each.name for each in found] == ["Terms", "Terms", None]

    await draft.rebase(base=draft.entries.copy(), glossary=("g1", "Terms"))
    assert await edits.draft(EN_DE) is None


@pytest.mark.parametrize("call", [JobState.FAILED, JobState.SENT])
async def test_a_draft_whose_first_publishing_did_not_succeed_is_still_a_draft(
    library: Library, records: Records, call: JobState
) -> None:
    draft = await library.new("Terms", EN_DE, Entries.of([("tree", "Baum")]))
    job = await records.publish_jobs.plan(
        profile=draft.draft.profile,
        draft_id=draft.draft.draft_id,
        glossary_id=None,
        glossary_name="Terms",
        pair=EN_DE,
        method=Method.CREATE,
        target_hash=await records.snapshots.put(draft.entries),
    )
    await records.publish_jobs.mark(job.job_id, call)

    found = await UnpublishedEdits(library).draft(EN_DE)

    assert found is not None
    assert found.name == "Terms"


async def test_a_draft_that_must_not_leave_this_computer_is_not_offered(library: Library) -> None:
    await library.new("Terms", EN_DE, Entries.of([("tree", "Baum")]))
    await library.locks.lock((await library.local_summaries())[0])

    assert await UnpublishedEdits(library).draft(EN_DE) is None


async def test_an_empty_draft_is_not_offered(library: Library) -> None:
    await library.new("Terms", EN_DE, Entries())

    assert await UnpublishedEdits(library).draft(EN_DE) is None


@pytest.mark.usefixtures("dictionary")
async def test_what_is_not_known_here_has_no_edits(library: Library) -> None:
    edits = UnpublishedEdits(library)

    assert await edits.count("g2", EN_DE) == 0
    assert await edits.count("g1", EN_DE.reverse) == 0


async def test_an_edit_says_which_dictionary_it_is_about(library: Library, dictionary: OpenDictionary) -> None:
    reported: list[Collection[EditKey]] = []
    UnpublishedEdits(library).edited.subscribe(reported.append)

    dictionary.apply(SetCells(TARGET, (0,), ("Gehölz",)))

    [keys] = reported
    assert is_about(keys, "g1", EN_DE)
    assert is_about(keys, "g1", BRITISH)
    assert not is_about(keys, "g1", EN_DE.reverse)
    assert not is_about(keys, "g2", EN_DE)
