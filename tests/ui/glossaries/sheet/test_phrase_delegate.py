"""Typed text gets into the model once, however the cell is closed, and has the direction of its language."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import tooltip
from ui.glossaries.typed_grid import Key, Opening, TypedGrid


@pytest.mark.slow
@pytest.mark.parametrize("phrase", ["\ud800half", "\ufeffmark", "x" * 40_000, "line\nbreak", "tab\tbed", "nu\0ll"])
def test_a_cell_that_is_opened_and_closed_holds_what_it_held(
    qtbot: QtBot, window: QWidget, opening: Opening, phrase: str
) -> None:
    grid = TypedGrid(qtbot, window, opening([(phrase, "b")]))

    grid.press(Key.Key_F2)
    assert grid.editor is not None
    grid.press(Key.Key_Return)

    assert grid.cell(0, SOURCE) == phrase
    assert grid.edits.history.count == 0


@pytest.mark.slow
def test_of_a_long_text_nothing_is_cut_off(qtbot: QtBot, window: QWidget, opening: Opening) -> None:
    grid = TypedGrid(qtbot, window, opening([("x" * 40_000, "b")]))

    grid.press(Key.Key_F2)
    grid.press(Key.Key_End)
    grid.type("y")
    grid.press(Key.Key_Return)

    assert grid.cell(0, SOURCE) == "x" * 40_000 + "y"


@pytest.mark.slow
def test_the_open_cell_runs_as_its_language_does(grid: TypedGrid) -> None:
    directions = []
    for column in (SOURCE, TARGET):
        grid.go(0, column)
        grid.press(Key.Key_F2)
        assert grid.editor is not None
        directions.append(grid.editor.layoutDirection())
        grid.press(Key.Key_Escape)

    assert directions == [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]


@pytest.mark.slow
@pytest.mark.parametrize("phrase", ["\ud800half", "line\nbreak", "nu\0ll", "", "חתול"])
def test_a_cell_is_drawn_with_what_qt_would_ask_for(
    qtbot: QtBot, window: QWidget, opening: Opening, phrase: str
) -> None:
    grid = TypedGrid(qtbot, window, opening([(phrase, phrase)]))
    for column in (SOURCE, TARGET):
        index = grid.view.model().index(0, column)
        ours, qts = option_of(grid), option_of(grid)
        grid.delegate.initStyleOption(ours, index)
        QStyledItemDelegate(grid.view).initStyleOption(qts, index)
        assert (ours.text, ours.displayAlignment, ours.features) == (qts.text, qts.displayAlignment, qts.features)
        assert (ours.index, ours.styleObject, ours.icon.isNull()) == (qts.index, qts.styleObject, qts.icon.isNull())
        assert ours.palette == qts.palette
        assert ours.backgroundBrush == qts.backgroundBrush


def option_of(grid: TypedGrid) -> QStyleOptionViewItem:
    option = QStyleOptionViewItem()
    option.initFrom(grid.view)
    option.features = QStyleOptionViewItem.ViewItemFeature.WrapText
    option.styleObject = grid.view
    return option


@pytest.mark.slow
def test_what_is_being_typed_is_told(grid: TypedGrid) -> None:
    reported: list[str] = []
    grid.delegate.typed.connect(reported.append)
    grid.type("ab")

    assert reported[-1] == "ab"


def lose_focus(grid: TypedGrid) -> None:
    other = QLineEdit(grid.view.window())
    other.show()
    other.setFocus()


@pytest.mark.slow
@pytest.mark.parametrize(
    "then",
    [
        lambda grid: grid.qtbot.keyClick(QApplication.focusWidget(), Key.Key_Escape),
        lambda grid: grid.view.finish_editing(),
        lambda grid: grid.go(3, 1),
        lambda grid: grid.edits.model.set_order([5, 4, 0]),
        lose_focus,
    ],
    ids=["escape", "finish", "go", "reset", "focus"],
)
@pytest.mark.parametrize("enter", [Key.Key_Return, Key.Key_Enter])
def test_enter_commits_once_whatever_comes_before_qt_gets_round_to_it(
    grid: TypedGrid, then: Callable[[TypedGrid], object], enter: Qt.Key
) -> None:
    grid.type("new")
    editor = grid.editor
    assert editor is not None

    # A Qt warning that the cell belongs to another view would fail the test, too.
    grid.qtbot.keyClick(editor, enter)
    then(grid)
    QApplication.processEvents()

    assert grid.cell(0, SOURCE) == "new"
    assert grid.edits.history.texts == ["Edit source"]
    assert grid.editor is None


@pytest.mark.slow
def test_enter_twice_commits_and_goes_on(grid: TypedGrid) -> None:
    grid.type("new")

    for _ in range(2):
        grid.qtbot.keyClick(QApplication.focusWidget(), Key.Key_Return)
    QApplication.processEvents()

    assert (grid.cell(0, SOURCE), grid.cell(1, SOURCE), grid.current) == ("new", "b", (2, 0))


def test_a_status_is_chosen_from_the_words_that_there_are(grid: TypedGrid) -> None:
    grid.columns.show_column(2, True)
    grid.go(1, 2)
    grid.press(Key.Key_F2)
    box = QApplication.focusWidget()
    assert isinstance(box, QComboBox)
    assert [box.itemText(position) for position in range(box.count())] == ["None", "Preferred", "Admitted", "Forbidden"]

    box.setCurrentIndex(box.findData("forbidden"))
    box.activated.emit(box.currentIndex())

    assert grid.cell(1, 2) == "forbidden"
    assert not grid.view.is_editing


@pytest.mark.slow
def test_enter_twice_chooses_a_status_once_and_goes_on(grid: TypedGrid) -> None:
    grid.columns.show_column(2, True)
    grid.go(1, 2)
    grid.press(Key.Key_F2)
    box = QApplication.focusWidget()
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("forbidden"))

    for _ in range(2):
        grid.qtbot.keyClick(QApplication.focusWidget(), Key.Key_Return)
    QApplication.processEvents()

    assert grid.cell(1, 2) == "forbidden"
    assert grid.edits.history.count == 1
    assert grid.current == (3, 2)


@pytest.mark.slow
def test_keys_for_a_box_whose_column_was_just_hidden_choose_nothing(grid: TypedGrid) -> None:
    grid.columns.show_column(2, True)
    grid.go(1, 2)
    grid.press(Key.Key_F2)
    box = QApplication.focusWidget()
    assert isinstance(box, QComboBox)

    grid.columns.show_column(2, False)
    grid.qtbot.keyClick(box, Key.Key_Down)

    assert grid.cell(1, 2) == ""
    assert grid.edits.history.count == 0


@pytest.mark.slow
def test_what_is_typed_survives_that_other_cells_change(grid: TypedGrid) -> None:
    grid.type("half")

    grid.edits.set_cells([(4, TARGET, "other")], "Other")

    assert grid.editor is not None
    assert grid.editor.text() == "half"


def painted(grid: TypedGrid, row: int, column: int) -> QImage:
    """Return the cell as drawn while another one is current."""
    grid.go(5, 1)
    return grid.view.viewport().grab(grid.view.visualRect(grid.edits.model.index(row, column))).toImage()


def has_color(image: QImage, color: QColor, columns: range) -> bool:
    expected = color.rgb()
    return any(image.pixel(x, y) == expected for x in columns for y in range(image.height()))


@pytest.mark.slow
def test_a_corner_marks_a_violation_where_the_phrase_ends(grid: TypedGrid) -> None:
    color = theme.color("problem")
    source, target = painted(grid, 3, SOURCE), painted(grid, 2, TARGET)
    start, end = range(4), range(source.width() - 8, source.width() - 2)

    assert has_color(source, color, end)
    assert not has_color(source, color, start)
    # Arabic is written from right to left.
    assert has_color(target, color, start)
    assert not has_color(painted(grid, 0, SOURCE), color, range(source.width()))


@pytest.mark.slow
def test_marks_are_seen_on_a_selection(grid: TypedGrid) -> None:
    grid.go(3, SOURCE)
    cell = grid.view.viewport().grab(grid.view.visualRect(grid.edits.model.index(3, SOURCE))).toImage()

    assert has_color(cell, theme.color("selection_text"), range(cell.width() - 10, cell.width() - 3))
    assert not has_color(cell, theme.color("problem"), range(cell.width()))


@pytest.mark.slow
def test_a_bar_marks_a_row_that_is_not_published(
    grid: TypedGrid, finish: Callable[[Coroutine[Any, Any, Any]], Any]
) -> None:
    color, dictionary = theme.color("changed"), grid.edits.dictionary
    finish(dictionary.rebase(base=dictionary.entries.copy()))
    assert not has_color(painted(grid, 1, SOURCE), color, range(3))

    grid.edits.set_cells([(1, TARGET, "other")], "Edit")

    assert has_color(painted(grid, 1, SOURCE), color, range(3))
    assert not has_color(painted(grid, 0, SOURCE), color, range(3))


def tip_over(grid: TypedGrid, row: int, column: int) -> str:
    view, position = grid.view, grid.view.visualRect(grid.edits.model.index(row, column)).center()
    QApplication.sendEvent(
        view.viewport(), QHelpEvent(QEvent.Type.ToolTip, position, view.viewport().mapToGlobal(position))
    )
    return QToolTip.text()


def test_a_text_that_is_cut_is_whole_in_its_tooltip(grid: TypedGrid) -> None:
    long = "so long <b> that no column has room for it " * 5 + "."
    grid.edits.set_cells([(0, 0, long), (1, 0, long + " ")], "Edit")

    assert tip_over(grid, 4, 0) == ""
    assert tip_over(grid, 0, 0) == tooltip(long)
    said = tip_over(grid, 1, 0)
    assert "so long" in said
    assert "white space" in said
