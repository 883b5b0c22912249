"""Columns keep their share of the window width; hidden ones stay hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from termdesk.domain.window_memory import ColumnMemory
from termdesk.ui.glossaries.dictionary.column_widths import ColumnWidths
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.dictionary.grid_column import COLUMN_NAMES
from termdesk.ui.glossaries.sheet.grid_view import GridView
from ui.glossaries.typed_grid import DETAILS, TypedGrid


def test_columns_keep_their_shares_and_what_is_hidden(grid: TypedGrid) -> None:
    columns = grid.columns
    columns.restore(ColumnMemory(shares={"source": 0.25}, hidden=list(DETAILS)))
    width = grid.view.viewport().width()
    assert abs(grid.view.columnWidth(0) - width / 4) <= 1
    assert grid.view.columnWidth(0) + grid.view.columnWidth(1) == width

    grid.view.resize(900, 400)
    assert abs(grid.view.columnWidth(0) - grid.view.viewport().width() / 4) <= 1
    grid.view.horizontalHeader().resizeSection(0, 450)
    columns.show_column(1, False)

    assert columns.state() == ColumnMemory(hidden=sorted([*DETAILS, "target"]))
    assert grid.view.isColumnHidden(1)


def test_columns_that_hold_something_are_shown_here_and_remembered_nowhere(grid: TypedGrid) -> None:
    columns = grid.columns
    columns.restore(ColumnMemory(shares={"source": 0.7}, hidden=list(DETAILS)))
    before = columns.state()
    columns.show_for_now([2, 3, 4])

    assert not any(grid.view.isColumnHidden(column) for column in range(5))
    assert columns.state() == before
    width = sum(grid.view.columnWidth(column) for column in range(5))
    assert width == grid.view.viewport().width(), "nothing has to be scrolled for"
    columns.show_columns([2, 3, 4], False)
    assert all(grid.view.isColumnHidden(column) for column in (2, 3, 4))


@pytest.mark.parametrize("state", [None, ColumnMemory(shares={"source": 3, "x": 0.5}, hidden=[*DETAILS, "x"])])
def test_a_state_that_is_none_changes_nothing(grid: TypedGrid, state: ColumnMemory | None) -> None:
    grid.columns.restore(state)

    assert grid.columns.state() == ColumnMemory(hidden=sorted(DETAILS))


@pytest.mark.slow
def test_the_words_of_a_status_are_never_cut(grid: TypedGrid, window: QWidget) -> None:
    words, view = "A long word for a status", GridView(window)
    view.setModel(grid.edits.model)
    columns = ColumnWidths(view, COLUMN_NAMES, whole_words={"status": ["None", words]})
    columns.restore(ColumnMemory(shares={"status": 0.02}))
    view.resize(320, 300)
    view.show()

    assert view.columnWidth(2) > view.fontMetrics().horizontalAdvance(words)

    font = view.font()
    font.setPointSizeF(2 * font.pointSizeF())
    view.setFont(font)
    assert view.columnWidth(2) > view.fontMetrics().horizontalAdvance(words)


# Narrow views


class ResizeCounter(QObject):
    """Counts how often a widget gets another size."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Resize
        return False


def test_all_columns_fit_as_long_as_each_has_its_least_width(grid: TypedGrid) -> None:
    grid.columns.restore(ColumnMemory(shares={"source": 0.5, "target": 0.45}))
    view = grid.view

    for width in range(400, 700, 7):
        view.resize(width, 400)
        QApplication.processEvents()
        assert sum(map(view.columnWidth, range(5))) == view.viewport().width()
        assert view.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("width", range(360, 520, 12))
def test_scroll_bars_do_not_make_each_other_come_and_go(
    opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage], width: int
) -> None:
    page = opening_page([(f"term {number}", "x") for number in range(12)])
    page.looks.show_details_here()
    page.setMinimumSize(0, 0)
    resized = ResizeCounter(page.grid.viewport())

    # At some height, the rows fit only without a horizontal scroll bar.
    for height in range(440, 520):
        resized.count = 0
        page.resize(width, height)
        QApplication.processEvents()
        assert resized.count <= 6
