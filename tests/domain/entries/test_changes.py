"""Every change can be undone, and undoing all of a history leads back to its start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import NO_DETAIL, EntryDetail

texts = st.text("ab\t\n", max_size=3)
rows_of_text = st.lists(st.tuples(texts, texts), max_size=8)


DETAILS = (NO_DETAIL, EntryDetail("forbidden"), EntryDetail(note="mind"), EntryDetail("preferred", "n", "law"))


def state_of(entries: Entries) -> tuple[list[str], list[str], list[int], dict[int, EntryDetail]]:
    return entries.sources.copy(), entries.targets.copy(), list(entries.ids), entries.details.copy()


def draw_positions(data: st.DataObject, length: int) -> Sequence[int]:
    """Draw ascending row numbers of a dictionary of this length, as a list or as a range with steps."""
    positions = data.draw(st.lists(st.integers(0, length - 1), unique=True).map(sorted)) if length else []
    first, step = data.draw(st.integers(0, max(length, 1))), data.draw(st.integers(1, 3))
    return data.draw(st.sampled_from([positions, range(first, length, step)]))


def draw_set_cells(data: st.DataObject, entries: Entries) -> SetCells:
    positions = draw_positions(data, len(entries))
    return SetCells(data.draw(st.sampled_from([SOURCE, TARGET])), positions, [data.draw(texts) for _ in positions])


def draw_details(data: st.DataObject, entries: Entries) -> SetDetails:
    positions = draw_positions(data, len(entries))
    return SetDetails(positions, [data.draw(st.sampled_from(DETAILS)) for _ in positions])


def draw_insert(data: st.DataObject, entries: Entries) -> InsertRows:
    count = data.draw(st.integers(0, 4))
    positions = draw_positions(data, len(entries) + count)[:count]
    # Each place must exist once the rows before it are inserted.
    sound = [position for number, position in enumerate(positions) if position <= len(entries) + number]
    new = [data.draw(texts) for _ in sound]
    return InsertRows(sound, new, [text.upper() for text in new], entries.new_ids(len(sound)))


def draw_change(data: st.DataObject, entries: Entries) -> Change:
    match data.draw(st.sampled_from(["set", "detail", "insert", "remove", "replace", "batch"])):
        case "set":
            return draw_set_cells(data, entries)
        case "detail":
            return draw_details(data, entries)
        case "insert":
            return draw_insert(data, entries)
        case "remove":
            return RemoveRows(draw_positions(data, len(entries)))
        case "replace":
            gone = RemoveRows(range(len(entries)))
            return Batch((gone, InsertRows.at(entries, 0, data.draw(rows_of_text))))
        case _:
            # A batch of changes that keep the number of rows, so that any order of them is valid.
            return Batch(tuple(draw_set_cells(data, entries) for _ in range(data.draw(st.integers(0, 3)))))


@given(rows=rows_of_text, data=st.data())
def test_applying_a_change_and_its_inverse_changes_nothing(rows: list[tuple[str, str]], data: st.DataObject) -> None:
    entries = Entries.of(rows)
    before = state_of(entries)

    inverse = entries.apply(draw_change(data, entries))
    entries.apply(inverse)

    assert state_of(entries) == before


@pytest.mark.slow
@given(rows=rows_of_text, data=st.data())
def test_any_history_undoes_to_its_start_and_redoes_to_its_end(
    rows: list[tuple[str, str]], data: st.DataObject
) -> None:
    entries = Entries.of(rows)
    start = state_of(entries)
    undo: list[Any] = []
    for _ in range(data.draw(st.integers(1, 8))):
        undo.append(entries.apply(draw_change(data, entries)))
    end = state_of(entries)

    redo = [entries.apply(change) for change in reversed(undo)]
    undone = state_of(entries)
    for change in reversed(redo):
        entries.apply(change)

    assert undone == start
    assert state_of(entries) == end


@pytest.mark.slow
@given(rows=rows_of_text, data=st.data())
def test_ids_stay_unique(rows: list[tuple[str, str]], data: st.DataObject) -> None:
    entries = Entries.of(rows)

    for _ in range(4):
        entries.apply(draw_change(data, entries))

    assert len(set(entries.ids)) == len(entries)


def test_rows_come_in_at_the_places_that_they_have_afterwards() -> None:
    entries = Entries.of([("a", "A"), ("b", "B")])

    entries.apply(InsertRows([0, 2, 4], ["x", "y", "z"], ["X", "Y", "Z"], entries.new_ids(3)))

    assert entries.sources == ["x", "a", "y", "b", "z"]
    assert list(entries.ids) == [2, 0, 3, 1, 4]


def test_rows_at_steps_are_removed_and_not_the_block_between() -> None:
    entries = Entries.of([(str(number), "x") for number in range(6)])

    inverse = entries.apply(RemoveRows(range(0, 6, 2)))

    assert entries.sources == ["1", "3", "5"]
    entries.apply(inverse)
    assert entries.sources == ["0", "1", "2", "3", "4", "5"]


def test_changes_count_what_they_touch() -> None:
    entries = Entries.of([("a", "A"), ("b", "B")])
    change = Batch((SetCells(TARGET, [0, 1], ["x", "y"]), RemoveRows([1])))

    assert change.count == 3
    assert InsertRows.at(entries, 1, [("c", "C")] * 4).count == 4


def test_a_change_with_fewer_texts_than_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        Entries.of([("a", "A"), ("b", "B")]).apply(SetCells(TARGET, [0, 1], ["x"]))


def test_replacing_all_rows_is_one_step_and_gives_new_ids() -> None:
    entries = Entries.of([("a", "A")])
    come = InsertRows.at(entries, 0, [("b", "B"), ("c", "C")])

    inverse = entries.apply(Batch((RemoveRows([0]), come)))

    assert list(entries) == [("b", "B"), ("c", "C")]
    assert list(entries.ids) == [1, 2]
    entries.apply(inverse)
    assert list(entries.ids) == [0]
