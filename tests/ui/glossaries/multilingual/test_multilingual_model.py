"""The model of the multilingual table: its content, its changes by steps, and questions before edits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt

from support.multilingual_glossary import OWN
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.summaries import SyncStatus
from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import NOTHING, Facet
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.entries.changes import InsertRows, SetDetails
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.ui.glossaries.multilingual.multilingual_edits import MultilingualEdits
from termdesk.ui.glossaries.multilingual.multilingual_model import MISSING_ROLE, MultilingualModel
from termdesk.ui.glossaries.sheet.item_roles import CHANGED_ROLE, FORBIDDEN_ROLE, LANGUAGE_ROLE, VIOLATION_ROLE

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Role = Qt.ItemDataRole
Asked = list[tuple[int, str]]


@pytest.fixture
def asked() -> Asked:
    """What the model asked to rename."""
    return []


@pytest.fixture
def edits(opening_multilingual: Callable[[object], OpenTable], asked: Asked) -> MultilingualEdits:
    return MultilingualEdits(opening_multilingual(OWN), rename=lambda row, text: asked.append((row, text)))


@pytest.fixture
def model(edits: MultilingualEdits) -> MultilingualModel:
    return edits.model


def test_the_model_keeps_qts_rules(model: MultilingualModel, qtmodeltester: Any) -> None:
    qtmodeltester.check(model)
    model.set_order([2, 0])
    qtmodeltester.check(model)


def test_a_column_tells_its_language_and_what_it_lacks(model: MultilingualModel) -> None:
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]

    assert titles[0] == "English · en\n4 phrases"
    assert titles[1] == "Arabic · ar\n1 missing\n47 B"
    model.show_states([SyncStatus.EDITED, *[SyncStatus.PUBLISHED] * 4])
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Arabic · ar\n1 missing\nedited · 47 B"
    assert "47 B of 10 MiB" in model.headerData(1, Qt.Orientation.Horizontal, Role.ToolTipRole)
    assert titles[4] == "Japanese · ja\ncomplete\n66 B"
    assert model.headerData(1, Qt.Orientation.Horizontal, LANGUAGE_ROLE) == "ar"
    side = Qt.AlignmentFlag(model.index(0, 1).data(Role.TextAlignmentRole))
    assert side & Qt.AlignmentFlag.AlignRight


def test_one_phrase_is_one(edits: MultilingualEdits, model: MultilingualModel) -> None:
    edits.do(edits.removal([1, 2, 3]))
    assert model.headerData(0, Qt.Orientation.Horizontal) == "English · en\n1 phrase"


def test_a_gap_is_marked_and_said(model: MultilingualModel) -> None:
    gap = model.index(2, 1)

    assert gap.data(MISSING_ROLE)
    assert gap.data() == ""
    assert "missing" in gap.data(Role.AccessibleTextRole)
    assert not model.index(0, 1).data(MISSING_ROLE)


def test_what_is_forbidden_looks_so_and_says_so(edits: MultilingualEdits, model: MultilingualModel) -> None:
    german = edits.table.dictionaries[1]
    german.apply(SetDetails((0,), (EntryDetail(FORBIDDEN),)), german.steps.next("Forbid"))

    assert model.index(0, 2).data(FORBIDDEN_ROLE)
    assert "forbidden" in model.index(0, 2).data(Role.AccessibleTextRole)
    assert not model.index(0, 0).data(FORBIDDEN_ROLE)
    assert not model.index(0, 1).data(FORBIDDEN_ROLE)


def test_a_row_that_is_forbidden_wherever_it_stands_lacks_nothing(edits: MultilingualEdits, finish: Finish) -> None:
    japanese, model = edits.table.dictionaries[3], edits.model
    change = InsertRows.at(japanese.entries, 0, [("bolt", "x")])
    finish(edits.apply_to_column(3, replace(change, details={0: EntryDetail(FORBIDDEN)}), "Import"))
    row = next(row for row in range(len(model.table)) if model.cell(row, 4) == "x")
    missing = list(model.missing)

    assert not any(model.index(row, column).data(MISSING_ROLE) for column in range(1, model.columnCount()))
    assert missing == [1, 1, 2, 0, 2]
    shown = finish(edits.table.find_rows(ViewQuery(only=frozenset({RowMark.INCOMPLETE}))))
    assert row not in shown


def test_a_source_phrase_is_asked_for_and_a_target_set_at_once(model: MultilingualModel, asked: Asked) -> None:
    model.setData(model.index(0, 0), "screw")
    model.setData(model.index(2, 1), "فلكة")

    assert asked == [(0, "screw")]
    assert model.cell(0, 0) == "bolt"
    assert model.cell(2, 1) == "فلكة"
    assert model.index(2, 1).data(CHANGED_ROLE)
    assert model.missing[0] == 0


@pytest.mark.slow
def test_undo_gives_every_dictionary_back(edits: MultilingualEdits, model: MultilingualModel) -> None:
    before = [each.entries.copy() for each in edits.table.dictionaries]
    for intent in (edits.source_edit(0, "screw"), edits.removal([1, 3]), edits.source_edit(0, "washer")):
        edits.do(intent)
    edits.insert_row(1)
    edits.clear_cells({2: [0], 4: [0]})
    edits.insert_block([["rivet", "برشام", "Niete"], ["pin", "", "Stift"]], row=1, columns=range(6))
    edits.do(edits.paste_edit([["x", "y"], ["z"]], rows=[3], columns=[4, 5]))
    edits.do(edits.fill_edit([1, 2], [2]))

    after = [each.entries.copy() for each in edits.table.dictionaries]
    edits.history.go_to(0)
    assert [each.entries for each in edits.table.dictionaries] == before
    edits.history.go_to(edits.history.count)
    assert [each.entries for each in edits.table.dictionaries] == after
    edits.history.go_to(0)


def test_each_dictionary_has_the_step_for_itself(edits: MultilingualEdits) -> None:
    edits.do(edits.source_edit(0, "screw"))
    edits.history.undo()
    edits.history.redo()

    steps = {str(each.pair.target): (each.steps.titles, each.steps.done) for each in edits.table.dictionaries}
    assert steps == {**dict.fromkeys(("ar", "de", "he", "ja"), (["Edit source"], 1)), "th": ([], 0)}


def test_a_phrase_that_stands_twice_is_a_problem_of_its_row(edits: MultilingualEdits, model: MultilingualModel) -> None:
    edits.do(edits.source_edit(0, "nut"))

    assert model.index(0, 0).data(VIOLATION_ROLE)
    assert model.index(1, 0).data(VIOLATION_ROLE)
    assert "nut" in model.violation_words(0, 0)
    assert edits.table.violation_rows() == [0, 1]
    edits.history.undo()
    assert edits.table.violation_rows() == []


def test_a_phrase_that_stands_twice_is_named_by_the_rows_of_the_table(
    edits: MultilingualEdits, model: MultilingualModel
) -> None:
    edits.do(edits.source_edit(3, "nut"))

    # In Arabic, which is the first to have it twice, these are rows 2 and 3.
    assert "ar: “nut” is the source phrase of rows 2, 4." in model.violation_words(3, 0)


def test_rows_that_come_in_are_told_one_by_one_and_a_filter_keeps_what_it_shows(
    edits: MultilingualEdits, model: MultilingualModel, qtbot: Any
) -> None:
    with qtbot.waitSignal(model.rowsInserted) as inserted:
        edits.insert_row(2)
    assert inserted.args[1:] == [2, 2]
    edits.history.undo()

    model.set_order([3, 1])
    edits.do(edits.removal([1]))
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["spring"]
    edits.history.undo()
    assert sorted(model.index(row, 0).data() for row in range(model.rowCount())) == ["nut", "spring"]
    assert model.index(0, 0).parent() == QModelIndex()


@pytest.mark.parametrize(
    ("intended", "expected"),
    [
        (ViewQuery((Condition("mutter"),)), ["nut"]),
        (ViewQuery(only=frozenset({RowMark.INCOMPLETE})), ["bolt", "nut", "washer", "spring"]),
        (ViewQuery(languages=frozenset({1}), only=frozenset({RowMark.INCOMPLETE})), ["spring"]),
        (ViewQuery((Condition("^.{3,4}$", match=Match.PATTERN),), languages=frozenset({3})), ["bolt", "nut"]),
        (ViewQuery((Condition("mutter"),), languages=frozenset({0, 2})), []),
        (ViewQuery((Condition("u", is_negated=True),), languages=frozenset({1})), ["spring"]),
        (ViewQuery(sort_column=0, descending=True), ["washer", "spring", "nut", "bolt"]),
        (ViewQuery(only=frozenset({RowMark.CHANGED})), []),
        (ViewQuery((Condition("ばね"),), only=frozenset({RowMark.INCOMPLETE}), sort_column=4), ["spring"]),
    ],
)
def test_rows_are_filtered_and_sorted(
    edits: MultilingualEdits,
    model: MultilingualModel,
    finish: Finish,
    intended: ViewQuery,
    expected: list[str],
) -> None:
    order = finish(edits.table.find_rows(intended))

    assert [edits.table.entries.source(row) for row in order] == expected


def test_an_edit_makes_what_the_filter_knew_anew(edits: MultilingualEdits, finish: Finish) -> None:
    assert list(finish(edits.table.find_rows(ViewQuery((Condition("Feder"),))))) == []
    edits.model.setData(edits.model.index(3, 2), "Feder")

    assert list(finish(edits.table.find_rows(ViewQuery((Condition("Feder"),))))) == [3]
    assert list(finish(edits.table.find_rows(ViewQuery(only=frozenset({RowMark.CHANGED}))))) == [3]


def test_counts_and_rows_of_an_outdated_revision_are_asked_again(edits: MultilingualEdits, finish: Finish) -> None:
    query = ViewQuery(only=frozenset({RowMark.INCOMPLETE}), languages=frozenset({1}))

    async def edited_meanwhile() -> tuple[dict[str, int], list[int]]:
        table = edits.table
        counting = asyncio.create_task(table.count_facets(ViewQuery(languages=frozenset({1})), [Facet.INCOMPLETE]))
        finding = asyncio.create_task(table.find_rows(query))
        # Both changes are now in a worker.
        await asyncio.sleep(0)
        edits.model.setData(edits.model.index(3, 2), "Feder")
        return (await counting)[Facet.INCOMPLETE], list(await finding or [])

    counts, rows = finish(edited_meanwhile())

    assert {value: count for value, count in counts.items() if count} == {NOTHING: 4}
    assert rows == []
