"""Facets: masks and counts agree with examining each row."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.view.facets import (
    NO_CODE,
    NOTHING,
    Choice,
    Classes,
    Facet,
    FacetRows,
    ManyClasses,
    Marks,
    both,
    count_rows,
    mask_of_rows,
    rows_of_mask,
)

VALUES = ("short", "medium", "long")
TOTAL = 6
masks = st.none() | st.sets(st.integers(0, TOTAL - 1)).map(lambda rows: mask_of_rows(sorted(rows), TOTAL))


def plain(codes: list[list[int]]) -> list[set[str]]:
    """Return the values of each row, from the codes by language and row."""
    return [{VALUES[code] for code in row if code != NO_CODE} or {NOTHING} for row in zip(*codes, strict=True)]


one_language = st.lists(st.sampled_from([0, 1, 2]), min_size=TOTAL, max_size=TOTAL)
languages = st.lists(
    st.lists(st.sampled_from([0, 1, 2, NO_CODE]), min_size=TOTAL, max_size=TOTAL), min_size=1, max_size=3
)
marked = st.dictionaries(st.sampled_from(VALUES), st.sets(st.integers(0, TOTAL - 1)).map(sorted))


def check(facet: FacetRows, values_of: list[set[str]], values: set[str], within: bytes | None) -> None:
    shown = [row for row in range(TOTAL) if values_of[row] & values]
    assert rows_of_mask(facet.mask(values)) == shown
    rows = range(TOTAL) if within is None else rows_of_mask(within)
    counts = {value: count for value, count in facet.counts(within).items() if count}
    assert counts == Counter(value for row in rows for value in values_of[row])


some_values = st.sets(st.sampled_from((*VALUES, NOTHING, "unknown")))


@given(one_language, some_values, masks)
def test_each_row_has_one_value(codes: list[int], values: set[str], within: bytes | None) -> None:
    check(Classes(bytes(codes), VALUES), plain([codes]), values, within)


@given(languages, some_values, masks)
def test_a_row_has_the_values_of_all_languages(codes: list[list[int]], values: set[str], within: bytes | None) -> None:
    check(ManyClasses([bytes(each) for each in codes], VALUES), plain(codes), values, within)


@given(marked, some_values, masks)
def test_a_row_has_several_marks_or_none(rows: dict[str, list[int]], values: set[str], within: bytes | None) -> None:
    values_of = [{value for value, its in rows.items() if row in its} or {NOTHING} for row in range(TOTAL)]
    check(Marks(rows, TOTAL), values_of, values, within)


@given(masks, masks)
def test_both_masks_hold(one: bytes | None, other: bytes | None) -> None:
    def rows(mask: bytes | None) -> set[int]:
        return set(range(TOTAL)) if mask is None else set(rows_of_mask(mask))

    assert rows(both(one, other)) == rows(one) & rows(other)


@pytest.mark.parametrize(
    ("choices", "lengths", "notes"),
    [
        ((), {"short": 2, "long": 1}, {"with_note": 1, NOTHING: 2}),
        # A choice does not hide the other values of its own facet.
        ((Choice(Facet.NOTE, frozenset({"with_note"})),), {"long": 1}, {"with_note": 1, NOTHING: 2}),
        (
            (Choice(Facet.NOTE, frozenset({NOTHING})), Choice(Facet.TARGET_LENGTH, frozenset({"long"}))),
            {"short": 2},
            {"with_note": 1},
        ),
    ],
)
def test_values_count_what_they_would_show(
    choices: tuple[Choice, ...], lengths: dict[str, int], notes: dict[str, int]
) -> None:
    facets = {
        Facet.TARGET_LENGTH: Classes(bytes([0, 0, 2, 1]), VALUES),
        Facet.NOTE: Marks({"with_note": [2, 3]}, 4),
    }

    counts = count_rows(facets, choices, mask_of_rows([0, 1, 2], 4))

    found = {facet: {value: count for value, count in each.items() if count} for facet, each in counts.items()}
    assert found == {Facet.TARGET_LENGTH: lengths, Facet.NOTE: notes}
