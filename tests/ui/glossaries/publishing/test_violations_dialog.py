"""Why a dictionary cannot be published: the user goes to the row, or leaves the dictionary out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.merging.difference import Method
from termdesk.messages.entry_messages import PublishMessage
from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
WHOLE = PublishViolation("The service does not know the pair.", "Choose another language.")
FIRST = PublishViolation("It is empty.", "Type a phrase.", row=4, column=TARGET)
SECOND = PublishViolation("It is a duplicate.", row=9, column=SOURCE)


@pytest.fixture
def make(opening: Opening, window: QWidget) -> Callable[..., ViolationsDialog]:
    dictionary = opening([("a", "A")])

    def run(*violations: PublishViolation, other: str = "") -> ViolationsDialog:
        plan = PublishPlan(dictionary, 0, Entries.of([]), Method.MERGE, violations=violations)
        dialog = ViolationsDialog(window, plan, other=other)
        dialog.open()
        return dialog

    return run


@pytest.mark.slow
def test_it_begins_with_the_first_reason_that_has_a_row(make: Callable[..., ViolationsDialog]) -> None:
    dialog = make(WHOLE, FIRST, SECOND)

    assert dialog.chosen_violation() == FIRST
    assert dialog.accept_button.isEnabled()
    dialog.list.setCurrentRow(2)
    assert dialog.chosen_violation() == SECOND


@pytest.mark.slow
def test_what_is_about_the_whole_dictionary_leads_nowhere(make: Callable[..., ViolationsDialog]) -> None:
    dialog = make(WHOLE, FIRST)

    dialog.list.setCurrentRow(0)

    assert dialog.chosen_violation() is None
    assert not dialog.accept_button.isEnabled()
    assert make(WHOLE).chosen_violation() is None


def test_a_double_click_on_a_reason_goes_to_its_row(make: Callable[..., ViolationsDialog], qtbot: QtBot) -> None:
    dialog = make(FIRST, SECOND)
    row = dialog.list.visualItemRect(dialog.list.item(1)).center()

    for click in (qtbot.mouseClick, qtbot.mouseDClick):
        click(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=row)

    assert not dialog.isVisible()
    assert (dialog.chosen_violation(), dialog.result()) == (SECOND, ViolationsDialog.DialogCode.Accepted)


def test_a_reason_is_told_with_its_remedy(make: Callable[..., ViolationsDialog]) -> None:
    dialog = make(WHOLE, FIRST)

    texts = [dialog.list.item(position).text() for position in range(2)]

    assert texts[0] == f"{WHOLE.message} {WHOLE.remedy}"
    assert "5" in texts[1], "rows are counted from 1"
    assert texts[1].endswith(FIRST.remedy)


def test_there_is_another_way_out_where_one_is_named(make: Callable[..., ViolationsDialog]) -> None:
    assert make(FIRST).findChild(QPushButton, "question_other") is None

    dialog = make(FIRST, other="Leave German out")
    button = dialog.findChild(QPushButton, "question_other")
    assert button is not None
    button.click()

    assert dialog.was_other
    assert not dialog.isVisible()


def test_trimming_is_offered_where_nothing_else_stands_in_the_way(make: Callable[..., ViolationsDialog]) -> None:
    blank = PublishViolation("It ends with a blank.", row=2, column=TARGET, rule=Rule.OUTER_SPACE)
    assert make(blank, FIRST).findChild(QPushButton, "violations_trim") is None
    assert make(blank, WHOLE).findChild(QPushButton, "violations_trim") is None

    dialog = make(blank, PublishViolation(PublishMessage.MORE()))
    button = dialog.findChild(QPushButton, "violations_trim")
    assert button is not None
    button.click()

    assert dialog.wants_trimming
    assert dialog.result() == dialog.DialogCode.Accepted
