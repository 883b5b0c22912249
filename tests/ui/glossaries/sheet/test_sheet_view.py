"""Operating a sheet: keys as in a spreadsheet, input methods, sizes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.ui.widgets import theme
from ui.glossaries.typed_grid import CONTROL, SHIFT, Key, TypedGrid


@pytest.mark.slow
def test_typing_replaces_and_enter_goes_down(grid: TypedGrid) -> None:
    grid.type("new")
    assert grid.editor is not None
    grid.press(Key.Key_Return)

    assert grid.cell(0, SOURCE) == "new"
    assert grid.current == (1, 0)
    assert grid.editor is None


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open cell"])
def test_control_and_tab_leads_out_of_the_table(grid: TypedGrid, qtbot: QtBot, is_open: bool) -> None:
    view, elsewhere, window = grid.view, QPushButton("elsewhere"), QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.addWidget(view)
    column.addWidget(elsewhere)
    window.show()
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    if is_open:
        grid.type("new")

    grid.press(Key.Key_Tab, CONTROL)

    assert window.focusWidget() is elsewhere
    assert grid.cell(0, SOURCE) == ("new" if is_open else "a")
    assert grid.current == (0, 0)
    view.setParent(None)


@pytest.mark.slow
def test_f2_edits_what_is_there(grid: TypedGrid) -> None:
    grid.press(Key.Key_F2)
    grid.press(Key.Key_End)
    grid.type("z")
    grid.press(Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)

    assert grid.cell(0, SOURCE) == "az"


@pytest.mark.slow
def test_escape_leaves_everything_as_it_was(grid: TypedGrid) -> None:
    grid.type("new")
    grid.press(Key.Key_Escape)

    assert grid.cell(0, SOURCE) == "a"
    assert grid.current == (0, 0)
    assert grid.edits.history.count == 0


@pytest.mark.slow
def test_shift_with_an_arrow_begins_where_no_cell_is_current(grid: TypedGrid) -> None:
    grid.view.setCurrentIndex(QModelIndex())

    grid.press(Key.Key_Right, SHIFT)

    assert grid.view.currentIndex().isValid()


@pytest.mark.slow
def test_shift_enter_goes_up(grid: TypedGrid) -> None:
    grid.go(4, 1)
    grid.press(Key.Key_Return, SHIFT)
    assert grid.current == (3, 1)
    grid.type("x")
    grid.press(Key.Key_Return, SHIFT)

    assert grid.cell(3, TARGET) == "x"
    assert grid.current == (2, 1)


@pytest.mark.slow
def test_tab_takes_over_and_goes_right_and_enter_returns_to_where_the_row_began(grid: TypedGrid) -> None:
    grid.type("new")
    grid.press(Key.Key_Tab)
    assert (grid.cell(0, SOURCE), grid.current, grid.editor) == ("new", (0, 1), None)
    grid.type("neu")
    grid.press(Key.Key_Return)

    assert grid.cell(0, TARGET) == "neu"
    assert grid.current == (1, 0)


@pytest.mark.slow
def test_tab_at_the_end_of_a_row_goes_on_with_the_next_and_shift_tab_comes_back(grid: TypedGrid) -> None:
    grid.go(0, 1)
    grid.press(Key.Key_Tab)
    assert grid.current == (1, 0)
    grid.type("x")
    grid.press(Key.Key_Backtab, SHIFT)

    assert grid.cell(1, SOURCE) == "x"
    assert grid.current == (0, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        ((0, 1), Key.Key_Down, (1, 1)),
        ((1, 1), Key.Key_Down, (3, 1)),
        ((3, 1), Key.Key_Down, (5, 1)),
        ((5, 0), Key.Key_Up, (4, 0)),
        ((4, 0), Key.Key_Up, (2, 0)),
        ((2, 0), Key.Key_Up, (0, 0)),
        ((2, 0), Key.Key_Right, (2, 1)),
        ((2, 1), Key.Key_Left, (2, 0)),
    ],
)
def test_control_and_an_arrow_go_to_the_edge_of_the_data(
    grid: TypedGrid, start: tuple[int, int], key: Qt.Key, end: tuple[int, int]
) -> None:
    grid.go(*start)
    grid.press(key, CONTROL)

    assert grid.current == end
    assert grid.selected() == [end]


@pytest.mark.slow
def test_with_shift_too_everything_up_to_the_edge_is_selected(grid: TypedGrid) -> None:
    grid.go(0, 0)
    grid.press(Key.Key_Down, CONTROL | SHIFT)
    assert grid.selected() == [(0, 0), (1, 0), (2, 0)]
    grid.press(Key.Key_Right, CONTROL | SHIFT)
    assert grid.selected() == [(row, column) for row in range(3) for column in range(2)]
    grid.press(Key.Key_Up, SHIFT)

    assert grid.selected() == [(row, column) for row in range(2) for column in range(2)]


@pytest.mark.slow
def test_control_home_and_end_and_with_shift(grid: TypedGrid) -> None:
    grid.go(2, 1)
    grid.press(Key.Key_End, CONTROL)
    assert grid.current == (5, 1)
    assert grid.selected() == [(5, 1)]
    grid.press(Key.Key_Home, CONTROL)
    assert grid.current == (0, 0)
    assert grid.selected() == [(0, 0)]
    grid.press(Key.Key_End, CONTROL | SHIFT)

    assert len(grid.selected()) == 12


@pytest.mark.slow
def test_shift_begins_at_the_current_cell_however_one_came_there(grid: TypedGrid) -> None:
    grid.press(Key.Key_Return)
    grid.press(Key.Key_Tab)
    grid.press(Key.Key_Down, SHIFT)
    assert grid.selected() == [(1, 1), (2, 1)]

    position = grid.view.visualRect(grid.edits.model.index(3, 0)).center()
    grid.qtbot.mouseClick(grid.view.viewport(), Qt.MouseButton.LeftButton, SHIFT, position)

    assert grid.selected() == [(row, column) for row in (1, 2, 3) for column in range(2)]


@pytest.mark.slow
def test_the_first_key_goes_to_the_input_method(grid: TypedGrid) -> None:
    grid.compose("に")
    assert grid.editor is not None
    assert grid.editor.is_composing
    grid.compose("にほん")
    grid.compose("", commit="日本")
    grid.press(Key.Key_Return)

    assert grid.cell(0, SOURCE) == "日本"
    assert grid.current == (1, 0)


def test_a_dead_key_opens_the_cell_with_the_finished_letter(grid: TypedGrid) -> None:
    grid.compose("", commit="é")
    grid.type("t")
    grid.press(Key.Key_Return)

    assert grid.cell(0, SOURCE) == "ét"


@pytest.mark.slow
def test_larger_entries_have_higher_rows(grid: TypedGrid) -> None:
    before = grid.view.rowHeight(0)
    grid.view.set_zoom(8)

    assert grid.view.rowHeight(0) > before
    assert grid.view.rowHeight(0) > QFontMetrics(grid.view.font()).height()


@pytest.mark.slow
def test_a_grid_that_is_filled_anew_keeps_its_place(grid: TypedGrid) -> None:
    grid.edits.append_rows([(f"row {number}", "x") for number in range(200)], "Append")
    grid.go(150, 1)
    scrolled = grid.view.verticalScrollBar().value()
    grid.edits.model.set_order([*range(10, 200)])
    assert grid.current == (150, 1)
    assert grid.view.verticalScrollBar().value() == scrolled
    grid.edits.model.set_order([])
    grid.edits.model.set_order(None)

    assert grid.view.currentIndex().isValid()


@pytest.mark.slow
@pytest.mark.parametrize("target", [(3, 1), (0, 1), (1, 0)])
def test_a_cell_that_is_gone_to_while_another_is_open_stays_current(grid: TypedGrid, target: tuple[int, int]) -> None:
    grid.type("new")

    grid.go(*target)

    assert grid.cell(0, SOURCE) == "new"
    assert (grid.current, grid.editor) == (target, None)


@pytest.mark.slow
@pytest.mark.parametrize("zoom", [0, 2])
def test_larger_text_in_the_preferences_reaches_an_open_grid(grid: TypedGrid, qapp: QApplication, zoom: int) -> None:
    theme.apply(qapp, choice="light")
    grid.view.set_zoom(zoom)
    points, height = grid.view.font().pointSizeF(), grid.view.verticalHeader().defaultSectionSize()

    theme.apply(qapp, choice="light", text_size=8)
    qapp.processEvents()

    assert grid.view.font().pointSizeF() == points + 8
    assert grid.view.verticalHeader().defaultSectionSize() > height
    theme.apply(qapp, choice="light")
