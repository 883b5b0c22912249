"""An open dictionary: derived values are updated, undo restores everything, and nothing is lost on the way to disk."""

from __future__ import annotations

import asyncio
import gc
import random
import re
import sqlite3
import weakref
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from support.campaign import size
from support.proof.tracked_objects import Visits
from support.view_queries import containing
from termdesk.application import released_memory
from termdesk.application.glossaries.editing import draft_writer, open_dictionary
from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.edit_counts import EditCounts
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import NOTHING, Facet
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.application.released_memory import memory_released
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_rules import violations
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.errors import InvalidInput, StorageFailed, TermdeskError
from termdesk.domain.language.collation import alphabetical
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.scripts import script_of
from termdesk.storage.journal import DraftRecord, Journal
from termdesk.storage.records import Records
from termdesk.storage.undo_steps import Step

pytestmark = pytest.mark.anyio
T = TypeVar("T")

PAIR = LanguagePair("en", "de")
ROWS = 20_000
WORDS = ["tree", "Tree", "house", "été", "x", "", " lead", "tab\t", "日本", "\ud800"]


async def open_with(
    records: Records, entries: Entries, *, is_on_service: bool = False, summary: str | None = None
) -> OpenDictionary:
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=summary,
        glossary_id="g1" if is_on_service else None,
        glossary_name="Terms",
        pair=PAIR,
        entries=entries,
        is_on_service=is_on_service,
    )
    return await OpenDictionary.open(records.journal, draft)


def entries_of(count: int, seed: int = 0) -> Entries:
    chance = random.Random(seed)
    return Entries.of([(f"{chance.choice(WORDS)}{number}", chance.choice(WORDS)) for number in range(count)])


def random_change(chance: random.Random, entries: Entries) -> Change:
    kind = chance.choice(["set", "set", "insert", "remove", "scattered", "batch", "all"])
    rows = sorted(chance.sample(range(len(entries)), min(len(entries), chance.randint(1, 5))))
    if kind == "set" and rows:
        return SetCells(chance.randint(0, 1), rows, [chance.choice(WORDS) for _ in rows])
    if kind == "remove" and len(rows) and len(entries) > 10:
        return RemoveRows(range(rows[0], min(rows[0] + 3, len(entries))))
    if kind == "scattered" and len(rows) and len(entries) > 10:
        return RemoveRows(rows)
    if kind == "batch":
        first = RemoveRows((chance.randrange(len(entries)),)) if len(entries) > 1 else SetCells(0, (), ())
        return Batch((first, InsertRows([0], [chance.choice(WORDS)], ["in batch"], entries.new_ids(1))))
    if kind == "all" and chance.random() < 0.1:
        others = list(entries_of(chance.randint(5, 20), chance.randint(0, 99)))
        return Batch((RemoveRows(range(len(entries))), InsertRows.at(entries, 0, others)))
    position = chance.randint(0, len(entries))
    return InsertRows.at(entries, position, [(chance.choice(WORDS), chance.choice(WORDS)) for _ in range(2)])


def plainly_fits(condition: Condition, source: str, target: str) -> bool:
    looked_at = [source, target] if condition.column is None else [(source, target)[condition.column]]
    match condition.match:
        case Match.PATTERN:
            found = any(re.search(condition.needle, text, re.IGNORECASE) for text in looked_at)
        case Match.EMPTY:
            found = any(not text.strip() for text in looked_at)
        case Match.CONTAINS:
            found = any(condition.needle.casefold() in text.casefold() for text in looked_at)
    return found is not condition.is_negated


