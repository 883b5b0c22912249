"""Questions to the user, awaited without `exec()`, which would run a nested event loop inside a task."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QStandardPaths, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from termdesk.ui.keyboard.tab_order import previous_in_tab_order
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.typed_word import TypedWord

# The height of a window's title bar and a margin to the screen's edge.
ROOM_FOR_FRAME = 60

# Seconds until the next turn of the event loop. Without an interval, Qt may continue in the same turn.
_NEXT_TURN = 0.001

_answers: WeakKeyDictionary[asyncio.Task[Any], float] = WeakKeyDictionary()


def last_answer_time(task: asyncio.Task[Any]) -> float:
    """Return when the user last answered a dialog of this task (`time.monotonic`); infinity while one is open."""
    return _answers.get(task, 0.0)


async def next_turn() -> None:
    """Go on in the next turn of the event loop, after drawing and input. A sleep of zero may go on in the same one."""
    await asyncio.sleep(_NEXT_TURN)


async def create_in_steps(dialog: QDialog, steps: Iterator[None]) -> None:
    """Create the parts of a dialog, with one turn of the event loop for each step. Cancelling deletes the dialog."""
    try:
        await next_turn()
        for _ in steps:
            await next_turn()
    except BaseException:
        # Otherwise `show_dialog` deletes it.
        if isValid(dialog):
            dialog.deleteLater()
        raise


async def show_dialog(dialog: QDialog) -> bool:
    """Open a dialog and wait until it is closed. Return whether it was accepted. Cancelling the task closes it."""
    closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    task = asyncio.current_task()
    assert task is not None

    def settle(result: int) -> None:
        if not closed.done():
            closed.set_result(result)

    dialog.finished.connect(settle)
    # A dialog may be deleted together with its page.
    dialog.destroyed.connect(lambda: settle(QDialog.DialogCode.Rejected))
    _answers[task] = math.inf
    try:
        await open_in_turns(dialog)
        is_accepted = await closed == QDialog.DialogCode.Accepted
        # Repaint the widgets behind the dialog before a worker starts, which would slow that down.
        await asyncio.sleep(0)
        return is_accepted
    finally:
        _answers[task] = time.monotonic()
        if isValid(dialog):
            _end(dialog)


async def open_in_turns(dialog: QDialog) -> None:
    """Lay out, open and draw a dialog in the next turns of the event loop, and draw it only once: opening moves the
    focus, which draws it again.
    """
    # The rest of this turn may delete a former dialog.
    await next_turn()
    if isinstance(dialog, Question) and isValid(dialog) and dialog.testAttribute(Qt.WidgetAttribute.WA_Resized):
        # Otherwise, it would be laid out again with this size when it is shown.
        fit_to_words(dialog)
        await next_turn()
    # The system may draw a file dialog.
    if isValid(dialog) and not isinstance(dialog, QFileDialog):
        dialog.setUpdatesEnabled(False)
        # Lay out the hidden dialog, in a turn of its own: Qt does that before it draws a single pixel.
        dialog.grab(QRect(0, 0, 1, 1))
        await next_turn()
    if not isValid(dialog):
        return
    dialog.setUpdatesEnabled(False)
    dialog.open()
    try:
        await next_turn()
    finally:
        if isValid(dialog):
            dialog.setUpdatesEnabled(True)


async def wait_until_opened(dialog: QDialog) -> None:
    """Wait until a dialog is open and drawn, before a worker starts, which would slow that down. Also ends if the
    dialog is deleted.
    """
    while isValid(dialog) and not (dialog.isVisible() and dialog.updatesEnabled()):
        await next_turn()
    await next_turn()


def _end(dialog: QDialog) -> None:
    """Close a dialog and delete it, but not inside a nested question.

    Qt's file dialog runs a nested event loop for a question such as "File not found", and would be deleted while this
    loop runs. So close the question, and with it the loop, first.
    """
    for child in dialog.findChildren(QDialog):
        if child.isVisible():
            child.reject()
    dialog.close()
    QTimer.singleShot(0, dialog, dialog.deleteLater)


def fit_to_words(dialog: QDialog) -> None:
    """Fit a dialog to its text and buttons before it is shown, as far as the screen allows.

    Buttons that do not fit side by side are stacked.

    Qt limits a dialog to two thirds of the screen, and computes its height for another width than it gets: text is cut
    or spread out. A dialog with an explicit size keeps it, unless it is too small.
    """
    layout, screen = dialog.layout(), dialog.screen().availableGeometry()
    assert layout is not None
    margins = layout.contentsMargins()
    room = screen.width() - margins.left() - margins.right()
    for buttons in dialog.findChildren(QDialogButtonBox):
        if buttons.minimumSizeHint().width() > room:
            buttons.setOrientation(Qt.Orientation.Vertical)
    layout.activate()
    width = min(max(dialog.width(), layout.totalMinimumSize().width()), screen.width())
    height = dialog.height()
    if layout.hasHeightForWidth():
        was_resized = dialog.testAttribute(Qt.WidgetAttribute.WA_Resized)
        least = layout.totalMinimumHeightForWidth(width)
        height = max(height, least) if was_resized else layout.totalHeightForWidth(width)
    dialog.resize(width, min(height, screen.height() - ROOM_FOR_FRAME))


def grow_for_words(dialog: QDialog) -> None:
    """Let a dialog grow after its text has become longer while it is shown."""
    if dialog.isVisible():
        fit_to_words(dialog)


class Question(QDialog):
    """A question with a heading, text below it, and buttons named after their action."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        verb: str,
        *,
        is_dangerous: bool = False,
        other: str = "",
        window_title: str = "",
    ) -> None:
        """Build the question. `title` is the heading, and also the window title unless a shorter one is given."""
        super().__init__(parent)
        self.setObjectName("question")
        self.setWindowTitle(window_title or title)
        self.setMinimumWidth(420)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(20, 20, 20, 16)
        self.column.setSpacing(12)
        heading = PlainLabel(title, wraps=True)
        theme.make_heading(heading)
        self.column.addWidget(heading)
        if text:
            words = PlainLabel(text, wraps=True)
            words.setObjectName("question_text")
            self.column.addWidget(words)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.accept_button = QPushButton(verb)
        self.accept_button.setObjectName("question_accept")
        self.accept_button.setAccessibleName(verb)
        self.accept_button.setProperty("role", "danger" if is_dangerous else "primary")
        self.buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.was_other = False
        if other:
            self._add_other(other)
        cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setObjectName("question_cancel")
        cancel.setAccessibleName(cancel.text().replace("&", ""))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.column.addWidget(self.buttons)
        # Enter alone must not confirm a dangerous action. Only a button inside the dialog can become its default.
        # Otherwise Qt uses the first button after the focused field, which is Cancel.
        (cancel if is_dangerous else self.accept_button).setDefault(True)

    def _add_other(self, verb: str) -> None:
        button = QPushButton(verb)
        button.setObjectName("question_other")
        button.setAccessibleName(verb)
        self.buttons.addButton(button, QDialogButtonBox.ButtonRole.DestructiveRole)

        def choose() -> None:
            self.was_other = True
            self.accept()

        button.clicked.connect(choose)

    def insert(self, widget: QWidget) -> None:
        """Insert a widget above the buttons. Scrollable widgets take the remaining space; without any, all share it."""
        stretch = int(isinstance(widget, QAbstractScrollArea))
        self.column.insertWidget(self.column.count() - 1, widget, stretch)

    def insert_words(self, name: str, words: str, *, tone: str = "") -> PlainLabel:
        """Insert sentences that can be selected; hidden if there are none."""
        label = PlainLabel(words, wraps=True, tone=tone)
        label.setObjectName(name)
        label.make_selectable()
        self.insert(label)
        # Only now, because a label without a parent would be shown as a window.
        label.setHidden(not words)
        return label

    def require_typed(self, word: str, asked: str, *, tone: str = "") -> TypedWord:
        """Disable the button until `word` is typed into a field with the label `asked`.

        Enter in the field moves the focus to the button without pressing it: it must neither confirm nor cancel.
        """
        typed = TypedWord(word, asked, tone=tone)
        self.insert(typed)
        self.accept_button.setEnabled(False)
        typed.changed.connect(lambda: self.accept_button.setEnabled(typed.is_typed))
        typed.entered.connect(self.accept_button.setFocus)
        return typed

    def _lead_tab_to_buttons(self) -> None:
        """Set the tab order: the fields, the main button, the other buttons, Cancel."""
        cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        others = [each for each in self.buttons.buttons() if each not in (self.accept_button, cancel)]
        buttons = [each for each in (self.accept_button, *others, cancel) if each is not None]
        last = previous_in_tab_order(self)
        while last is not self and (last in buttons or last.focusPolicy() == Qt.FocusPolicy.NoFocus):
            last = previous_in_tab_order(last)
        # In the tab order, the dialog itself is between the last widget and the first. Unless it accepts the focus, Qt
        # skips it, takes the first button for the successor of the last widget, and does not move it.
        policy = self.focusPolicy()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for button in reversed(buttons):
            QWidget.setTabOrder(last, button)
        self.setFocusPolicy(policy)

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        # Keep the GIL while the dialog is drawn, like `MainWindow`.
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        self._lead_tab_to_buttons()
        fit_to_words(self)
        super().showEvent(event)


