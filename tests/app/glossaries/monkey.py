"""A monkey in the grid: seeded random keys, clicks, text in many scripts, pasting, undo, filters, and sorting."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QFileDialog, QWidget
from shiboken6 import isValid

from app.program import Program
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.view.filter_field import FilterField

Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
HELD = (NONE, NONE, NONE, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
MOVES = (Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End, Key.Key_PageDown)
EDITS = (Key.Key_Return, Key.Key_Tab, Key.Key_Backtab, Key.Key_Escape, Key.Key_F2, Key.Key_Delete, Key.Key_Backspace)
# The last one is pressed first.
MODIFIER_KEYS = {
    Qt.KeyboardModifier.ControlModifier: Key.Key_Control,
    Qt.KeyboardModifier.ShiftModifier: Key.Key_Shift,
}
# Actions of the window that change a dictionary or its view.
ACTIONS = (
    *(
        "undo",
        "undo",
        "redo",
        "cut",
        "copy",
        "paste",
        "paste",
        "select_all",
        "clear_cells",
        "insert_row",
        "delete_rows",
    ),
    *("fill_down", "ditto", "revert_rows", "replace", "clean", "history", "clear_filter", "go_to_row", "check"),
    *("next_violation", "previous_violation", "sort_source", "sort_target", "file_order", "zoom_in", "zoom_out"),
    *("zoom_reset", "show_hidden", "next_pane", "pane_1", "filter", "filter_row", "filter_column", "details", "facets"),
    "versions",
)
SCRAPS = (
    "Baum",
    "e\u0301t",
    " lead",
    "شجرة",
    "می\u200cخواهم",
    "日本",
    "\U0001f333",
    "<b>x</b>",
    "\u202eabc",
    "a\tb",
    "ẞ",
    "ที่",
)
# More rows would only fill the memory.
MAX_ROWS = 3_000


class Monkey:
    """Plays with one program whose dictionary is open. `steps` records its actions, the newest last."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program = program
        self.random = random.Random(seed)
        self.steps: list[str] = []

    def act(self) -> None:
        """Do one random thing; in a dialog, mostly something that closes it."""
        dialog = self._dialog()
        often: list[Callable[[], None]] = [self.move, self.move, self.edit, self.type, self.compose, self.click]
        rare: list[Callable[[], None]] = [
            self.order,
            self.order,
            self.header,
            self.filter,
            self.put_on_clipboard,
            self.columns,
        ]
        if dialog is not None:
            self.in_dialog(dialog)
        else:
            self.random.choice([*often, *rare])()

    def _dialog(self) -> QDialog | None:
        found = QApplication.activeModalWidget()
        return found if isinstance(found, QDialog) else None

    def _focused(self) -> QWidget:
        return QApplication.focusWidget() or self.program.page.grid

    def _note(self, words: str) -> None:
        self.steps.append(words)

    # Actions

    def move(self) -> None:
        self.key(self.random.choice(MOVES), self.random.choice(HELD) | self.random.choice(HELD))

    def edit(self) -> None:
        self.key(self.random.choice(EDITS), self.random.choice(HELD[:4]))

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        self._note(f"key {key.name} {held}")
        press_key(self._focused, key, held)

    def type(self) -> None:
        scrap = self.random.choice(SCRAPS)
        self._note(f"type {scrap!a}")
        for character in scrap:
            for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
                QApplication.sendEvent(self._focused(), QKeyEvent(kind, 0, NONE, character))

    def compose(self) -> None:
        scrap = self.random.choice(SCRAPS)
        self._note(f"compose {scrap!a}")
        for length in range(1, len(scrap) + 1):
            QApplication.sendEvent(self._focused(), QInputMethodEvent(scrap[:length], []))
        ending = QInputMethodEvent("", [])
        if self.random.random() < 0.8:
            ending.setCommitString(scrap)
        QApplication.sendEvent(self._focused(), ending)

    def click(self) -> None:
        port = self.program.page.grid.viewport()
        position = QPoint(self.random.randrange(max(1, port.width())), self.random.randrange(max(1, port.height())))
        held = self.random.choice(HELD)
        self._note(f"click {position.x()},{position.y()} {held}")
        click = QTest.mouseDClick if self.random.random() < 0.2 else QTest.mouseClick
        click(port, Qt.MouseButton.LeftButton, held, position)

    def header(self) -> None:
        grid = self.program.page.grid
        port = grid.horizontalHeader().viewport()
        position = QPoint(self.random.randrange(max(1, port.width())), port.height() // 2)
        self._note(f"header {position.x()}")
        # A page that is not laid out yet has a header without height, which nobody can click.
        if port.height():
            QTest.mouseClick(port, Qt.MouseButton.LeftButton, NONE, position)

    def columns(self) -> None:
        column, step = self.random.randrange(5), self.random.choice((1, -1))
        self._note(f"column {column} {step}")
        columns = self.program.page.looks.columns
        columns.order.move(column, step)
        columns.show_column(self.random.randrange(2, 5), self.random.random() < 0.5)

    def filter(self) -> None:
        fields = [each for each in self.program.page.findChildren(FilterField) if each.isVisible()]
        # If another pane is in front, no field is visible.
        field = self.random.choice(fields or self.program.page.findChildren(FilterField))
        text = self.random.choice(["", "", "a", "e", "日", "(", "zzz"])
        self._note(f"filter {field.objectName()} {text!a}")
        field.setText(text)
        if self.random.random() < 0.3:
            self.random.choice([each for each in field.options.actions() if each.isCheckable()]).trigger()
        if self.random.random() < 0.2:
            self.program.page.findChild(QCheckBox, "glossary_only_problems").click()

    def put_on_clipboard(self) -> None:
        mime = QMimeData()
        rows = range(self.random.randint(1, 6))
        mime.setText("".join("\t".join(self.random.choices(SCRAPS, k=2)) + "\n" for _ in rows))
        if self.random.random() < 0.5:
            mime.setHtml("<table>" + "<tr><td>x<br>y<td>&lt;b&gt;</tr>" * len(rows) + "</table>")
        self._note("clipboard")
        QGuiApplication.clipboard().setMimeData(mime)

    def order(self) -> None:
        name = self.random.choice(ACTIONS)
        page = self.program.page
        grows = name in ("paste", "insert_row") and len(page.dictionary) > MAX_ROWS
        action = self.program.controller.window.window_actions[name]
        if action.isEnabled() and not grows:
            self._note(f"action {name}")
            action.trigger()

    def in_dialog(self, dialog: QDialog) -> None:
        """Press some keys and letters, then close the dialog with Enter or Esc; cancel a file dialog at once."""
        self._note(f"in {dialog.objectName()}")
        if isinstance(dialog, QFileDialog):
            # Its own questions, such as “File not found”, run a nested event loop that would wait for ever.
            dialog.reject()
            return
        for _ in range(self.random.choice([0, 0, 1, 3])):
            self.random.choice([self.type, self.move])()
            if self._dialog() is not dialog:
                return
        self.key(self.random.choice([Key.Key_Escape, Key.Key_Return]))

    def calm_down(self) -> None:
        """Close everything that is open, and wait until all jobs and timers have ended."""
        self.program.until(self._is_calm)
        self.program.controller.window.show_pane(0)
        self.program.page.grid.finish_editing()
        self.program.until(self._is_calm)

    def _is_calm(self) -> bool:
        """Close what is open, and return whether nothing is left to wait for.

        A job may ask a question at any time, and would wait for the answer.
        """
        if (dialog := self._dialog()) is not None:
            dialog.reject()
        if (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        jobs = self.program.controller.window.jobs
        return self._dialog() is None and not jobs.running and not self._is_filter_waiting()

    def _is_filter_waiting(self) -> bool:
        fields = self.program.controller.window.findChildren(FilterField)
        return any(timer.isActive() for field in fields for timer in field.findChildren(QTimer))


def press_key(focused: Callable[[], QWidget], key: Qt.Key, held: Qt.KeyboardModifier) -> None:
    """Press and release a key with its modifiers, each in the window that has the focus at that moment.

    This is how a system does it. `QTest.keyClick` sends all of them to one window, even after one of them deleted it,
    which crashes the process.
    """
    strokes, down = [(True, key, held), (False, key, held)], held
    # Each event has the modifiers that were held before it.
    for modifier, modifier_key in MODIFIER_KEYS.items():
        if down & modifier:
            before = down & ~modifier
            strokes = [(True, modifier_key, before), *strokes, (False, modifier_key, down)]
            down = before
    for is_press, code, modifiers in strokes:
        window = focused().window().windowHandle()
        # A dialog that has just closed may already be deleted.
        if window is not None and isValid(window):
            text = QTest.keyToAscii(code).strip("\0") if code is key else ""
            QTest.simulateEvent(window, is_press, code.value, modifiers, text, False)


def shown(grid: GridView) -> list[tuple[str, str]]:
    """Return the rows that the grid shows."""
    model = grid.model()
    role = Qt.ItemDataRole.EditRole
    return [(model.index(row, 0).data(role), model.index(row, 1).data(role)) for row in range(model.rowCount())]
