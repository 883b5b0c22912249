"""Keys move through a grid as they do in spreadsheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from termdesk.ui.widgets.grid_keys import arrow, cursor_action, edge_of_data, has, is_enter, is_tab

Key, Held = Qt.Key, Qt.KeyboardModifier


def pressed(key: Qt.Key, held: Qt.KeyboardModifier = Held.NoModifier) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, held)


@pytest.mark.parametrize(
    ("cells", "start", "step", "reached"),
    [
        ("xxx..x", 0, 1, 2),  # to the end of a block
        ("xxx..x", 2, 1, 5),  # from its end to the next block
        ("xx..x", 3, -1, 1),
        ("x....", 0, 1, 4),  # nothing ahead, so to the very end
        (".....", 3, -1, 0),
        ("xxxxx", 4, -1, 0),
        ("xxxxx", 4, 1, 4),  # at the end already
        ("x", 0, 1, 0),
    ],
)
def test_ctrl_and_an_arrow_go_to_the_edge_of_the_data(cells: str, start: int, step: int, reached: int) -> None:
    assert edge_of_data(lambda position: cells[position] == "x", start, len(cells), step) == reached


@given(st.text("x.", min_size=1, max_size=30), st.data())
def test_repeating_it_goes_on_to_the_end_and_never_back(cells: str, data: st.DataObject) -> None:
    step = data.draw(st.sampled_from([1, -1]))
    position = data.draw(st.integers(0, len(cells) - 1))
    last = len(cells) - 1 if step > 0 else 0

    while position != last:
        reached = edge_of_data(lambda each: cells[each] == "x", position, len(cells), step)
        assert (reached - position) * step > 0
        assert reached == last or cells[reached] == "x"
        position = reached


def test_arrows_are_steps_in_rows_and_columns() -> None:
    steps = [arrow(pressed(key)) for key in (Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right, Key.Key_A)]

    assert steps == [(-1, 0), (1, 0), (0, -1), (0, 1), None]


def test_every_key_that_moves_has_an_action_of_qt_and_letters_have_none() -> None:
    moving = [*(Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right), Key.Key_Home, Key.Key_End]

    actions = [cursor_action(pressed(key)) for key in (*moving, Key.Key_PageUp, Key.Key_PageDown)]

    assert None not in actions
    assert len(set(actions)) == 8
    assert cursor_action(pressed(Key.Key_A)) is None


@pytest.mark.parametrize(
    ("key", "held", "is_it"),
    [
        (Key.Key_Return, Held.NoModifier, True),
        (Key.Key_Enter, Held.KeypadModifier, True),
        (Key.Key_Enter, Held.KeypadModifier | Held.ShiftModifier, True),
        (Key.Key_Return, Held.ControlModifier, False),
        (Key.Key_Return, Held.AltModifier, False),
        (Key.Key_Space, Held.NoModifier, False),
    ],
)
def test_enter_is_enter_on_both_parts_of_the_keyboard_and_with_shift(
    key: Qt.Key, held: Qt.KeyboardModifier, is_it: bool
) -> None:
    assert is_enter(pressed(key, held)) is is_it


def test_shift_and_tab_is_a_key_of_its_own_in_qt() -> None:
    assert is_tab(pressed(Key.Key_Tab))
    assert is_tab(pressed(Key.Key_Backtab, Held.ShiftModifier))
    assert not is_tab(pressed(Key.Key_Space))


def test_a_modifier_is_found_among_others() -> None:
    event = pressed(Key.Key_Down, Held.ControlModifier | Held.ShiftModifier)

    assert has(event, Held.ShiftModifier)
    assert has(event, Held.ControlModifier)
    assert not has(event, Held.AltModifier)
