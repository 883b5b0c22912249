"""The one query that boxes, chips, facets and headings share."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from support.view_queries import containing
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor


def test_only_another_query_is_told(qtbot: QtBot) -> None:
    editor = ViewQueryEditor()
    reported: list[ViewQuery] = []
    editor.changed.connect(lambda: reported.append(editor.query))

    editor.ask(containing("a"))
    editor.ask(containing("a"))
    editor.restore(ViewQuery())

    assert reported == [containing("a")]
    assert editor.query == ViewQuery()


def test_sorting_goes_up_down_and_back_to_the_file(qtbot: QtBot) -> None:
    editor = ViewQueryEditor()
    orders = []
    for column in (1, 1, 1, 0, 2):
        editor.cycle_sort(column)
        orders.append((editor.query.sort_column, editor.query.descending))

    assert orders == [(1, False), (1, True), (None, False), (0, False), (2, False)]


def test_clearing_ends_waiting_fields_before_it_tells(qtbot: QtBot) -> None:
    editor = ViewQueryEditor()
    editor.ask(ViewQuery(sort_column=1).with_mark(RowMark.VIOLATION, True))
    reported: list[str] = []
    editor.cleared.connect(lambda: reported.append("cleared"))
    editor.changed.connect(lambda: reported.append("changed"))

    editor.clear_filters()

    assert reported == ["cleared", "changed"]
    assert editor.query == ViewQuery(sort_column=1)