async def confirm(parent: QWidget, title: str, verb: str, *, text: str = "", is_dangerous: bool = False) -> bool:
    """Ask a yes/no question. `verb` is the title of the button for yes."""
    return await show_dialog(Question(parent, title, text, verb, is_dangerous=is_dangerous))


async def choose_one(parent: QWidget, title: str, first: str, second: str, *, text: str = "") -> str | None:
    """Let the user choose one of two actions. None if the user cancelled."""
    question = Question(parent, title, text, first, other=second)
    if not await show_dialog(question):
        return None
    return second if question.was_other else first


async def ask_text(
    parent: QWidget,
    title: str,
    verb: str,
    *,
    label: str,
    text: str = "",
    is_optional: bool = False,
    warning_of: Callable[[str], str] | None = None,
) -> str | None:
    """Ask for one line of text. None if the user cancelled. An empty text is accepted only if it `is_optional`.

    `warning_of` returns a warning about a text, which is shown below it; empty for none.
    """
    question = Question(parent, title, "", verb)
    field = QLineEdit(text)
    field.setObjectName("question_field")
    field.setAccessibleName(label)
    words = PlainLabel(label)
    words.setBuddy(field)
    question.insert(words)
    question.insert(field)
    if not is_optional:
        field.textChanged.connect(lambda typed: question.accept_button.setEnabled(bool(typed.strip())))
        question.accept_button.setEnabled(bool(text.strip()))
    if warning_of is not None:
        add_warning(question, field, warning_of)
    field.selectAll()
    field.setFocus()
    return field.text().strip() if await show_dialog(question) else None