class Plain:
    """The properties of rows, computed in a simple way."""

    def __init__(self, entries: Entries, known: dict[str, str]) -> None:
        self.entries, self.known = entries, known
        self.broken: dict[int, set[str]] = {}
        for violation in violations(entries):
            self.broken.setdefault(violation.row, set()).add(violation.rule.value)
        self.values = {facet: [self._values(row, facet) for row in range(len(entries))] for facet in COUNTED}
        self._fitting: dict[ViewQuery, list[int]] = {}

    def fitting_rows(self, intended: ViewQuery) -> list[int]:
        """Return the rows that meet these conditions and marks, found in a simple way."""
        if intended not in self._fitting:
            self._fitting[intended] = [
                row
                for row, (source, target) in enumerate(self.entries)
                if all(plainly_fits(condition, source, target) for condition in intended.conditions)
                and (row in self.broken or RowMark.VIOLATION not in intended.only)
            ]
        return self._fitting[intended]

    def _values(self, row: int, facet: Facet) -> set[str]:
        return plain_values(self.entries, self.known, self.broken.get(row, set()), row, facet)


def plain_values(entries: Entries, known: dict[str, str], broken: set[str], row: int, facet: Facet) -> set[str]:
    """Return the values of a facet that a row has."""
    source, target = entries[row]
    match facet:
        case Facet.VIOLATION:
            found = broken
        case Facet.CHANGE:
            kinds = {True: "as_published", False: "changed" if source in known else "new"}
            found = {kinds[known.get(source) == target]} if known else set()
        case Facet.INCOMPLETE:
            found = {name for name, text in (("source_empty", source), ("target_empty", target)) if not text.strip()}
        case Facet.TARGET_LENGTH:
            bounds = ((0, "empty"), (10, "to_10"), (20, "to_20"), (40, "to_40"), (80, "to_80"), (999, "longer"))
            found = {next(name for bound, name in bounds if len(target) <= bound)}
        case Facet.SOURCE_WORDS:
            names = ("no_word", "one", "two", "three", "to_6", "to_6", "to_6", "more")
            found = {names[min(len(source.split()), 7)]}
        case _:
            found = {script_of(source).value}
    return found or {NOTHING}


COUNTED = (
    Facet.VIOLATION,
    Facet.CHANGE,
    Facet.INCOMPLETE,
    Facet.TARGET_LENGTH,
    Facet.SOURCE_WORDS,
    Facet.SOURCE_SCRIPT,
)


def plain_rows(plain: Plain, intended: ViewQuery, but: Facet | None = None) -> list[int]:
    """Return the rows that meet everything in the query except one facet."""
    return [
        row
        for row in plain.fitting_rows(intended)
        if all(
            choice.values & plain.values[choice.facet][row] for choice in intended.choices if choice.facet is not but
        )
    ]


def plainly_arranged(plain: Plain, intended: ViewQuery) -> list[int]:
    rows = plain_rows(plain, intended)
    if intended.sort_column is None:
        return rows
    column, key = (
        plain.entries.column(intended.sort_column),
        alphabetical(PAIR.target if intended.sort_column else PAIR.source),
    )
    return sorted(rows, key=lambda row: key(column[row]), reverse=intended.descending)


def plainly_counted(plain: Plain, intended: ViewQuery) -> dict[Facet, Counter[str]]:
    return {
        facet: Counter(value for row in plain_rows(plain, intended, but=facet) for value in plain.values[facet][row])
        for facet in COUNTED
    }


def only(facet: Facet, *values: str) -> ViewQuery:
    return ViewQuery().with_values(facet, frozenset(values))


ARRANGEMENTS = (
    containing("tree"),
    containing("É"),
    ViewQuery(only=frozenset({RowMark.VIOLATION})),
    containing("e").with_order(SOURCE),
    ViewQuery(sort_column=TARGET, descending=True),
    ViewQuery((Condition("h"),), only=frozenset({RowMark.VIOLATION}), sort_column=TARGET),
    ViewQuery((Condition("tree", TARGET),)),
    ViewQuery((Condition("e", SOURCE, is_negated=True), Condition("a", TARGET))),
    ViewQuery((Condition("^t.*e$|é", match=Match.PATTERN),), sort_column=SOURCE),
    ViewQuery((Condition("e"), Condition("o", TARGET, Match.PATTERN, is_negated=True))),
    ViewQuery((Condition(column=TARGET, match=Match.EMPTY),)),
    ViewQuery((Condition("t"), Condition(column=SOURCE, match=Match.EMPTY, is_negated=True))),
    only(Facet.CHANGE, "changed", "new"),
    only(Facet.INCOMPLETE, "source_empty", "target_empty").with_values(Facet.CHANGE, frozenset({"new"})),
    only(Facet.VIOLATION, NOTHING).with_condition(Condition("e", TARGET)).with_order(SOURCE),
    only(Facet.SOURCE_SCRIPT, "LATIN").with_values(Facet.TARGET_LENGTH, frozenset({"to_10", "empty"})),
    only(Facet.SOURCE_WORDS, "one").with_values(Facet.VIOLATION, frozenset({"duplicate"})),
)


