"""The grid's model: what it shows of an open dictionary, and how."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.dictionary.grid_model import GridModel

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Role = Qt.ItemDataRole
PAIRS = [("tree", "شجرة"), ("two\nlines", "tab\there"), ("", "<b>no source</b>"), ("zero\u200bwidth", "x")]


@pytest.fixture
def edits(opening: Opening, qapp: QObject) -> GridEdits:
    return GridEdits(opening(PAIRS))


@pytest.fixture
def model(edits: GridEdits) -> GridModel:
    return edits.model


def test_the_model_keeps_qts_rules(model: GridModel, qtmodeltester: Any) -> None:
    qtmodeltester.check(model)
    model.set_order([2, 0])
    qtmodeltester.check(model)


def test_what_would_break_a_line_is_shown_as_a_sign_and_edited_as_it_is(model: GridModel) -> None:
    assert model.index(1, SOURCE).data() == "two⏎lines"
    assert model.index(1, TARGET).data() == "tab⇥here"
    assert model.index(3, SOURCE).data() == "zero∣width"
    assert model.index(1, SOURCE).data(Role.EditRole) == "two\nlines"


def test_each_column_stands_on_the_side_of_its_language(model: GridModel) -> None:
    left, right = (model.index(0, column).data(Role.TextAlignmentRole) for column in (SOURCE, TARGET))

    assert Qt.AlignmentFlag(left) & Qt.AlignmentFlag.AlignLeft
    assert Qt.AlignmentFlag(right) & Qt.AlignmentFlag.AlignRight


def test_rows_keep_their_number_in_the_file(model: GridModel) -> None:
    model.set_order([3, 1])

    headers = [model.headerData(shown, Qt.Orientation.Vertical) for shown in range(model.rowCount())]

    assert headers == ["4", "2"]
    assert model.to_shown_row(1) == 1
    assert model.to_shown_row(0) is None
    model.set_order(None)
    assert model.is_in_file_order
    assert model.rowCount() == len(PAIRS)


def test_a_problem_is_said_and_its_tip_shows_markup_literally(model: GridModel) -> None:
    cell = model.index(2, SOURCE)
    violation = model.violation(cell)
    assert violation is not None

    said, tip = cell.data(Role.AccessibleTextRole), cell.data(Role.ToolTipRole)

    assert violation.message in said
    assert "row 3" in said
    assert tip.startswith("<qt>")
    assert tip.count("<") == 2
    assert model.index(0, SOURCE).data(Role.ToolTipRole) is None


def test_blocks_come_and_go_without_a_reset(edits: GridEdits) -> None:
    resets: list[bool] = []
    edits.model.modelReset.connect(lambda: resets.append(True))

    edits.insert_row(1, source="new")
    edits.remove_rows([2, 3])
    edits.history.undo()

    assert resets == []
    assert edits.model.rowCount() == len(PAIRS) + 1


def test_nothing_is_set_where_there_is_no_cell(model: GridModel) -> None:
    assert not model.setData(QModelIndex(), "x")
    assert not model.setData(model.index(0, 0), 5)
    assert not model.setData(model.index(0, 0), "x", Role.DisplayRole)
    assert model.data(QModelIndex()) is None


def test_an_empty_cell_is_said_to_be_empty_in_every_column(model: GridModel) -> None:
    said = [str(model.index(0, column).data(Role.AccessibleTextRole)) for column in range(model.columnCount())]

    assert [each.startswith("empty, ") for each in said] == [False, False, True, True, True]
