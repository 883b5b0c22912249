"""Find and replace in an open dictionary: the hits, those left out, and one change for all others."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from support.campaign import size
from support.proof.scorecard_plugin import Held
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.rewrite import DictionaryPhrases, all_hits, as_change, drop_left_out
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries import delimited
from termdesk.domain.entries.changes import RemoveRows, SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.rewrite import Hits, make_replacement
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.storage.undo_steps import StepMark

pytestmark = pytest.mark.anyio

PAIRS = [("old tree", "Baum"), ("house", "old"), ("the old, old sea", "See"), ("new", "neu")]
REPLACE = make_replacement("old", "young")


@pytest.fixture
async def dictionary(library: Library) -> OpenDictionary:
    return await library.new("Terms", LanguagePair("en", "de"), Entries.of(PAIRS))


def cells(found: list[Hits]) -> list[tuple[int, int, str]]:
    return [(hits.column, row, text) for hits in found for row, text in zip(hits.rows, hits.after, strict=True)]


async def test_hits_are_found_column_by_column(dictionary: OpenDictionary) -> None:
    found = await all_hits(dictionary, REPLACE, columns=[SOURCE, TARGET])

    assert cells(found) == [(SOURCE, 0, "young tree"), (SOURCE, 2, "the young, young sea"), (TARGET, 1, "young")]
    assert [hits.before for hits in found] == [["old tree", "the old, old sea"], ["old"]]
    assert list(dictionary.entries) == PAIRS


async def test_only_the_chosen_rows_are_searched_and_columns_without_hits_are_left_out(
    dictionary: OpenDictionary,
) -> None:
    phrases = DictionaryPhrases(dictionary)

    found = await phrases.hits(REPLACE, columns=[SOURCE, TARGET], rows=[2, 3], progress=NoProgress())

    assert cells(found) == [(SOURCE, 2, "the young, young sea")]
    assert phrases.revision == dictionary.revision


async def test_chosen_rows_are_followed_when_others_come_and_go(dictionary: OpenDictionary) -> None:
    phrases = DictionaryPhrases(dictionary)
    dictionary.apply(RemoveRows((0, 3)))

    found = await phrases.hits(REPLACE, columns=[SOURCE, TARGET], rows=[1, 3], progress=NoProgress())

    assert cells(found) == [(TARGET, 0, "young")]


async def test_what_is_typed_during_the_search_is_found_too(dictionary: OpenDictionary) -> None:
    class TypesOnce:
        has_typed = False

        def step(self, _done: int, _total: int | None = None) -> None:
            if not self.has_typed:
                self.has_typed = True
                dictionary.apply(SetCells(TARGET, (3,), ("old, too",)))

    found = await all_hits(dictionary, REPLACE, columns=[TARGET], progress=TypesOnce())

    assert cells(found) == [(TARGET, 1, "young"), (TARGET, 3, "young, too")]


async def test_hits_without_those_left_out_are_one_change(dictionary: OpenDictionary) -> None:
    found = await all_hits(dictionary, REPLACE, columns=[SOURCE, TARGET])

    assert drop_left_out(found, frozenset()) == found
    change = as_change(drop_left_out(found, frozenset({(0, SOURCE), (1, TARGET), (1, SOURCE)})))

    assert change == SetCells(SOURCE, [2], ["the young, young sea"])
    assert as_change([]) is None


async def test_the_change_of_both_columns_can_be_undone(dictionary: OpenDictionary) -> None:
    change = as_change(await all_hits(dictionary, REPLACE, columns=[SOURCE, TARGET]))
    assert change is not None

    inverse = dictionary.apply(change)

    assert [*dictionary.entries][:2] == [("young tree", "Baum"), ("house", "young")]
    assert await all_hits(dictionary, REPLACE, columns=[SOURCE, TARGET]) == []
    dictionary.apply(inverse)
    assert list(dictionary.entries) == PAIRS


@pytest.mark.parametrize("make", [lambda: make_replacement("(a", "b"), lambda: make_replacement("a", "b")])
async def test_nothing_is_found_in_an_empty_dictionary(library: Library, make: Callable[[], object]) -> None:
    empty = await library.new("Empty", LanguagePair("en", "de"), Entries())

    assert await all_hits(empty, make(), columns=[SOURCE, TARGET]) == []  # type: ignore[arg-type]
    await library.close(empty)


ROWS = size(2_000, 200_000)


@pytest.mark.scorecard("R13")
async def test_replacing_in_all_rows_is_one_step_and_undone_byte_for_byte(library: Library, held: Held) -> None:
    entries = Entries.of((f"the old tree {row}", f"alter old Baum {row}") for row in range(ROWS))
    before = delimited.write(entries)
    dictionary = await library.new("Terms", LanguagePair("en", "de"), entries)
    steps = dictionary.steps

    begin = time.perf_counter()
    change = as_change(await all_hits(dictionary, REPLACE, columns=[SOURCE, TARGET]))
    assert change is not None
    await dictionary.take(change, "Replace")
    replaced = time.perf_counter() - begin
    after = delimited.write(dictionary.entries)
    begin = time.perf_counter()
    mark = StepMark(0, "Replace", is_done=False)
    await dictionary.apply_bulk_change(lambda copy: steps.change(0, copy), mark)
    undone = time.perf_counter() - begin

    assert steps.titles == ["Replace"]
    assert after == before.replace("old", "young")
    assert delimited.write(dictionary.entries) == before
    assert steps.done == 0
    await dictionary.apply_bulk_change(lambda copy: steps.change(0, copy), StepMark(0, "Replace"))
    assert delimited.write(dictionary.entries) == after
    await dictionary.wait_until_saved()
    await library.close(dictionary)
    held(f"{ROWS:,} rows in one step: found and replaced in {replaced:.1f} s, undone in {undone:.1f} s", runs=ROWS)
