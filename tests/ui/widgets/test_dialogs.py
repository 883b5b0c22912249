"""Questions are awaited in the event loop; cancelling the task closes the dialog."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QProxyStyle,
    QPushButton,
    QStyle,
    QWidget,
)
from pytestqt.qtbot import QtBot

from support.fixtures.gil_watch import turns_while_drawn
from termdesk.ui.widgets.dialogs import (
    Question,
    ask_text,
    choose_files,
    choose_one,
    choose_target,
    confirm,
    show_dialog,
    start_folder,
    wait_until_opened,
)
from termdesk.ui.widgets.plain import PlainLabel

T = TypeVar("T")
D = TypeVar("D", bound=QDialog)


class Asking:
    """An open question, and helpers to answer it."""

    def __init__(self, qtbot: QtBot, loop: asyncio.AbstractEventLoop, parent: QWidget) -> None:
        self.qtbot, self.loop, self.parent = qtbot, loop, parent

    def begin(self, work: Coroutine[Any, Any, T]) -> tuple[asyncio.Task[T], Question]:
        task = self.loop.create_task(work)
        self.qtbot.waitUntil(lambda: bool(open_questions()))
        [question] = open_questions()
        return task, question

    def answer(self, task: asyncio.Task[T], question: Question, button: str) -> T:
        found = question.findChild(QPushButton, button)
        assert found is not None
        found.click()
        self.qtbot.waitUntil(task.done)
        return task.result()


def open_questions() -> list[Question]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, Question) and each.isVisible()]


def open_dialogs(kind: type[D]) -> list[D]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()]


@pytest.fixture
def asking(qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, window: QWidget) -> Asking:
    return Asking(qtbot, qt_loop, window)


@pytest.mark.parametrize(("button", "answer"), [("question_accept", True), ("question_cancel", False)])
def test_confirming_gives_what_was_clicked(asking: Asking, button: str, answer: bool) -> None:
    task, question = asking.begin(confirm(asking.parent, "Delete “<b>x</b>”?", "Delete", is_dangerous=True))

    assert asking.answer(task, question, button) is answer
    assert not open_questions()


def test_enter_takes_what_is_harmless(asking: Asking) -> None:
    _, dangerous = asking.begin(confirm(asking.parent, "Delete?", "Delete", is_dangerous=True))
    assert not dangerous.accept_button.isDefault()
    dangerous.reject()
    asking.qtbot.waitUntil(lambda: not open_questions())

    _, harmless = asking.begin(confirm(asking.parent, "Save?", "Save"))
    assert harmless.accept_button.isDefault()
    harmless.reject()
    asking.qtbot.waitUntil(lambda: not open_questions())


def test_a_text_is_asked_for_and_comes_back_trimmed(asking: Asking) -> None:
    task, question = asking.begin(ask_text(asking.parent, "Rename", "Rename", label="Name", text="Old"))
    field = question.findChild(QLineEdit, "question_field")
    assert field is not None
    assert field.text() == "Old"

    field.setText("   ")
    assert not question.accept_button.isEnabled()
    field.setText("  New ")

    assert asking.answer(task, question, "question_accept") == "New"


def test_a_warning_about_the_text_is_shown_and_does_not_stop_anybody(asking: Asking) -> None:
    def warning_of(text: str) -> str:
        return {"Law": "Taken.", "Long": "Many words. " * 30}.get(text, "")

    begun = ask_text(asking.parent, "Rename", "Rename", label="Name", text="Old", warning_of=warning_of)
    task, question = asking.begin(begun)
    field, words = question.findChild(QLineEdit, "question_field"), question.findChild(QLabel, "question_warning")
    assert field is not None
    assert words is not None
    assert words.isHidden()

    field.setText(" Law")
    assert (words.text(), words.isHidden()) == ("Taken.", False)
    field.setText("Long")
    layout = question.layout()
    assert layout is not None
    layout.activate()
    assert words.height() >= words.heightForWidth(words.width()), "no line is cut off"
    field.setText("Law")

    assert asking.answer(task, question, "question_accept") == "Law"


def test_giving_up_gives_no_text(asking: Asking) -> None:
    task, question = asking.begin(ask_text(asking.parent, "Rename", "Rename", label="Name", text="Old"))

    assert asking.answer(task, question, "question_cancel") is None


@pytest.mark.parametrize(
    ("button", "answer"), [("question_accept", "Keep"), ("question_other", "Discard"), ("question_cancel", None)]
)
def test_one_of_two_ways_or_neither(asking: Asking, button: str, answer: str | None) -> None:
    task, question = asking.begin(choose_one(asking.parent, "And the edits?", "Keep", "Discard"))

    assert asking.answer(task, question, button) == answer


class Drawn(QLabel):
    """Counts how often it is drawn; before that, how often the window responds since it is shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("words", parent)
        self.times = 0
        self.turns_before = 0
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._count_turn)

    def _count_turn(self) -> None:
        self.turns_before += self.times == 0

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._turns.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.times += 1
        super().paintEvent(event)


