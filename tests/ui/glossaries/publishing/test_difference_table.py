"""The table of changes shows another plan in place of the first, without its rows or widths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Difference, Method
from termdesk.ui.glossaries.publishing.difference_model import SIGN
from termdesk.ui.glossaries.publishing.difference_table import SIGN_WIDTH, DifferenceTable

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]


@pytest.fixture
def plan(opening: Opening) -> PublishPlan:
    difference = Difference({"a": "A"}, {"b": ("B", "C")}, {})
    return PublishPlan(opening([("a", "A"), ("b", "C")]), 0, Entries.of([]), Method.MERGE, difference)


@pytest.fixture
def table(plan: PublishPlan, window: QWidget, qtbot: QtBot) -> DifferenceTable:
    made = DifferenceTable(plan)
    QVBoxLayout(window).addWidget(made)
    qtbot.waitUntil(made.isVisible)
    return made


def sources(table: DifferenceTable) -> list[str]:
    model = table.model()
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def test_the_sign_is_narrow_and_the_phrases_share_the_rest(table: DifferenceTable) -> None:
    widths = [table.columnWidth(column) for column in range(4)]

    assert widths[SIGN] == SIGN_WIDTH
    assert max(widths[1:]) - min(widths[1:]) <= 1
    assert sum(widths) == table.viewport().width()


def test_another_plan_takes_the_place_of_the_first(table: DifferenceTable, plan: PublishPlan, qtbot: QtBot) -> None:
    first = table.model()
    gone: list[bool] = []
    first.destroyed.connect(lambda: gone.append(True))
    table.selectRow(1)

    table.show_plan(replace(plan, difference=Difference({}, {}, {"c": "C"})))

    assert sources(table) == ["c"]
    assert table.columnWidth(SIGN) == SIGN_WIDTH
    assert table.selectionModel().selectedRows() == []
    qtbot.waitUntil(lambda: bool(gone))
