"""What others changed is taken over after a look at it; where both sides changed a phrase, one version is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLineEdit, QRadioButton, QScrollArea, QWidget

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Difference, Method
from termdesk.domain.merging.merge import Conflict
from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
CONFLICTS = (Conflict("tree", "Baum", "R&D", "Eiche"), Conflict("sea", "See", "Meer", None))


@pytest.fixture
def plan(opening: Opening) -> PublishPlan:
    entries = [("tree", "R&D"), ("sea", "Meer"), ("sun", "Sonne")]
    return PublishPlan(
        opening(entries), 0, Entries.of(entries), Method.MERGE, incoming=Difference({"a": "A"}, {}, {"sun": "Sonne"})
    )


def choose(dialog: MergeDialog, name: str) -> None:
    button = dialog.findChild(QRadioButton, name)
    assert button is not None
    button.click()


def test_the_own_version_stays_unless_the_other_one_is_chosen(plan: PublishPlan, window: QWidget) -> None:
    dialog = MergeDialog(window, replace(plan, conflicts=CONFLICTS))
    assert dialog.choices() == {"tree": "R&D", "sea": "Meer"}

    choose(dialog, "conflict_0_theirs")
    choose(dialog, "conflict_1_theirs")
    assert dialog.choices() == {"tree": "Eiche", "sea": None}, "others removed it"
    choose(dialog, "conflict_0_mine")

    assert dialog.choices() == {"tree": "R&D", "sea": None}


def test_choices_settle_every_conflict_of_the_plan(plan: PublishPlan, window: QWidget) -> None:
    plan = replace(plan, conflicts=CONFLICTS, revision=plan.dictionary.revision)
    dialog = MergeDialog(window, plan)
    choose(dialog, "conflict_1_theirs")

    after = plan.dictionary.entries.copy()
    plan.incoming_change(dialog.choices()).apply_to(after)

    assert dict(after) == {"tree": "R&D", "a": "A"}


def test_a_phrase_is_shown_letter_by_letter(plan: PublishPlan, window: QWidget) -> None:
    dialog = MergeDialog(window, replace(plan, conflicts=CONFLICTS))
    button = dialog.findChild(QRadioButton, "conflict_0_mine")

    assert button is not None
    assert button.text() == "R&&D", "one sign alone would underline the D"


def test_without_conflicts_there_is_nothing_to_choose(plan: PublishPlan, window: QWidget) -> None:
    dialog = MergeDialog(window, plan)

    assert dialog.choices() == {}
    assert dialog.findChild(QScrollArea, "merge_conflicts") is None
    assert dialog.accept_button.isEnabled()


def test_where_much_goes_away_here_the_number_is_typed(plan: PublishPlan, window: QWidget) -> None:
    dialog = MergeDialog(window, replace(plan, incoming_needs_confirmation=True))
    field = dialog.findChild(QLineEdit, "question_word")
    assert field is not None
    assert not dialog.accept_button.isEnabled()

    field.setText("1")

    assert dialog.accept_button.isEnabled()
    assert not dialog.accept_button.isDefault()
