"""Key navigation in a grid, as in spreadsheets."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

_STEPS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}
_Action = QAbstractItemView.CursorAction
_ACTIONS: dict[int, QAbstractItemView.CursorAction] = {
    Qt.Key.Key_Up: _Action.MoveUp,
    Qt.Key.Key_Down: _Action.MoveDown,
    Qt.Key.Key_Left: _Action.MoveLeft,
    Qt.Key.Key_Right: _Action.MoveRight,
    Qt.Key.Key_Home: _Action.MoveHome,
    Qt.Key.Key_End: _Action.MoveEnd,
    Qt.Key.Key_PageUp: _Action.MovePageUp,
    Qt.Key.Key_PageDown: _Action.MovePageDown,
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_TAB = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


def edge_of_data(is_filled: Callable[[int], bool], start: int, count: int, step: int) -> int:
    """Return the index that Ctrl and an arrow key move to from `start`, out of `count` cells.

    Inside a block of filled cells it is the last of them, else the next filled cell, or the end.
    """
    last = count - 1 if step > 0 else 0
    if start == last:
        return start
    ahead = range(start + step, last + step, step)
    if is_filled(start) and is_filled(start + step):
        gap = next((position for position in ahead if not is_filled(position)), None)
        return last if gap is None else gap - step
    found = next((position for position in ahead if is_filled(position)), None)
    return last if found is None else found


def arrow(event: QKeyEvent) -> tuple[int, int] | None:
    """Return the step of an arrow key in rows and columns; None for other keys."""
    return _STEPS.get(event.key())


def cursor_action(event: QKeyEvent) -> QAbstractItemView.CursorAction | None:
    """Return the cursor action of a key; None for keys that do not move."""
    return _ACTIONS.get(event.key())


def is_enter(event: QKeyEvent) -> bool:
    """Return whether this is Enter or Shift+Enter, on either part of the keyboard."""
    held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
    return event.key() in _ENTER and held == Qt.KeyboardModifier.NoModifier


def is_tab(event: QKeyEvent) -> bool:
    """Return whether this is Tab or Shift+Tab."""
    return event.key() in _TAB


def has(event: QKeyEvent, modifier: Qt.KeyboardModifier) -> bool:
    """Return whether a modifier key is held."""
    return bool(event.modifiers() & modifier)
