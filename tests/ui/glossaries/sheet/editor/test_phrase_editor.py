"""The open cell grows with a long phrase, keeps every character, and leaves keys to the input method."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.ui.glossaries.sheet.editor.phrase_editor import PhraseEditor
from termdesk.ui.widgets.phrase_fonts import phrase_font
from ui.glossaries.typed_grid import NONE, SHIFT, Key, Opening, TypedGrid

LONG = "the supply of drinking water from protected sources, with the treatment plants and all the pipes of it"
ARABIC = "إمدادات مياه الشرب من مصادر المياه الجوفية المحمية بما في ذلك محطات المعالجة التابعة لها والأنابيب"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def long(qtbot: QtBot, window: QWidget, opening: Opening) -> TypedGrid:
    """A grid with long phrases."""
    return TypedGrid(qtbot, window, opening([(LONG, "b")] * 4))


def opened(grid: TypedGrid) -> PhraseEditor:
    """Return the editor of the open cell."""
    assert grid.editor is not None
    return grid.editor


def test_enter_that_ends_a_composition_does_not_close_the_cell(grid: TypedGrid) -> None:
    grid.press(Key.Key_F2)
    grid.compose("ㅎㅏㄴ")
    for key in (Key.Key_Return, Key.Key_Tab, Key.Key_Escape, Key.Key_Enter):
        grid.press(key)
        assert grid.editor is not None
    grid.compose("", commit="한")
    assert grid.current == (0, 0)
    grid.press(Key.Key_Return)

    assert grid.cell(0, SOURCE) == "한"


@pytest.mark.slow
def test_a_composition_that_is_given_up_changes_nothing(grid: TypedGrid) -> None:
    grid.compose("か")
    grid.compose("")
    grid.press(Key.Key_Escape)

    assert grid.cell(0, SOURCE) == "a"
    assert grid.editor is None


@pytest.mark.slow
def test_the_candidate_window_finds_the_caret(grid: TypedGrid) -> None:
    grid.press(Key.Key_F2)
    editor = grid.editor
    assert editor is not None

    caret = editor.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)

    assert editor.rect().contains(caret.center())


@pytest.mark.slow
@pytest.mark.parametrize("is_mirrored", [False, True], ids=["left to right", "right to left"])
@pytest.mark.parametrize("row", [0, 5, 19])
@pytest.mark.parametrize(("column", "phrase"), [(SOURCE, LONG), (TARGET, ARABIC)], ids=["source", "target"])
def test_a_long_phrase_is_edited_in_several_lines_inside_the_table(
    qtbot: QtBot, window: QWidget, opening: Opening, row: int, column: int, phrase: str, is_mirrored: bool
) -> None:
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_mirrored else Qt.LayoutDirection.LeftToRight)
    grid = TypedGrid(qtbot, window, opening([(LONG, ARABIC)] * 20))
    grid.go(row, column)
    grid.press(Key.Key_F2)
    editor = opened(grid)
    cell = grid.view.visualRect(grid.view.currentIndex())

    assert editor.line_count > 1
    assert editor.height() > cell.height()
    assert editor.geometry().contains(cell)
    assert grid.view.viewport().rect().contains(editor.geometry())
    assert editor.font() == phrase_font(("en", "ar")[column], grid.view.font())
    assert editor.selectedText() == phrase


@pytest.mark.slow
def test_a_narrow_cell_becomes_wider_first(grid: TypedGrid) -> None:
    grid.view.setColumnWidth(SOURCE, 60)
    grid.press(Key.Key_F2)
    opened(grid).setText("wider than sixty pixels")

    assert opened(grid).width() > 200
    assert opened(grid).line_count == 1


@pytest.mark.slow
def test_the_cell_grows_and_shrinks_with_what_is_typed(grid: TypedGrid) -> None:
    cell = grid.view.visualRect(grid.view.currentIndex())
    grid.type("a")
    assert opened(grid).geometry() == cell
    grid.type(" word" * 40)
    grown = opened(grid).height()
    assert grown > 2 * opened(grid).fontMetrics().height() > cell.height()

    opened(grid).selectAll()
    grid.press(Key.Key_Delete)

    assert opened(grid).geometry() == cell


@pytest.mark.slow
@pytest.mark.parametrize("odd", ["\u00a0", "\0", "\n", "\u2029", "\ufdd0", "\ufffc", "😀", "\u200b"])
def test_of_a_phrase_in_several_lines_only_what_was_typed_changes(
    qtbot: QtBot, window: QWidget, opening: Opening, odd: str
) -> None:
    phrase = f"{odd}{LONG}{odd}{odd}{LONG}{odd}"
    grid = TypedGrid(qtbot, window, opening([(phrase, "b")]))
    grid.press(Key.Key_F2)
    grid.press(Key.Key_End)
    opened(grid).grab()
    grid.type("y")
    grid.press(Key.Key_Return)

    assert grid.cell(0, SOURCE) == phrase + "y"


@pytest.mark.slow
@pytest.mark.parametrize("held", [NONE, SHIFT, Qt.KeyboardModifier.AltModifier])
def test_no_enter_puts_a_line_break_into_a_phrase(long: TypedGrid, held: Qt.KeyboardModifier) -> None:
    long.go(1, SOURCE)
    long.press(Key.Key_F2)
    long.press(Key.Key_End)
    long.type("y")
    long.press(Key.Key_Return, held)

    assert long.editor is None
    assert long.cell(1, SOURCE) == LONG + "y"


@pytest.mark.slow
def test_escape_leaves_a_long_phrase_as_it_was(long: TypedGrid) -> None:
    long.press(Key.Key_F2)
    long.type("new")
    long.press(Key.Key_Escape)

    assert long.editor is None
    assert long.cell(0, SOURCE) == LONG


def test_keys_go_from_line_to_line(long: TypedGrid) -> None:
    long.press(Key.Key_F2)
    editor = opened(long)
    editor.deselect()
    editor.setCursorPosition(5)
    x, y = caret(editor)

    long.press(Key.Key_Down)
    long.press(Key.Key_Down)
    assert caret(editor)[1] > y + editor.fontMetrics().height()
    assert abs(caret(editor)[0] - x) < 2 * editor.fontMetrics().averageCharWidth()
    long.press(Key.Key_Up)
    long.press(Key.Key_Up)
    assert editor.cursorPosition() == 5
    long.press(Key.Key_End)
    end = editor.cursorPosition()
    assert 5 < end < len(LONG)
    assert caret(editor)[1] == y
    long.press(Key.Key_Home, SHIFT)
    assert (editor.cursorPosition(), editor.selectedText()) == (0, LONG[:end])
    long.press(Key.Key_Up)
    assert (editor.cursorPosition(), editor.hasSelectedText()) == (0, False)
    for _ in range(editor.line_count):
        long.press(Key.Key_Down, SHIFT)
    assert editor.selectedText() == LONG
    long.press(Key.Key_Up, SHIFT)
    assert LONG.startswith(editor.selectedText())


@pytest.mark.slow
def test_a_cell_that_is_wrapped_already_holds_its_lines(long: TypedGrid) -> None:
    long.view.set_wrap(True)
    long.qtbot.waitUntil(lambda: long.view.rowHeight(0) > 2 * long.view.fontMetrics().height())
    cell = long.view.visualRect(long.view.currentIndex())
    long.press(Key.Key_F2)
    editor = opened(long)

    # The frame takes some of the width, so there may be one more line.
    assert editor.height() < cell.height() + 2 * editor.fontMetrics().height()
    editor.setCursorPosition(0)
    assert caret(editor)[1] < cell.height() / 2


@pytest.mark.slow
def test_a_cell_that_is_high_enough_does_not_grow(long: TypedGrid) -> None:
    long.view.setColumnWidth(SOURCE, 150)
    long.view.setRowHeight(0, 150)
    long.press(Key.Key_F2)

    assert opened(long).line_count > 3
    assert opened(long).geometry() == long.view.visualRect(long.view.currentIndex())


def test_the_mouse_finds_its_place_in_several_lines(long: TypedGrid) -> None:
    long.press(Key.Key_F2)
    editor, click = opened(long), long.qtbot.mouseClick
    editor.setCursorPosition(end := LONG.index("treatment"))
    there = QPoint(*caret(editor))
    editor.setCursorPosition(0)

    click(editor, LEFT, NONE, there)
    assert editor.cursorPosition() == end
    click(editor, LEFT, SHIFT, QPoint(8, 8))
    assert editor.selectedText() == LONG[:end]

    long.qtbot.mousePress(editor, LEFT, NONE, there)
    long.qtbot.mouseMove(editor, there + QPoint(0, 100))
    move = QMouseEvent(QEvent.Type.MouseMove, QPointF(there.x(), 900), QPointF(), Qt.MouseButton.NoButton, LEFT, NONE)
    QApplication.sendEvent(editor, move)
    long.qtbot.mouseRelease(editor, LEFT, NONE, there)
    assert editor.selectedText()
    assert LONG[end:].startswith(editor.selectedText())

    long.qtbot.mouseDClick(editor, LEFT, NONE, there + QPoint(8, 0))
    assert editor.selectedText() == "treatment"


@pytest.mark.slow
def test_a_third_click_selects_the_phrase(long: TypedGrid) -> None:
    long.press(Key.Key_F2)
    editor = opened(long)
    editor.deselect()
    position = QPoint(20, 8)

    for _ in range(2):
        long.qtbot.mouseDClick(editor, LEFT, NONE, position)
    long.qtbot.mousePress(editor, LEFT, NONE, position)

    assert editor.selectedText() == LONG


def test_what_is_dropped_goes_where_the_mouse_is(long: TypedGrid) -> None:
    long.press(Key.Key_F2)
    editor = opened(long)
    editor.setCursorPosition(end := LONG.index("treatment"))
    there = QPointF(*caret(editor))
    data = QMimeData()
    data.setText("good ")
    event = QDropEvent(there, Qt.DropAction.CopyAction, data, LEFT, NONE)
    editor.setCursorPosition(0)
    begun = QDragEnterEvent(there.toPoint(), Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(editor, begun)
    QApplication.sendEvent(editor, event)

    assert editor.text() == f"{LONG[:end]}good {LONG[end:]}"


@pytest.mark.slow
def test_the_open_cell_goes_along_when_the_table_is_scrolled(qtbot: QtBot, window: QWidget, opening: Opening) -> None:
    grid = TypedGrid(qtbot, window, opening([(LONG, "b")] * 200))
    grid.go(8, SOURCE)
    grid.press(Key.Key_F2)
    editor = opened(grid)
    before = editor.y()

    grid.view.verticalScrollBar().setValue(3)
    assert editor.y() == grid.view.visualRect(grid.view.currentIndex()).top() < before
    grid.view.verticalScrollBar().setValue(1000)

    assert not editor.geometry().intersects(grid.view.viewport().rect())
    assert editor.text() == LONG


@pytest.mark.slow
def test_a_phrase_that_is_longer_than_the_table_scrolls_with_the_caret(
    qtbot: QtBot, window: QWidget, opening: Opening
) -> None:
    grid = TypedGrid(qtbot, window, opening([(LONG * 40, "b")]))
    grid.press(Key.Key_F2)
    editor = opened(grid)

    assert editor.geometry().height() == grid.view.viewport().height()
    for key in (Key.Key_End, Key.Key_Up, Key.Key_Home):
        grid.press(key)
        assert editor.rect().contains(QPoint(*caret(editor)))
    editor.setCursorPosition(0)
    assert editor.rect().contains(QPoint(*caret(editor)))


@pytest.mark.slow
def test_what_is_composed_stands_in_the_lines(long: TypedGrid) -> None:
    long.press(Key.Key_F2)
    editor = opened(long)
    editor.deselect()
    editor.setCursorPosition(0)
    lines, (x, _y) = editor.line_count, caret(editor)
    bare = editor.grab().toImage()
    long.compose("ㅎㅏㄴ " * 30)

    assert editor.line_count > lines
    assert editor.grab().toImage() != bare
    long.compose("", commit="한")
    assert editor.text() == f"한{LONG}"
    assert caret(editor)[0] > x


def caret(editor: PhraseEditor) -> tuple[int, int]:
    """Return the middle of the text cursor in the editor."""
    middle = editor.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
    return middle.x(), middle.y()
