"""Reordered rows: the position of each row, and the row at each position."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.sheet.row_order_model import Index, RowOrderModel

TEXTS = [["tree", "Baum"], ["house", ""], ["", "Holz"], ["wood", "Wald"], ["sun", ""]]
orders = st.integers(0, len(TEXTS)).flatmap(lambda count: st.permutations(range(len(TEXTS))).map(lambda o: o[:count]))


class Texts(RowOrderModel):
    """A table of texts that are never edited."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        super().__init__(len(texts))
        self._texts = texts

    @property
    def total(self) -> int:
        return len(self._texts)

    def cell(self, row: int, column: int) -> str:
        return self._texts[row][column]

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        is_text = index.isValid() and role == Qt.ItemDataRole.DisplayRole
        return self.cell(self.row_at(index.row()), index.column()) if is_text else None


@pytest.fixture
def model(qapp: object) -> Texts:
    return Texts(TEXTS)


@pytest.mark.parametrize("order", [None, [3, 0], []])
def test_any_order_is_a_sound_table(model: Texts, qtmodeltester: ModelTester, order: list[int] | None) -> None:
    model.set_order(order)

    qtmodeltester.check(model)


@given(order=orders)
def test_a_row_is_shown_where_its_place_says(qapp: object, order: list[int]) -> None:
    model = Texts(TEXTS)
    model.set_order(order)

    assert [model.to_shown_row(row) for row in order] == list(range(len(order)))
    assert [model.row_at(position) for position in range(model.rowCount())] == order
    assert all(model.to_shown_row(row) is None for row in range(len(TEXTS)) if row not in order)


class Order(list[int]):
    """An order that counts how often it is searched."""

    searches = 0

    def index(self, *arguments: int) -> int:  # type: ignore[override]
        self.searches += 1
        return super().index(*arguments)


def test_a_row_that_is_asked_for_again_is_not_searched_again(model: Texts) -> None:
    order, other = Order([4, 2, 0, 3, 1]), Order([1, 3, 0, 2, 4])
    model.set_order(order)
    assert [model.to_shown_row(1), model.to_shown_row(1)] == [4, 4]
    assert order.searches == 1

    model.set_order(other)
    assert [model.to_shown_row(4), model.to_shown_row(1), model.to_shown_row(1)] == [4, 0, 0]


@given(order=orders, rows=st.sets(st.integers(0, len(TEXTS) - 1)))
def test_several_rows_are_shown_where_each_of_them_is(qapp: object, order: list[int], rows: set[int]) -> None:
    model = Texts(TEXTS)
    model.set_order(order)

    assert model.to_shown_rows(rows) == [position for position, row in enumerate(order) if row in rows]


@given(order=st.none() | orders)
def test_cells_are_filled_as_they_are_shown(qapp: object, order: list[int] | None) -> None:
    model = Texts(TEXTS)
    model.set_order(order)

    for column in (0, 1):
        is_filled = model.is_filled(column)
        shown = [is_filled(position) for position in range(model.rowCount())]
        assert shown == [bool(TEXTS[row][column]) for row in model.order]


def test_file_order_is_all_rows_as_they_stand(model: Texts) -> None:
    model.set_order([0, 1, 2, 3, 4])
    assert not model.is_in_file_order
    model.set_order(None)

    assert model.is_in_file_order
    assert list(model.order) == [0, 1, 2, 3, 4]
    assert model.to_shown_rows([4, 9, 1]) == [1, 4], "a row that is gone is shown nowhere"


def test_a_repaint_tells_of_all_shown_cells(qtbot: QtBot, model: Texts) -> None:
    model.set_order([2, 1])

    with qtbot.waitSignal(model.dataChanged) as reported:
        model.refresh()
    first, last, *_ = reported.args
    assert (first.row(), first.column(), last.row(), last.column()) == (0, 0, 1, 1)

    model.set_order([])
    with qtbot.assertNotEmitted(model.dataChanged):
        model.refresh()
