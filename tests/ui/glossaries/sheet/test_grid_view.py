"""The grid under the fingers: keys as in a spreadsheet, input methods, directions, sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.window_memory import ColumnMemory
from termdesk.ui.glossaries.dictionary.column_widths import ColumnWidths
from termdesk.ui.glossaries.dictionary.grid_column import COLUMN_NAMES
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.glossaries.sheet.phrase_editor import PhraseEditor

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
PAIRS = [("a", "1"), ("b", "2"), ("c", ""), ("", "4"), ("e", "5"), ("f", "6")]
DETAILS = ["status", "domain", "note"]


class Hands:
    """One grid in a window, and the keys under it."""

    def __init__(self, qtbot: QtBot, window: QWidget, dictionary: OpenDictionary) -> None:
        self.qtbot = qtbot
        self.edits = GridEdits(dictionary)
        self.view = GridView(window)
        self.view.setModel(self.edits.model)
        self.delegate = PhraseDelegate(self.view)
        self.view.setItemDelegate(self.delegate)
        self.columns = ColumnWidths(self.view, COLUMN_NAMES, hidden=DETAILS)
        self.columns.fit()
        window.resize(700, 400)
        self.view.resize(700, 400)
        self.view.show()
        window.activateWindow()
        self.view.setFocus()
        qtbot.waitUntil(self.view.hasFocus)
        self.go(0, 0)

    def go(self, row: int, column: int) -> None:
        self.view.go_to(row, column)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        self.qtbot.keyClick(QApplication.focusWidget() or self.view, key, modifiers)
        # Enter in an open cell is carried out when Qt comes round.
        QApplication.processEvents()

    def type(self, text: str) -> None:
        for character in text:
            self.qtbot.keyClicks(QApplication.focusWidget() or self.view, character)

    def compose(self, preedit: str, commit: str = "") -> None:
        event = QInputMethodEvent(preedit, [])
        event.setCommitString(commit)
        QApplication.sendEvent(QApplication.focusWidget() or self.view, event)

    @property
    def current(self) -> tuple[int, int]:
        index = self.view.currentIndex()
        return index.row(), index.column()

    @property
    def editor(self) -> PhraseEditor | None:
        return self.view.open_editor()

    def cell(self, row: int, column: int) -> str:
        return self.edits.dictionary.entries.cell(row, column)

    def selected(self) -> list[tuple[int, int]]:
        return sorted((row, column) for column, rows in self.view.selected_by_column().items() for row in rows)


@pytest.fixture
def hands(qtbot: QtBot, window: QWidget, opening: Opening) -> Hands:
    return Hands(qtbot, window, opening(PAIRS))


# Editing


def test_typing_replaces_and_enter_goes_down(hands: Hands) -> None:
    hands.type("new")
    assert hands.editor is not None
    hands.press(Key.Key_Return)

    assert hands.cell(0, SOURCE) == "new"
    assert hands.current == (1, 0)
    assert hands.editor is None


def test_f2_edits_what_is_there(hands: Hands) -> None:
    hands.press(Key.Key_F2)
    hands.press(Key.Key_End)
    hands.type("z")
    hands.press(Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)

    assert hands.cell(0, SOURCE) == "az"


def test_escape_leaves_everything_as_it_was(hands: Hands) -> None:
    hands.type("new")
    hands.press(Key.Key_Escape)

    assert hands.cell(0, SOURCE) == "a"
    assert hands.current == (0, 0)
    assert hands.edits.history.count == 0


@pytest.mark.parametrize("phrase", ["\ud800half", "\ufeffmark", "x" * 40_000, "line\nbreak", "tab\tbed", "nu\0ll"])
def test_a_cell_that_is_opened_and_closed_holds_what_it_held(
    qtbot: QtBot, window: QWidget, opening: Opening, phrase: str
) -> None:
    hands = Hands(qtbot, window, opening([(phrase, "b")]))

    hands.press(Key.Key_F2)
    assert hands.editor is not None
    hands.press(Key.Key_Return)

    assert hands.cell(0, SOURCE) == phrase
    assert hands.edits.history.count == 0


def test_of_a_long_text_nothing_is_cut_off(qtbot: QtBot, window: QWidget, opening: Opening) -> None:
    hands = Hands(qtbot, window, opening([("x" * 40_000, "b")]))

    hands.press(Key.Key_F2)
    hands.press(Key.Key_End)
    hands.type("y")
    hands.press(Key.Key_Return)

    assert hands.cell(0, SOURCE) == "x" * 40_000 + "y"


def test_shift_enter_goes_up(hands: Hands) -> None:
    hands.go(4, 1)
    hands.press(Key.Key_Return, SHIFT)
    assert hands.current == (3, 1)
    hands.type("x")
    hands.press(Key.Key_Return, SHIFT)

    assert hands.cell(3, TARGET) == "x"
    assert hands.current == (2, 1)


def test_tab_takes_over_and_goes_right_and_enter_returns_to_where_the_row_began(hands: Hands) -> None:
    hands.type("new")
    hands.press(Key.Key_Tab)
    assert (hands.cell(0, SOURCE), hands.current, hands.editor) == ("new", (0, 1), None)
    hands.type("neu")
    hands.press(Key.Key_Return)

    assert hands.cell(0, TARGET) == "neu"
    assert hands.current == (1, 0)


def test_tab_at_the_end_of_a_row_goes_on_with_the_next_and_shift_tab_comes_back(hands: Hands) -> None:
    hands.go(0, 1)
    hands.press(Key.Key_Tab)
    assert hands.current == (1, 0)
    hands.type("x")
    hands.press(Key.Key_Backtab, SHIFT)

    assert hands.cell(1, SOURCE) == "x"
    assert hands.current == (0, 1)


# Moving


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
    hands: Hands, start: tuple[int, int], key: Qt.Key, end: tuple[int, int]
) -> None:
    hands.go(*start)
    hands.press(key, CONTROL)

    assert hands.current == end
    assert hands.selected() == [end]


def test_with_shift_too_everything_up_to_the_edge_is_selected(hands: Hands) -> None:
    hands.go(0, 0)
    hands.press(Key.Key_Down, CONTROL | SHIFT)
    assert hands.selected() == [(0, 0), (1, 0), (2, 0)]
    hands.press(Key.Key_Right, CONTROL | SHIFT)
    assert hands.selected() == [(row, column) for row in range(3) for column in range(2)]
    hands.press(Key.Key_Up, SHIFT)

    assert hands.selected() == [(row, column) for row in range(2) for column in range(2)]


def test_control_home_and_end_and_with_shift(hands: Hands) -> None:
    hands.go(2, 1)
    hands.press(Key.Key_End, CONTROL)
    assert hands.current == (5, 1)
    hands.press(Key.Key_Home, CONTROL)
    assert hands.current == (0, 0)
    hands.press(Key.Key_End, CONTROL | SHIFT)

    assert len(hands.selected()) == 12


def test_shift_begins_at_the_current_cell_however_one_came_there(hands: Hands) -> None:
    hands.press(Key.Key_Return)
    hands.press(Key.Key_Tab)
    hands.press(Key.Key_Down, SHIFT)
    assert hands.selected() == [(1, 1), (2, 1)]

    place = hands.view.visualRect(hands.edits.model.index(3, 0)).center()
    hands.qtbot.mouseClick(hands.view.viewport(), Qt.MouseButton.LeftButton, SHIFT, place)

    assert hands.selected() == [(row, column) for row in (1, 2, 3) for column in range(2)]


# Input methods


def test_the_first_key_goes_to_the_input_method(hands: Hands) -> None:
    hands.compose("に")
    assert hands.editor is not None
    assert hands.editor.is_composing
    hands.compose("にほん")
    hands.compose("", commit="日本")
    hands.press(Key.Key_Return)

    assert hands.cell(0, SOURCE) == "日本"
    assert hands.current == (1, 0)


def test_enter_that_ends_a_composition_does_not_close_the_cell(hands: Hands) -> None:
    hands.press(Key.Key_F2)
    hands.compose("ㅎㅏㄴ")
    for key in (Key.Key_Return, Key.Key_Tab, Key.Key_Escape, Key.Key_Enter):
        hands.press(key)
        assert hands.editor is not None
    hands.compose("", commit="한")
    assert hands.current == (0, 0)
    hands.press(Key.Key_Return)

    assert hands.cell(0, SOURCE) == "한"


def test_a_dead_key_opens_the_cell_with_the_finished_letter(hands: Hands) -> None:
    hands.compose("", commit="é")
    hands.type("t")
    hands.press(Key.Key_Return)

    assert hands.cell(0, SOURCE) == "ét"


def test_a_composition_that_is_given_up_changes_nothing(hands: Hands) -> None:
    hands.compose("か")
    hands.compose("")
    hands.press(Key.Key_Escape)

    assert hands.cell(0, SOURCE) == "a"
    assert hands.editor is None


def test_the_candidate_window_finds_the_caret(hands: Hands) -> None:
    hands.press(Key.Key_F2)
    editor = hands.editor
    assert editor is not None

    caret = editor.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)

    assert editor.rect().contains(caret.center())


# Directions, fonts, sizes


def test_the_open_cell_runs_as_its_language_does(hands: Hands) -> None:
    directions = []
    for column in (SOURCE, TARGET):
        hands.go(0, column)
        hands.press(Key.Key_F2)
        assert hands.editor is not None
        directions.append(hands.editor.layoutDirection())
        hands.press(Key.Key_Escape)

    assert directions == [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]


def test_larger_entries_have_higher_rows(hands: Hands) -> None:
    before = hands.view.rowHeight(0)
    hands.view.set_zoom(8)

    assert hands.view.rowHeight(0) > before
    assert hands.view.rowHeight(0) > QFontMetrics(hands.view.font()).height()


def test_what_is_being_typed_is_told(hands: Hands) -> None:
    told: list[str] = []
    hands.delegate.typed.connect(told.append)
    hands.type("ab")

    assert told[-1] == "ab"


# Columns


def test_columns_keep_their_shares_and_what_is_hidden(hands: Hands) -> None:
    columns = hands.columns
    columns.restore(ColumnMemory(shares={"source": 0.25}, hidden=list(DETAILS)))
    width = hands.view.viewport().width()
    assert abs(hands.view.columnWidth(0) - width / 4) <= 1
    assert hands.view.columnWidth(0) + hands.view.columnWidth(1) == width

    hands.view.resize(900, 400)
    assert abs(hands.view.columnWidth(0) - hands.view.viewport().width() / 4) <= 1
    hands.view.horizontalHeader().resizeSection(0, 450)
    columns.show_column(1, False)

    assert columns.state() == ColumnMemory(hidden=sorted([*DETAILS, "target"]))
    assert hands.view.isColumnHidden(1)


def test_columns_that_hold_something_are_shown_here_and_remembered_nowhere(hands: Hands) -> None:
    columns = hands.columns
    columns.restore(ColumnMemory(shares={"source": 0.7}, hidden=list(DETAILS)))
    before = columns.state()
    columns.show_for_now([2, 3, 4])

    assert not any(hands.view.isColumnHidden(column) for column in range(5))
    assert columns.state() == before
    width = sum(hands.view.columnWidth(column) for column in range(5))
    assert width == hands.view.viewport().width(), "nothing has to be scrolled for"
    columns.show_columns([2, 3, 4], False)
    assert all(hands.view.isColumnHidden(column) for column in (2, 3, 4))


def test_a_hidden_column_is_neither_copied_nor_cleared(hands: Hands) -> None:
    hands.columns.show_column(1, False)
    hands.view.selectAll()

    assert list(hands.view.selected_block()) == [[[source] for source, _ in PAIRS]]
    assert set(hands.view.selected_by_column()) == {0}


@pytest.mark.parametrize("state", [None, ColumnMemory(shares={"source": 3, "x": 0.5}, hidden=[*DETAILS, "x"])])
def test_a_state_that_is_none_changes_nothing(hands: Hands, state: ColumnMemory | None) -> None:
    hands.columns.restore(state)

    assert hands.columns.state() == ColumnMemory(hidden=sorted(DETAILS))


def test_a_grid_that_is_filled_anew_keeps_its_place(hands: Hands) -> None:
    hands.edits.append_rows([(f"row {number}", "x") for number in range(200)], "Append")
    hands.go(150, 1)
    scrolled = hands.view.verticalScrollBar().value()
    hands.edits.model.set_order([*range(10, 200)])
    assert hands.current == (150, 1)
    assert hands.view.verticalScrollBar().value() == scrolled
    hands.edits.model.set_order([])
    hands.edits.model.set_order(None)

    assert hands.view.currentIndex().isValid()


def test_of_very_many_changed_rows_those_in_sight_are_shown(hands: Hands) -> None:
    hands.edits.append_rows([(f"row {number}", "x") for number in range(2_000)], "Append")
    hands.go(1_500, 1)
    scrolled = hands.view.verticalScrollBar().value()

    hands.view.show_rows(list(range(3, 1_990)))

    assert hands.view.verticalScrollBar().value() == scrolled
    chosen = list(hands.view.selected_shown_rows())
    assert 1_500 in chosen
    assert min(chosen) > 1_400
    hands.view.show_rows([*range(3, 1_000), 1_500])
    assert (hands.current, hands.view.verticalScrollBar().value()) == ((1_500, 1), scrolled)
    hands.view.show_rows(list(range(3, 1_000)))
    assert hands.current == (3, 1)
