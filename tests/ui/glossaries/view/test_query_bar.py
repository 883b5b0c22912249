"""Common properties of the lines above both tables: they show the one query, and their switches show its state."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from support.view_queries import containing
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.ui.glossaries.view.filter_bar import FilterBar
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor


def test_a_query_from_elsewhere_is_shown_and_not_asked_again(query_editor: ViewQueryEditor, bar: FilterBar) -> None:
    asked: list[ViewQuery] = []
    query_editor.changed.connect(lambda: asked.append(query_editor.query))
    query = containing("x").with_mark(RowMark.VIOLATION, True)

    query_editor.ask(query)

    assert (bar.field.text(), bar.only_violations.isChecked()) == ("x", True)
    assert asked == [query]


def test_a_box_and_the_field_change_their_part_of_the_query_alone(
    query_editor: ViewQueryEditor, bar: FilterBar
) -> None:
    query_editor.ask(containing("x").with_order(1))

    bar.only_violations.setChecked(True)

    assert query_editor.query == containing("x").with_order(1).with_mark(RowMark.VIOLATION, True)


@pytest.mark.parametrize(("name", "step"), [("previous", -1), ("next", 1)])
def test_the_arrows_lead_to_violations_while_there_are_any(qtbot: QtBot, bar: FilterBar, name: str, step: int) -> None:
    button = getattr(bar.arrows, name)
    bar.show_violations(0)
    assert not button.isEnabled()
    bar.show_violations(3)

    with qtbot.waitSignal(bar.violation_asked) as asked:
        button.click()

    assert asked.args == [step]


def test_a_switch_does_what_its_action_does_and_shows_what_is_on(qtbot: QtBot, bar: FilterBar) -> None:
    action = QAction("&Filter row", bar)
    action.setShortcut("Ctrl+Alt+F")
    bar.add_switch("filter_row", "filter", action)
    button = bar.findChild(QToolButton, "glossary_filter_row_switch")
    assert button is not None
    assert (button.accessibleName(), "Ctrl+Alt+F" in button.toolTip()) == ("Filter row", True)

    with qtbot.waitSignal(action.triggered):
        button.click()
    bar.show_switch("filter_row", False)

    assert not button.isChecked()
