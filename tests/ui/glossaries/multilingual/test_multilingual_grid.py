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


class MultilingualGridWindow:
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
def multilingual(
    qtbot: QtBot, window: QWidget, opening_multilingual: Callable[[object], OpenTable]
) -> MultilingualGridWindow:
    return MultilingualGridWindow(qtbot, window, opening_multilingual(OWN))


@pytest.mark.slow
def test_a_source_phrase_is_typed_where_it_is_seen_and_committed_once(multilingual: MultilingualGridWindow) -> None:
    type_text(multilingual.qtbot, "screw", multilingual.view)
    editor = multilingual.view.open_editor()
    assert editor is not None
    assert multilingual.view.frozen.isAncestorOf(editor)

    multilingual.press(Key.Key_Return)
    multilingual.view.finish_editing()
    QApplication.processEvents()

    assert multilingual.renamed == [(0, "screw")]
    assert multilingual.view.current_cell() == (1, 0)
    assert multilingual.view.hasFocus()


@pytest.mark.slow
@pytest.mark.parametrize("column", [0, 1])
def test_the_open_cell_grows_over_several_lines(multilingual: MultilingualGridWindow, column: int) -> None:
    multilingual.view.go_to(0, column)
    cell = multilingual.view.visualRect(multilingual.view.currentIndex())
    type_text(multilingual.qtbot, "water " * 30, multilingual.view)
    editor = multilingual.view.open_editor()
    assert editor is not None

    assert editor.line_count > 2
    assert editor.height() > 2 * cell.height()
    assert editor.parentWidget().rect().contains(editor.geometry())
    multilingual.press(Key.Key_Escape)
    assert multilingual.view.open_editor() is None


@pytest.mark.slow
@pytest.mark.parametrize("direction", [LTR, RTL])
def test_the_open_cell_stays_beside_the_frozen_column(
    multilingual: MultilingualGridWindow, window: QWidget, direction: Qt.LayoutDirection
) -> None:
    window.setLayoutDirection(direction)
    window.resize(460, 400)
    multilingual.view.resize(460, 400)
    multilingual.view.go_to(0, 2)
    type_text(multilingual.qtbot, "water " * 30, multilingual.view)
    editor = multilingual.view.open_editor()
    assert editor is not None
    corner = multilingual.view.viewport().mapTo(multilingual.view, editor.geometry().topLeft())

    assert not multilingual.view.frozen.geometry().intersects(editor.geometry().translated(corner - editor.pos()))
    assert multilingual.view.viewport().rect().contains(editor.geometry())


@pytest.mark.slow
def test_tab_leads_from_the_source_to_the_first_language_and_enter_back(multilingual: MultilingualGridWindow) -> None:
    type_text(multilingual.qtbot, "screw", multilingual.view)
    multilingual.press(Key.Key_Tab)
    assert multilingual.view.current_cell() == (0, 1)
    type_text(multilingual.qtbot, "x", multilingual.view)
    multilingual.press(Key.Key_Return)

    assert multilingual.edits.model.cell(0, 1) == "x"
    assert multilingual.view.current_cell() == (1, 0)


@pytest.mark.slow
def test_escape_closes_the_source_without_a_change(multilingual: MultilingualGridWindow) -> None:
    type_text(multilingual.qtbot, "screw", multilingual.view)
    multilingual.press(Key.Key_Escape)

    assert (multilingual.renamed, multilingual.view.is_editing, multilingual.view.current_cell()) == ([], False, (0, 0))
    assert multilingual.view.hasFocus()


@pytest.mark.slow
@pytest.mark.parametrize("column", [0, 1])
def test_a_cell_that_is_gone_to_while_another_is_open_stays_current(
    multilingual: MultilingualGridWindow, column: int
) -> None:
    multilingual.view.go_to(0, column)
    type_text(multilingual.qtbot, "new", multilingual.view)

    multilingual.view.go_to(2, 1)
    QApplication.processEvents()

    assert (multilingual.view.current_cell(), multilingual.view.is_editing) == ((2, 1), False)
    assert multilingual.renamed == ([(0, "new")] if column == 0 else [])
    assert (multilingual.edits.model.cell(0, 1) == "new") == (column == 1)


@pytest.mark.slow
def test_finishing_takes_over_the_source(multilingual: MultilingualGridWindow) -> None:
    type_text(multilingual.qtbot, "screw", multilingual.view)

    multilingual.view.finish_editing()

    assert (multilingual.renamed, multilingual.view.is_editing) == ([(0, "screw")], False)


