"""Sorting in chunks gives the same result as a single sort, in short steps."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.fixtures.step_watch import most_bytes_at_once
from termdesk.application.glossaries.view import row_sort
from termdesk.application.glossaries.view.row_sort import sort_rows
from termdesk.domain.errors import Stopped
from termdesk.domain.progress import Progress


@given(keys=st.lists(st.text("ab", max_size=4)), descending=st.booleans(), data=st.data())
def test_sorting_in_blocks_gives_what_one_sort_gives(keys: list[str], descending: bool, data: st.DataObject) -> None:
    rows = sorted(data.draw(st.sets(st.sampled_from(range(len(keys)))))) if keys else []
    before = row_sort._SORTED_AT_ONCE, row_sort._MERGED_AT_ONCE, row_sort._SAMPLED
    row_sort._SORTED_AT_ONCE, row_sort._MERGED_AT_ONCE, row_sort._SAMPLED = 5, 2, 2
    try:
        every, some = sort_rows(keys, descending=descending), sort_rows(keys, rows, descending=descending)
    finally:
        row_sort._SORTED_AT_ONCE, row_sort._MERGED_AT_ONCE, row_sort._SAMPLED = before

    assert list(every) == sorted(range(len(keys)), key=keys.__getitem__, reverse=descending)
    assert list(some) == sorted(rows, key=keys.__getitem__, reverse=descending)


def test_a_long_sort_lets_the_window_go_on_between_small_parts() -> None:
    keys = [str(number) for number in range(40_000)]

    assert most_bytes_at_once(lambda: sort_rows(keys, descending=False)) < 640_000


def test_a_long_sort_can_be_stopped() -> None:
    class AtOnce(Progress):
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    with pytest.raises(Stopped):
        sort_rows(["b", "a"] * 3, descending=False, progress=AtOnce())


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("alike", [1, 3, 5_000])
def test_no_call_sorts_more_than_a_few_blocks(monkeypatch: pytest.MonkeyPatch, descending: bool, alike: int) -> None:
    """Each call holds the GIL, and so blocks the window."""
    monkeypatch.setattr(row_sort, "_SORTED_AT_ONCE", 500)
    monkeypatch.setattr(row_sort, "_MERGED_AT_ONCE", 500)
    keys = [f"{number // alike:06}" for number in range(5_000)]
    random.Random(5).shuffle(keys)
    seen: list[int] = []

    class Steps(Progress):
        def step(self, done: int, total: int | None = None) -> None:
            seen.append(done)

    rows = sort_rows(keys, descending=descending, progress=Steps())

    assert list(rows) == sorted(range(len(keys)), key=keys.__getitem__, reverse=descending)
    assert seen == sorted(seen)
    assert seen[-1] == len(keys)
    # Rows with the same key are only joined.
    if alike < len(keys):
        assert max(after - before for before, after in pairwise(seen)) < 1_000


@pytest.mark.parametrize("descending", [False, True])
def test_merges_are_shorter_than_the_sorted_blocks(monkeypatch: pytest.MonkeyPatch, descending: bool) -> None:
    """The texts of a merge lie far from each other, so it takes several times as long as sorting as many neighbors."""
    sizes: list[int] = []

    def counted(rows, **options):  # type: ignore[no-untyped-def]  # as `sorted`
        found = sorted(rows, **options)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(row_sort, "sorted", counted, raising=False)
    keys = [f"{number:06}" for number in range(40_000)]
    random.Random(5).shuffle(keys)

    rows = sort_rows(keys, descending=descending)

    assert list(rows) == sorted(range(len(keys)), key=keys.__getitem__, reverse=descending)
    blocks = len(keys) // row_sort._SORTED_AT_ONCE
    assert max(sizes[:blocks]) == row_sort._SORTED_AT_ONCE
    assert max(sizes[blocks:]) < row_sort._SORTED_AT_ONCE // 2


@pytest.mark.parametrize("descending", [False, True])
def test_a_key_of_most_rows_is_not_sorted_at_once(monkeypatch: pytest.MonkeyPatch, descending: bool) -> None:
    """As in a sort by status, which few rows have."""
    sizes: list[int] = []

    def counted(rows, **options):  # type: ignore[no-untyped-def]  # as `sorted`
        found = sorted(rows, **options)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(row_sort, "_SORTED_AT_ONCE", 500)
    monkeypatch.setattr(row_sort, "_MERGED_AT_ONCE", 500)
    monkeypatch.setattr(row_sort, "sorted", counted, raising=False)
    keys = ["" if number % 5 else f"{number:06}" for number in range(10_000)]
    random.Random(5).shuffle(keys)

    rows = sort_rows(keys, descending=descending)

    assert list(rows) == sorted(range(len(keys)), key=keys.__getitem__, reverse=descending)
    assert max(sizes) < 1_000
