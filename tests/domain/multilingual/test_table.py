"""Dictionaries side by side: nothing is lost or duplicated, and every exchange of rows can be undone."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.detailed import detailed
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.multilingual.table import NONE, Alignment, RowSwap, align

# Few letters, so that phrases repeat.
phrases = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "A", ""]), max_size=12)
tables = st.lists(phrases, min_size=1, max_size=4)


def dictionaries(sources: list[list[str]]) -> list[Entries]:
    return [Entries(each, [f"{number}{text}" for text in each]) for number, each in enumerate(sources)]


def texts(alignment: Alignment, entries: list[Entries]) -> list[list[str | None]]:
    """Return the visible sources of each row."""
    return [
        [None if row == NONE else entries[column].sources[row] for column, row in enumerate(alignment[position])]
        for position in range(len(alignment))
    ]


@given(tables)
def test_every_entry_stands_in_the_table_once(sources: list[list[str]]) -> None:
    entries = dictionaries(sources)

    alignment = align(entries)

    for column, each in zip(alignment.columns, entries, strict=True):
        assert sorted(row for row in column if row != NONE) == list(each.ids)


@given(tables)
def test_a_row_has_one_phrase_and_none_is_without(sources: list[list[str]]) -> None:
    entries = dictionaries(sources)

    for row in texts(align(entries), entries):
        assert len({text for text in row if text is not None}) == 1


@given(tables)
def test_a_phrase_has_as_many_rows_as_the_dictionary_that_has_it_most_often(sources: list[list[str]]) -> None:
    entries = dictionaries(sources)
    most: Counter[str] = Counter()
    for each in sources:
        most |= Counter(each)

    rows = texts(align(entries), entries)

    assert Counter(next(text for text in row if text is not None) for row in rows) == most


@given(tables)
def test_what_shares_a_row_is_in_every_dictionary_the_phrase_for_the_same_time(sources: list[list[str]]) -> None:
    alignment = align(dictionaries(sources))

    for position in range(len(alignment)):
        times = {
            sources[column][:row].count(sources[column][row])
            for column, row in enumerate(alignment[position])
            if row != NONE
        }
        assert len(times) == 1


@given(phrases, phrases)
def test_the_first_dictionary_gives_the_order(first: list[str], second: list[str]) -> None:
    column = align(dictionaries([first, second])).columns[0]

    assert [row for row in column if row != NONE] == list(range(len(first)))


def test_what_only_a_later_dictionary_has_stands_behind_its_neighbor() -> None:
    entries = dictionaries([["cat", "dog"], ["ant", "cat", "cow", "crow", "dog", "eel"], ["crow", "daw", "eel"]])

    rows = [next(filter(None, row)) for row in texts(align(entries), entries)]

    assert rows == ["ant", "cat", "cow", "crow", "daw", "dog", "eel"]


@pytest.mark.slow
@given(st.data(), tables)
def test_swaps_are_taken_back_by_their_inverse(data: st.DataObject, sources: list[list[str]]) -> None:
    alignment = align(dictionaries(sources))
    before, width, total = alignment.copy(), len(alignment.columns), len(alignment)
    gone = data.draw(st.sets(st.integers(0, total - 1)) if total else st.just(set()))
    rest = total - len(gone)
    count = data.draw(st.integers(0, 4))
    come = data.draw(st.sets(st.integers(0, rest + count - 1), min_size=count, max_size=count)) if count else set()
    swap = RowSwap(sorted(gone), sorted(come), [(100 + number,) * width for number in range(count)])

    inverse = alignment.apply(swap)

    assert len(alignment) == rest + count
    assert [alignment[row] for row in swap.come] == list(swap.ids)
    again = alignment.apply(inverse)
    assert alignment == before
    assert (list(again.gone), list(again.come), list(again.ids)) == (swap.gone, swap.come, list(swap.ids))


def test_rows_may_change_in_place() -> None:
    alignment = align(dictionaries([["a", "b"], ["b"]]))

    inverse = alignment.apply(RowSwap([0], [0], [(0, 7)]))

    assert alignment[0] == (0, 7)
    assert inverse.is_in_place
    alignment.apply(inverse)
    assert alignment[0] == (0, NONE)


def test_what_is_forbidden_stands_behind_the_others_of_its_phrase() -> None:
    german = detailed([("dog", "Köter"), ("dog", "Hund")], [EntryDetail(FORBIDDEN)])

    rows = align([german, Entries.of([("dog", "chien")])])

    assert sorted(rows[position] for position in range(len(rows))) == [(0, NONE), (1, 0)]