def test_a_question_is_shown_and_drawn_in_separate_turns(asking: Asking) -> None:
    question = Question(asking.parent, "Really?", "", "Delete")
    label = Drawn(question)
    question.insert(label)
    task, _ = asking.begin(show_dialog(question))
    asking.qtbot.waitUntil(lambda: label.times > 0)

    assert label.turns_before > 0
    assert asking.answer(task, question, "question_cancel") is False


def test_the_drawing_of_a_question_can_be_waited_for(asking: Asking) -> None:
    question = Question(asking.parent, "Really?", "", "Delete")
    label = Drawn(question)
    question.insert(label)
    drawn: list[int] = []

    async def note() -> None:
        await wait_until_opened(question)
        drawn.append(label.times)

    noting = asking.loop.create_task(note())
    task, _ = asking.begin(show_dialog(question))
    asking.qtbot.waitUntil(noting.done)

    assert drawn[0] > 0
    assert asking.answer(task, question, "question_cancel") is False


def test_a_question_that_is_deleted_is_not_waited_for(asking: Asking) -> None:
    question = Question(asking.parent, "Really?", "", "Delete")
    noting = asking.loop.create_task(wait_until_opened(question))

    question.deleteLater()

    asking.qtbot.waitUntil(noting.done)


class Sized(QLabel):
    """Notes each width that it is laid out with."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("words", parent)
        self.widths: list[int] = []

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.widths.append(event.size().width())


def test_a_question_that_is_too_wide_for_the_screen_is_laid_out_once(asking: Asking) -> None:
    question = Question(asking.parent, "Really?", "", "Delete")
    label = Sized(question)
    question.insert(label)
    question.resize(asking.parent.screen().availableSize().width() + 100, 300)
    task, _ = asking.begin(show_dialog(question))
    asking.qtbot.waitUntil(question.isVisible)

    assert question.width() == asking.parent.screen().availableSize().width()
    assert len(set(label.widths)) == 1
    assert asking.answer(task, question, "question_cancel") is False


def test_a_cancelled_task_closes_its_dialog(asking: Asking) -> None:
    task, _ = asking.begin(confirm(asking.parent, "Delete?", "Delete"))

    task.cancel()
    asking.qtbot.waitUntil(task.done)

    assert task.cancelled()
    assert not open_questions()


def test_a_file_dialog_is_cancelled_under_a_question_of_its_own(
    asking: Asking, qt_loop: asyncio.AbstractEventLoop, tmp_path: Path
) -> None:
    """Qt asks within `accept`, in a nested event loop. Deleting the dialog there crashed the program."""
    task = qt_loop.create_task(choose_files(asking.parent, "Open", folder=str(tmp_path), filters=["All files (*)"]))
    asking.qtbot.waitUntil(lambda: bool(open_dialogs(QFileDialog)))
    [dialog] = open_dialogs(QFileDialog)
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText("is not there.tsv")
    QTimer.singleShot(0, task.cancel)

    dialog.accept()
    asking.qtbot.waitUntil(task.done)
    asking.qtbot.wait(1)

    assert task.cancelled()
    assert open_dialogs(QDialog) == []


def test_a_file_is_overwritten_only_when_it_is_agreed_to(
    asking: Asking, qt_loop: asyncio.AbstractEventLoop, tmp_path: Path
) -> None:
    (tmp_path / "terms.tsv").write_text("old")
    asked = choose_target(asking.parent, "Save", folder=str(tmp_path), name="terms.tsv", filters=["Tabs (*.tsv)"])
    task = qt_loop.create_task(asked)
    for button in ("question_cancel", "question_accept"):
        asking.qtbot.waitUntil(lambda: bool(open_dialogs(QFileDialog)))
        open_dialogs(QFileDialog)[0].accept()
        asking.qtbot.waitUntil(lambda: bool(open_questions()))
        assert not task.done()
        found = open_questions()[0].findChild(QPushButton, button)
        assert found is not None
        found.click()

    asking.qtbot.waitUntil(task.done)

    assert task.result() == (tmp_path / "terms.tsv", "Tabs (*.tsv)")


def test_a_question_that_goes_with_its_page_is_answered_with_no(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop
) -> None:
    page = QWidget()
    page.show()
    task, _question = Asking(qtbot, qt_loop, page).begin(confirm(page, "Replace?", "Replace"))

    page.deleteLater()

    qtbot.waitUntil(task.done)
    assert task.result() is False


def test_enter_in_a_field_takes_what_was_typed(asking: Asking) -> None:
    task, question = asking.begin(ask_text(asking.parent, "Rename", "Rename", label="New name", text="old"))
    field = question.findChild(QLineEdit)
    assert field is not None
    asking.qtbot.keyClicks(field, "new")
    asking.qtbot.keyClick(field, Qt.Key.Key_Return)
    asking.qtbot.waitUntil(task.done)

    assert task.result() == "new"


def test_enter_in_a_field_of_a_dangerous_question_does_nothing_dangerous(asking: Asking) -> None:
    question = Question(asking.parent, "Delete?", "", "Delete", is_dangerous=True)
    typed = question.require_typed("solar", "Type solar")
    task, question = asking.begin(show_dialog(question))
    field = typed.findChild(QLineEdit)
    assert field is not None
    asking.qtbot.keyClicks(field, "solar")
    asking.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert question.isVisible(), "it is not taken for Cancel either"
    assert question.focusWidget() is question.accept_button
    asking.qtbot.keyClick(question, Qt.Key.Key_Escape)
    asking.qtbot.waitUntil(task.done)

    assert task.result() is False


def test_enter_with_another_word_keeps_the_question(asking: Asking) -> None:
    question = Question(asking.parent, "Delete?", "", "Delete", is_dangerous=True)
    typed = question.require_typed("solar", "Type solar")
    task, question = asking.begin(show_dialog(question))
    typed.field.setFocus()
    asking.qtbot.keyClicks(typed.field, "sola")
    asking.qtbot.keyClick(typed.field, Qt.Key.Key_Enter)
    assert question.isVisible()
    asking.qtbot.keyClicks(typed.field, "r")
    asking.qtbot.keyClick(typed.field, Qt.Key.Key_Return)
    asking.qtbot.keyClick(question.accept_button, Qt.Key.Key_Return)
    asking.qtbot.waitUntil(task.done)

    assert task.result() is True


def test_a_question_is_large_enough_for_its_words_and_buttons(window: QWidget) -> None:
    words = "What happens to the entries is told in more than one line, so that nobody has to guess. " * 3
    question = Question(window, "A question", words, "Open as it is on the service", other="Keep my entries")
    question.setMinimumWidth(200)
    question.buttons.setMinimumWidth(question.screen().availableGeometry().width() * 3 // 4)
    question.show()

    label = question.findChild(PlainLabel, "question_text")
    assert label is not None
    assert label.height() == label.heightForWidth(label.width())
    assert question.buttons.width() >= question.buttons.minimumWidth()


def test_no_worker_computes_while_a_question_is_drawn(window: QWidget) -> None:
    question = Question(window, "Delete it?", "", "Delete")
    question.show()

    assert turns_while_drawn(question) == 0


def test_buttons_without_room_side_by_side_stand_one_above_the_other(window: QWidget) -> None:
    question = Question(window, "A question", "", "Open as it is on the service. " * 3, other="Keep my entries. " * 3)
    question.show()

    assert question.width() <= question.screen().availableGeometry().width()
    for button in question.buttons.buttons():
        assert button.width() >= button.sizeHint().width()


def test_tab_goes_through_the_fields_to_the_main_button_and_cancel_last(asking: Asking) -> None:
    question = Question(asking.parent, "And the name?", "", "Keep", other="Discard")
    for name in ("first", "second"):
        field = QLineEdit()
        field.setObjectName(name)
        question.insert(field)
    question.open()
    question.activateWindow()
    asking.qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    order = []
    for _ in range(5):
        focus = QApplication.focusWidget()
        assert focus is not None
        order.append(focus.objectName())
        QTest.keyClick(focus, Qt.Key.Key_Tab)

    assert order == ["first", "second", "question_accept", "question_other", "question_cancel"]
    question.reject()


class IconsOnButtons(QProxyStyle):
    """A style like those of desktops that put a red cross on Cancel."""

    def styleHint(self, hint: QStyle.StyleHint, *others: Any) -> int:
        if hint is QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 1
        return super().styleHint(hint, *others)


def test_cancel_has_no_cross(asking: Asking) -> None:
    box, style = QDialogButtonBox(asking.parent), IconsOnButtons("fusion")
    box.setStyle(style)

    box.setStandardButtons(QDialogButtonBox.StandardButton.Cancel)

    assert box.button(QDialogButtonBox.StandardButton.Cancel).icon().isNull()
    box.setStyle(None)


def test_a_file_dialog_begins_in_a_folder_that_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    assert start_folder(str(tmp_path)) == str(tmp_path)
    for folder in ("", str(tmp_path / "removed")):
        assert Path(start_folder(folder)).is_dir()


def test_inserted_sentences_can_be_selected_and_none_take_no_room(window: QWidget) -> None:
    dialog = Question(window, "Undo?", "", "Undo")
    words, nothing = (dialog.insert_words(name, text) for name, text in (("words", "It stays."), ("nothing", "")))
    dialog.show()

    assert words.isVisible()
    assert words.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
    assert not nothing.isVisible()
