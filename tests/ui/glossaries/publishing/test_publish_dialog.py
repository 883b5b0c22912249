"""What publishing would do is shown, and much that goes away wants a number typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QTableView, QWidget

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Difference, Method
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog, counts

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
GONE = Difference({}, {"a": ("A", "B")}, {f"gone {number}": "x" for number in range(120)})


@pytest.fixture
def plan(opening: Opening) -> PublishPlan:
    return PublishPlan(
        opening([("a", "B")]), 0, Entries.of([("a", "B")]), Method.REPLACE, GONE, needs_typed_confirmation=True
    )


def test_much_that_goes_away_wants_its_number_typed(plan: PublishPlan, window: QWidget) -> None:
    dialog = PublishDialog(window, plan)
    field = dialog.findChild(QLineEdit, "question_word")
    assert field is not None

    for typed, is_enough in (("", False), ("12", False), ("120", True), ("1200", False)):
        field.setText(typed)
        assert dialog.accept_button.isEnabled() is is_enough, typed
    assert not dialog.accept_button.isDefault()


def test_the_plan_is_told_in_words_and_row_by_row(plan: PublishPlan, window: QWidget) -> None:
    dialog = PublishDialog(window, plan)
    words, table = dialog.findChild(QLabel, "publish_words"), dialog.findChild(QTableView)
    assert words is not None
    assert table is not None

    assert "1 changed, 120 removed" in words.text()
    assert "replaced as a whole" in words.text()
    assert table.model().rowCount() == 121


def test_counts_leave_out_zeros() -> None:
    assert counts(GONE) == "1 changed, 120 removed"
    assert counts(Difference({}, {}, {})) == "no changes"
