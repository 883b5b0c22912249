"""The index of violations, updated after each change, equals a complete new check."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries import violation_index
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.entry_rules import Rule, violations
from termdesk.domain.entries.violation_index import ViolationIndex

phrases = st.sampled_from(["tree", "house", "x", "", " lead", "tab\t", "a" * 1025])
pairs = st.tuples(phrases, phrases)


def assert_agrees(index: ViolationIndex, entries: Entries) -> None:
    # A new glossary starts with a single empty row.
    expected = [] if list(entries) == [("", "")] else list(violations(entries))
    cells = [(each.row, each.column) for each in expected]

    assert index.violations() == expected
    assert index.size == entries.copy_published_part().size_in_bytes()
    assert index.count == len(expected)
    assert index.rows() == sorted({row for row, _ in cells})
    assert [
        (row, side) for row in range(len(entries)) for side in (SOURCE, TARGET) if index.has_violation(row, side)
    ] == cells


@pytest.mark.slow
@given(st.lists(pairs, max_size=8), st.dictionaries(phrases, phrases))
def test_what_is_known_of_the_service_changes_nothing_about_the_problems(
    rows: list[tuple[str, str]], base: dict[str, str]
) -> None:
    entries = Entries.of(rows)

    assert_agrees(ViolationIndex(entries, base), entries)


@pytest.mark.slow
@given(st.lists(pairs, max_size=6), st.dictionaries(phrases, phrases), st.data())
def test_it_follows_every_cell_that_comes_and_goes(
    rows: list[tuple[str, str]], base: dict[str, str], data: st.DataObject
) -> None:
    entries = Entries.of(rows)
    index = ViolationIndex(entries, base)

    for row, column, text in data.draw(
        st.lists(st.tuples(st.sampled_from(range(len(rows))), st.integers(0, 1), phrases)) if rows else st.just([])
    ):
        index.leave([entries.ids[row]], [entries.cell(row, column)], column)
        entries.column(column)[row] = text
        index.come([entries.ids[row]], [text], column)

    assert_agrees(index, entries)


def test_the_way_from_problem_to_problem_goes_round_in_both_directions() -> None:
    entries = Entries.of([("ok", "ok"), ("", ""), ("fine", "fine"), ("x", ""), ("y", "y")])
    index = ViolationIndex(entries, {})
    cells = [(1, SOURCE), (1, TARGET), (3, TARGET)]

    forward = [(0, SOURCE)]
    for _ in range(4):
        found = index.next_after(*forward[-1], 1)
        assert found
        forward.append(found)
    back = [(0, SOURCE)]
    for _ in range(4):
        found = index.next_after(*back[-1], -1)
        assert found
        back.append(found)

    assert forward[1:] == [*cells, cells[0]]
    assert back[1:] == [*reversed(cells), cells[-1]]
    assert ViolationIndex(Entries.of([("a", "b")]), {}).next_after(0, 0, 1) is None


def test_only_as_many_problems_as_asked_are_put_in_words() -> None:
    entries = Entries.of([("", "")] * 1_000)

    found = ViolationIndex(entries, {}).violations(limit=3)

    assert [(each.row, each.column, each.rule) for each in found] == [
        (0, SOURCE, Rule.EMPTY),
        (0, TARGET, Rule.EMPTY),
        (1, SOURCE, Rule.EMPTY),
    ]


def test_a_change_of_very_many_rows_counts_as_many_small_ones_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(violation_index, "_COUNTED_ANEW", 3)
    entries = Entries.of([(f"s{number % 4}", "t") for number in range(12)])
    entries.apply(SetDetails((5,), (EntryDetail("forbidden"),)))
    index = ViolationIndex(entries, {"s1": "t", "gone": "x"})

    ids = [entries.ids[row] for row in range(8)]
    index.leave(ids, entries.sources[:8], SOURCE)
    entries.apply(SetCells(SOURCE, range(8), [f"new{number % 6}" for number in range(8)]))
    index.come(ids, entries.sources[:8], SOURCE)
    index.settle()

    fresh = ViolationIndex(entries, {"s1": "t", "gone": "x"})
    assert index.violations() == fresh.violations()
    assert (index.count, index.size, index.marks()) == (fresh.count, fresh.size, fresh.marks())


def test_one_empty_row_alone_is_no_problem_yet() -> None:
    entries = Entries.of([("", "")])
    index = ViolationIndex(entries, {})

    assert (index.count, index.rows(), index.at(0, SOURCE), index.has_violation(0, TARGET)) == (0, [], None, False)

    for column in (SOURCE, TARGET):
        index.leave([0], [""], column)
    entries.apply(SetCells(SOURCE, (0,), ("tree",)))
    index.come([0], ["tree"], SOURCE)
    index.come([0], [""], TARGET)
    assert (index.count, index.rows(), index.has_violation(0, TARGET)) == (1, [0], True)
