"""Records as lines of a table."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt

from termdesk.ui.spot_check.rows_model import RowsModel, fit_column, made_table


@pytest.fixture
def model(qapp: QObject) -> RowsModel[str]:
    made = RowsModel[str](["One", "Two"], lambda row, column: row * (column + 1))
    made.show_rows(["<b>", "c"])
    return made


def test_the_model_keeps_qts_rules(model: RowsModel[str], qtmodeltester: Any) -> None:
    qtmodeltester.check(model)


def test_cells_are_shown_said_and_explained(model: RowsModel[str]) -> None:
    index = model.index(0, 1)

    assert index.data().strip("\u2068\u2069") == "<b><b>"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "<b><b>"
    assert "&lt;b&gt;" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Two"


def test_the_selection_stays_where_as_many_lines_come(qapp: QObject, model: RowsModel[str]) -> None:
    table = made_table("t", "Table", model, stretched=[0])
    table.selectionModel().select(model.index(1, 0), table.selectionModel().SelectionFlag.ClearAndSelect)

    model.show_rows(["x", "y"])
    assert [each.data().strip("\u2068\u2069") for each in table.selectionModel().selectedIndexes()] == ["y"]

    model.show_rows(["x"])
    assert not table.selectionModel().selectedIndexes()


def test_a_column_is_as_wide_as_its_widest_words(qapp: QObject, model: RowsModel[str]) -> None:
    table = made_table("t", "Table", model, stretched=[0])

    fit_column(table, 1, "m" * 40)

    assert table.columnWidth(1) > table.fontMetrics().horizontalAdvance("m" * 40)
