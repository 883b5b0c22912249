"""Edits of the table: what they mean for each dictionary, and that every step is taken back to the letter."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.entries.changes import Batch, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.multilingual.edits import RowEdit, edited, from_outside, inserted, removed, rewritten
from termdesk.domain.multilingual.entries import WideEntries, rows_set_aside
from termdesk.domain.multilingual.table import NONE, WideChange, aligned

Pairs = list[tuple[str, str]]


def wide_of(*dictionaries: Pairs) -> WideEntries:
    entries = [Entries.of(each) for each in dictionaries]
    return WideEntries(entries, aligned(entries))


def table(wide: WideEntries) -> list[tuple[str | None, ...]]:
    """Source and targets as shown."""
    columns = range(wide.width)
    return [(wide.source(row), *(wide.target(row, column) for column in columns)) for row in range(len(wide))]


def contents(wide: WideEntries) -> list[Pairs]:
    return [list(each) for each in wide.dictionaries]


@pytest.fixture
def wide() -> WideEntries:
    return wide_of(
        [("cat", "Katze"), ("dog", "Hund")],
        [("cat", "chat"), ("cow", "vache"), ("dog", "chien")],
        [("cow", "vaca")],
    )


def test_the_table_shows_every_target_beside_its_source(wide: WideEntries) -> None:
    assert table(wide) == [
        ("cat", "Katze", "chat", None),
        ("cow", None, "vache", "vaca"),
        ("dog", "Hund", "chien", None),
    ]
    assert [wide.missing(column) for column in range(3)] == [1, 0, 2]
    assert wide.holders(1) == [1, 2]
    assert wide.rows_with("dog") == [2]


def test_a_phrase_without_translation_gives_way_unless_something_is_noted_of_it() -> None:
    plain, noted = wide_of([("cat", "")], []), wide_of([("cat", "")], [])
    noted.dictionaries[0].set_detail(0, EntryDetail(note="ask Ana"))

    for each in (plain, noted):
        each.apply(edited(each, {0: RowEdit(targets={1: "chat"})}))

    assert contents(plain) == [[], [("cat", "chat")]]
    assert contents(noted) == [[("cat", "")], [("cat", "chat")]]
    assert noted.dictionaries[0].detail(0).note == "ask Ana"


def test_typing_into_an_empty_cell_puts_the_entry_behind_its_neighbour(wide: WideEntries) -> None:
    wide.apply(edited(wide, {1: RowEdit(targets={0: "Kuh"})}))

    assert contents(wide)[0] == [("cat", "Katze"), ("cow", "Kuh"), ("dog", "Hund")]
    assert table(wide)[1] == ("cow", "Kuh", "vache", "vaca")


def test_clearing_a_cell_takes_the_entry_out_of_that_dictionary_alone(wide: WideEntries) -> None:
    inverse = wide.apply(edited(wide, {0: RowEdit(targets={1: ""})}))

    assert contents(wide)[1] == [("cow", "vache"), ("dog", "chien")]
    assert table(wide)[0] == ("cat", "Katze", None, None)
    wide.apply(inverse)
    assert contents(wide)[1][0] == ("cat", "chat")


def test_the_last_dictionary_keeps_the_phrase_until_another_translation_is_typed(wide: WideEntries) -> None:
    wide.apply(edited(wide, {1: RowEdit(targets={1: "", 2: ""})}))
    assert table(wide)[1] == ("cow", None, "", None)

    wide.apply(edited(wide, {1: RowEdit(targets={0: "Kuh"})}))

    assert table(wide)[1] == ("cow", "Kuh", None, None)
    assert contents(wide)[1] == [("cat", "chat"), ("dog", "chien")]


def test_renaming_a_phrase_changes_every_dictionary_that_has_it(wide: WideEntries) -> None:
    change = edited(wide, {0: RowEdit("tomcat")})

    wide.apply(change)

    assert [column for column, _ in change.parts] == [0, 1]
    assert table(wide)[0] == ("tomcat", "Katze", "chat", None)


def test_rows_of_one_phrase_become_one_where_they_do_not_clash() -> None:
    wide = wide_of([("colour", "Farbe"), ("end", "Ende")], [("begin", "début"), ("color", "couleur")])
    row = wide.rows_with("color")[0]
    before = table(wide)

    inverse = wide.apply(edited(wide, {row: RowEdit("colour")}))

    assert ("colour", "Farbe", "couleur") in table(wide)
    assert len(wide) == 3
    wide.apply(inverse)
    assert table(wide) == before


def test_rows_that_clash_stay_apart() -> None:
    wide = wide_of([("a", "1"), ("b", "2")])

    wide.apply(edited(wide, {1: RowEdit("a")}))

    assert table(wide) == [("a", "1"), ("a", "2")]


def test_a_new_row_is_kept_by_the_first_dictionary_until_something_is_typed(wide: WideEntries) -> None:
    wide.apply(inserted(wide, 1))
    assert table(wide)[1] == ("", "", None, None)

    wide.apply(edited(wide, {1: RowEdit("ox")}))
    wide.apply(edited(wide, {1: RowEdit(targets={2: "buey"})}))

    assert table(wide)[1] == ("ox", None, None, "buey")
    assert contents(wide)[0] == [("cat", "Katze"), ("dog", "Hund")]
    assert contents(wide)[2] == [("ox", "buey"), ("cow", "vaca")]


def test_removing_rows_takes_the_phrases_out_everywhere(wide: WideEntries) -> None:
    inverse = wide.apply(removed(wide, [2, 0]))

    assert contents(wide) == [[], [("cow", "vache")], [("cow", "vaca")]]
    wide.apply(inverse)
    assert table(wide)[2] == ("dog", "Hund", "chien", None)


def test_a_pasted_block_edits_rows_and_brings_new_ones_in(wide: WideEntries) -> None:
    edits = {1: RowEdit("Cow", {0: "Kuh", 1: ""}), 2: RowEdit(targets={2: "perro"})}

    wide.apply(edited(wide, edits, [RowEdit("eel", {0: "Aal", 2: "anguila"}), RowEdit("fox", {1: "renard"})]))

    assert table(wide) == [
        ("cat", "Katze", "chat", None),
        ("Cow", "Kuh", None, "vaca"),
        ("dog", "Hund", "chien", "perro"),
        ("eel", "Aal", None, "anguila"),
        ("fox", None, "renard", None),
    ]
    assert contents(wide)[2] == [("Cow", "vaca"), ("dog", "perro"), ("eel", "anguila")]


def test_what_comes_from_the_service_joins_the_rows_of_its_phrases(wide: WideEntries) -> None:
    entries = wide.dictionaries[2]
    change = Batch(
        (
            SetCells(TARGET, [0], ["la vaca"]),
            InsertRows.at(entries, 1, [("dog", "perro"), ("eel", "anguila")]),
        )
    )

    inverse = wide.apply(from_outside(wide, 2, change))

    assert table(wide)[1:] == [
        ("cow", None, "vache", "la vaca"),
        ("dog", "Hund", "chien", "perro"),
        ("eel", None, None, "anguila"),
    ]
    wide.apply(inverse)
    wide.apply(from_outside(wide, 1, RemoveRows([1])))
    wide.apply(from_outside(wide, 2, RemoveRows([0])))
    assert [row[0] for row in table(wide)] == ["cat", "dog"]


def test_rewriting_reaches_every_dictionary_that_has_the_phrase(wide: WideEntries) -> None:
    before = contents(wide)

    change = rewritten(wide, [(0, [0, 1], ["Cat", "Cow"]), (2, [1, 2], ["la vache", ""])])
    inverse = wide.apply(change)

    assert [column for column, _ in change.parts] == [0, 1, 2]
    assert table(wide) == [
        ("Cat", "Katze", "chat", None),
        ("Cow", None, "la vache", "vaca"),
        ("dog", "Hund", None, None),
    ]
    wide.apply(inverse)
    assert contents(wide) == before


words = st.sampled_from(["a", "b", "c", "d", ""])
pairs = st.lists(st.tuples(words, words), max_size=6)


def random_step(wide: WideEntries, dice: random.Random) -> WideChange:
    total = len(wide)
    rows = dice.sample(range(total), dice.randint(0, min(total, 3)))
    match dice.randint(0, 5):
        case 4:
            return random_rewrite(wide, dice)
        case 0:
            return inserted(wide, dice.randint(0, total))
        case 1:
            return removed(wide, rows)
        case 2:
            column = dice.randrange(wide.width)
            entries = wide.dictionaries[column]
            gone = sorted(dice.sample(range(len(entries)), dice.randint(0, len(entries))))
            come = [(dice.choice("abc"), dice.choice("xyz")) for _ in range(dice.randint(0, 2))]
            change = Batch((RemoveRows(gone), InsertRows.at(entries, len(entries) - len(gone), come)))
            return from_outside(wide, column, change)
    return edited(
        wide,
        {row: random_edit(wide, dice) for row in rows},
        [random_edit(wide, dice) for _ in range(dice.choice([0, 0, 1, 2]))],
        new_at=dice.choice([None, dice.randint(0, total)]),
    )


def random_rewrite(wide: WideEntries, dice: random.Random) -> WideChange:
    found = []
    for column in range(1 + wide.width):
        held = [row for row in range(len(wide)) if (wide.target(row, column - 1) if column else wide.source(row))]
        rows = dice.sample(held, dice.randint(0, len(held)))
        found.append((column, rows, [dice.choice(["", "x", "y"] if column else ["x", "y", "z"]) for _ in rows]))
    return rewritten(wide, found)


@settings(max_examples=200)
@given(st.lists(pairs, min_size=1, max_size=4), st.integers(0, 2**32))
def test_a_rewrite_changes_the_cells_that_it_names_and_no_others(start: list[Pairs], seed: int) -> None:
    wide, dice = wide_of(*start), random.Random(seed)
    before = table(wide)
    cells = [(row, column) for row in range(len(wide)) for column in range(1 + wide.width) if before[row][column]]
    chosen = dice.sample(cells, dice.randint(0, len(cells)))
    texts = {cell: f"{number}" for number, cell in enumerate(chosen)}

    columns = sorted({column for _, column in chosen})
    named = [(column, [cell[0] for cell in chosen if cell[1] == column]) for column in columns]
    wide.apply(rewritten(wide, [(column, rows, [texts[row, column] for row in rows]) for column, rows in named]))

    assert table(wide) == [
        tuple(texts.get((row, column), text) for column, text in enumerate(shown)) for row, shown in enumerate(before)
    ]


def random_edit(wide: WideEntries, dice: random.Random) -> RowEdit:
    columns = dice.sample(range(wide.width), dice.randint(0, wide.width))
    return RowEdit(dice.choice([None, "a", "b", "e", ""]), {column: dice.choice(["", "x", "y"]) for column in columns})


@settings(max_examples=200)
@given(st.lists(pairs, min_size=1, max_size=4), st.integers(0, 2**32))
def test_any_steps_leave_every_entry_in_one_row_and_are_taken_back(start: list[Pairs], seed: int) -> None:
    wide, dice = wide_of(*start), random.Random(seed)
    for entries in wide.dictionaries:
        for row in dice.sample(range(len(entries)), min(len(entries), dice.randint(0, 2))):
            entries.set_detail(row, EntryDetail(FORBIDDEN))
    before = [each.copy() for each in wide.dictionaries], wide.alignment.copy()
    inverses = []
    for _ in range(8):
        shown = table(wide)
        inverses.append(wide.apply(random_step(wide, dice)))
        for column, entries in zip(wide.alignment.columns, wide.dictionaries, strict=True):
            assert sorted(number for number in column if number != NONE) == sorted(entries.ids)
        for row in range(len(wide)):
            holders = wide.holders(row)
            assert holders, "no row without a dictionary"
            sources = {
                wide.dictionaries[each].sources[wide.places(each)[wide.alignment[row][each]]] for each in holders
            }
            assert len(sources) == 1
        forbidden = [each.forbidden_ids() for each in wide.dictionaries]
        assert wide.set_aside() == rows_set_aside(wide.alignment.columns, forbidden)
        again = wide.apply(wide_inverse := inverses.pop())
        assert table(wide) == shown
        assert wide.apply(again) is not None
        inverses.append(wide_inverse)
    for inverse in reversed(inverses):
        wide.apply(inverse)
    assert (list(wide.dictionaries), wide.alignment) == before
    assert [each.ids for each in wide.dictionaries] == [each.ids for each in before[0]]
