"""Whether an open dictionary has unpublished edits: available at any time, compared only when necessary."""

from __future__ import annotations

import random

import pytest

from termdesk.application.glossaries.editing import open_dictionary
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.published_base import base_by_source, find_differing_row, holds_as
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

PAIRS = [("tree", "Baum"), ("house", "Haus"), ("wood", "Holz")]


async def opened(records: Records, *, is_on_service: bool = True) -> OpenDictionary:
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id="g1" if is_on_service else None,
        glossary_name="Terms",
        pair=LanguagePair("en", "de"),
        entries=Entries.of(PAIRS),
        is_on_service=is_on_service,
    )
    return await OpenDictionary.open(records.journal, draft)


def set_target(dictionary: OpenDictionary, row: int, text: str, title: str = "Edit") -> None:
    dictionary.apply(SetCells(TARGET, (row,), (text,)), dictionary.steps.next(title))


def undo(dictionary: OpenDictionary) -> None:
    position = dictionary.steps.done - 1
    dictionary.apply(dictionary.steps.change(position, dictionary.entries), StepMark(position, "", is_done=False))


def redo(dictionary: OpenDictionary) -> None:
    position = dictionary.steps.done
    dictionary.apply(dictionary.steps.change(position, dictionary.entries), StepMark(position, ""))


async def test_a_draft_has_unpublished_edits_and_what_was_just_read_has_none(records: Records) -> None:
    draft = await opened(records, is_on_service=False)
    assert draft.has_unpublished_edits
    assert not await draft.is_as_published()
    await draft.close()

    read = await opened(records)
    assert not read.has_unpublished_edits
    await read.close()


async def test_an_edit_counts_until_it_is_undone_and_again_when_it_is_redone(records: Records) -> None:
    dictionary = await opened(records)
    set_target(dictionary, 0, "Ast")
    set_target(dictionary, 1, "Hütte")

    found = []
    for step in (undo, undo, redo, undo):
        step(dictionary)
        found.append(dictionary.has_unpublished_edits)

    assert found == [True, False, True, False]
    # The steps that led to the published entries are gone.
    redo(dictionary)
    await dictionary.rebase(base=dictionary.entries.copy())
    undo(dictionary)
    set_target(dictionary, 2, "Wald")
    assert dictionary.steps.done == 1
    assert dictionary.has_unpublished_edits
    await dictionary.close()


async def test_what_was_typed_back_is_found_by_comparing(records: Records) -> None:
    dictionary = await opened(records)
    set_target(dictionary, 0, "Ast")
    assert not await dictionary.is_as_published()
    set_target(dictionary, 0, "Baum")
    assert dictionary.has_unpublished_edits, "nobody has compared yet"

    assert await dictionary.is_as_published()

    assert not dictionary.has_unpublished_edits
    await dictionary.close()


async def test_a_dictionary_of_an_earlier_run_is_compared_again(records: Records) -> None:
    dictionary = await opened(records)
    set_target(dictionary, 0, "Ast")
    set_target(dictionary, 0, "Baum")
    await dictionary.close()

    again = await OpenDictionary.open(records.journal, dictionary.draft)

    assert again.has_unpublished_edits
    assert await again.is_as_published()
    assert not again.has_unpublished_edits
    await again.close()


async def test_only_what_was_published_counts_not_what_was_edited_meanwhile(records: Records) -> None:
    dictionary = await opened(records)
    set_target(dictionary, 0, "Ast")
    published = dictionary.entries.copy()
    set_target(dictionary, 1, "Hütte")

    await dictionary.rebase(base=published)
    assert dictionary.has_unpublished_edits
    undo(dictionary)
    assert await dictionary.is_as_published()

    await dictionary.rebase(base=Entries.of(PAIRS))
    assert dictionary.has_unpublished_edits
    await dictionary.close()


async def test_a_change_without_a_step_ends_the_steps_that_lead_back(records: Records) -> None:
    dictionary = await opened(records)

    dictionary.apply(SetCells(TARGET, (0,), ("Ast",)))

    assert dictionary.has_unpublished_edits
    assert not await dictionary.is_as_published()
    await dictionary.close()


async def test_what_only_this_computer_knows_is_nothing_to_publish(records: Records) -> None:
    dictionary = await opened(records)
    dictionary.apply(SetDetails((0,), (EntryDetail("preferred", "said so", ""),)), dictionary.steps.next("Notes"))
    assert await dictionary.is_as_published()

    dictionary.apply(SetDetails((0,), (EntryDetail("forbidden", "", ""),)), dictionary.steps.next("Forbid"))
    assert not await dictionary.is_as_published(), "the service still has it"
    await dictionary.close()


async def test_nothing_is_compared_twice(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def counted(progress: NoProgress, entries: Entries, base: dict[str, str]) -> int | None:
        nonlocal compared
        compared += 1
        return find_differing_row(progress, entries, base)

    monkeypatch.setattr(open_dictionary, "find_differing_row", counted)
    dictionary = await opened(records)
    set_target(dictionary, 2, "Wald")
    for _ in range(3):
        assert not await dictionary.is_as_published()

    assert compared == 1
    await dictionary.close()


async def test_random_edits_undone_and_redone_agree_with_a_comparison_of_all(records: Records) -> None:
    chance = random.Random(5)
    dictionary = await opened(records)
    for _ in range(300):
        steps = dictionary.steps
        match chance.randrange(5):
            case 0 | 1 if steps.done:
                undo(dictionary)
            case 2 if steps.done < len(steps.titles):
                redo(dictionary)
            case 3:
                await dictionary.rebase(base=dictionary.entries.copy())
            case _:
                set_target(dictionary, chance.randrange(3), chance.choice(["Ast", "Baum", "Haus"]))
        is_same = dictionary.published == dictionary.entries.as_dict()
        if not dictionary.has_unpublished_edits:
            assert is_same
        assert await dictionary.is_as_published() is is_same
        assert dictionary.has_unpublished_edits is not is_same
    await dictionary.close()


def test_a_base_shares_equal_texts_with_the_entries() -> None:
    entries, base = Entries.of(PAIRS), Entries.of([("tree", "Baum"), ("gone", "weg")])

    shared = base_by_source(NoProgress(), base, entries)

    assert shared == {"tree": "Baum", "gone": "weg"}
    assert next(iter(shared)) is entries.sources[0]
    assert not holds_as(NoProgress(), entries, shared)
    assert find_differing_row(NoProgress(), entries, shared) == 1
    assert holds_as(NoProgress(), entries, base_by_source(NoProgress(), Entries.of(PAIRS), entries))
    assert base_by_source(NoProgress(), None, entries) == {}