async def assert_derived_agrees(dictionary: OpenDictionary, base: Entries | None) -> None:
    entries = dictionary.entries
    expected = list(violations(entries))
    known = base.as_dict() if base else {}

    assert dictionary.violations.violations() == expected
    assert dictionary.violation_count == len(expected)
    plain = Plain(entries, known)
    for intended in ARRANGEMENTS:
        assert list(await dictionary.find_rows(intended) or []) == plainly_arranged(plain, intended)
        counts = await dictionary.count_facets(intended, COUNTED)
        found = {facet: Counter({value: count for value, count in counts[facet].items() if count}) for facet in COUNTED}
        assert found == plainly_counted(plain, intended)
    assert [dictionary.is_changed(row) for row in range(len(entries))] == [
        bool(known) and known.get(source) != target for source, target in entries
    ]


@pytest.mark.scorecard("R12")
@pytest.mark.parametrize("is_on_service", [True, False])
async def test_a_thousand_random_changes_are_followed_kept_and_undone(records: Records, is_on_service: bool) -> None:
    chance = random.Random(4 + is_on_service)
    start = entries_of(30)
    dictionary = await open_with(records, start, is_on_service=is_on_service)
    base = start if is_on_service else None
    inverses = []

    for number in range(1_000):
        inverses.append(dictionary.apply(random_change(chance, dictionary.entries)))
        if number % 100 == 0:
            await assert_derived_agrees(dictionary, base)
    end = dictionary.entries.copy()
    await dictionary.wait_until_saved()
    reloaded, reloaded_base = await records.journal.load(dictionary.draft.draft_id)
    changes = [dictionary.apply(inverse) for inverse in reversed(inverses)]

    assert (reloaded, reloaded_base) == (end, base)
    assert dictionary.entries == start
    assert dictionary.entries.ids == start.ids
    await assert_derived_agrees(dictionary, base)

    for change in reversed(changes):
        dictionary.apply(change)

    assert dictionary.entries == end
    await dictionary.close()
    assert (await records.journal.load(dictionary.draft.draft_id))[0] == end


