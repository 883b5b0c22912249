"""The hits of a rewrite, column by column, each with a check box to leave it out."""

from __future__ import annotations

from array import array
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.rewrite import Hits
from termdesk.ui.glossaries.dictionary.rewrite_scope import dictionary_scope
from termdesk.ui.glossaries.rewriting.hits_model import HitsModel
from termdesk.ui.glossaries.rewriting.replace_dialog import ReplaceDialog
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.shell.jobs import Jobs


@pytest.mark.slow
def test_the_model_keeps_qts_rules(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs, qtmodeltester: Any
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.search.setText("a")
    qtbot.waitUntil(lambda: dialog.model.total > 3)

    qtmodeltester.check(dialog.model, force_py=True)


SIDES = [("source", "en"), ("target", "ar")]
FOUND = [
    Hits(0, array("L", [4, 9]), ["a", "b"], ["A", "B"]),
    Hits(1, array("L", [0]), ["<b>\xa0x</b>"], ["y"]),
]


@pytest.fixture
def model(qapp: object) -> HitsModel:
    made = HitsModel(SIDES)
    made.show_hits(FOUND)
    return made


def tick(model: HitsModel, row: int, state: Qt.CheckState) -> bool:
    return model.setData(model.index(row, 0), state, Qt.ItemDataRole.CheckStateRole)


def test_hits_stand_column_after_column(model: HitsModel) -> None:
    shown = [[model.index(row, column).data() for column in range(4)] for row in range(3)]

    assert shown[:2] == [["5", "source", "a", "A"], ["10", "source", "b", "B"]]
    assert shown[2][:2] == ["1", "target"]
    assert [model.cell(row) for row in range(3)] == [(4, 0), (9, 0), (0, 1)]


def test_a_tick_leaves_a_cell_out_and_takes_it_in_again(qtbot: QtBot, model: HitsModel) -> None:
    with qtbot.waitSignal(model.count_changed):
        tick(model, 1, Qt.CheckState.Unchecked)
    tick(model, 2, Qt.CheckState.Unchecked)
    assert (model.left_out, model.chosen, model.total) == ({(9, 0), (0, 1)}, 1, 3)

    tick(model, 1, Qt.CheckState.Checked)

    assert model.left_out == {(0, 1)}
    assert not model.setData(model.index(0, 1), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)


def test_other_hits_are_all_taken_in(model: HitsModel) -> None:
    tick(model, 0, Qt.CheckState.Unchecked)
    model.show_hits(FOUND)
    assert model.chosen == 3
    model.show_hits([])

    assert (model.total, model.chosen, model.rowCount()) == (0, 0, 0)


def test_texts_run_as_their_language_and_hide_nothing(model: HitsModel) -> None:
    before = model.index(2, 2)

    assert before.data() == "<b>⍽x</b>"
    assert before.data(LANGUAGE_ROLE) == "ar"
    assert model.index(2, 0).data(LANGUAGE_ROLE) is None
    assert Qt.AlignmentFlag(before.data(Qt.ItemDataRole.TextAlignmentRole)) & Qt.AlignmentFlag.AlignRight
    assert "&lt;b&gt;" in before.data(Qt.ItemDataRole.ToolTipRole)


def test_what_becomes_of_a_phrase_is_said_also_where_nothing_is_left(model: HitsModel) -> None:
    model.show_hits([Hits(0, array("L", [4]), ["a"], [""])])

    said = [model.index(0, column).data(Qt.ItemDataRole.AccessibleTextRole) for column in range(4)]

    assert said == ["5", "source", "a", "empty"]