@pytest.mark.slow
@pytest.mark.parametrize("direction", [LTR, RTL])
def test_the_source_stays_in_sight_and_a_language_comes_out_from_under_it(
    multilingual: MultilingualGridWindow, window: QWidget, direction: Qt.LayoutDirection
) -> None:
    window.setLayoutDirection(direction)
    multilingual.view.go_to(0, 5)
    multilingual.view.go_to(0, 1)
    first, frozen = (
        multilingual.view.visualRect(multilingual.edits.model.index(0, 1)),
        multilingual.view.frozen.geometry(),
    )
    offset = multilingual.view.viewport().x()

    assert multilingual.view.frozen.isVisible()
    if direction == LTR:
        assert first.left() + offset >= frozen.right()
    else:
        assert first.right() + offset <= frozen.left()
    before = multilingual.view.horizontalScrollBar().value()
    multilingual.view.go_to(3, 0)
    assert multilingual.view.horizontalScrollBar().value() == before, "the source is seen anyway"


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("direction", [LTR, RTL])
@pytest.mark.parametrize(("current", "part", "moves_to"), [(0, 0.3, 0), (0, 0.7, 1), (1, 0.7, 0)])
def test_no_column_stays_half_under_the_source_after_the_mouse(
    multilingual: MultilingualGridWindow,
    window: QWidget,
    direction: Qt.LayoutDirection,
    current: int,
    part: float,
    moves_to: int,
) -> None:
    window.setLayoutDirection(direction)
    window.resize(460, 400)
    multilingual.view.resize(460, 400)
    multilingual.view.go_to(0, current)
    bar, width = multilingual.view.horizontalScrollBar(), multilingual.view.columnWidth(1)
    bar.setSliderDown(True)
    bar.setSliderPosition(round(width * part))
    bar.setSliderDown(False)

    multilingual.qtbot.waitUntil(lambda: bar.value() == moves_to * width)


@pytest.mark.slow
def test_a_column_that_keys_brought_to_the_edge_stays_there_and_so_does_the_end(
    multilingual: MultilingualGridWindow,
) -> None:
    multilingual.view.resize(460, 400)
    multilingual.view.go_to(0, 2)
    bar = multilingual.view.horizontalScrollBar()
    there = bar.value()
    multilingual.qtbot.wait(2 * MILLISECONDS_TO_REST)
    assert 0 < bar.value() == there

    bar.triggerAction(bar.SliderAction.SliderToMaximum)
    multilingual.qtbot.wait(2 * MILLISECONDS_TO_REST)
    assert bar.value() == bar.maximum()


@pytest.mark.slow
def test_rows_are_level_with_the_source_also_when_texts_grow(multilingual: MultilingualGridWindow) -> None:
    for points in (0, 10):
        multilingual.view.set_zoom(points)
        QApplication.processEvents()
        ours = multilingual.view.viewport().mapTo(
            multilingual.view, multilingual.view.visualRect(multilingual.edits.model.index(2, 1)).topLeft()
        )
        frozen = multilingual.view.frozen
        its = frozen.viewport().mapTo(
            multilingual.view, frozen.visualRect(multilingual.edits.model.index(2, 0)).topLeft()
        )
        assert ours.y() == its.y()
        assert multilingual.view.rowHeight(2) == frozen.rowHeight(2)


def test_the_source_leaves_room_for_the_languages(multilingual: MultilingualGridWindow) -> None:
    multilingual.view.setColumnWidth(0, 690)
    assert multilingual.view.columnWidth(0) == round(multilingual.view.width() * MOST_OF_THE_GRID)
    multilingual.view.frozen.setColumnWidth(0, 100)
    assert multilingual.view.columnWidth(0) == multilingual.view.frozen.width() == 100

    multilingual.view.frozen.horizontalHeader().resizeSection(0, LEAST_WIDTH)

    assert multilingual.view.columnWidth(0) == LEAST_WIDTH


@pytest.mark.slow
def test_the_order_is_shown_at_every_heading_that_can_be_seen(multilingual: MultilingualGridWindow) -> None:
    multilingual.view.show_sort(0, descending=True)
    assert all(header.isSortIndicatorShown() for header in multilingual.view.headers())

    with multilingual.qtbot.waitSignal(multilingual.view.sort_asked) as asked:
        multilingual.view.frozen.horizontalHeader().sectionClicked.emit(0)

    assert asked.args == [0]


@pytest.mark.slow
def test_typing_begins_in_the_first_language_that_is_seen(multilingual: MultilingualGridWindow) -> None:
    multilingual.view.horizontalHeader().moveSection(3, 1)
    assert multilingual.view.home_column() == 3

    multilingual.view.setColumnHidden(3, True)

    assert multilingual.view.home_column() == 1


@pytest.mark.slow
@pytest.mark.parametrize("direction", [LTR, RTL])
def test_the_first_language_is_whole_beside_the_source_in_a_narrow_grid(
    multilingual: MultilingualGridWindow, direction: Qt.LayoutDirection
) -> None:
    grid = multilingual.view
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


@pytest.mark.slow
def test_the_width_that_the_user_gave_the_source_stays(multilingual: MultilingualGridWindow) -> None:
    multilingual.view.setColumnWidth(0, 230)

    multilingual.view.resize(400, 400)

    assert multilingual.view.columnWidth(0) == 230
