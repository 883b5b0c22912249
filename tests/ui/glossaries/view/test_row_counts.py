"""The line below a table: numbers of visible and selected rows, violations, and the order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.ui.glossaries.view.row_counts import RowCounts, count_selected_rows

ROWS = 12


@pytest.fixture
def table(qtbot: QtBot) -> QTableView:
    view = QTableView()
    view.setModel(QStandardItemModel(ROWS, 3, view))
    qtbot.addWidget(view)
    return view


@pytest.fixture
def counts(qtbot: QtBot, table: QTableView) -> RowCounts:
    made = RowCounts(table, lambda column: ("Source", "Target", "Note")[column or 0])
    qtbot.addWidget(made)
    return made


def test_all_rows_are_counted_as_entries_or_phrases(qtbot: QtBot, table: QTableView) -> None:
    said = []
    for counts_phrases in (False, True):
        line = RowCounts(table, lambda _column: "", counts_phrases=counts_phrases)
        qtbot.addWidget(line)
        line.show_rows(shown=1_200, total=1_200, violations=0, query=ViewQuery())
        said.append(line.text())

    assert said == ["1,200 entries · no problems", "1,200 phrases · no problems"]


def test_a_filter_and_an_order_are_told(counts: RowCounts) -> None:
    counts.show_rows(shown=3, total=1_200, violations=1, query=ViewQuery(sort_column=1, descending=True))

    assert counts.text() == "3 of 1,200 entries · 1 problem · sorted by Target, descending"


def test_several_selected_rows_are_told_one_is_not(qtbot: QtBot, table: QTableView, counts: RowCounts) -> None:
    counts.show_rows(shown=ROWS, total=ROWS, violations=0, query=ViewQuery())
    table.selectRow(2)
    table.selectionModel().select(
        QItemSelection(table.model().index(5, 0), table.model().index(7, 1)), QItemSelectionModel.SelectionFlag.Select
    )
    qtbot.waitUntil(lambda: "4 selected" in counts.text())

    table.selectRow(2)

    qtbot.waitUntil(lambda: "selected" not in counts.text())


@given(
    st.lists(
        st.tuples(st.integers(0, ROWS - 1), st.integers(0, ROWS - 1), st.integers(0, 2), st.integers(0, 2)), max_size=6
    )
)
def test_a_row_counts_once_however_many_of_its_cells_are_selected(blocks: list[tuple[int, int, int, int]]) -> None:
    model = QStandardItemModel(ROWS, 3)
    selection, rows = QItemSelection(), set()
    for first, second, left, right in blocks:
        top, bottom = sorted((first, second))
        corners = model.index(top, min(left, right)), model.index(bottom, max(left, right))
        selection.append(QItemSelectionRange(*corners))
        rows.update(range(top, bottom + 1))

    assert count_selected_rows(selection) == len(rows)
