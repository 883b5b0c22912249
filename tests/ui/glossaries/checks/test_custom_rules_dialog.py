"""Custom rules are tried while they are written; invalid ones cannot be saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import Severity
from termdesk.ui.glossaries.checks.custom_rules_dialog import CustomRulesDialog
from termdesk.ui.shell.jobs import Jobs

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
OpeningRules = Callable[..., CustomRulesDialog]
PAIRS = [("tea", "شاي"), ("Tea house", "مقهى"), ("tree", "tea")]


@pytest.fixture
def opening_rules(qtbot: QtBot, window: QWidget, opening: Opening, jobs: Jobs) -> Iterator[OpeningRules]:
    """Return a function that opens the dialog with these rules."""
    made: list[CustomRulesDialog] = []

    def open_now(*rules: CustomRule) -> CustomRulesDialog:
        made.append(CustomRulesDialog(window, opening(PAIRS), list(rules), jobs=jobs))
        made[-1].open()
        return made[-1]

    yield open_now
    for each in made:
        each.reject()
    qtbot.waitUntil(lambda: not jobs.running)


def test_a_rule_is_tried_on_the_dictionary_while_it_is_written(qtbot: QtBot, opening_rules: OpeningRules) -> None:
    dialog = opening_rules()
    dialog.add.click()
    dialog.pattern.setText("tea")
    qtbot.waitUntil(lambda: "3 phrases" in dialog.outcome.text())

    dialog.side.setCurrentIndex(2)
    qtbot.waitUntil(lambda: "3: tea" in dialog.outcome.text())
    dialog.pattern.setText("coffee")
    qtbot.waitUntil(lambda: dialog.outcome.text() == "The rule marks nothing in this dictionary.")

    assert dialog.accept_button.isEnabled()
    assert dialog.rules == [CustomRule("Rule 1", "coffee", (TARGET,))]


@pytest.mark.parametrize(("name", "pattern"), [("Rule", "("), ("Rule", ""), ("", "a")])
def test_a_rule_that_cannot_work_cannot_be_saved(opening_rules: OpeningRules, name: str, pattern: str) -> None:
    dialog = opening_rules(CustomRule("Rule", "a"))
    dialog.name.setText(name)
    dialog.pattern.setText(pattern)

    assert not dialog.accept_button.isEnabled()
    assert dialog.outcome.property("tone") == "problem"
    assert "cannot be used" in dialog.list.item(0).text()
    dialog.name.setText("Good")
    dialog.pattern.setText("b")
    assert dialog.accept_button.isEnabled()


def test_two_rules_cannot_have_one_name(opening_rules: OpeningRules) -> None:
    dialog = opening_rules(CustomRule("One", "a"), CustomRule("Two", "b"))
    dialog.list.setCurrentRow(1)
    dialog.name.setText("One")

    assert "already exists" in dialog.outcome.text()
    assert not dialog.accept_button.isEnabled()


def test_a_new_rule_has_a_name_that_is_free(opening_rules: OpeningRules) -> None:
    dialog = opening_rules(CustomRule("Rule 2", "a"))
    dialog.add.click()
    dialog.add.click()

    assert [rule.name for rule in dialog.rules] == ["Rule 2", "Rule 3", "Rule 4"]


def test_going_from_rule_to_rule_shows_each_and_changes_none(opening_rules: OpeningRules) -> None:
    rules = (
        CustomRule("One", "a", (TARGET,), Severity.HINT, "Mind.", is_on=False),
        CustomRule("Two", "b"),
    )
    dialog = opening_rules(*rules)
    for row in (1, 0):
        dialog.list.setCurrentRow(row)

    assert (dialog.pattern.text(), dialog.side.currentText(), dialog.severity.currentText()) == ("a", "Target", "Hint")
    assert (dialog.message.text(), dialog.is_on.isChecked()) == ("Mind.", False)
    assert dialog.list.item(0).text() == "One (off)"
    assert dialog.rules == list(rules)


def test_the_last_rule_that_is_deleted_leaves_an_empty_form(opening_rules: OpeningRules) -> None:
    dialog = opening_rules(CustomRule("One", "a"))
    dialog.remove.click()

    assert dialog.rules == []
    assert not dialog.form.isEnabled()
    assert not dialog.remove.isEnabled()
    assert dialog.accept_button.isEnabled()
