"""The two columns of a dictionary: rows, ids, fingerprint and size."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.chunks import AT_ONCE
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail

texts = st.text(max_size=6)
pairs = st.lists(st.tuples(texts, texts), max_size=12)


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="2 sources but 1 targets"):
        Entries(["a", "b"], ["A"])
    with pytest.raises(ValueError, match="1 sources but 2 targets"):
        Entries.take(["a"], ["A", "B"])


def test_lists_are_taken_without_a_copy() -> None:
    sources, targets = ["a", "b"], ["A", "B"]

    taken = Entries.take(sources, targets)

    assert taken == Entries(sources, targets)
    assert taken.sources is sources
    assert taken.targets is targets
    assert list(taken.ids) == [0, 1]
    assert list(taken.new_ids(1)) == [2]


def test_rows_read_as_pairs_and_as_columns() -> None:
    entries = Entries.of([("a", "A"), ("b", "B")])

    assert list(entries) == [("a", "A"), ("b", "B")]
    assert entries[1] == ("b", "B")
    assert entries.column(SOURCE) == ["a", "b"]
    assert entries.cell(0, TARGET) == "A"


def test_equality_is_about_texts_in_order_and_never_about_ids() -> None:
    first, second = Entries.of([("a", "A")]), Entries.of([("x", "X"), ("a", "A")])

    second.apply(RemoveRows(range(1)))

    assert first == second
    assert list(first.ids) != list(second.ids)
    assert first != Entries.of([("a", "B")])
    assert first != [("a", "A")]


def test_a_row_keeps_its_id_wherever_it_goes() -> None:
    entries = Entries.of([("a", "A"), ("b", "B"), ("c", "C")])

    entries.apply(InsertRows.at(entries, 0, [("new", "NEW")]))
    entries.apply(RemoveRows(range(1, 2)))

    assert list(entries.ids) == [3, 1, 2]
    assert entries.sources == ["new", "b", "c"]


def test_an_id_is_never_given_twice() -> None:
    entries = Entries.of([("a", "A")])

    entries.apply(RemoveRows(range(1)))
    entries.apply(InsertRows([0], ["b"], ["B"], [7]))

    assert list(entries.new_ids(2)) == [8, 9]


@given(pairs)
def test_a_copy_goes_its_own_way(rows: list[tuple[str, str]]) -> None:
    entries = Entries.of([*rows, ("last", "x")])
    twin = entries.copy()

    twin.apply(SetCells(TARGET, [len(rows)], ["changed"]))
    twin.apply(InsertRows.at(twin, 0, [("new", "x")]))

    assert list(entries) == [*rows, ("last", "x")]
    assert list(entries.ids) == list(range(len(rows) + 1))


EDITS = ["copy", "set", "detail", "insert", "remove", "end"]


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(EDITS), st.integers(0, 9)), max_size=20))
def test_copies_share_columns_and_never_an_edit(steps: list[tuple[int, str, int]]) -> None:
    copies = [Entries.of([("a", "A"), ("b", "B"), ("c", "C")])]
    expected = [Entries.of([("a", "A"), ("b", "B"), ("c", "C")])]
    for which, kind, number in steps:
        position = which % len(copies)
        entries, alone = copies[position], expected[position]
        row = number % len(entries) if len(entries) else 0
        if kind == "copy":
            copies.append(entries.copy())
            expected.append(deepcopy(alone))
        elif kind == "end" and len(copies) > 1:
            del copies[position], expected[position]
        elif kind == "insert":
            for each in (entries, alone):
                each.apply(InsertRows.at(each, row, [(f"new {number}", "x")]))
        elif len(entries):
            change = {
                "set": SetCells(number % 2, [row], [f"text {number}"]),
                "detail": SetDetails([row], [EntryDetail(note=f"note {number}")]),
            }.get(kind, RemoveRows([row]))
            entries.apply(change)
            alone.apply(change)

    for entries, alone in zip(copies, expected, strict=True):
        assert list(entries) == list(alone)
        assert list(entries.ids) == list(alone.ids)
        assert entries.details == alone.details


def test_a_copy_shares_its_columns_until_one_is_edited() -> None:
    entries = Entries.of([("a", "A")])
    twin = entries.copy()
    shared = twin.sources
    assert entries.sources is shared

    entries.apply(SetCells(SOURCE, [0], ["b"]))

    assert twin.sources is shared
    assert entries.sources is not shared
    del twin
    own = entries.sources
    entries.apply(SetCells(SOURCE, [0], ["c"]))
    assert entries.sources is own


@given(rows=pairs, randomness=st.randoms(use_true_random=False))
def test_the_fingerprint_does_not_depend_on_the_order(rows: list[tuple[str, str]], randomness: Random) -> None:
    shuffled = rows.copy()
    randomness.shuffle(shuffled)

    assert Entries.of(rows).fingerprint() == Entries.of(shuffled).fingerprint()


@given(rows=pairs, row=st.integers(0, 11), text=texts)
def test_the_fingerprint_tells_every_change_of_a_text(rows: list[tuple[str, str]], row: int, text: str) -> None:
    entries = Entries.of([*rows, ("last", "x")])
    changed = entries.copy()
    position = row % len(entries)

    changed.apply(SetCells(TARGET, [position], [text]))

    same_texts = sorted(entries) == sorted(changed)
    assert (entries.fingerprint() == changed.fingerprint()) == same_texts


def test_the_fingerprint_takes_half_characters() -> None:
    assert len(Entries.of([("a", "\ud83d")]).fingerprint()) == 64


def test_the_size_counts_bytes_with_one_tab_and_one_line_feed_a_row() -> None:
    assert Entries().size_in_bytes() == 0
    assert Entries.of([("a", "é"), ("字", "\U0001f600")]).size_in_bytes() == len("a\té\n字\t\U0001f600\n".encode())


def test_of_a_repeated_source_the_last_target_counts() -> None:
    assert Entries.of([("a", "1"), ("b", "2"), ("a", "3")]).as_dict() == {"a": "3", "b": "2"}


def test_what_is_let_go_holds_nothing_and_takes_nothing_from_others() -> None:
    entries = Entries((f"source {row}" for row in range(2 * AT_ONCE + 1)), ["target"] * (2 * AT_ONCE + 1))
    twin = entries.copy()

    entries.release()

    assert (len(entries), list(entries), list(entries.ids)) == (0, [], [])
    assert len(twin) == 2 * AT_ONCE + 1


def test_reading_with_progress_tells_the_first_row_of_each_thousand() -> None:
    entries = Entries([""] * 1_001, [str(row) for row in range(1_001)])
    steps: list[tuple[int, int | None]] = []

    class Steps:
        def step(self, done: int, total: int | None = None) -> None:
            steps.append((done, total))

    assert list(entries.with_progress(Steps())) == list(entries)
    assert steps == [(0, 1_001), (1_000, 1_001)]
