"""Similar entries: the clusters, members left out one by one, and one undo step for the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.checks.similar_entries import Likeness, SimilarAction, SimilarScope
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.rewriting.similar_dialog import SimilarDialog
from termdesk.ui.shell.jobs import Jobs

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked
PAIRS = [
    ("e-mail", "بريد"),
    ("tree", "شجرة"),
    ("E-Mail", "بَريد"),
    ("emails", "رسائل"),
    ("solar power plant", "محطة"),
    ("plant, solar power", "محطة شمسية"),
    ("terminology", "مصطلحات"),
    ("terminolgy", "مصطلح"),
]


@pytest.fixture
def edits(opening: Opening) -> GridEdits:
    return GridEdits(opening(PAIRS))


@pytest.fixture
def dialog(qtbot: QtBot, window: QWidget, edits: GridEdits, jobs: Jobs) -> SimilarDialog:
    scope = SimilarScope([edits.dictionary], 0, table_row=lambda _number, row: row, settle=lambda *_: asyncio.sleep(0))
    made = SimilarDialog(window, scope, jobs=jobs)
    qtbot.addWidget(made)
    made.open()
    wait(qtbot, made)
    return made


def wait(qtbot: QtBot, dialog: SimilarDialog) -> None:
    qtbot.waitUntil(lambda: not dialog._jobs.running)


def clusters(dialog: SimilarDialog) -> list[list[int]]:
    assert dialog.model.similar is not None
    return dialog.model.similar.clusters


def choose(qtbot: QtBot, dialog: SimilarDialog, likeness: Likeness) -> None:
    dialog.likeness.setCurrentIndex(dialog.likeness.findData(likeness))
    wait(qtbot, dialog)


def member(dialog: SimilarDialog, cluster: int, position: int) -> QModelIndex:
    return dialog.model.index(position, 0, dialog.model.index(cluster, 0))


def tick(dialog: SimilarDialog, index: QModelIndex, state: Qt.CheckState) -> bool:
    return dialog.model.setData(index, state, Qt.ItemDataRole.CheckStateRole)


def test_each_likeness_finds_its_clusters(qtbot: QtBot, dialog: SimilarDialog, qtmodeltester: Any) -> None:
    assert clusters(dialog) == [[0, 2, 3]]
    assert "All 8 phrases were compared" in dialog.count.text()
    qtmodeltester.check(dialog.model)

    choose(qtbot, dialog, Likeness.WORD_ORDER)
    assert clusters(dialog) == [[0, 2, 3], [4, 5]]

    choose(qtbot, dialog, Likeness.NEAREST)
    assert clusters(dialog) == [[6, 7]]
    assert "2 with fewer than 6 letters" not in dialog.count.text()
    assert "1 pair with a part in common was compared (8 phrases)." in dialog.count.text()

    dialog.column_box.setCurrentIndex(1)
    choose(qtbot, dialog, Likeness.SPELLING)
    assert clusters(dialog) == [[0, 2]]


@pytest.mark.slow
def test_what_is_forbidden_is_like_nothing(qtbot: QtBot, dialog: SimilarDialog, edits: GridEdits) -> None:
    edits.push(SetDetails((2,), (EntryDetail(FORBIDDEN),)), "Forbid")

    choose(qtbot, dialog, Likeness.WORD_ORDER)

    assert clusters(dialog) == [[0, 3], [4, 5]]
    assert "All 7 phrases were compared" in dialog.count.text()


def test_nothing_happens_until_something_is_ticked(dialog: SimilarDialog) -> None:
    assert dialog.change() is None
    assert not dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_members_are_left_out_one_by_one_and_the_rest_is_one_step(dialog: SimilarDialog, edits: GridEdits) -> None:
    tick(dialog, dialog.model.index(0, 0), CHECKED)
    assert not tick(dialog, member(dialog, 0, 0), UNCHECKED)
    tick(dialog, member(dialog, 0, 1), UNCHECKED)
    assert dialog.accept_button.text() == "Delete 1 entry"
    assert dialog.model.index(0, 0).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.PartiallyChecked
    change = dialog.change()
    assert change is not None

    edits.push(change, dialog.step_name)

    assert list(edits.dictionary.entries) == [pair for row, pair in enumerate(PAIRS) if row != 3]
    edits.history.undo()
    assert list(edits.dictionary.entries) == PAIRS


@pytest.mark.slow
def test_another_member_can_stay(dialog: SimilarDialog, edits: GridEdits) -> None:
    dialog.tree.setCurrentIndex(member(dialog, 0, 1))
    dialog.keep.click()
    dialog.tick.click()
    dialog.settling.setCurrentIndex(dialog.settling.findData(SimilarAction.SAME_TARGET))
    change = dialog.change()
    assert change is not None

    edits.push(change, dialog.step_name)

    assert [edits.dictionary.entries.targets[row] for row in (0, 2, 3)] == [PAIRS[2][1]] * 3
    assert edits.dictionary.entries.sources == [source for source, _ in PAIRS]


@pytest.mark.slow
def test_targets_are_written_alike_and_rows_that_are_so_already_are_no_part_of_it(
    qtbot: QtBot, dialog: SimilarDialog, edits: GridEdits
) -> None:
    dialog.column_box.setCurrentIndex(1)
    wait(qtbot, dialog)
    dialog.tick.click()
    change = dialog.change()
    assert change is not None
    assert change.count == 1

    edits.push(change, dialog.step_name)

    assert edits.dictionary.entries.cell(2, TARGET) == PAIRS[0][1]


@pytest.mark.slow
def test_rows_that_moved_meanwhile_are_not_touched(dialog: SimilarDialog, edits: GridEdits) -> None:
    dialog.tick.click()
    edits.remove_rows([0])

    assert dialog.change() is None


@pytest.mark.slow
def test_the_same_phrase_in_several_rows_is_a_cluster(qtbot: QtBot, dialog: SimilarDialog, edits: GridEdits) -> None:
    source = edits.dictionary.entries.sources[4]
    edits.push(SetCells(0, (6, 7), (source, source)), "Repeat")
    choose(qtbot, dialog, Likeness.SAME)

    assert clusters(dialog) == [[4, 6, 7]]

    dialog.column_box.setCurrentIndex(1)
    wait(qtbot, dialog)
    assert not clusters(dialog)
    assert "Nothing was found" in dialog.count.text()


@pytest.mark.slow
def test_enter_lets_an_entry_stay_and_settles_nothing(qtbot: QtBot, dialog: SimilarDialog) -> None:
    dialog.show()
    qtbot.waitUntil(dialog.isVisible)
    dialog.model.tick_all(True)
    assert dialog.accept_button.isEnabled()
    dialog.tree.setFocus()
    dialog.tree.setCurrentIndex(member(dialog, 0, 1))
    qtbot.waitUntil(dialog.tree.hasFocus)
    qtbot.keyClick(dialog.tree, Qt.Key.Key_Return)

    assert dialog.isVisible()
    chosen = dialog.model.choices()
    assert list(chosen) == [clusters(dialog)[0][1]]
