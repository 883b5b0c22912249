"""Moving through a window with Tab, and choosing values with keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu

from app.program import Key, Program

SHIFT = Qt.KeyboardModifier.ShiftModifier
# More than the number of widgets that Tab reaches in any pane or dialog.
MOST_STEPS = 40


def focused() -> str:
    """Return the name of the widget that has the focus."""
    widget = QApplication.focusWidget()
    return widget.objectName() if widget is not None else ""


def tab_to(program: Program, name: str, *, back: bool = False) -> None:
    """Press Tab until a widget has the focus."""
    seen = []
    while focused() != name:
        seen.append(focused())
        assert len(seen) < MOST_STEPS, (name, seen)
        program.press(Key.Key_Backtab if back else Key.Key_Tab, SHIFT if back else Qt.KeyboardModifier.NoModifier)


def choose(program: Program, field: str, words: str) -> None:
    """Type the code of a language into its field."""
    tab_to(program, field)
    program.type(words)
    program.press(Key.Key_Tab)


def tick(program: Program, chooser: str, code: str) -> None:
    """Check a language in the menu of a button."""
    tab_to(program, chooser)
    program.press(Key.Key_Space)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    while menu.activeAction() is None or menu.activeAction().data() != code:
        program.qtbot.keyClick(menu, Key.Key_Down)
    program.qtbot.keyClick(menu, Key.Key_Space)
    program.qtbot.keyClick(menu, Key.Key_Escape)
