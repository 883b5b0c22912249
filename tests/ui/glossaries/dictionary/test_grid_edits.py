"""Edits of the grid on a real dictionary: each is one step with exact undo and redo, also filtered and sorted."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QObject

from support.view_queries import containing
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_detail import FORBIDDEN, NOTE, STATUS, EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
ARRANGEMENTS = [
    ViewQuery(),
    containing("1"),
    ViewQuery(sort_column=SOURCE, descending=True),
    containing("a").with_order(TARGET),
    ViewQuery(only=frozenset({RowMark.VIOLATION})),
]
NAMES = ["file order", "filtered", "sorted", "both", "problems"]
PAIRS = [(f"{word}{number}", f"{word.upper()}") for number, word in enumerate(["tree", "base", "apple", "", "zoo"] * 4)]


@pytest.fixture
def edits(opening: Opening, qapp: QObject) -> GridEdits:
    return GridEdits(opening(PAIRS))


def pairs(edits: GridEdits) -> list[tuple[str, str]]:
    return list(edits.dictionary.entries)


def arrange(edits: GridEdits, finish: Finish, expected: ViewQuery) -> None:
    edits.model.set_order(finish(edits.dictionary.find_rows(expected)))


def shown(edits: GridEdits) -> list[tuple[str, str]]:
    """Return what the model shows, cell by cell."""
    model = edits.model
    rows = range(model.rowCount())
    return [(str(model.index(row, 0).data(2)), str(model.index(row, 1).data(2))) for row in rows]


def check_there_and_back(edits: GridEdits) -> None:
    """Undo everything, then redo everything, and assert that both states are as before."""
    after, ids_after = pairs(edits), list(edits.dictionary.entries.ids)
    history = edits.history
    while history.can_undo:
        history.undo()
    assert pairs(edits) == PAIRS
    while history.can_redo:
        history.redo()
    assert pairs(edits) == after
    assert list(edits.dictionary.entries.ids) == ids_after


@pytest.mark.parametrize("expected", ARRANGEMENTS, ids=NAMES)
def test_every_kind_of_edit_is_undone_and_redone(
    edits: GridEdits, finish: Finish, qtmodeltester: Any, expected: ViewQuery
) -> None:
    arrange(edits, finish, expected)

    edits.model.setData(edits.model.index(0, TARGET), "new text")
    edits.insert_row(3, source="came", target="in")
    edits.remove_rows([1, 7, 2, 15])
    edits.clear_cells({SOURCE: [0], TARGET: [0, 5]})
    edits.fill_down([2, 3, 4], [SOURCE, TARGET])
    edits.paste([["p", "P"], ["q", "Q"]], rows=[0, 1], column=SOURCE)
    edits.insert_block([["t"], ["u"]], row=2, column=TARGET)

    assert edits.history.count == 7
    check_there_and_back(edits)
    order = list(edits.model.order)
    assert len(set(order)) == len(order)
    assert shown(edits) == [pairs(edits)[row] for row in order]
    qtmodeltester.check(edits.model)


def test_an_edit_under_a_filter_hits_the_row_that_is_shown(edits: GridEdits, finish: Finish) -> None:
    arrange(edits, finish, containing("zoo"))
    row = edits.model.row_at(1)

    edits.model.setData(edits.model.index(1, TARGET), "changed")

    assert pairs(edits)[row] == ("zoo9", "changed")
    assert [position for position, pair in enumerate(pairs(edits)) if pair != PAIRS[position]] == [row]


def test_setting_the_same_text_is_no_step(edits: GridEdits) -> None:
    assert not edits.model.setData(edits.model.index(0, SOURCE), PAIRS[0][0])
    edits.set_cells([(0, SOURCE, PAIRS[0][0])], "Nothing")
    edits.remove_rows([])
    edits.clear_cells({TARGET: [3]})
    edits.fill_down([1], [SOURCE])

    assert edits.history.count == 0


def test_pasting_what_stands_there_already_is_no_step(edits: GridEdits) -> None:
    edits.paste([list(PAIRS[0]), list(PAIRS[1])], rows=range(len(PAIRS)), column=SOURCE)

    assert edits.history.count == 0


def test_a_block_that_is_too_tall_makes_the_table_grow_in_one_step(edits: GridEdits) -> None:
    last = len(PAIRS) - 1

    edits.paste([["a", "A"], ["b", "B"], ["c"]], rows=[last], column=SOURCE)

    assert pairs(edits)[last:] == [("a", "A"), ("b", "B"), ("c", "")]
    assert edits.history.count == 1
    check_there_and_back(edits)


def test_a_block_at_the_target_leaves_sources_alone(edits: GridEdits) -> None:
    edits.paste([["A", "too wide"], ["B", "too wide"]], rows=[0, 1], column=TARGET)

    assert pairs(edits)[:2] == [(PAIRS[0][0], "A"), (PAIRS[1][0], "B")]
    assert pairs(edits)[2:] == PAIRS[2:]


def test_one_cell_fills_all_selected_rows(edits: GridEdits) -> None:
    edits.paste([["same"]], rows=[1, 4, 6], column=TARGET)

    assert [row for row, pair in enumerate(pairs(edits)) if pair[1] == "same"] == [1, 4, 6]
    assert edits.history.count == 1


def test_an_empty_dictionary_takes_a_paste(opening: Opening) -> None:
    edits = GridEdits(opening([]))

    edits.paste([["tree", "Baum"]], rows=[], column=SOURCE)

    assert pairs(edits) == [("tree", "Baum")]
    assert edits.model.rowCount() == 1


def test_fill_down_repeats_the_first_row(edits: GridEdits) -> None:
    edits.fill_down([4, 5, 9], [TARGET])

    assert [pairs(edits)[row][1] for row in (4, 5, 9)] == ["ZOO"] * 3
    assert [source for source, _ in pairs(edits)] == [source for source, _ in PAIRS]


def test_problems_follow_edits_and_undo(edits: GridEdits) -> None:
    before = edits.dictionary.violation_count

    edits.clear_cells({SOURCE: [0]})
    assert edits.dictionary.violation_count > before
    assert edits.model.violation(edits.model.index(0, SOURCE)) is not None
    edits.history.undo()

    assert edits.dictionary.violation_count == before


def random_edit(edits: GridEdits, chance: random.Random) -> None:
    count = len(edits.dictionary)
    rows = sorted(chance.sample(range(count), min(count, chance.randint(1, 4))))
    text = chance.choice(["tree", "", " lead", "日本", "a\nb", "😀"])
    match chance.randrange(7):
        case 0 if edits.model.rowCount():
            index = edits.model.index(chance.randrange(edits.model.rowCount()), chance.randint(0, 1))
            edits.model.setData(index, text)
        case 1:
            edits.insert_row(chance.randint(0, count), source=text, target="new")
        case 2 if count > 8:
            edits.remove_rows(rows)
        case 3:
            edits.clear_cells({chance.randint(0, 1): rows})
        case 4:
            edits.fill_down(rows, [SOURCE, TARGET])
        case 5:
            edits.paste([[text, "x"], ["y"]], rows=rows, column=chance.randint(0, 1))
        case 6:
            edits.insert_block([[text], ["more"]], row=chance.randint(0, count), column=TARGET)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_two_hundred_random_edits_are_undone_to_the_start(edits: GridEdits, finish: Finish, seed: int) -> None:
    chance = random.Random(seed)
    ids = list(edits.dictionary.entries.ids)
    fingerprint = edits.dictionary.entries.fingerprint()

    for number in range(200):
        if number % 20 == 0:
            arrange(edits, finish, ARRANGEMENTS[number // 20 % len(ARRANGEMENTS)])
        random_edit(edits, chance)
        assert shown(edits) == [pairs(edits)[row] for row in edits.model.order]
    check_there_and_back(edits)
    while edits.history.can_undo:
        edits.history.undo()

    assert edits.dictionary.entries.fingerprint() == fingerprint
    assert list(edits.dictionary.entries.ids) == ids


def test_what_was_edited_is_on_disk_after_saving(edits: GridEdits, finish: Finish, records: Any) -> None:
    edits.remove_rows([0, 2])
    edits.paste([["a\nb", '"q"']], rows=[0], column=SOURCE)
    edits.history.undo()
    edits.history.redo()
    finish(edits.dictionary.wait_until_saved())

    entries, _ = finish(records.journal.load(edits.dictionary.draft.draft_id))

    assert list(entries) == pairs(edits)


def test_rows_go_back_to_what_was_published_and_new_ones_stay(opening: Opening, finish: Finish, qapp: QObject) -> None:
    dictionary = opening([("a", "1"), ("b", "2"), ("c", "3")])
    finish(dictionary.rebase(base=dictionary.entries.copy()))
    edits = GridEdits(dictionary)
    edits.set_cells([(0, TARGET, "x"), (1, TARGET, "y")], "Edit")
    edits.insert_row(3, source="d", target="4")

    edits.revert([0, 2, 3])

    assert pairs(edits) == [("a", "1"), ("b", "y"), ("c", "3"), ("d", "4")]
    edits.history.undo()
    assert pairs(edits)[0] == ("a", "x")


def test_steps_are_there_for_another_window_and_lead_back_to_the_start(edits: GridEdits, finish: Finish) -> None:
    edits.paste([["neu", "new"], ["x", "y"]], rows=[0, 1], column=SOURCE)
    edits.remove_rows([2, 5, 7])
    edits.insert_row(3, source="between")
    after = pairs(edits)
    edits.history.undo()
    finish(edits.dictionary.wait_until_saved())
    revision = edits.dictionary.revision

    again = GridEdits(edits.dictionary)

    assert again.history.texts[:3] == ["Paste 2 rows", "Delete 3 rows", "Insert row"]
    assert again.history.position == 2
    assert edits.dictionary.revision == revision, "bringing steps back carries out nothing"
    again.history.redo()
    assert pairs(again) == after
    again.history.go_to(0)
    assert pairs(again) == PAIRS


def test_details_are_pasted_cleared_and_filled_as_cells_are(edits: GridEdits) -> None:
    violation_count = edits.dictionary.violation_count
    edits.paste([["Forbidden", "law", "never"], ["preferred", "", ""]], rows=[1, 2], column=STATUS, shown=range(5))
    entries = edits.dictionary.entries
    assert [entries.detail(row) for row in (1, 2)] == [
        EntryDetail("forbidden", "never", "law"),
        EntryDetail("preferred"),
    ]

    edits.fill_down([1, 2, 3], [NOTE])
    edits.clear_cells({STATUS: [1], NOTE: [1]})
    assert entries.texts(NOTE)[:4] == ["", "", "never", "never"]

    edits.history.go_to(0)
    assert entries.details == {}
    assert edits.dictionary.violation_count == violation_count


def test_a_block_with_details_beyond_the_end_becomes_rows_with_details(edits: GridEdits) -> None:
    end = len(PAIRS)
    block = [["a", "b", "", "law", ""], ["c", "d", "admitted", "", "mind"]]
    edits.paste(block, rows=[], column=SOURCE, shown=range(5))

    entries = edits.dictionary.entries
    assert list(entries)[end:] == [("a", "b"), ("c", "d")]
    assert [entries.detail(end), entries.detail(end + 1)] == [
        EntryDetail(domain="law"),
        EntryDetail("admitted", "mind"),
    ]


def test_a_status_that_does_not_exist_pastes_nothing(edits: GridEdits) -> None:
    with pytest.raises(InvalidInput, match="“good” is not a status"):
        edits.paste([["x", "y", "good"]], rows=[0], column=SOURCE, shown=range(5))

    assert pairs(edits) == PAIRS
    assert not edits.history.can_undo


def test_a_forbidden_row_repeats_no_source_and_is_not_published(edits: GridEdits) -> None:
    edits.append_rows([("tree0", "Holz")], "Append")
    last = len(PAIRS)
    before = edits.dictionary.violation_count
    assert edits.dictionary.has_violation(last, SOURCE)

    edits.set_cells([(last, STATUS, "forbidden")], "Forbid")

    assert edits.dictionary.violation_count == before - 2
    assert not edits.dictionary.has_violation(last, SOURCE)
    assert not edits.dictionary.has_violation(0, SOURCE)
    assert len(edits.dictionary.entries.copy_published_part()) == last
    edits.history.undo()
    assert edits.dictionary.violation_count == before


def test_what_is_forbidden_does_not_go_back_to_what_is_right(opening: Opening, finish: Finish, qapp: QObject) -> None:
    dictionary = opening([("dog", "Hund"), ("cat", "Katze")])
    finish(dictionary.rebase(base=dictionary.entries.copy()))
    edits = GridEdits(dictionary)
    edits.insert_row(1, source="dog", target="Köter")
    edits.push(SetDetails((1,), (EntryDetail(FORBIDDEN),)), "Forbid")

    edits.revert([0, 1])

    assert pairs(edits)[1] == ("dog", "Köter")
