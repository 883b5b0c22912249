"""Moved columns: copying, pasting and keys follow the visible order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QTableView, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_detail import DOMAIN, NOTE, STATUS
from termdesk.domain.window_memory import ColumnMemory
from termdesk.ui.glossaries.dictionary.column_widths import ColumnWidths
from termdesk.ui.glossaries.dictionary.grid_column import COLUMN_NAMES
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.sheet.column_order import ColumnOrder, merge_orders, stretches
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.glossaries.view.filter_header import FilterHeader

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ROWS = 6
STATUSES = ["preferred", "admitted", "forbidden", "preferred", "", "forbidden"]


class Sheet:
    """A grid with all its columns in a window, examined without Qt's order of sections."""

    def __init__(self, qtbot: QtBot, window: QWidget, dictionary: OpenDictionary) -> None:
        self.qtbot = qtbot
        self.edits = GridEdits(dictionary)
        for row in range(ROWS):
            cells = ((STATUS, STATUSES[row]), (DOMAIN, f"domain {row}"), (NOTE, f"note {row}"))
            self.edits.set_cells([(row, column, text) for column, text in cells], "Describe")
        self.view = GridView(window, header=FilterHeader)
        self.view.setModel(self.edits.model)
        self.delegate = PhraseDelegate(self.view)
        self.view.setItemDelegate(self.delegate)
        self.columns = ColumnWidths(self.view, COLUMN_NAMES)
        window.resize(900, 400)
        self.view.resize(900, 400)
        self.view.show()
        window.activateWindow()
        self.view.setFocus()
        qtbot.waitUntil(self.view.hasFocus)

    def seen(self) -> list[int]:
        """Return the columns by their drawn position, in reading direction."""
        shown = [column for column in range(5) if self.view.columnWidth(column)]
        positions = sorted(shown, key=self.view.columnViewportPosition)
        return positions[::-1] if self.view.isRightToLeft() else positions

    def texts(self, rows: range, columns: Sequence[int]) -> list[list[str]]:
        return [[self.edits.model.cell(row, column) for column in columns] for row in rows]

    def order(self, *names: str) -> None:
        self.columns.order.restore(list(names))
        self.columns.fit()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(self.view, key, modifiers)

    def index(self, row: int, column: int) -> QPoint:
        return self.view.visualRect(self.edits.model.index(row, column)).center()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self._drag(self.view.viewport(), self.index(*start), self.index(*end))

    def drag_heading(self, column: int, to: int) -> None:
        header = self.view.horizontalHeader()
        start, end = (
            QPoint(header.sectionViewportPosition(each) + header.sectionSize(each) // 2, 8) for each in (column, to)
        )
        # Past the middle of the other one.
        self._drag(header.viewport(), start, end + QPoint(20 if end.x() > start.x() else -20, 0))

    def _drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        button = Qt.MouseButton.LeftButton
        self.qtbot.mousePress(widget, button, pos=start)
        for step in range(1, 11):
            self.qtbot.mouseMove(widget, start + (end - start) * (step / 10))
        self.qtbot.mouseRelease(widget, button, pos=end)

    def field_positions(self) -> list[tuple[int, int]]:
        header = self.view.horizontalHeader()
        assert isinstance(header, FilterHeader)
        return [(field.x(), field.x() + field.width()) for field in header.fields_as_seen()]

    @property
    def current(self) -> tuple[int, int]:
        index = self.view.currentIndex()
        return index.row(), index.column()

    def menus(self) -> list[QMenu]:
        return [each for each in self.view.findChildren(QMenu) if each.objectName() == "grid_columns_menu"]

    def asked(self) -> QMenu:
        """Return the menu of the current column, once the previous menu is gone."""
        self.qtbot.waitUntil(lambda: not self.menus())
        self.columns.open_menu()
        return self.menus()[0]

    def choose(self, words: str) -> None:
        """Open the menu of the current column, choose an item, and close the menu."""
        menu = self.asked()
        action = next(each for each in menu.actions() if each.text() == words)
        assert action.isEnabled(), words
        action.trigger()
        menu.close()


@pytest.fixture(params=[Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft], ids=["ltr", "rtl"])
def sheet(request: pytest.FixtureRequest, qtbot: QtBot, window: QWidget, opening: Opening) -> Sheet:
    window.setLayoutDirection(request.param)
    return Sheet(qtbot, window, opening([(f"source {row}", f"target {row}") for row in range(ROWS)]))


def orders() -> Iterator[tuple[random.Random, list[str], list[str]]]:
    """Draw orders of the columns, and which of them are hidden."""
    for seed in range(25):
        chance = random.Random(seed)
        names = chance.sample(COLUMN_NAMES, 5)
        yield chance, names, chance.sample(["status", "domain", "note"], chance.randrange(3))


def block(chance: random.Random, seen: Sequence[int]) -> tuple[range, Sequence[int]]:
    top, left = chance.randrange(ROWS), chance.randrange(len(seen))
    rows, width = range(top, chance.randint(top, ROWS - 1) + 1), chance.randint(1, len(seen) - left)
    return rows, seen[left : left + width]


@pytest.mark.slow
def test_a_block_is_copied_as_it_is_seen_however_it_was_selected(sheet: Sheet) -> None:
    for chance, names, hidden in orders():
        sheet.columns.restore(ColumnMemory(order=names, hidden=hidden))
        seen = sheet.seen()
        assert [COLUMN_NAMES[column] for column in seen] == [name for name in names if name not in hidden]
        rows, columns = block(chance, seen)
        corners = [(rows[0], columns[0]), (rows[-1], columns[-1])]
        chance.shuffle(corners)
        expected = sheet.texts(rows, columns)

        sheet.drag(*corners)
        assert [row for part in sheet.view.selected_block() for row in part] == expected
        sheet.view.go_to(*corners[0])
        sheet.view.go(sheet.edits.model.index(*corners[1]), extends=True)
        assert [row for part in sheet.view.selected_block() for row in part] == expected
        assert {column: list(found) for column, found in sheet.view.selected_by_column().items()} == {
            column: list(rows) for column in columns
        }
        assert sheet.view.paste_start()[-1][0] == columns[0]


@pytest.mark.slow
def test_a_block_is_pasted_as_it_is_seen_and_goes_on_in_new_rows(sheet: Sheet) -> None:
    for chance, names, _hidden in orders():
        # A status must be an existing one.
        sheet.columns.restore(ColumnMemory(order=names, hidden=["status"]))
        rows, columns = block(chance, sheet.seen())
        new = [[f"{row} {column} {names}" for column in columns] for row in rows]
        texts = sheet.texts(range(ROWS), range(5))
        sheet.view.go_to(rows[0], columns[0])

        selected, below, goals = sheet.view.paste_start()
        sheet.edits.paste(new, rows=[*selected, *below], column=goals[0], shown=goals)
        assert sheet.texts(rows, columns) == new
        sheet.edits.history.undo()
        assert sheet.texts(range(ROWS), range(5)) == texts
        sheet.edits.insert_block(new, row=ROWS, column=goals[0], shown=goals)
        assert sheet.texts(range(ROWS, ROWS + len(new)), columns) == new
        sheet.edits.history.undo()


@pytest.mark.slow
def test_what_a_block_fills_down_stays_in_its_columns(sheet: Sheet) -> None:
    sheet.order("note", "target", "domain", "source", "status")
    sheet.drag((1, TARGET), (3, DOMAIN))
    sheet.edits.fill_down(sheet.view.selected_rows(), sheet.view.selected_columns())

    assert sheet.texts(range(1, 4), [TARGET, DOMAIN]) == [["target 1", "domain 1"]] * 3
    assert sheet.texts(range(1, 4), [SOURCE, NOTE]) == [[f"source {row}", f"note {row}"] for row in range(1, 4)]


@pytest.mark.slow
def test_keys_go_where_they_are_seen_to_go(sheet: Sheet) -> None:
    sheet.order("target", "source", "note", "status", "domain")
    on, back = (Key.Key_Left, Key.Key_Right) if sheet.view.isRightToLeft() else (Key.Key_Right, Key.Key_Left)
    sheet.view.go_to(0, TARGET)
    steps = [
        (Key.Key_Tab, SOURCE),
        (Key.Key_Tab, NOTE),
        (on, STATUS),
        (back, NOTE),
        (Key.Key_End, DOMAIN),
        (Key.Key_Home, TARGET),
    ]
    for key, column in steps:
        sheet.press(key)
        assert sheet.current == (0, column), key
    sheet.press(on, CONTROL)
    assert sheet.current == (0, DOMAIN)
    sheet.press(Key.Key_Tab)
    assert sheet.current == (1, TARGET)
    sheet.press(on, CONTROL)
    sheet.press(back, CONTROL)
    assert sheet.current == (1, TARGET)


@pytest.mark.slow
def test_a_selection_grows_and_shrinks_by_columns_as_seen(sheet: Sheet) -> None:
    sheet.order("note", "source", "status", "target", "domain")
    on, back = (Key.Key_Left, Key.Key_Right) if sheet.view.isRightToLeft() else (Key.Key_Right, Key.Key_Left)
    sheet.view.go_to(2, SOURCE)
    for key, columns in [
        (on, [SOURCE, STATUS]),
        (on, [SOURCE, STATUS, TARGET]),
        (back, [SOURCE, STATUS]),
        (back, [SOURCE]),
        (back, [NOTE, SOURCE]),
    ]:
        sheet.press(key, SHIFT)
        assert sheet.view.selected_columns() == columns
    sheet.press(Key.Key_Down, SHIFT)
    assert (sheet.view.selected_columns(), list(sheet.view.selected_rows())) == ([NOTE, SOURCE], [2, 3])
    sheet.press(on, CONTROL | SHIFT)

    assert sheet.view.selected_columns() == [SOURCE, STATUS, TARGET, DOMAIN]
    assert list(sheet.view.selected_rows()) == [2, 3]


@pytest.mark.slow
def test_a_heading_can_be_dragged_and_that_is_remembered(sheet: Sheet) -> None:
    reported: list[object] = []
    sheet.columns.changed.connect(lambda: reported.append(sheet.columns.state().order))
    assert sheet.columns.state().order == []
    sheet.drag_heading(TARGET, to=SOURCE)

    assert sheet.seen()[:2] == [TARGET, SOURCE]
    assert reported[-1] == ["target", "source", "status", "domain", "note"]
    width = sum(sheet.view.columnWidth(column) for column in range(5))
    assert width == sheet.view.viewport().width()


@pytest.mark.slow
def test_the_last_column_as_seen_takes_what_is_left(sheet: Sheet) -> None:
    sheet.columns.restore(
        ColumnMemory(shares={"source": 0.1}, hidden=[], order=["note", "domain", "status", "target", "source"])
    )
    view = sheet.view
    assert view.columnWidth(SOURCE) > view.viewport().width() / 10
    view.resize(1100, 400)

    assert sum(view.columnWidth(column) for column in range(5)) == view.viewport().width()


@pytest.mark.slow(keep=1)
def test_the_menu_moves_a_column_past_hidden_ones_and_back_to_the_usual_order(sheet: Sheet) -> None:
    sheet.columns.show_column(DOMAIN, False)
    on, back = ("Move left", "Move right") if sheet.view.isRightToLeft() else ("Move right", "Move left")
    sheet.view.go_to(0, STATUS)
    sheet.choose(on)
    assert sheet.seen() == [SOURCE, TARGET, NOTE, STATUS]
    menu = sheet.asked()
    enabled = {each.text(): each.isEnabled() for each in menu.actions()}
    assert (enabled[on], enabled[back], enabled["Default order"]) == (False, True, True)
    menu.close()
    sheet.choose(back)
    sheet.choose(back)
    assert sheet.seen() == [SOURCE, STATUS, TARGET, NOTE]
    sheet.columns.show_column(DOMAIN, True)
    sheet.choose("Default order")

    assert sheet.seen() == [SOURCE, TARGET, STATUS, DOMAIN, NOTE]
    assert sheet.columns.state().order == []


@pytest.mark.slow
def test_filter_fields_stand_under_their_headings(sheet: Sheet) -> None:
    header = sheet.view.horizontalHeader()
    assert isinstance(header, FilterHeader)
    header.show_row(True)
    sheet.drag_heading(NOTE, to=SOURCE)
    columns = [int(field.objectName().removeprefix("filter_column_")) for field in header.fields_as_seen()]
    assert columns == sheet.seen()
    for column, (left, right) in zip(columns, sheet.field_positions(), strict=True):
        start = header.sectionViewportPosition(column)
        assert start <= left < right <= start + header.sectionSize(column)

    left: list[None] = []
    header.left.connect(lambda: left.append(None))
    header.fields_as_seen()[0].setFocus()
    went = []
    for _ in columns:
        went.append(QApplication.focusWidget())
        sheet.qtbot.keyClick(went[-1], Key.Key_Tab)
    assert went == header.fields_as_seen()
    assert left == [None]
    sheet.qtbot.keyClick(went[-1], Key.Key_Backtab, SHIFT)
    assert QApplication.focusWidget() is went[-2]


@pytest.mark.slow
def test_a_hidden_column_is_no_place_to_type_into(sheet: Sheet) -> None:
    sheet.order("target", "note", "source")
    sheet.view.go_to(3, NOTE)
    sheet.columns.show_column(NOTE, False)

    assert sheet.current == (3, TARGET)
    assert sheet.view.paste_start()[-1][0] == TARGET


@pytest.mark.slow
@pytest.mark.parametrize("known", [None, "target", [3, None], ["x"], {"target": 1}])
def test_an_order_that_is_none_is_the_usual_one(sheet: Sheet, known: object) -> None:
    sheet.columns.order.restore(known)

    assert sheet.columns.order.is_usual


@pytest.mark.slow
def test_what_an_older_version_did_not_know_follows(sheet: Sheet) -> None:
    sheet.order("note", "target")

    assert sheet.columns.order.names == ["note", "target", "source", "status", "domain"]


def test_a_fixed_column_stays_first(qtbot: QtBot, opening: Opening) -> None:
    view = QTableView()
    qtbot.addWidget(view)
    edits = GridEdits(opening([("a", "b")]))
    view.setModel(edits.model)
    order = ColumnOrder(view.horizontalHeader(), COLUMN_NAMES, fixed=1)
    order.restore(["note", "source", "target"])
    assert order.names == ["source", "note", "target", "status", "domain"]
    assert order.neighbor(SOURCE, 1) is None
    assert order.neighbor(NOTE, -1) is None
    order.move(NOTE, -1)
    assert order.names[0] == "source"
    order.move(TARGET, -1)

    assert order.names == ["source", "target", "note", "status", "domain"]


@pytest.mark.parametrize(
    ("known", "here", "expected"),
    [
        ([], ["b", "a"], ["b", "a"]),
        (["a", "x", "b"], ["b", "a"], ["b", "x", "a"]),
        (["x"], ["b", "a"], ["x", "b", "a"]),
        (["a", "x"], ["c", "a"], ["c", "x", "a"]),
    ],
)
def test_orders_of_several_glossaries_go_together(known: list[str], here: list[str], expected: list[str]) -> None:
    assert merge_orders(known, here) == expected
    assert [name for name in merge_orders(known, here) if name in here] == here


def test_numbers_fall_into_stretches() -> None:
    assert list(stretches([1, 2, 3, 7, 9, 10])) == [(1, 3), (7, 7), (9, 10)]