def add_warning(question: Question, field: QLineEdit, warning_of: Callable[[str], str]) -> None:
    """Show a warning about the typed text below a field while there is one."""
    words = PlainLabel("", wraps=True, tone="warning")
    words.setObjectName("question_warning")
    question.insert(words)

    def show() -> None:
        words.setText(warning_of(field.text().strip()))
        words.setHidden(not words.text())
        grow_for_words(question)

    field.textChanged.connect(show)
    show()


def start_folder(folder: str) -> str:
    """Return the initial folder of a file dialog: `folder` if it exists, else the user's documents or home folder."""
    location = QStandardPaths.StandardLocation.DocumentsLocation
    candidates = [folder, QStandardPaths.writableLocation(location)]
    # Qt would use a missing folder as the file name.
    return next((each for each in candidates if each and Path(each).is_dir()), str(Path.home()))


async def choose_files(parent: QWidget, title: str, *, folder: str, filters: list[str]) -> list[Path]:
    """Let the user choose files to read. Empty if the user cancelled."""
    dialog = QFileDialog(parent, title, start_folder(folder))
    dialog.setObjectName("choose_files")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters(filters)
    return [Path(name) for name in dialog.selectedFiles()] if await show_dialog(dialog) else []


async def choose_folder(parent: QWidget | None, title: str, *, folder: str) -> Path | None:
    """Let the user choose a folder to write into. None if the user cancelled."""
    dialog = QFileDialog(parent, title, start_folder(folder))
    dialog.setObjectName("choose_folder")
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return Path(dialog.selectedFiles()[0]) if await show_dialog(dialog) else None


async def choose_target(
    parent: QWidget, title: str, *, folder: str, name: str, filters: list[str]
) -> tuple[Path, str] | None:
    """Let the user choose the file to write. Return path and filter; None if the user cancelled.

    Before a file is overwritten, a question is asked. After a no, the user chooses again.
    """
    chosen_filter = ""
    while True:
        dialog = QFileDialog(parent, title, start_folder(folder))
        dialog.setObjectName("choose_target")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        # Qt would ask in a nested event loop.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setNameFilters(filters)
        if chosen_filter:
            dialog.selectNameFilter(chosen_filter)
        dialog.selectFile(name)
        if not await show_dialog(dialog):
            return None
        path, chosen_filter = Path(dialog.selectedFiles()[0]), dialog.selectedNameFilter()
        if not await asyncio.to_thread(path.exists) or await confirm_overwriting(parent, path):
            return path, chosen_filter
        folder, name = str(path.parent), path.name


async def confirm_overwriting(parent: QWidget, path: Path) -> bool:
    """Ask whether to replace an existing file."""
    title = _tr("“{name}” already exists").format(name=path.name)
    text = _tr("The new file will replace it.")
    return await confirm(parent, title, _tr("Replace it"), text=text, is_dangerous=True)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Dialogs", text)
