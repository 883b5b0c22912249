"""The line above the grid sets the one query, and does not overwrite text while it is typed."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from support.view_queries import containing
from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.ui.glossaries.view.filter_bar import FilterBar
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor


def test_it_asks_for_everything_at_first(query_editor: ViewQueryEditor, bar: FilterBar) -> None:
    assert query_editor.query.is_everything


def test_what_is_typed_is_asked_for_once(qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar) -> None:
    asked: list[ViewQuery] = []
    query_editor.changed.connect(lambda: asked.append(query_editor.query))

    with qtbot.waitSignal(query_editor.changed):
        qtbot.keyClicks(bar.field, "a.b")

    assert asked == [containing("a.b")]


def test_clearing_takes_every_wish_back_also_one_that_was_about_to_be_asked(
    qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar
) -> None:
    query_editor.ask(ViewQuery((Condition("y", 1),), only=frozenset({RowMark.VIOLATION}), sort_column=1))
    bar.field.setText("x")
    assert bar.field._timer.isActive()

    bar.clear()

    assert query_editor.query == ViewQuery(sort_column=1)
    assert not bar.field._timer.isActive()
    assert bar.field.text() == ""
    assert not bar.only_violations.isChecked()


@pytest.mark.slow
def test_another_wish_leaves_alone_what_is_being_typed(
    qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar
) -> None:
    bar.field.setText("x")
    query_editor.ask(query_editor.query.with_order(0))

    with qtbot.waitSignal(query_editor.changed):
        pass

    assert query_editor.query == containing("x").with_order(0)