@pytest.mark.scorecard("R13")
async def test_a_large_paste_and_replace_are_followed_as_well(records: Records) -> None:
    count = size(600, 6_000)
    start = Entries.of([(f"tree {number}", "Baum") for number in range(count)])
    dictionary = await open_with(records, start, is_on_service=True)
    await dictionary.find_rows(containing("tree").with_order(TARGET))

    undo_paste = dictionary.apply(InsertRows.at(dictionary.entries, 10, [("", f"pasted {n}") for n in range(count)]))
    await assert_derived_agrees(dictionary, start)
    undo_replace = dictionary.apply(SetCells(TARGET, range(count // 2), [f"Zweig {n}" for n in range(count // 2)]))
    await assert_derived_agrees(dictionary, start)
    dictionary.apply(undo_replace)
    dictionary.apply(undo_paste)

    assert dictionary.entries == start
    await assert_derived_agrees(dictionary, start)
    await dictionary.close()


async def test_a_new_base_counts_from_then_on_and_edits_meanwhile_stay(records: Records) -> None:
    dictionary = await open_with(records, Entries.of([("tree", "Baum"), ("house", "Haus")]))
    assert not dictionary.is_changed(0)
    dictionary.apply(SetCells(TARGET, (0,), ("Gehölz",)))
    published = dictionary.entries.copy()

    rebasing = asyncio.create_task(dictionary.rebase(base=published, glossary=("g9", "Terms")))
    await asyncio.sleep(0)
    dictionary.apply(SetCells(TARGET, (1,), ("Heim",)))
    await rebasing

    assert [dictionary.is_changed(row) for row in range(2)] == [False, True]
    assert dictionary.base_target("house") == "Haus"
    assert dictionary.draft.glossary_id == "g9"
    await dictionary.close()
    assert await records.journal.load(dictionary.draft.draft_id) == (dictionary.entries, published)


async def test_a_long_journal_begins_anew_by_itself(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_dictionary, "MAX_EDITS", 20)
    dictionary = await open_with(records, entries_of(3))

    for number in range(60):
        dictionary.apply(SetCells(SOURCE, (number % 3,), (f"edit {number}",)))
        await dictionary.wait_until_saved()
    await dictionary.close()

    assert (await records.journal.find(dictionary.draft.draft_id)).edit_count < 30
    assert (await records.journal.load(dictionary.draft.draft_id))[0] == dictionary.entries


class FullDisk(Journal):
    """A journal with a full disk until the test changes that. The error is SQLite's own."""

    def __init__(self, records: Records) -> None:
        super().__init__(records._database)
        self.is_full = True

    async def append(
        self, draft_id: str, change: Change, *, entry_count: int, noted: Sequence[Step | None] = (None,)
    ) -> int:
        def set_limit(connection: sqlite3.Connection) -> None:
            connection.execute(f"PRAGMA max_page_count = {1 if self.is_full else 1_000_000}").fetchone()

        await self._database.run(set_limit)
        return await super().append(draft_id, change, entry_count=entry_count, noted=noted)


@pytest.mark.scorecard("R04")
async def test_a_full_disk_is_told_and_edits_are_saved_once_there_is_space(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft_writer, "RETRY_SECONDS", 0.01)
    healthy = await open_with(records, entries_of(3))
    journal = FullDisk(records)
    dictionary = await OpenDictionary.open(journal, healthy.draft)
    reported: list[TermdeskError] = []
    was_reported = asyncio.Event()
    dictionary.saving.failed.subscribe(lambda error: (reported.append(error), was_reported.set()))

    big = "x" * 500_000 + str(random.Random(1).randbytes(5_000))
    dictionary.apply(SetCells(TARGET, (0,), (big,)))
    await asyncio.wait_for(was_reported.wait(), 5)
    with pytest.raises(StorageFailed, match="disk is full"):
        await dictionary.wait_until_saved()
    dictionary.apply(SetCells(TARGET, (1,), ("second",)))
    assert dictionary.entries.targets[1] == "second"

    journal.is_full = False
    await asyncio.wait_for(dictionary.wait_until_saved(), 5)

    assert [type(error) for error in reported] == [StorageFailed]
    assert (await records.journal.load(dictionary.draft.draft_id))[0] == dictionary.entries
    await dictionary.close()


async def test_a_cancelled_wait_writes_nothing_twice(records: Records) -> None:
    dictionary = await open_with(records, entries_of(3))
    for number in range(50):
        dictionary.apply(InsertRows.at(dictionary.entries, 0, [(f"new {number}", "x")]))
        waiting = asyncio.create_task(dictionary.wait_until_saved())
        await asyncio.sleep(0)
        waiting.cancel()

    await dictionary.close()

    assert (await records.journal.load(dictionary.draft.draft_id))[0] == dictionary.entries


async def test_another_program_start_finds_the_edits(tmp_path: Path) -> None:
    async with Records(tmp_path / "again.db") as records:
        dictionary = await open_with(records, entries_of(3))
        dictionary.apply(SetCells(TARGET, (0,), ("kept",)))
        dictionary.apply(InsertRows.at(dictionary.entries, 0, [("added", "once")]))
        await dictionary.close()

    async with Records(tmp_path / "again.db") as records:
        (draft,) = await records.journal.drafts("local")
        again = await OpenDictionary.open(records.journal, draft)

        assert isinstance(draft, DraftRecord)
        assert again.entries == dictionary.entries
        assert again.name == "Terms"
        await again.rebase(base=None)
        again.apply(SetCells(TARGET, (1,), ("after the rebase",)))
        await again.close()
        assert (await records.journal.load(draft.draft_id))[0] == again.entries


async def test_what_is_closed_goes_with_the_last_reference_to_it(records: Records) -> None:
    dictionary = await open_with(records, entries_of(3))
    EditCounts().count(dictionary)
    dictionary.apply(SetCells(TARGET, (0,), ("kept",)))
    gone = weakref.ref(dictionary)

    gc.disable()
    try:
        await dictionary.close()
        del dictionary
        assert gone() is None, "its rows would wait for the garbage collection"
    finally:
        gc.enable()


async def test_what_was_closed_takes_no_change(records: Records) -> None:
    dictionary = await open_with(records, entries_of(3))
    await dictionary.close()
    before = list(dictionary.entries)

    with pytest.raises(InvalidInput, match="closed"):
        dictionary.apply(SetCells(TARGET, (0,), ("late",)))

    assert list(dictionary.entries) == before
    assert (await records.journal.find(dictionary.draft.draft_id)).edit_count == 0


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, MOST_AT_ONCE + 1])
async def test_a_change_of_any_size_is_taken_as_one_step(records: Records, count: int) -> None:
    dictionary = await open_with(records, entries_of(MOST_AT_ONCE + 2))
    await dictionary.take(Batch(()), "Nothing")

    await dictionary.take(SetCells(TARGET, range(count), ["taken"] * count), "Take in")

    assert dictionary.entries.targets.count("taken") == count
    assert dictionary.steps.titles == ["Take in"]
    dictionary.apply(dictionary.steps.change(0, dictionary.entries))
    assert "taken" not in dictionary.entries.targets
    await dictionary.close()


@pytest.mark.slow
async def test_a_new_base_and_a_change_of_many_rows_do_not_overtake_each_other(records: Records) -> None:
    chance = random.Random(4)
    dictionary = await open_with(records, entries_of(300))
    for _ in range(40):
        base = Entries.of([(f"tree{number}", "there") for number in range(chance.randint(0, 300))])
        change = random_change(chance, dictionary.entries)
        first, second = chance.sample(
            [dictionary.apply_bulk_change(partial(_same, change)), dictionary.rebase(base=base)], 2
        )
        begun = asyncio.create_task(first)
        for _ in range(chance.randint(0, 3)):
            await asyncio.sleep(0)
        await second
        await begun

        fresh = ViolationIndex(dictionary.entries, dictionary.published)
        assert (dictionary.violations.rows(), dictionary.size_in_bytes) == (fresh.rows(), fresh.size)
        await dictionary.wait_until_saved()
        on_disk, there = await records.journal.load(dictionary.draft.draft_id)
        assert on_disk == dictionary.entries
        assert there is not None
        assert there.as_dict() == dictionary.published == base.as_dict()
    await dictionary.close()


def _same(change: Change, _entries: Entries) -> Change:
    return change


async def test_what_was_large_is_noted_at_its_end_however_few_rows_are_left(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory_released.clear()
    monkeypatch.setattr(released_memory, "LARGE", 10)
    dictionary = await open_with(records, entries_of(12))

    dictionary.apply(RemoveRows(range(11)))
    assert not memory_released.is_set()
    await dictionary.close()

    assert memory_released.rows == 12
    memory_released.clear()


@pytest.mark.slow
async def test_the_garbage_collection_does_not_visit_the_rows(records: Records) -> None:
    visits = Visits(ROWS)
    dictionary = await open_with(records, entries_of(ROWS), is_on_service=True)
    await dictionary.find_rows(containing("1"))
    for column in (SOURCE, TARGET):
        await dictionary.find_rows(ViewQuery(sort_column=column))
    plan = dictionary.entries.copy_published_part()
    dictionary.apply(SetCells(TARGET, (5,), ("Haus",)))
    await dictionary.apply_bulk_change(lambda entries: SetCells(TARGET, range(len(entries)), ("",) * len(entries)))
    await dictionary.wait_until_saved()

    more, large = visits.more()

    assert large == []
    assert more < ROWS // 10
    assert len(plan) == len(dictionary)
    await dictionary.close()
