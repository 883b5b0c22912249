"""Rows joined in blocks are found like rows searched one by one, also after edits, and take little memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.view import folded_rows
from termdesk.application.glossaries.view.folded_rows import FoldedRows
from termdesk.domain.language.composition import fold


@pytest.fixture(autouse=True)
def short_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short blocks, of which edits are soon folded, so that few rows fill several blocks."""
    monkeypatch.setattr(folded_rows, "ROWS_IN_BLOCK", 3)
    monkeypatch.setattr(folded_rows, "_MOST_COLLECTED", 1)


def rows_of(*rows: tuple[str, ...]) -> FoldedRows:
    return FoldedRows.of(list(zip(*rows, strict=True)))


def test_a_filter_finds_both_columns_in_any_case_and_never_reaches_across() -> None:
    rows = rows_of(("Straße", "street"), ("tree", "BAUM"), ("ab", "cd"))

    assert rows.find("STRASSE") == [0]
    assert rows.find("baum") == [1]
    assert rows.find("bc") == []
    assert rows.find("da") == []
    assert rows.find("e") == [0, 1]


def test_a_phrase_that_holds_what_parts_columns_and_rows_is_found_where_it_stands() -> None:
    rows = rows_of(("a\x1fb", "x"), ("c", "y\x1fb"), ("Straße", "STRASSE"), ("d\x1db", ""))

    assert [rows.find("b", column) for column in (None, 0, 1)] == [[0, 1, 3], [0, 3], [1]]
    assert [rows.find("\x1f", column) for column in (None, 0, 1)] == [[0, 1, 3], [0, 3], [1]]
    assert rows.find("\x1db") == [0, 1, 3]
    assert len(rows) == 4


def test_rows_of_many_columns_are_found_by_any_of_them() -> None:
    rows = rows_of(("tree", "Baum", "arbre"), ("house", "Haus", "maison"))

    assert [rows.find(text) for text in ("ARBRE", "haus", "s", "mt")] == [[0], [1], [1], []]


def test_a_half_of_a_pair_is_found() -> None:
    rows = rows_of(("\ud83d", "x"), ("😀", "y"))

    assert rows.find("\ud83d") == [0]
    assert rows.find("😀") == [1]


_PHRASES = st.text(st.sampled_from("aaÉe\u0301ßsİ\x1f한\u1112\u1161 "), max_size=5)
_ROWS = st.lists(st.tuples(_PHRASES, _PHRASES), max_size=14)
_COLUMNS = st.sampled_from([None, 0, 1])
_EDITS = st.lists(st.tuples(st.sampled_from(["replace", "insert", "remove", "find"]), st.integers(0, 20), _ROWS))


@given(_ROWS, _PHRASES, _COLUMNS, st.sets(st.integers(0, 13)))
def test_the_same_rows_are_found_as_one_by_one(
    pairs: list[tuple[str, str]], needle: str, column: int | None, some: set[int]
) -> None:
    among = sorted(row for row in some if row < len(pairs))
    rows = FoldedRows.of([[source for source, _ in pairs], [target for _, target in pairs]])

    expected = _find_one_by_one(pairs, needle, column)
    assert rows.find(needle, column) == expected
    assert rows.find(needle, column, among) == [row for row in among if row in expected]


@pytest.mark.slow
@given(_ROWS, _EDITS, _PHRASES, _COLUMNS)
def test_edits_are_followed_and_change_no_copy(
    pairs: list[tuple[str, str]], edits: list[tuple[str, int, list[tuple[str, str]]]], needle: str, column: int | None
) -> None:
    rows = FoldedRows.of(_columns(pairs))
    before = _find_one_by_one(pairs, needle, column)
    for kind, position, others in edits:
        copy, rows = rows, rows.copy()
        old, pairs = pairs, _edit(pairs, rows, kind, position, others)
        assert copy.find(needle, column) == _find_one_by_one(old, needle, column)
        assert len(rows) == len(pairs)
    assert rows.find(needle, column) == (_find_one_by_one(pairs, needle, column) if edits else before)


def _edit(
    pairs: list[tuple[str, str]], rows: FoldedRows, kind: str, position: int, others: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return the pairs after an edit, which `rows` follows."""
    pairs = pairs.copy()
    first = position % (len(pairs) + 1)
    if kind == "replace":
        # Every second row, as in a sorted table.
        for row, pair in zip(range(first, len(pairs), 2), others, strict=False):
            pairs[row] = pair
        edited = list(range(first, len(pairs), 2))[: len(others)]
        rows.replace(edited, _columns([pairs[row] for row in edited]))
    elif kind == "insert" and others:
        pairs[first:first] = others
        rows.insert(first, _columns(others))
    elif kind == "remove" and first < len(pairs):
        stop = min(first + len(others) + 1, len(pairs))
        del pairs[first:stop]
        rows.remove(first, stop)
    elif kind == "find":
        assert rows.find("a") == _find_one_by_one(pairs, "a", None)
    return pairs


def _columns(pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [[source for source, _ in pairs], [target for _, target in pairs]]


def _find_one_by_one(pairs: Sequence[tuple[str, str]], needle: str, column: int | None) -> list[int]:
    """Return what `find` finds, by folding each phrase of each row alone."""

    def plain(text: str) -> str:
        return fold(text.replace("\x1f", "\x1e"))

    return [
        row
        for row, phrases in enumerate(pairs)
        if any(plain(needle) in plain(each) for each in (phrases if column is None else [phrases[column]]))
    ]


def test_an_edit_stays_with_its_row_while_rows_before_it_come_and_go() -> None:
    rows = rows_of(*[("tree", "Baum")] * 12)

    rows.replace([10], [["house"], ["Haus"]])
    rows.insert(1, [["bee"] * 9, ["Biene"] * 9])
    rows.remove(0, 4)

    assert rows.find("house") == [15]
    assert rows.find("tree") == [*range(6, 15), 16]


def test_a_row_takes_little_more_memory_than_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    pairs = [(f"source {number}", f"Ziel {number}" + "–" * (number % 100 == 0)) for number in range(20_000)]
    columns = _columns(pairs)
    size = sum(len(f"{source}\n{target}\n".encode()) for source, target in pairs)

    tracemalloc.start()
    try:
        rows = FoldedRows.of(columns)
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert len(rows) == len(pairs)
    assert used < size * 1.1


def test_a_copy_with_an_edit_shares_all_other_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    rows = FoldedRows.of(_columns([(f"source {number}", f"Ziel {number}") for number in range(20_000)]))

    tracemalloc.start()
    try:
        copy = rows.copy()
        copy.replace([70], [["house"], ["Haus"]])
        found = copy.find("house")
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert (found, rows.find("house")) == ([70], [])
    assert used < 20_000
