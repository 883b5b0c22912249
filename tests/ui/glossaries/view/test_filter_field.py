"""The query of a filter box, and when it is set: options, input methods, errors, keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from support.view_queries import containing
from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.ui.glossaries.view.filter_bar import FilterBar
from termdesk.ui.glossaries.view.filter_field import FilterField
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor


def compose(field: QObject, preedit: str, committed: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(committed)
    QApplication.sendEvent(field, event)


def test_options_become_part_of_the_condition(qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar) -> None:
    bar.field.setText("a.b")
    bar.field.choose(Match.PATTERN, is_negated=True)

    assert query_editor.query == ViewQuery((Condition("a.b", None, Match.PATTERN, is_negated=True),))
    assert bar.field.accessibleDescription()


def test_what_an_input_method_composes_does_not_filter(
    qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar
) -> None:
    bar.show()
    bar.field.setText("old")
    bar.field.choose(Match.CONTAINS)
    bar.field.selectAll()
    asked: list[ViewQuery] = []
    query_editor.changed.connect(lambda: asked.append(query_editor.query))

    compose(bar.field, "に")
    compose(bar.field, "にほ")
    assert not bar.field._timer.isActive()
    with qtbot.waitSignal(query_editor.changed):
        compose(bar.field, "", "日本")

    assert asked == [containing("日本")]


def test_a_wrong_pattern_is_said_at_the_box_until_it_is_mended(qtbot: QtBot, bar: FilterBar) -> None:
    bar.field.choose(Match.PATTERN)
    bar.field.setText("(")
    bar.field.show_error("It is wrong.")
    assert bar.field.accessibleDescription() == "It is wrong."
    assert "wrong" in bar.field.toolTip()

    bar.field.setText("()")
    bar.field.choose(Match.PATTERN)

    assert bar.field.toolTip() == ""
    assert bar.field.accessibleDescription() == "Regular expression"


@pytest.fixture
def field(qtbot: QtBot, window: QWidget) -> FilterField:
    """The filter box of a column, in a window."""
    made = FilterField(1, "Filter Target", placeholder="Target", parent=window)
    made.show()
    window.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    return made


def asked_of(field: FilterField) -> list[Condition]:
    asked: list[Condition] = []
    field.asked.connect(asked.append)
    return asked


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down])
def test_a_key_that_leads_to_the_grid_asks_at_once(qtbot: QtBot, field: FilterField, key: Qt.Key) -> None:
    asked = asked_of(field)
    field.setText("x")

    with qtbot.waitSignal(field.left):
        qtbot.keyClick(field, key)

    assert asked == [Condition("x", 1)]
    assert not field._timer.isActive()


def test_escape_clears_the_box_first_and_leaves_it_then(qtbot: QtBot, field: FilterField) -> None:
    field.setText("x")
    left: list[None] = []
    field.left.connect(lambda: left.append(None))
    asked = asked_of(field)

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), asked, left) == ("", [Condition(column=1)], [])
    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert left == [None]
    assert len(asked) == 1


def test_a_box_that_asks_for_empty_cells_takes_no_text(field: FilterField) -> None:
    field.setText("x")
    field.choose(Match.EMPTY, is_negated=True)

    assert field.condition() == Condition("", 1, Match.EMPTY, is_negated=True)
    assert (field.text(), field.isReadOnly(), field.placeholderText()) == ("", True, "Is not empty")
    field.choose(Match.CONTAINS)
    assert (field.isReadOnly(), field.placeholderText()) == (False, "Target")


def test_all_phrases_together_are_never_empty(qtbot: QtBot) -> None:
    matches = []
    for column in (None, 0):
        field = FilterField(column, "Filter")
        qtbot.addWidget(field)
        matches.append([action.data() for action in field._matches.actions()])

    assert matches == [["contains", "pattern"], ["contains", "pattern", "empty"]]


def test_a_condition_that_is_shown_is_not_asked_for(field: FilterField) -> None:
    asked = asked_of(field)
    field.show_error("Wrong")

    field.show_condition(Condition("^a", 1, Match.PATTERN, is_negated=True))

    assert (field.text(), field.match, field.negation.isChecked()) == ("^a", Match.PATTERN, True)
    assert field.toolTip() == ""
    assert not field._timer.isActive()
    assert asked == []


def test_what_is_being_typed_stays_where_the_condition_was_none_and_is_none(field: FilterField) -> None:
    field.setText("half")

    field.show_condition(Condition(column=1))

    assert field.text() == "half"
    assert field._timer.isActive()


def test_looking_at_the_options_chooses_none(field: FilterField) -> None:
    field._button.trigger()

    assert field.options.isVisible()
    assert not field._button.isChecked()
    field.options.close()


def test_the_box_of_a_language_runs_as_it_does(qtbot: QtBot) -> None:
    directions = []
    for language in ("ar", "de"):
        field = FilterField(1, "Filter", language=language)
        qtbot.addWidget(field)
        directions.append(field.layoutDirection())

    assert directions == [Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight]
