"""Conditions find the same rows as a simple search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.view.conditions import (
    Condition,
    Match,
    find_rows_with_text,
    fits_of,
    fold_row,
    fold_rows,
)


def test_a_filter_finds_both_columns_in_any_case_and_never_reaches_across() -> None:
    rows = fold_rows(["Straße", "tree", "ab"], ["street", "BAUM", "cd"])

    assert find_rows_with_text(rows, "STRASSE") == [0]
    assert find_rows_with_text(rows, "baum") == [1]
    assert find_rows_with_text(rows, "bc") == []
    assert find_rows_with_text(rows, "e") == [0, 1]


def test_a_phrase_that_holds_what_parts_the_columns_is_found_where_it_stands() -> None:
    sources, targets = ["a\x1fb", "c", "Straße"], ["x", "y\x1fb", "STRASSE"]
    rows = fold_rows(sources, targets)

    assert rows == list(map(fold_row, sources, targets))
    assert [find_rows_with_text(rows, "b", column) for column in (None, 0, 1)] == [[0, 1], [0], [1]]
    assert [find_rows_with_text(rows, "\x1f", column) for column in (None, 0, 1)] == [[0, 1], [0], [1]]


@pytest.mark.parametrize("written", ["café", "cafe\u0301"])
@pytest.mark.parametrize("typed", ["CAFÉ", "Cafe\u0301"])
def test_a_filter_finds_canonically_equal_phrases(written: str, typed: str) -> None:
    rows = fold_rows([written, "cafe"], ["x", written])

    assert find_rows_with_text(rows, typed) == [0, 1]
    assert find_rows_with_text(rows, typed, 0) == [0]
    assert fits_of(Condition(typed))(f"un {written} noir")
    assert fits_of(Condition(f"^{typed}$", match=Match.PATTERN))(written)
    assert not fits_of(Condition(typed))("cafe")


@given(st.lists(st.text(st.sampled_from("aÉe\u0301ßİ\x1f한\u1112\u1161 "), max_size=5), max_size=5))
def test_rows_are_folded_together_as_alone(phrases: list[str]) -> None:
    assert fold_rows(phrases, phrases[::-1]) == list(map(fold_row, phrases, phrases[::-1]))
