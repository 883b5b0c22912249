"""Edits of the table, their effect on each dictionary, and the exact undo of every step."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.changes import Batch, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.multilingual.edits import (
    TableRowEdit,
    edit_rows,
    from_outside,
    insert_row,
    remove_rows,
    rewrite_cells,
    with_detail,
)
from termdesk.domain.multilingual.entries import MultilingualEntries, find_excluded_rows
from termdesk.domain.multilingual.table import NONE, MultilingualChange, align

Pairs = list[tuple[str, str]]


def table_of(*dictionaries: Pairs) -> MultilingualEntries:
    entries = [Entries.of(each) for each in dictionaries]
    return MultilingualEntries(entries, align(entries))


def rows_of(table: MultilingualEntries) -> list[tuple[str | None, ...]]:
    """Return source and targets as shown."""
    columns = range(table.width)
    return [(table.source(row), *(table.target(row, column) for column in columns)) for row in range(len(table))]


def contents(table: MultilingualEntries) -> list[Pairs]:
    return [list(each) for each in table.dictionaries]


@pytest.fixture
def table() -> MultilingualEntries:
    return table_of(
        [("cat", "Katze"), ("dog", "Hund")],
        [("cat", "chat"), ("cow", "vache"), ("dog", "chien")],
        [("cow", "vaca")],
    )


def test_the_table_shows_every_target_beside_its_source(table: MultilingualEntries) -> None:
    assert rows_of(table) == [
        ("cat", "Katze", "chat", None),
        ("cow", None, "vache", "vaca"),
        ("dog", "Hund", "chien", None),
    ]
    assert [table.count_missing_targets(column) for column in range(3)] == [1, 0, 2]
    assert table.holders(1) == [1, 2]
    assert table.rows_with("dog") == [2]


def test_a_phrase_without_translation_gives_way_unless_something_is_noted_of_it() -> None:
    plain, noted = table_of([("cat", "")], []), table_of([("cat", "")], [])
    noted.dictionaries[0].set_detail(0, EntryDetail(note="ask Ana"))

    for each in (plain, noted):
        each.apply(edit_rows(each, {0: TableRowEdit(targets={1: "chat"})}))

    assert contents(plain) == [[], [("cat", "chat")]]
    assert contents(noted) == [[("cat", "")], [("cat", "chat")]]
    assert noted.dictionaries[0].detail(0).note == "ask Ana"


def test_typing_into_an_empty_cell_puts_the_entry_behind_its_neighbor(table: MultilingualEntries) -> None:
    table.apply(edit_rows(table, {1: TableRowEdit(targets={0: "Kuh"})}))

    assert contents(table)[0] == [("cat", "Katze"), ("cow", "Kuh"), ("dog", "Hund")]
    assert rows_of(table)[1] == ("cow", "Kuh", "vache", "vaca")


def test_clearing_a_cell_takes_the_entry_out_of_that_dictionary_alone(table: MultilingualEntries) -> None:
    inverse = table.apply(edit_rows(table, {0: TableRowEdit(targets={1: ""})}))

    assert contents(table)[1] == [("cow", "vache"), ("dog", "chien")]
    assert rows_of(table)[0] == ("cat", "Katze", None, None)
    table.apply(inverse)
    assert contents(table)[1][0] == ("cat", "chat")


def test_the_last_dictionary_keeps_the_phrase_until_another_translation_is_typed(table: MultilingualEntries) -> None:
    table.apply(edit_rows(table, {1: TableRowEdit(targets={1: "", 2: ""})}))
    assert rows_of(table)[1] == ("cow", None, "", None)

    table.apply(edit_rows(table, {1: TableRowEdit(targets={0: "Kuh"})}))

    assert rows_of(table)[1] == ("cow", "Kuh", None, None)
    assert contents(table)[1] == [("cat", "chat"), ("dog", "chien")]


def test_renaming_a_phrase_changes_every_dictionary_that_has_it(table: MultilingualEntries) -> None:
    change = edit_rows(table, {0: TableRowEdit("tomcat")})

    table.apply(change)

    assert [column for column, _ in change.parts] == [0, 1]
    assert rows_of(table)[0] == ("tomcat", "Katze", "chat", None)


def test_rows_of_one_phrase_become_one_where_they_do_not_clash() -> None:
    table = table_of([("colour", "Farbe"), ("end", "Ende")], [("begin", "début"), ("color", "couleur")])
    row = table.rows_with("color")[0]
    before = rows_of(table)

    inverse = table.apply(edit_rows(table, {row: TableRowEdit("colour")}))

    assert ("colour", "Farbe", "couleur") in rows_of(table)
    assert len(table) == 3
    table.apply(inverse)
    assert rows_of(table) == before


def test_rows_that_clash_stay_apart() -> None:
    table = table_of([("a", "1"), ("b", "2")])

    table.apply(edit_rows(table, {1: TableRowEdit("a")}))

    assert rows_of(table) == [("a", "1"), ("a", "2")]


def test_a_new_row_is_kept_by_the_first_dictionary_until_something_is_typed(table: MultilingualEntries) -> None:
    table.apply(insert_row(table, 1))
    assert rows_of(table)[1] == ("", "", None, None)

    table.apply(edit_rows(table, {1: TableRowEdit("ox")}))
    table.apply(edit_rows(table, {1: TableRowEdit(targets={2: "buey"})}))

    assert rows_of(table)[1] == ("ox", None, None, "buey")
    assert contents(table)[0] == [("cat", "Katze"), ("dog", "Hund")]
    assert contents(table)[2] == [("ox", "buey"), ("cow", "vaca")]


def test_removing_rows_takes_the_phrases_out_everywhere(table: MultilingualEntries) -> None:
    inverse = table.apply(remove_rows(table, [2, 0]))

    assert contents(table) == [[], [("cow", "vache")], [("cow", "vaca")]]
    table.apply(inverse)
    assert rows_of(table)[2] == ("dog", "Hund", "chien", None)


def test_a_pasted_block_edits_rows_and_brings_new_ones_in(table: MultilingualEntries) -> None:
    edits = {1: TableRowEdit("Cow", {0: "Kuh", 1: ""}), 2: TableRowEdit(targets={2: "perro"})}

    table.apply(
        edit_rows(table, edits, [TableRowEdit("eel", {0: "Aal", 2: "anguila"}), TableRowEdit("fox", {1: "renard"})])
    )

    assert rows_of(table) == [
        ("cat", "Katze", "chat", None),
        ("Cow", "Kuh", None, "vaca"),
        ("dog", "Hund", "chien", "perro"),
        ("eel", "Aal", None, "anguila"),
        ("fox", None, "renard", None),
    ]
    assert contents(table)[2] == [("Cow", "vaca"), ("dog", "perro"), ("eel", "anguila")]


def test_what_comes_from_the_service_joins_the_rows_of_its_phrases(table: MultilingualEntries) -> None:
    entries = table.dictionaries[2]
    change = Batch(
        (
            SetCells(TARGET, [0], ["la vaca"]),
            InsertRows.at(entries, 1, [("dog", "perro"), ("eel", "anguila")]),
        )
    )

    inverse = table.apply(from_outside(table, 2, change))

    assert rows_of(table)[1:] == [
        ("cow", None, "vache", "la vaca"),
        ("dog", "Hund", "chien", "perro"),
        ("eel", None, None, "anguila"),
    ]
    table.apply(inverse)
    table.apply(from_outside(table, 1, RemoveRows([1])))
    table.apply(from_outside(table, 2, RemoveRows([0])))
    assert [row[0] for row in rows_of(table)] == ["cat", "dog"]


def test_a_detail_is_given_to_the_entry_of_one_dictionary_and_taken_back(table: MultilingualEntries) -> None:
    cow = next(row for row in range(len(table)) if table.source(row) == "cow")
    change = with_detail(table, cow, 1, EntryDetail(FORBIDDEN))

    inverse = table.apply(change)

    assert [each.forbidden_ids() for each in table.dictionaries] == [set(), {1}, set()]
    table.apply(inverse)
    assert not any(each.details for each in table.dictionaries)
    with pytest.raises(ValueError, match="no entry"):
        with_detail(table, cow, 0, EntryDetail(FORBIDDEN))


def test_rewriting_reaches_every_dictionary_that_has_the_phrase(table: MultilingualEntries) -> None:
    before = contents(table)

    change = rewrite_cells(table, [(0, [0, 1], ["Cat", "Cow"]), (2, [1, 2], ["la vache", ""])])
    inverse = table.apply(change)

    assert [column for column, _ in change.parts] == [0, 1, 2]
    assert rows_of(table) == [
        ("Cat", "Katze", "chat", None),
        ("Cow", None, "la vache", "vaca"),
        ("dog", "Hund", None, None),
    ]
    table.apply(inverse)
    assert contents(table) == before


words = st.sampled_from(["a", "b", "c", "d", ""])
pairs = st.lists(st.tuples(words, words), max_size=6)


def random_step(table: MultilingualEntries, dice: random.Random) -> MultilingualChange:
    total = len(table)
    rows = dice.sample(range(total), dice.randint(0, min(total, 3)))
    match dice.randint(0, 5):
        case 4:
            return random_rewrite(table, dice)
        case 0:
            return insert_row(table, dice.randint(0, total))
        case 1:
            return remove_rows(table, rows)
        case 2:
            column = dice.randrange(table.width)
            entries = table.dictionaries[column]
            gone = sorted(dice.sample(range(len(entries)), dice.randint(0, len(entries))))
            come = [(dice.choice("abc"), dice.choice("xyz")) for _ in range(dice.randint(0, 2))]
            change = Batch((RemoveRows(gone), InsertRows.at(entries, len(entries) - len(gone), come)))
            return from_outside(table, column, change)
    return edit_rows(
        table,
        {row: random_edit(table, dice) for row in rows},
        [random_edit(table, dice) for _ in range(dice.choice([0, 0, 1, 2]))],
        new_at=dice.choice([None, dice.randint(0, total)]),
    )


def random_rewrite(table: MultilingualEntries, dice: random.Random) -> MultilingualChange:
    found = []
    for column in range(1 + table.width):
        held = [row for row in range(len(table)) if (table.target(row, column - 1) if column else table.source(row))]
        rows = dice.sample(held, dice.randint(0, len(held)))
        found.append((column, rows, [dice.choice(["", "x", "y"] if column else ["x", "y", "z"]) for _ in rows]))
    return rewrite_cells(table, found)


@pytest.mark.slow
@given(st.lists(pairs, min_size=1, max_size=4), st.integers(0, 2**32))
def test_a_rewrite_changes_the_cells_that_it_names_and_no_others(start: list[Pairs], seed: int) -> None:
    table, dice = table_of(*start), random.Random(seed)
    before = rows_of(table)
    cells = [(row, column) for row in range(len(table)) for column in range(1 + table.width) if before[row][column]]
    chosen = dice.sample(cells, dice.randint(0, len(cells)))
    texts = {cell: f"{number}" for number, cell in enumerate(chosen)}

    columns = sorted({column for _, column in chosen})
    named = [(column, [cell[0] for cell in chosen if cell[1] == column]) for column in columns]
    table.apply(rewrite_cells(table, [(column, rows, [texts[row, column] for row in rows]) for column, rows in named]))

    assert rows_of(table) == [
        tuple(texts.get((row, column), text) for column, text in enumerate(shown)) for row, shown in enumerate(before)
    ]


def random_edit(table: MultilingualEntries, dice: random.Random) -> TableRowEdit:
    columns = dice.sample(range(table.width), dice.randint(0, table.width))
    return TableRowEdit(
        dice.choice([None, "a", "b", "e", ""]), {column: dice.choice(["", "x", "y"]) for column in columns}
    )


@pytest.mark.slow
@given(st.lists(pairs, min_size=1, max_size=4), st.integers(0, 2**32))
def test_any_steps_leave_every_entry_in_one_row_and_are_taken_back(start: list[Pairs], seed: int) -> None:
    table, dice = table_of(*start), random.Random(seed)
    for entries in table.dictionaries:
        for row in dice.sample(range(len(entries)), min(len(entries), dice.randint(0, 2))):
            entries.set_detail(row, EntryDetail(FORBIDDEN))
    before = [each.copy() for each in table.dictionaries], table.alignment.copy()
    inverses = []
    for _ in range(8):
        shown = rows_of(table)
        inverses.append(table.apply(random_step(table, dice)))
        for column, entries in zip(table.alignment.columns, table.dictionaries, strict=True):
            assert sorted(number for number in column if number != NONE) == sorted(entries.ids)
        for row in range(len(table)):
            holders = table.holders(row)
            assert holders, "no row without a dictionary"
            sources = {
                table.dictionaries[each].sources[table.positions(each)[table.alignment[row][each]]] for each in holders
            }
            assert len(sources) == 1
        forbidden = [each.forbidden_ids() for each in table.dictionaries]
        assert table.update_excluded_rows() == find_excluded_rows(table.alignment.columns, forbidden)
        again = table.apply(inverse := inverses.pop())
        assert rows_of(table) == shown
        assert table.apply(again) is not None
        inverses.append(inverse)
    for inverse in reversed(inverses):
        table.apply(inverse)
    assert (list(table.dictionaries), table.alignment) == before
    assert [each.ids for each in table.dictionaries] == [each.ids for each in before[0]]
