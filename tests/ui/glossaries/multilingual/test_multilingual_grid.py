"""The frozen source column: drawn over the grid, editable in place, and aligned with the languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from support.multilingual_glossary import OWN
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.ui.glossaries.multilingual.multilingual_delegate import MultilingualDelegate
from termdesk.ui.glossaries.multilingual.multilingual_edits import MultilingualEdits
from termdesk.ui.glossaries.multilingual.multilingual_grid import (
    LEAST_SOURCE_WIDTH,
    LEAST_WIDTH,
    MILLISECONDS_TO_REST,
    MOST_OF_THE_GRID,
    SOURCE_WIDTH,
    MultilingualGrid,
)
from ui.glossaries.typed_grid import type_text

Key = Qt.Key
LTR, RTL = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


class WideGrid:
    """The grid, with the requested renames."""

    def __init__(self, qtbot: QtBot, window: QWidget, table: OpenTable) -> None:
        self.qtbot = qtbot
        self.renamed: list[tuple[int, str]] = []
        self.edits = MultilingualEdits(table, rename=lambda row, text: self.renamed.append((row, text)))
        self.view = MultilingualGrid(window)
        self.view.setModel(self.edits.model)
        self.delegates = MultilingualDelegate(self.view), MultilingualDelegate(self.view.frozen)
        self.view.setItemDelegate(self.delegates[0])
        self.view.frozen.setItemDelegate(self.delegates[1])
        window.resize(700, 400)
        self.view.resize(700, 400)
        self.view.show()
        window.activateWindow()
        self.view.setFocus()
        qtbot.waitUntil(self.view.hasFocus)
        self.view.go_to(0, 0)

    def press(self, key: Qt.Key) -> None:
        self.qtbot.keyClick(QApplication.focusWidget(), key)

    def left_of(self, column: int) -> int:
        return self.view.visualRect(self.edits.model.index(0, column)).left()


@pytest.fixture
def wide(qtbot: QtBot, window: QWidget, opening_wide: Callable[[object], OpenTable]) -> WideGrid:
    return WideGrid(qtbot, window, opening_wide(OWN))


def test_a_source_phrase_is_typed_where_it_is_seen_and_committed_once(wide: WideGrid) -> None:
    type_text(wide.qtbot, "screw", wide.view)
    editor = wide.view.open_editor()
    assert editor is not None
    assert wide.view.frozen.isAncestorOf(editor)

    wide.press(Key.Key_Return)
    wide.view.finish_editing()
    QApplication.processEvents()

    assert wide.renamed == [(0, "screw")]
    assert wide.view.current_cell() == (1, 0)
    assert wide.view.hasFocus()


@pytest.mark.parametrize("column", [0, 1])
def test_the_open_cell_grows_over_several_lines(wide: WideGrid, column: int) -> None:
    wide.view.go_to(0, column)
    cell = wide.view.visualRect(wide.view.currentIndex())
    type_text(wide.qtbot, "water " * 30, wide.view)
    editor = wide.view.open_editor()
    assert editor is not None

    assert editor.line_count > 2
    assert editor.height() > 2 * cell.height()
    assert editor.parentWidget().rect().contains(editor.geometry())
    wide.press(Key.Key_Escape)
    assert wide.view.open_editor() is None


@pytest.mark.parametrize("direction", [LTR, RTL])
def test_the_open_cell_stays_beside_the_frozen_column(
    wide: WideGrid, window: QWidget, direction: Qt.LayoutDirection
) -> None:
    window.setLayoutDirection(direction)
    window.resize(460, 400)
    wide.view.resize(460, 400)
    wide.view.go_to(0, 2)
    type_text(wide.qtbot, "water " * 30, wide.view)
    editor = wide.view.open_editor()
    assert editor is not None
    corner = wide.view.viewport().mapTo(wide.view, editor.geometry().topLeft())

    assert not wide.view.frozen.geometry().intersects(editor.geometry().translated(corner - editor.pos()))
    assert wide.view.viewport().rect().contains(editor.geometry())


def test_tab_leads_from_the_source_to_the_first_language_and_enter_back(wide: WideGrid) -> None:
    type_text(wide.qtbot, "screw", wide.view)
    wide.press(Key.Key_Tab)
    assert wide.view.current_cell() == (0, 1)
    type_text(wide.qtbot, "x", wide.view)
    wide.press(Key.Key_Return)

    assert wide.edits.model.cell(0, 1) == "x"
    assert wide.view.current_cell() == (1, 0)


def test_escape_closes_the_source_without_a_change(wide: WideGrid) -> None:
    type_text(wide.qtbot, "screw", wide.view)
    wide.press(Key.Key_Escape)

    assert (wide.renamed, wide.view.is_editing, wide.view.current_cell()) == ([], False, (0, 0))
    assert wide.view.hasFocus()


@pytest.mark.parametrize("column", [0, 1])
def test_a_cell_that_is_gone_to_while_another_is_open_stays_current(wide: WideGrid, column: int) -> None:
    wide.view.go_to(0, column)
    type_text(wide.qtbot, "new", wide.view)

    wide.view.go_to(2, 1)
    QApplication.processEvents()

    assert (wide.view.current_cell(), wide.view.is_editing) == ((2, 1), False)
    assert wide.renamed == ([(0, "new")] if column == 0 else [])
    assert (wide.edits.model.cell(0, 1) == "new") == (column == 1)


def test_finishing_takes_over_the_source(wide: WideGrid) -> None:
    type_text(wide.qtbot, "screw", wide.view)

    wide.view.finish_editing()

    assert (wide.renamed, wide.view.is_editing) == ([(0, "screw")], False)


@pytest.mark.parametrize("direction", [LTR, RTL])
def test_the_source_stays_in_sight_and_a_language_comes_out_from_under_it(
    wide: WideGrid, window: QWidget, direction: Qt.LayoutDirection
) -> None:
    window.setLayoutDirection(direction)
    wide.view.go_to(0, 5)
    wide.view.go_to(0, 1)
    first, frozen = wide.view.visualRect(wide.edits.model.index(0, 1)), wide.view.frozen.geometry()
    offset = wide.view.viewport().x()

    assert wide.view.frozen.isVisible()
    if direction == LTR:
        assert first.left() + offset >= frozen.right()
    else:
        assert first.right() + offset <= frozen.left()
    before = wide.view.horizontalScrollBar().value()
    wide.view.go_to(3, 0)
    assert wide.view.horizontalScrollBar().value() == before, "the source is seen anyway"


@pytest.mark.parametrize("direction", [LTR, RTL])
@pytest.mark.parametrize(("current", "part", "moves_to"), [(0, 0.3, 0), (0, 0.7, 1), (1, 0.7, 0)])
def test_no_column_stays_half_under_the_source_after_the_mouse(
    wide: WideGrid, window: QWidget, direction: Qt.LayoutDirection, current: int, part: float, moves_to: int
) -> None:
    window.setLayoutDirection(direction)
    window.resize(460, 400)
    wide.view.resize(460, 400)
    wide.view.go_to(0, current)
    bar, width = wide.view.horizontalScrollBar(), wide.view.columnWidth(1)
    bar.setSliderDown(True)
    bar.setSliderPosition(round(width * part))
    bar.setSliderDown(False)

    wide.qtbot.waitUntil(lambda: bar.value() == moves_to * width)


def test_a_column_that_keys_brought_to_the_edge_stays_there_and_so_does_the_end(wide: WideGrid) -> None:
    wide.view.resize(460, 400)
    wide.view.go_to(0, 2)
    bar = wide.view.horizontalScrollBar()
    there = bar.value()
    wide.qtbot.wait(2 * MILLISECONDS_TO_REST)
    assert 0 < bar.value() == there

    bar.triggerAction(bar.SliderAction.SliderToMaximum)
    wide.qtbot.wait(2 * MILLISECONDS_TO_REST)
    assert bar.value() == bar.maximum()


def test_rows_are_level_with_the_source_also_when_texts_grow(wide: WideGrid) -> None:
    for points in (0, 10):
        wide.view.set_zoom(points)
        QApplication.processEvents()
        ours = wide.view.viewport().mapTo(wide.view, wide.view.visualRect(wide.edits.model.index(2, 1)).topLeft())
        frozen = wide.view.frozen
        its = frozen.viewport().mapTo(wide.view, frozen.visualRect(wide.edits.model.index(2, 0)).topLeft())
        assert ours.y() == its.y()
        assert wide.view.rowHeight(2) == frozen.rowHeight(2)


def test_the_source_leaves_room_for_the_languages(wide: WideGrid) -> None:
    wide.view.setColumnWidth(0, 690)
    assert wide.view.columnWidth(0) == round(wide.view.width() * MOST_OF_THE_GRID)
    wide.view.frozen.setColumnWidth(0, 100)
    assert wide.view.columnWidth(0) == wide.view.frozen.width() == 100

    wide.view.frozen.horizontalHeader().resizeSection(0, LEAST_WIDTH)

    assert wide.view.columnWidth(0) == LEAST_WIDTH


def test_the_order_is_shown_at_every_heading_that_can_be_seen(wide: WideGrid) -> None:
    wide.view.show_sort(0, descending=True)
    assert all(header.isSortIndicatorShown() for header in wide.view.headers())

    with wide.qtbot.waitSignal(wide.view.sort_asked) as asked:
        wide.view.frozen.horizontalHeader().sectionClicked.emit(0)

    assert asked.args == [0]


def test_typing_begins_in_the_first_language_that_is_seen(wide: WideGrid) -> None:
    wide.view.horizontalHeader().moveSection(3, 1)
    assert wide.view.home_column() == 3

    wide.view.setColumnHidden(3, True)

    assert wide.view.home_column() == 1


@pytest.mark.parametrize("direction", [LTR, RTL])
def test_the_first_language_is_whole_beside_the_source_in_a_narrow_grid(
    wide: WideGrid, direction: Qt.LayoutDirection
) -> None:
    grid = wide.view
    grid.setLayoutDirection(direction)
    seen = []
    for width in (700, 430, 400, 300, 700):
        grid.resize(width, 400)
        seen.append(grid.columnWidth(0))
        if width >= 400:
            assert grid.columnWidth(0) + grid.columnWidth(1) <= grid.viewport().width()

    assert seen[0] == seen[-1] == SOURCE_WIDTH
    assert LEAST_SOURCE_WIDTH < seen[2] < seen[1] < SOURCE_WIDTH
    assert seen[3] == LEAST_SOURCE_WIDTH


def test_the_width_that_the_user_gave_the_source_stays(wide: WideGrid) -> None:
    wide.view.setColumnWidth(0, 230)

    wide.view.resize(400, 400)

    assert wide.view.columnWidth(0) == 230
