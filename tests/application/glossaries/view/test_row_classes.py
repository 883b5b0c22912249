"""Rows are classified for facets and marks; edits update their classes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.detailed import detailed
from termdesk.application.glossaries.view.facets import NOTHING, Facet, rows_of_mask
from termdesk.application.glossaries.view.row_classes import (
    RowClasses,
    Rows,
    classify_phrases,
    find_marked_rows,
    group_rows,
    is_kept,
    is_of_source,
)
from termdesk.application.glossaries.view.view_query import RowMark
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import DOMAIN, FORBIDDEN, NOTE, EntryDetail
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.progress import NoProgress

PAIRS = [("tree", "Baum"), ("tree", "Ast"), ("sea ", ""), ("new", "neu"), ("old", "alt"), ("banned", "x")]
DETAILS = [EntryDetail("preferred", "asked Ann", "law"), EntryDetail(domain="law")]
BASE = {"tree": "Baum", "sea ": "See", "old": "alt", "bad": "y"}
OF_PHRASES = [facet for facet in Facet if is_kept(facet)]


def rows_of(*, base: dict[str, str]) -> Rows:
    """Return `PAIRS`, and two forbidden entries: one that the service has and one that it never had."""
    pairs = [*PAIRS[:5], ("bad", "y"), ("worse", "z")]
    entries = detailed(pairs, [*DETAILS, *[EntryDetail()] * 3, EntryDetail(FORBIDDEN), EntryDetail(FORBIDDEN)])
    marks = ViolationIndex(entries, base).marks()
    return Rows(entries.sources, entries.targets, entries.ids, *marks, base, entries.details)


@pytest.mark.parametrize(
    ("mark", "rows"),
    [
        (RowMark.VIOLATION, [0, 1, 2]),
        (RowMark.CHANGED, [1, 2, 3, 5]),
        (RowMark.FORBIDDEN, [5, 6]),
        (RowMark.INCOMPLETE, [2]),
    ],
)
def test_the_rows_of_a_mark(mark: RowMark, rows: list[int]) -> None:
    assert find_marked_rows(mark, rows_of(base=BASE)) == rows


@pytest.mark.parametrize(
    ("facet", "value", "rows"),
    [
        (Facet.VIOLATION, Rule.DUPLICATE, [0, 1]),
        (Facet.VIOLATION, Rule.OUTER_SPACE, [2]),
        (Facet.VIOLATION, Rule.EMPTY, [2]),
        (Facet.VIOLATION, NOTHING, [3, 4, 5, 6]),
        (Facet.CHANGE, "changed", [1, 2, 5]),
        (Facet.CHANGE, "new", [3]),
        (Facet.CHANGE, "as_published", [0, 4]),
        (Facet.CHANGE, "kept_here", [6]),
        (Facet.INCOMPLETE, "target_empty", [2]),
        (Facet.STATUS, FORBIDDEN, [5, 6]),
        (Facet.DOMAIN, "law", [0, 1]),
        (Facet.NOTE, "with_note", [0]),
        (Facet.NOTE, NOTHING, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_the_rows_of_a_value(facet: Facet, value: str, rows: list[int]) -> None:
    found = group_rows(facet, rows_of(base=BASE), None, NoProgress())

    assert rows_of_mask(found.mask({value})) == rows
    assert found.counts(None).get(value, 0) == len(rows)


def test_what_was_never_published_has_no_changes() -> None:
    rows = rows_of(base={})

    assert find_marked_rows(RowMark.CHANGED, rows) == []
    assert group_rows(Facet.CHANGE, rows, None, NoProgress()).counts(None) == {NOTHING: 7}


def test_classes_that_are_known_are_not_made_again() -> None:
    known = group_rows(Facet.SOURCE_LENGTH, rows_of(base={}), bytes([1] * 6 + [0]), NoProgress())

    assert sorted(known.counts(None).values()) == [1, 6]


def test_columns_of_details_have_a_text_for_each_row() -> None:
    rows = rows_of(base={})

    assert rows.column(DOMAIN) == ["law", "law", "", "", "", "", ""]
    assert rows.column(NOTE)[0] == "asked Ann"
    assert rows.column(SOURCE)[2:4] == ["sea ", "new"]


def test_facets_of_phrases_belong_to_one_column() -> None:
    assert {facet for facet in OF_PHRASES if is_of_source(facet)} == {
        Facet.SOURCE_LENGTH,
        Facet.SOURCE_WORDS,
        Facet.SOURCE_SCRIPT,
    }
    assert not is_of_source(Facet.STATUS)


PHRASES = st.sampled_from(["", "tree", "дерево", "a b", "one two three four", "a much longer phrase than the others"])
edits = st.lists(st.tuples(st.sampled_from(["set", "insert", "remove"]), st.integers(0, 20), PHRASES), max_size=12)


@pytest.mark.slow
@given(edits)
def test_classes_follow_every_edit(several: list[tuple[str, int, str]]) -> None:
    entries = Entries.of(PAIRS)
    classes = RowClasses(entries)
    columns = {facet: SOURCE if is_of_source(facet) else TARGET for facet in OF_PHRASES}
    classes.keep(
        {
            facet: classify_phrases(facet, entries.column(column), NoProgress()).codes
            for facet, column in columns.items()
        }
    )

    for kind, position, phrase in several:
        row = position % (len(entries) + (kind == "insert")) if len(entries) else 0
        if kind == "insert":
            entries.apply(InsertRows.at(entries, row, [(phrase, phrase)]))
            classes.note_inserted(slice(row, row + 1))
        elif kind == "remove" and len(entries):
            entries.apply(RemoveRows([row]))
            classes.note_removed(slice(row, row + 1))
        elif len(entries):
            entries.apply(SetCells(position % 2, [row], [phrase]))
            classes.note_changed([row], position % 2)

    assert classes.copy_known_classes(OF_PHRASES) == {
        facet: classify_phrases(facet, entries.column(column), NoProgress()).codes for facet, column in columns.items()
    }
    classes.forget(SOURCE)
    assert set(classes.copy_known_classes(OF_PHRASES)) == {
        facet for facet, column in columns.items() if column == TARGET
    }
    classes.forget()
    assert classes.copy_known_classes(OF_PHRASES) == {}
