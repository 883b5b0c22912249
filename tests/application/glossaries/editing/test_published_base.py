"""Whether an open dictionary has unpublished edits: available at any time, compared only when necessary."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

from support.campaign import size
from termdesk.application.glossaries.editing import open_dictionary, undo_steps
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.published_base import base_by_source, find_differing_row, holds_as
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.application.glossaries.editing.undo_walk import go_to_step
from termdesk.domain.entries.changes import Change, InsertRows, SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.storage import step_versions
from termdesk.storage.records import Records
from termdesk.storage.versions.version_records import VersionOrigin

pytestmark = pytest.mark.anyio

PAIRS = [("tree", "Baum"), ("house", "Haus"), ("wood", "Holz")]


async def opened(records: Records, *, is_on_service: bool = True, glossary_id: str = "g1") -> OpenDictionary:
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id=glossary_id if is_on_service else None,
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


@pytest.mark.slow
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


async def assert_stored(records: Records, dictionary: OpenDictionary) -> None:
    """Assert that memory and disk have the same entries and base, and that the violations are right."""
    await dictionary.wait_until_saved()
    record = await records.journal.find(dictionary.draft.draft_id)
    assert record.base == dictionary.draft.base
    entries, base = await records.journal.load(record.draft_id)
    assert entries == dictionary.entries
    assert base is not None
    assert base.as_dict() == dictionary.published
    fresh = ViolationIndex(dictionary.entries, dictionary.published)
    sources = {*dictionary.published, *dictionary.entries.sources}
    counted = [index._occurrences(each) for index in (dictionary.violations, fresh) for each in sources]
    assert counted[: len(sources)] == counted[len(sources) :]
    assert dictionary.violation_count == fresh.count


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seed", range(size(4, 60)))
async def test_the_base_is_never_newer_than_the_entries(records: Records, seed: int) -> None:
    """Merges are stored, undone and redone in any order, also at the same time as each other and as a publication."""
    chance = random.Random(seed)
    dictionary = await opened(records)
    under_way: list[asyncio.Task[None]] = []
    published: set[str] = set()

    async def settle() -> None:
        for each in under_way:
            await each
        under_way.clear()
        assert {*dictionary.published} - {*dictionary.entries.sources} <= published
        await assert_stored(records, dictionary)

    for number in range(60):
        steps = dictionary.steps
        match chance.choice(["edit", "merge", "merge", "undo", "undo", "redo", "redo", "publish", "settle", "reopen"]):
            case "edit":
                set_target(dictionary, chance.randrange(3), f"Text {number}")
            case "merge":
                entries, revision = dictionary.entries, dictionary.revision
                remote = Entries.of([*entries.copy(), (f"other {number}", "andere")])
                change = InsertRows.at(entries, len(entries), [(f"other {number}", "andere")])
                dictionary.apply(change, steps.next("Changes from the service"))
                under_way.append(asyncio.ensure_future(dictionary.accept(remote, since=revision)))
                await asyncio.sleep(0)
            case "undo" if steps.done:
                await go_to_step(dictionary, steps.done - 1)
            case "redo" if steps.done < len(steps.titles):
                await go_to_step(dictionary, steps.done + 1)
            case "publish" if chance.random() < 0.4:
                published |= {*dictionary.entries.sources}
                work = dictionary.rebase(base=dictionary.entries.copy(), origin=VersionOrigin.PUBLISHED)
                under_way.append(asyncio.ensure_future(work))
            case "settle":
                await settle()
            case "reopen" if chance.random() < 0.3:
                await settle()
                await dictionary.close()
                dictionary = await OpenDictionary.open(records.journal, dictionary.draft)
        for _ in range(chance.choice([0, 0, 1, 3, 10])):
            await asyncio.sleep(0)
    await settle()
    await dictionary.close()


@pytest.mark.slow
@pytest.mark.parametrize("meanwhile", ["undo", "undo and redo", "undo and edit"])
async def test_a_merge_that_is_undone_while_it_is_stored_has_its_own_base(records: Records, meanwhile: str) -> None:
    for pause in range(0, 40, 2):
        dictionary = await opened(records, glossary_id=f"g{pause}")
        remote = Entries.of([*PAIRS, ("sea", "Meer")])
        revision = dictionary.revision
        await dictionary.take(InsertRows.at(dictionary.entries, 3, [("sea", "Meer")]), "Changes from the service")
        storing = asyncio.ensure_future(dictionary.accept(remote, since=revision))
        await asyncio.sleep(0)
        for _ in range(pause):
            # The first pauses end before the merge is stored, the last ones after that.
            await asyncio.sleep(0.0005)
        undo(dictionary)
        if meanwhile == "undo and redo":
            await asyncio.sleep(0)
            redo(dictionary)
        elif meanwhile == "undo and edit":
            set_target(dictionary, 0, "Ast")
        await storing

        assert dictionary.published == (remote.as_dict() if meanwhile == "undo and redo" else dict(PAIRS))
        await assert_stored(records, dictionary)
        if meanwhile == "undo":
            redo(dictionary)
            assert dictionary.published == remote.as_dict()
            await assert_stored(records, dictionary)
        await dictionary.close()


async def test_a_merge_that_is_redone_in_a_worker_while_it_is_stored_brings_its_base(records: Records) -> None:
    dictionary = await opened(records)
    remote = Entries.of([*PAIRS, ("sea", "Meer")])
    revision = dictionary.revision
    await dictionary.take(InsertRows.at(dictionary.entries, 3, [("sea", "Meer")]), "Changes from the service")
    storing = asyncio.ensure_future(dictionary.accept(remote, since=revision))
    await asyncio.sleep(0)
    undo(dictionary)
    is_stored = threading.Event()

    def compute(entries: Entries) -> Change:
        is_stored.wait(60)
        return dictionary.steps.change(0, entries)

    redoing = asyncio.ensure_future(dictionary.apply_bulk_change(compute, StepMark(0, "")))
    await storing
    is_stored.set()
    await redoing

    assert dictionary.published == remote.as_dict()
    await assert_stored(records, dictionary)
    await dictionary.close()


async def test_undo_of_a_change_from_elsewhere_brings_its_base_back_and_redo_the_newer_one(records: Records) -> None:
    dictionary = await opened(records)
    set_target(dictionary, 0, "Ast")
    remote = Entries.of([*PAIRS, ("sea", "Meer")])
    revision = dictionary.revision
    await dictionary.take(InsertRows.at(dictionary.entries, 3, [("sea", "Meer")]), "Changes from the service")
    await dictionary.accept(remote, since=revision)
    merged = dictionary.draft.base

    undo(dictionary)
    assert dictionary.published == dict(PAIRS)
    await assert_stored(records, dictionary)
    undo(dictionary)
    assert dictionary.has_unpublished_edits, "nobody has compared with this base"
    assert await dictionary.is_as_published()
    redo(dictionary)
    redo(dictionary)

    assert (dictionary.published, dictionary.draft.base) == (remote.as_dict(), merged)
    assert [dictionary.is_changed(row) for row in range(4)] == [True, False, False, False]
    await assert_stored(records, dictionary)
    await dictionary.close()


async def test_only_the_latest_bases_are_kept(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_versions, "MAX_KEPT", 2)
    monkeypatch.setattr(undo_steps, "MAX_KEPT", 2)
    dictionary = await opened(records)
    for number in range(4):
        entries, revision = dictionary.entries, dictionary.revision
        await dictionary.take(InsertRows.at(entries, len(entries), [(f"other {number}", "andere")]), "From elsewhere")
        await dictionary.accept(entries.copy(), since=revision)

    await go_to_step(dictionary, 0)

    assert [source for source in dictionary.published if source.startswith("other")] == ["other 0", "other 1"]
    await assert_stored(records, dictionary)
    await dictionary.close()


@pytest.mark.slow
async def test_a_cancelled_rebase_ends_with_the_same_base_in_memory_and_on_disk(records: Records) -> None:
    dictionary = await opened(records)
    for pause in range(6):
        remote = Entries.of([*PAIRS, (f"other {pause}", "andere")])
        storing = asyncio.ensure_future(dictionary.rebase(base=remote))
        await asyncio.sleep(pause * 0.001)
        storing.cancel()
        await asyncio.wait({storing})
        await assert_stored(records, dictionary)
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
