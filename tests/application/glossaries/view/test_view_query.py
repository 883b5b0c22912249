"""Filtering and sorting give the rows that the plain way gives, in short steps."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.view import row_sort
from termdesk.application.glossaries.view.conditions import (
    Condition,
    Match,
    fits_of,
    folded,
    folded_rows,
    matching_rows,
)
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.row_sort import sorted_rows
from termdesk.application.glossaries.view.view_query import ViewQuery, containing
from termdesk.domain.errors import Stopped
from termdesk.domain.progress import Progress


def test_a_filter_finds_both_columns_in_any_case_and_never_reaches_across() -> None:
    rows = folded_rows(["Straße", "tree", "ab"], ["street", "BAUM", "cd"])

    assert matching_rows(rows, "STRASSE") == [0]
    assert matching_rows(rows, "baum") == [1]
    assert matching_rows(rows, "bc") == []
    assert matching_rows(rows, "e") == [0, 1]


def test_a_phrase_that_holds_what_parts_the_columns_is_found_where_it_stands() -> None:
    sources, targets = ["a\x1fb", "c", "Straße"], ["x", "y\x1fb", "STRASSE"]
    rows = folded_rows(sources, targets)

    assert rows == list(map(folded, sources, targets))
    assert [matching_rows(rows, "b", column) for column in (None, 0, 1)] == [[0, 1], [0], [1]]
    assert [matching_rows(rows, "\x1f", column) for column in (None, 0, 1)] == [[0, 1], [0], [1]]


@pytest.mark.parametrize("written", ["café", "cafe\u0301"])
@pytest.mark.parametrize("typed", ["CAFÉ", "Cafe\u0301"])
def test_a_filter_finds_canonically_equal_phrases(written: str, typed: str) -> None:
    rows = folded_rows([written, "cafe"], ["x", written])

    assert matching_rows(rows, typed) == [0, 1]
    assert matching_rows(rows, typed, 0) == [0]
    assert fits_of(Condition(typed))(f"un {written} noir")
    assert fits_of(Condition(f"^{typed}$", match=Match.PATTERN))(written)
    assert not fits_of(Condition(typed))("cafe")


@given(st.lists(st.text(st.sampled_from("aÉe\u0301ßİ\x1f한\u1112\u1161 "), max_size=5), max_size=5))
def test_rows_are_folded_together_as_alone(phrases: list[str]) -> None:
    assert folded_rows(phrases, phrases[::-1]) == list(map(folded, phrases, phrases[::-1]))


def test_a_wish_is_one_value_however_it_came_about() -> None:
    one = containing("a").with_condition(Condition("b", 1)).with_values(Facet.NOTE, frozenset({"with_note"}))
    other = ViewQuery().with_values(Facet.NOTE, frozenset({"with_note"})).with_condition(Condition("b", 1))

    assert other.with_condition(Condition("a")) == one
    assert one.with_condition(Condition("", 1)).with_values(Facet.NOTE, frozenset()) == containing("a")
    assert one.sorted_by(1, descending=True).without_filters() == ViewQuery(sort_column=1, descending=True)


@given(keys=st.lists(st.text("ab", max_size=4)), descending=st.booleans(), data=st.data())
def test_sorting_in_blocks_gives_what_one_sort_gives(keys: list[str], descending: bool, data: st.DataObject) -> None:
    rows = sorted(data.draw(st.sets(st.sampled_from(range(len(keys)))))) if keys else []
    before = row_sort._SORTED_AT_ONCE, row_sort._SAMPLED
    row_sort._SORTED_AT_ONCE, row_sort._SAMPLED = 3, 2
    try:
        every, some = sorted_rows(keys, descending=descending), sorted_rows(keys, rows, descending=descending)
    finally:
        row_sort._SORTED_AT_ONCE, row_sort._SAMPLED = before

    assert list(every) == sorted(range(len(keys)), key=keys.__getitem__, reverse=descending)
    assert list(some) == sorted(rows, key=keys.__getitem__, reverse=descending)


def test_a_long_sort_can_be_stopped() -> None:
    class AtOnce(Progress):
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    with pytest.raises(Stopped):
        sorted_rows(["b", "a"] * 3, descending=False, progress=AtOnce())


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("alike", [1, 3, 5_000])
def test_no_call_sorts_more_than_a_few_blocks(monkeypatch: pytest.MonkeyPatch, descending: bool, alike: int) -> None:
    """Each call holds the interpreter, and with it the window."""
    monkeypatch.setattr(row_sort, "_SORTED_AT_ONCE", 500)
    keys = [f"{number // alike:06}" for number in range(5_000)]
    random.Random(5).shuffle(keys)
    seen: list[int] = []

    class Steps(Progress):
        def step(self, done: int, total: int | None = None) -> None:
            seen.append(done)

    rows = sorted_rows(keys, descending=descending, progress=Steps())

    assert list(rows) == sorted(range(len(keys)), key=keys.__getitem__, reverse=descending)
    assert seen == sorted(seen)
    assert seen[-1] == len(keys)
    # Equal keys cannot be parted; putting them one behind the other takes no time.
    if alike < len(keys):
        assert max(after - before for before, after in pairwise(seen)) < 1_000
