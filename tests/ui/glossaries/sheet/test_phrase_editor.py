"""The open cell leaves keys to the input method while it composes."""

from __future__ import annotations

from PySide6.QtCore import Qt

from termdesk.domain.entries.entries import SOURCE
from ui.glossaries.typed_grid import Key, TypedGrid


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


def test_a_composition_that_is_given_up_changes_nothing(grid: TypedGrid) -> None:
    grid.compose("か")
    grid.compose("")
    grid.press(Key.Key_Escape)

    assert grid.cell(0, SOURCE) == "a"
    assert grid.editor is None


def test_the_candidate_window_finds_the_caret(grid: TypedGrid) -> None:
    grid.press(Key.Key_F2)
    editor = grid.editor
    assert editor is not None

    caret = editor.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)

    assert editor.rect().contains(caret.center())
