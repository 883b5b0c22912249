"""The table can show another difference, without keeping rows or widths of the first."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.difference.difference_model import SIGN
from termdesk.ui.glossaries.difference.difference_table import SIGN_WIDTH, DifferenceTable
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.widgets.drawn_strips import STRIP_HEIGHT
from termdesk.ui.widgets.list_table import Index

EN_AR = LanguagePair("en", "ar")


def show(table: DifferenceTable, change: Difference) -> None:
    table.show_difference(change, EN_AR, before="Now", after="Then")


@pytest.fixture
def table(window: QWidget, qtbot: QtBot) -> DifferenceTable:
    made = DifferenceTable("differences", "What differs")
    show(made, Difference({"a": "A"}, {"b": ("B", "C")}, {}))
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


def test_another_difference_takes_the_place_of_the_first(table: DifferenceTable, qtbot: QtBot) -> None:
    first = table.model()
    gone: list[bool] = []
    first.destroyed.connect(lambda: gone.append(True))
    table.selectRow(1)

    show(table, Difference({}, {}, {"c": "C"}))

    assert sources(table) == ["c"]
    assert table.columnWidth(SIGN) == SIGN_WIDTH
    assert table.selectionModel().selectedRows() == []
    qtbot.waitUntil(lambda: bool(gone))


class Drawn(PhraseDelegate):
    """Counts how often each cell is drawn."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.times: Counter[tuple[int, int]] = Counter()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.times[index.row(), index.column()] += 1
        super().paint(painter, option, index)


@pytest.mark.slow
def test_a_difference_that_comes_later_is_drawn_once_in_strips(
    table: DifferenceTable, window: QWidget, qtbot: QtBot
) -> None:
    window.resize(600, 700)
    table.say("Comparing…")
    qtbot.wait(50)
    delegate = Drawn(table)
    table.setItemDelegate(delegate)
    qtbot.wait(50)
    # A scroll bar appears, so the table is laid out again.
    show(table, Difference({f"phrase {number}": "x" for number in range(100)}, {}, {}))
    most = before = 0
    while (table.rowAt(table.viewport().height() - 1), 3) not in delegate.times:
        QApplication.processEvents()
        most, before = max(most, delegate.times.total() - before), delegate.times.total()
    qtbot.wait(50)

    assert most <= 4 * (STRIP_HEIGHT // table.rowHeight(0) + 2)
    # A row at the border of two strips is drawn in both.
    assert max(delegate.times.values()) <= 2


def test_the_phrases_of_all_selected_rows_are_chosen(table: DifferenceTable) -> None:
    assert (table.has_chosen(), table.chosen_sources()) == (False, set())
    show(table, Difference({}, {}, dict.fromkeys("abcde", "x")))
    model, rows = table.model(), QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows

    for row in (0, 3, 4):
        table.selectionModel().select(model.index(row, 1), rows)

    assert (table.has_chosen(), table.chosen_sources()) == (True, {"a", "d", "e"})


def test_words_stand_in_the_place_of_the_rows_until_these_are_known(table: DifferenceTable) -> None:
    table.say("Comparing…")
    assert table.words.isVisible()
    assert sources(table) == []

    show(table, Difference({"a": "A"}, {}, {}))

    assert not table.words.isVisible()
    assert sources(table) == ["a"]


def test_the_selected_rows_are_known_by_their_source(table: DifferenceTable, qapp: object) -> None:
    assert table.chosen_sources() == set()
    table.selectRow(0)
    assert table.chosen_sources() == {"b"}
    assert DifferenceTable("empty", "Nothing").chosen_sources() == set()
