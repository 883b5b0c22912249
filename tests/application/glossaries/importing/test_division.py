"""A dictionary that is too large is divided: no row is lost, and rows with one source stay together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.importing.division import divide, make_numbered_name
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.entry_rules import MAX_NAME_BYTES, utf8_length
from termdesk.domain.progress import NoProgress
from termdesk.formats.read_result import ReadResult, RejectedRow

WORDS = st.text("abcä木", min_size=1, max_size=5)


def result_of(rows: list[tuple[str, str]], rejected: tuple[int, ...] = ()) -> ReadResult:
    entries = Entries.of(rows)
    entries.details = {row: EntryDetail("", f"note {row}") for row in range(0, len(rows), 2)}
    lines = [line for line in range(1, len(rows) + len(rejected) + 1) if line not in rejected]
    rejected_rows = tuple(RejectedRow(line, line, 0, "x", "y", "z", ("", "")) for line in rejected)
    return ReadResult(entries, lines, rejected_rows, blank_lines=3)


@given(rows=st.lists(st.tuples(WORDS, WORDS), max_size=30), limit=st.integers(10, 60))
def test_the_parts_hold_all_rows_whole_and_sources_together(rows: list[tuple[str, str]], limit: int) -> None:
    result = result_of(rows)

    parts = divide(NoProgress(), result, limit)

    found = [
        (line, *pair, part.entries.detail(row))
        for part in parts
        for row, (pair, line) in enumerate(zip(part.entries, part.lines, strict=True))
    ]
    assert sorted(found, key=lambda each: each[0]) == [
        (line, *pair, result.entries.detail(row))
        for row, (pair, line) in enumerate(zip(result.entries, result.lines, strict=True))
    ]
    sources = [set(part.entries.sources) for part in parts]
    assert sum(map(len, sources)) == len(set(result.entries.sources))
    assert [part for part in parts if part.entries.size_in_bytes() > limit and len(set(part.entries.sources)) > 1] == []


def test_what_fits_is_left_as_it_is() -> None:
    result = result_of([("sea", "See")])

    assert divide(NoProgress(), result)[0] is result


def test_synonyms_stay_with_their_source_and_rejected_rows_with_their_neighbors() -> None:
    result = result_of([("a", "xxxx"), ("b", "xxxx"), ("c", "xxxx"), ("a", "y")], rejected=(2, 4, 6))

    parts = divide(NoProgress(), result, 14)

    assert [list(part.entries) for part in parts] == [
        [("a", "xxxx"), ("a", "y")],
        [("b", "xxxx"), ("c", "xxxx")],
    ]
    assert [[rejected.line for rejected in part.rejected_rows] for part in parts] == [[2], [4, 6]]


@pytest.mark.parametrize("name", ["Terms", "x" * MAX_NAME_BYTES, "木" * MAX_NAME_BYTES])
def test_a_part_has_a_name_that_can_be_used(name: str) -> None:
    made = make_numbered_name(name, 12)

    assert made.endswith(" 12")
    assert utf8_length(made) <= MAX_NAME_BYTES
