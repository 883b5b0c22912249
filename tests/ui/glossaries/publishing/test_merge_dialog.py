"""Changes by others are merged after a review; for phrases that both sides changed, the user selects a version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import NO_DIFFERENCE, Difference, Method
from termdesk.domain.merging.merge import Conflict
from termdesk.ui.glossaries.difference.conflict_list import ConflictList
from termdesk.ui.glossaries.difference.conflict_model import ConflictColumn
from termdesk.ui.glossaries.difference.difference_table import DifferenceTable
from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
CONFLICTS = (Conflict("tree", "Baum", "R&D", "Eiche"), Conflict("sea", "See", "Meer", None))


@pytest.fixture
def plan(opening: Opening) -> PublishPlan:
    entries = [("tree", "R&D"), ("sea", "Meer"), ("sun", "Sonne")]
    return PublishPlan(
        opening(entries), 0, Entries.of(entries), Method.MERGE, incoming=Difference({"a": "A"}, {}, {"sun": "Sonne"})
    )


def conflicts(dialog: MergeDialog) -> ConflictList:
    found = dialog.findChild(ConflictList)
    assert found is not None
    return found


@pytest.mark.scorecard("R16")
def test_nothing_is_brought_in_before_every_conflict_is_settled(plan: PublishPlan, window: QWidget) -> None:
    dialog = MergeDialog(window, replace(plan, conflicts=CONFLICTS))
    model = conflicts(dialog).model
    assert (dialog.choices(), dialog.accept_button.isEnabled()) == ({}, False)

    model.choose([0], ConflictColumn.LOCAL)
    assert not dialog.accept_button.isEnabled()
    model.choose([1], ConflictColumn.REMOTE)

    assert dialog.choices() == {"tree": "R&D", "sea": None}, "others removed it"
    assert dialog.accept_button.isEnabled()


@pytest.mark.parametrize(("count", "words"), [(0, ""), (1, "the one change that it lacks counts as taken back")])
def test_what_is_in_doubt_is_said(plan: PublishPlan, window: QWidget, count: int, words: str) -> None:
    dialog = MergeDialog(window, replace(plan, doubtful_count=count))

    text = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert words in text
    assert ("The last publication had no clear outcome" in text) == bool(count)


def test_choices_settle_every_conflict_of_the_plan(plan: PublishPlan, window: QWidget) -> None:
    plan = replace(plan, conflicts=CONFLICTS, revision=plan.dictionary.revision)
    dialog = MergeDialog(window, plan)
    conflicts(dialog).model.choose([0], ConflictColumn.LOCAL)
    conflicts(dialog).model.choose([1], ConflictColumn.REMOTE)

    after = plan.dictionary.entries.copy()
    plan.incoming_change(dialog.choices()).apply_to(after)

    assert dict(after) == {"tree": "R&D", "a": "A"}


def test_every_change_of_others_is_shown_before_it_comes_in(plan: PublishPlan, window: QWidget) -> None:
    dialog = MergeDialog(window, plan)
    table = dialog.findChild(DifferenceTable)
    assert table is not None
    model = table.model()

    rows = [[model.index(row, column).data() for column in range(4)] for row in range(model.rowCount())]

    assert rows == [["−", "sun", "Sonne", ""], ["+", "a", "", "A"]]


def test_without_conflicts_there_is_nothing_to_choose(plan: PublishPlan, window: QWidget) -> None:
    dialog = MergeDialog(window, plan)

    assert dialog.choices() == {}
    assert dialog.findChild(ConflictList) is None
    assert dialog.accept_button.isEnabled()


def test_where_much_goes_away_here_the_number_is_typed(plan: PublishPlan, window: QWidget) -> None:
    dialog = MergeDialog(window, replace(plan, incoming_needs_confirmation=True))
    field = dialog.findChild(QLineEdit, "question_word")
    assert field is not None
    assert not dialog.accept_button.isEnabled()

    field.setText("1")

    assert dialog.accept_button.isEnabled()
    assert not dialog.accept_button.isDefault()


def test_a_typed_number_does_not_settle_conflicts(plan: PublishPlan, window: QWidget) -> None:
    dialog = MergeDialog(window, replace(plan, conflicts=CONFLICTS, incoming_needs_confirmation=True))
    field = dialog.findChild(QLineEdit, "question_word")
    assert field is not None
    field.setText("1")
    assert not dialog.accept_button.isEnabled()

    conflicts(dialog).all_local.click()

    assert dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_conflicts_alone_are_not_told_as_no_changes(plan: PublishPlan, window: QWidget) -> None:
    for incoming, words in (
        (NO_DIFFERENCE, "Entries that you changed were changed elsewhere, too."),
        (plan.incoming, "This dictionary was changed elsewhere: 1 added, 1 removed"),
    ):
        dialog = MergeDialog(window, replace(plan, conflicts=CONFLICTS, incoming=incoming))
        said = [label.text() for label in dialog.findChildren(QLabel)]
        assert any(words in each for each in said)
        assert not any("No changes" in each for each in said)


@pytest.mark.slow
def test_the_key_for_the_next_conflict_works_anywhere_in_the_dialog(
    plan: PublishPlan, window: QWidget, qtbot: QtBot
) -> None:
    dialog = MergeDialog(window, replace(plan, conflicts=CONFLICTS, incoming_needs_confirmation=True))
    dialog.open()
    qtbot.waitUntil(dialog.isActiveWindow)
    table, field = conflicts(dialog).table, dialog.findChild(QLineEdit)
    incoming = dialog.findChild(DifferenceTable)
    assert field is not None
    assert incoming is not None

    for place in (field, incoming, conflicts(dialog).all_local, table):
        table.setCurrentIndex(table.model().index(0, ConflictColumn.REMOTE))
        place.setFocus()
        assert dialog.focusWidget() is place
        qtbot.keyClick(place, Qt.Key.Key_F8)
        assert (table.currentIndex().row(), table.currentIndex().column()) == (1, ConflictColumn.REMOTE)
        assert table.hasFocus()
    dialog.reject()
