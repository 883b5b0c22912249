"""Whose account a new profile is for, if profiles of its service were deleted."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from termdesk.application.session.profiles import RemovedProfile
from termdesk.ui.profiles.account_question import AccountQuestion

ONE, TWO, OLD = RemovedProfile("deepl", "Office"), RemovedProfile("deepl 2", "Home"), RemovedProfile("deepl 3", "Home")


def test_one_deleted_profile_needs_no_list(window: QWidget) -> None:
    question = AccountQuestion(window, "Vendor", [ONE])
    question.show()

    assert question.list is None
    assert question.chosen == ONE
    assert question.windowTitle() == "Is “Vendor” the account of the deleted profile?"


def test_several_are_listed_and_equal_names_have_their_ids(window: QWidget) -> None:
    question = AccountQuestion(window, "Vendor", [ONE, TWO, OLD])
    question.show()

    assert question.list is not None
    assert [question.list.item(row).text() for row in range(3)] == ["Office", "Home (deepl 2)", "Home (deepl 3)"]
    assert question.chosen == ONE
    question.list.setCurrentRow(2)
    assert question.chosen == OLD
    other = question.findChild(QPushButton, "question_other")
    assert other is not None
    other.click()
    assert question.was_other
