"""The effect of publishing is shown, and large removals require a typed number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QScrollArea, QTableView, QWidget

from support.visible_texts import cut_texts
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.application.glossaries.publishing.run_plan import StepPlan
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Difference, Method
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable]
GONE = Difference({}, {"a": ("A", "B")}, {f"gone {number}": "x" for number in range(120)})


@pytest.fixture
def plan(opening: Opening) -> StepPlan:
    entries = Entries.of([("a", "B")])
    return StepPlan.of(
        PublishPlan(opening([("a", "B")]), 0, entries, Method.REPLACE, GONE, needs_typed_confirmation=True)
    )


@pytest.mark.scorecard("R28")
def test_much_that_goes_away_wants_its_number_typed(plan: StepPlan, window: QWidget) -> None:
    dialog = PublishDialog(window, [plan], service="Office")
    field = dialog.findChild(QLineEdit, "question_word")
    assert field is not None

    for typed, is_enough in (("", False), ("12", False), ("120", True), ("1200", False)):
        field.setText(typed)
        assert dialog.accept_button.isEnabled() is is_enough, typed
    assert not dialog.accept_button.isDefault()


def test_it_names_the_service_and_the_number_to_type(plan: StepPlan, window: QWidget) -> None:
    dialog = PublishDialog(window, [plan], service="Office")
    words = [label.text() for label in dialog.findChildren(QLabel)]

    assert any(each.startswith("Publish “") and each.endswith("to Office") for each in words)
    assert any("Type 120 to confirm." in each for each in words)


def test_the_plan_is_told_in_words_and_row_by_row(plan: StepPlan, window: QWidget) -> None:
    dialog = PublishDialog(window, [plan], service="Office")
    words, table = dialog.findChild(QLabel, "publish_words"), dialog.findChild(QTableView, "publish_difference")
    assert words is not None
    assert table is not None

    assert "1 changed, 120 removed" in words.text()
    assert "replaced as a whole" in words.text()
    assert table.model().rowCount() == 121


@pytest.mark.parametrize(("method", "facts"), [(Method.REPLACE, "1 call"), (Method.CREATE, "2 calls")])
def test_one_plan_shows_its_calls_and_bytes_as_several_do(
    plan: StepPlan, window: QWidget, method: Method, facts: str
) -> None:
    dialog = PublishDialog(window, [replace(plan, method=method, byte_count=2_048)], service="Office")

    assert not dialog.facts.isHidden()
    assert dialog.facts.text() == f"Sent in {facts} · 2 KiB"


def test_one_plan_needs_no_list_and_is_chosen(plan: StepPlan, window: QWidget) -> None:
    dialog = PublishDialog(window, [replace(plan, needs_typed_confirmation=False)], service="Office")

    assert dialog.list.isHidden()
    assert dialog.order.isHidden()
    assert dialog.typed.isHidden()
    assert dialog.accept_button.isEnabled()
    assert dialog.accept_button.text() == "Publish"
    assert [each.draft.pair.target for each in dialog.chosen] == ["ar"]


@pytest.fixture
def several(opening_multilingual: OpeningMultilingual) -> list[StepPlan]:
    """German is created, French is replaced with many removals, Italian is merged and has a warning."""
    table = opening_multilingual({"de": [("a", "A")], "fr": [("a", "B")], "it": [("a", "C")]})
    german, french, italian = table.dictionaries
    added = Difference({"a": "A"}, {}, {})
    plans = [
        PublishPlan(german, 0, german.entries, Method.CREATE, added, is_gone_from_service=True),
        PublishPlan(french, 0, french.entries, Method.REPLACE, GONE, needs_typed_confirmation=True),
        PublishPlan(italian, 0, italian.entries, Method.CREATE, added, findings=("It is large.",)),
    ]
    return [StepPlan.of(each) for each in plans]


@pytest.mark.slow
def test_several_plans_are_listed_each_with_its_call_and_what_it_changes(
    several: list[StepPlan], window: QWidget
) -> None:
    dialog = PublishDialog(window, several, service="Office")
    table = dialog.differences
    found = []

    for row in range(3):
        dialog.list.setCurrentCell(row, 0)
        found.append((dialog.list.item(row, 4).text(), dialog.words.text(), table.model().rowCount()))

    assert found == [
        (
            "a new glossary is created",
            "German: It is no longer on the service. Publishing creates it again. "
            "Publishing creates a new glossary with 1 entry.",
            1,
        ),
        (
            "the dictionary is replaced as a whole",
            "French: 1 changed, 120 removed. The dictionary is replaced as a whole.",
            121,
        ),
        ("added to the new glossary", "Italian: 1 entry is added to the new glossary.", 1),
    ]
    assert "3 dictionaries, one after the other." in dialog.order.text()
    assert dialog.facts.text().startswith("3 dictionaries · 2 added, 1 changed, 120 removed · sent in 4 calls")
    assert "Italian: It is large." in [label.text() for label in dialog.findChildren(QLabel)]
    assert dialog.accept_button.text() == "Publish all"


def test_a_large_difference_is_asked_for_and_shown_while_it_is_looked_at(
    several: list[StepPlan], window: QWidget
) -> None:
    several[0], several[2] = (replace(several[number], difference=None) for number in (0, 2))
    dialog = PublishDialog(window, several, service="Office")
    asked: list[StepPlan] = []
    dialog.difference_asked.connect(asked.append)

    def rows() -> int:
        return dialog.differences.model().rowCount()

    dialog.ask_difference()
    dialog.list.setCurrentCell(1, 0)
    assert rows() == 121
    dialog.list.setCurrentCell(2, 0)
    assert rows() == 0
    assert asked == [several[0], several[2]]
    assert not dialog.differences.words.isHidden()
    assert dialog.differences.words.text() == "Comparing…"
    dialog.take_difference(several[0], GONE)
    assert rows() == 0, "another one is looked at by now"
    assert not dialog.differences.words.isHidden()
    dialog.take_difference(several[2], GONE)
    assert rows() == 121


def test_what_is_left_out_needs_no_number_and_is_not_chosen(several: list[StepPlan], window: QWidget) -> None:
    dialog = PublishDialog(window, several, service="Office")
    assert not dialog.accept_button.isEnabled()

    dialog.list.item(1, 0).setCheckState(Qt.CheckState.Unchecked)

    assert dialog.accept_button.isEnabled()
    assert dialog.accept_button.text() == "Publish 2 dictionaries"
    assert [each.draft.pair.target for each in dialog.chosen] == ["de", "it"]
    dialog.list.item(0, 0).setCheckState(Qt.CheckState.Unchecked)
    dialog.list.setCurrentCell(2, 0)
    assert dialog.words.text() == "Italian: Publishing creates a new glossary with 1 entry."
    dialog.list.setCurrentCell(0, 0)
    assert dialog.words.text() == "German: left out"
    dialog.list.item(2, 0).setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.accept_button.isEnabled()
    assert dialog.order.text() == "Select what to publish."


@pytest.mark.slow
def test_many_warnings_cover_nothing_and_scroll(several: list[StepPlan], window: QWidget) -> None:
    findings = tuple(f"Something to look at, number {number}." for number in range(40))
    several[2] = replace(several[2], findings=findings)
    dialog = PublishDialog(window, several, service="Office")
    dialog.resize(640, 420)

    dialog.show()

    assert dialog.height() == 420
    assert list(cut_texts(dialog)) == []
    parts = [dialog.facts, dialog.order, dialog.list, dialog.words, dialog.differences, dialog.typed]
    assert not any(one.geometry().intersects(other.geometry()) for one, other in pairwise(parts))
    area = dialog.findChild(QScrollArea, "publish_dialog_area")
    assert area is not None
    assert area.verticalScrollBar().maximum() > 0


def test_its_parts_are_made_where_they_are_shown(plan: StepPlan, window: QWidget) -> None:
    dialog = PublishDialog(window, [plan], service="Office")

    for part in (dialog.facts, dialog.list, dialog.words, dialog.differences):
        assert part.parentWidget() is dialog.inside
    assert dialog.inside.window() is dialog
