"""The line above the multilingual table sets the one query, and shows changes of it from elsewhere."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from support.view_queries import containing
from termdesk.application.glossaries.view.conditions import Match
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.ui.glossaries.multilingual.multilingual_bar import MultilingualBar
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor


@pytest.fixture
def bar(qtbot: QtBot) -> MultilingualBar:
    made = MultilingualBar(ViewQueryEditor(), ["Arabic", "German"], lambda: [0, 1])
    qtbot.addWidget(made)
    return made


def test_boxes_and_languages_are_part_of_the_query(bar: MultilingualBar) -> None:
    bar.only_incomplete.setChecked(True)
    bar.only_forbidden.setChecked(True)
    bar.languages.choose(frozenset({1}))
    bar.field.setText("a")
    bar.field.choose(Match.CONTAINS)

    marks = frozenset({RowMark.INCOMPLETE, RowMark.FORBIDDEN})
    assert bar.query_editor.query == ViewQuery(containing("a").conditions, only=marks, languages=frozenset({1}))
    bar.clear()
    assert bar.query_editor.query == ViewQuery()
    assert (bar.field.text(), bar.only_incomplete.isChecked(), bar.languages.chosen) == ("", False, frozenset())


def test_what_is_asked_for_elsewhere_is_shown_and_not_asked_again(bar: MultilingualBar) -> None:
    asked: list[ViewQuery] = []
    bar.query_editor.changed.connect(lambda: asked.append(bar.query_editor.query))
    query = ViewQuery(only=frozenset({RowMark.CHANGED, RowMark.VIOLATION}), languages=frozenset({0}))

    bar.query_editor.ask(query)

    assert asked == [query]
    assert [box.isChecked() for box in bar.marks.values()] == [False, True, False, True]
    assert bar.languages.text() == "In Arabic"
