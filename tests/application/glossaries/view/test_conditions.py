"""Conditions find the same rows as a simple search."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.view.conditions import Condition, Match, find_rows_that_meet, fits_of
from termdesk.application.glossaries.view.folded_rows import FoldedRows


@pytest.mark.parametrize("written", ["café", "cafe\u0301"])
@pytest.mark.parametrize("typed", ["CAFÉ", "Cafe\u0301"])
def test_a_filter_finds_canonically_equal_phrases(written: str, typed: str) -> None:
    rows = FoldedRows.of([[written, "cafe"], ["x", written]])

    assert rows.find(typed) == [0, 1]
    assert rows.find(typed, 0) == [0]
    assert fits_of(Condition(typed))(f"un {written} noir")
    assert fits_of(Condition(f"^{typed}$", match=Match.PATTERN))(written)
    assert not fits_of(Condition(typed))("cafe")


def test_the_rows_that_do_not_contain_a_text_are_found_among_some_or_all() -> None:
    rows = FoldedRows.of([["tree", "house", "treetop"], ["Baum", "Haus", "Wipfel"]])
    condition = Condition("tree", is_negated=True)

    assert find_rows_that_meet(condition, _no_column, rows) == [1]
    assert find_rows_that_meet(condition, _no_column, rows, among=[0, 2]) == []
    assert find_rows_that_meet(Condition("tree"), _no_column, rows, among=[1, 2]) == [2]


def _no_column(_number: int) -> list[str]:
    raise AssertionError("The folded rows are enough.")
