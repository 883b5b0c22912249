"""The whole window without a connection: everything in it has a name, and it opens and closes cleanly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTableView,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from support.fixtures.gil_watch import turns_while_drawn
from support.fixtures.ready_database import ready_database
from support.window_checks import LOW_SCREEN, SMALL_SCREEN
from termdesk.application.failures import NotConnected
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.client.errors import QuotaExceeded
from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.app_controller import AppController
from termdesk.ui.recovery.report_dialog import ReportDialog
from termdesk.ui.shell.pane import Pane

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
INTERACTIVE = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QAbstractSpinBox, QAbstractItemView)


@pytest.fixture
def controller(
    qtbot: QtBot, finish: Finish, window: QWidget, tmp_path: Path, qt_loop: asyncio.AbstractEventLoop
) -> Iterator[AppController]:
    stack = AsyncExitStack()

    async def build() -> AppController:
        folders = Folders.under(tmp_path / "home")
        store = SettingsStore(folders)
        session = Session(folders, store.settings, KeyStore(find_backend=lambda: None))
        records = await stack.enter_async_context(Records(ready_database(tmp_path / "termdesk.db")))
        stack.push_async_callback(session.stop)
        made = AppController(LazyUseCases(session, records), store.window)
        stack.push_async_callback(made.close)
        return made

    made = finish(build())
    made.show()
    yield made
    finish(stack.aclose())


@pytest.fixture
def all_panes(controller: AppController) -> None:
    """Build every pane. Without this, a pane is built when it is first used."""
    for position in range(controller.window.pane_count):
        controller.window.pane_at(position)


def is_qts_own(widget: QWidget) -> bool:
    """Whether Qt creates this part within a widget.

    Examples are headers, the corner of a table, the list of a box, and the field of a spin box.
    """
    parent = widget.parent()
    return (
        isinstance(widget, QHeaderView)
        or widget.objectName().startswith("qt_")
        or (isinstance(widget, QAbstractButton) and isinstance(parent, QTableView | QLineEdit))
        or (isinstance(widget, QAbstractItemView) and parent.metaObject().className() == "QComboBoxPrivateContainer")
        or (isinstance(widget, QAbstractItemView) and widget.windowFlags() & Qt.WindowType.Popup == Qt.WindowType.Popup)
    )


@pytest.mark.slow
@pytest.mark.usefixtures("all_panes")
def test_whatever_can_be_used_has_a_name_for_tests_and_for_readers(controller: AppController) -> None:
    widgets = [each for kind in INTERACTIVE for each in controller.window.findChildren(kind) if not is_qts_own(each)]

    nameless = {f"{type(each).__name__} in {each.parent()}" for each in widgets if not each.objectName()}
    mute = {each.objectName() or type(each).__name__ for each in widgets if not each.accessibleName()}

    assert len(widgets) > 30
    assert nameless == set()
    assert mute == set()


@pytest.mark.scorecard("S30")
@pytest.mark.usefixtures("all_panes")
def test_no_label_guesses_whether_its_text_is_markup(controller: AppController) -> None:
    guessing = [
        each.text() for each in controller.window.findChildren(QLabel) if each.textFormat() == Qt.TextFormat.AutoText
    ]

    assert [text for text in guessing if text] == []


@pytest.mark.slow
def test_every_pane_comes_to_the_front_by_its_key(controller: AppController) -> None:
    window = controller.window
    for number in range(1, window.pane_count + 1):
        window.window_actions[f"pane_{number}"].trigger()

        assert window.pane is window.pane_at(number - 1)
    window.window_actions["next_pane"].trigger()
    assert window.pane is window.pane_at(0)


@pytest.mark.slow
def test_the_window_closes_when_it_is_asked_to(qtbot: QtBot, controller: AppController) -> None:
    controller.window.show_pane(3)

    controller.window.window_actions["quit"].trigger()
    qtbot.waitUntil(controller.closed.is_set)

    assert not controller.window.isVisible()


@pytest.mark.slow
@pytest.mark.usefixtures("all_panes")
def test_a_window_that_is_closed_and_deleted_can_be_told_to_close_again(
    qtbot: QtBot, controller: AppController, finish: Finish
) -> None:
    controller.window.close_now()
    finish(controller.close())
    qtbot.waitUntil(lambda: not shiboken6.isValid(controller.window))

    controller.window.close_now()

    assert controller.closed.is_set()


def reached_by_tab(window: QWidget) -> list[str]:
    """Return the names of the widgets that Tab reaches in one full cycle."""
    names: list[str] = []
    while len(names) < 200:
        window.focusNextPrevChild(True)
        focused = window.focusWidget()
        assert focused is not None
        if focused.objectName() in names:
            break
        names.append(focused.objectName())
    return names


@pytest.mark.slow
@pytest.mark.usefixtures("all_panes")
def test_tab_goes_as_one_reads(qtbot: QtBot, controller: AppController) -> None:
    window = controller.window
    window.activateWindow()
    for position in range(window.pane_count):
        window.show_pane(position)
        pane = window.pane_at(position)
        chosen = f"rail_{pane.name}"
        window.rail.findChildren(QWidget, chosen)[0].setFocus()

        # In the rail, Tab reaches the selected button; the arrow keys go to the others.
        names = [chosen, *reached_by_tab(window)]

        inside = [name for name in names if name and pane.findChild(QWidget, name)]
        assert inside, pane.name
        assert names.index(chosen) < names.index(inside[0])
        assert names.index(inside[-1]) < names.index("connection_state")


@pytest.mark.slow
def test_a_pane_that_comes_to_the_front_gets_the_keyboard(qtbot: QtBot, controller: AppController) -> None:
    window = controller.window
    for position in range(window.pane_count):
        window.show_pane(position)

        focused = window.focusWidget()
        assert focused is not None
        assert focused is window.pane or (window.pane or window).isAncestorOf(focused)
        if window.pane in (controller.translate, controller.improve):
            assert focused in (controller.translate.source, controller.improve.source)


def test_enter_presses_the_button_that_has_the_focus(qtbot: QtBot, controller: AppController) -> None:
    window = controller.window
    window.show_pane(0)
    button = QPushButton("Next", window.pane)
    button.show()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)

    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, Qt.Key.Key_Return)
    button.setEnabled(False)
    with qtbot.assertNotEmitted(button.clicked):
        qtbot.keyClick(window, Qt.Key.Key_Return)


@pytest.mark.slow
def test_a_failure_while_closing_is_told_and_leaves_the_choice(
    qtbot: QtBot, controller: AppController, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> bool:
        raise StorageFailed("The disk is full.", path="/x")

    monkeypatch.setattr(controller.usage, "may_close", fail)

    controller.window.close()
    qtbot.waitUntil(lambda: bool(controller.window.notices.texts()))
    assert "The disk is full." in controller.window.notices.texts()[0]
    assert controller.window.isVisible()
    assert not controller.closed.is_set()

    anyway = controller.window.findChild(QPushButton, "notice_action")
    assert anyway is not None
    anyway.click()
    assert controller.closed.is_set()
    assert not controller.window.isVisible()


@pytest.mark.scorecard("R43")
def test_bugs_are_logged_without_texts_and_told_once(
    controller: AppController, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ValueError("a text of the user")

    for _ in range(3):
        try:
            fail()
        except ValueError as error:
            controller.show_bug(error)

    reports = [each for each in controller.window.findChildren(ReportDialog) if each.isVisible()]
    assert len(reports) == 1
    assert len(caplog.records) == 3
    assert "ValueError" in caplog.text
    assert "a text of the user" not in caplog.text
    assert "a text of the user" not in reports[0].findChildren(QPlainTextEdit)[0].toPlainText()
    reports[0].accept()
    controller.show_bug(KeyError())
    assert len([each for each in controller.window.findChildren(ReportDialog) if each.isVisible()]) == 1


@pytest.mark.slow
def test_the_meter_leads_to_the_usage(qtbot: QtBot, controller: AppController) -> None:
    qtbot.mouseClick(controller.window.status.usage, Qt.MouseButton.LeftButton)

    assert controller.window.pane is controller.usage


class Steps(QObject):
    """Two named steps, some of which are done."""

    changed = Signal()

    def __init__(self, parent: QObject, names: tuple[str, str]) -> None:
        super().__init__(parent)
        self.names, self.done = names, 2

    can_undo = property(lambda self: self.done > 0)
    can_redo = property(lambda self: self.done < 2)
    undo_text = property(lambda self: self.names[self.done - 1] if self.done else "")
    redo_text = property(lambda self: self.names[self.done] if self.done < 2 else "")

    def undo(self) -> None:
        self.done -= 1
        self.changed.emit()

    def redo(self) -> None:
        self.done += 1
        self.changed.emit()


@pytest.mark.slow
def test_undo_works_on_the_pane_that_was_given_last_and_forgets_steps_that_are_gone(controller: AppController) -> None:
    window, actions = controller.window, controller.window.window_actions
    pane = Pane(actions)
    first, second = Steps(pane, ("Paste", "Cut")), Steps(pane, ("Sort", "Clear"))

    def shown() -> list[object]:
        names = ("undo", "redo")
        return [(actions[name].text(), actions[name].isEnabled()) for name in names]

    pane.undo_history = lambda: first  # type: ignore[method-assign]
    window.use_undo_history_of(pane)
    assert shown() == [("Undo “Cut”", True), ("Redo", False)]
    actions["undo"].trigger()
    assert shown() == [("Undo “Paste”", True), ("Redo “Cut”", True)]

    pane.undo_history = lambda: second  # type: ignore[method-assign]
    window.use_undo_history_of(pane)
    first.undo()
    assert shown() == [("Undo “Clear”", True), ("Redo", False)]

    # The page with the steps is gone, and no other has named its next steps.
    shiboken6.delete(second)
    pane.undo_history = lambda: None  # type: ignore[method-assign]
    window.use_undo_history_of(pane)
    assert shown() == [("Undo", False), ("Redo", False)]


@pytest.mark.slow
def test_news_do_not_follow_to_another_pane(controller: AppController) -> None:
    window = controller.window
    window.show_pane(0)
    window.notices.say("Imported", kind="good")
    window.notices.say("Look at this", kind="warning")
    window.show_pane(0)
    assert window.notices.texts() == ["Imported", "Look at this"]

    window.show_pane(1)

    assert window.notices.texts() == ["Look at this"]


@pytest.mark.slow
def test_what_is_said_of_a_missing_service_goes_with_the_next_service(controller: AppController) -> None:
    window, session = controller.window, controller.use_cases.session
    window.notices.fail(NotConnected("No service is connected."))
    window.notices.fail(QuotaExceeded("Used up", status=456))
    window.notices.say("Look at this", kind="warning")
    session.state_changed.emit()
    assert len(window.notices.texts()) == 3

    session.service_changed.emit()

    assert window.notices.texts() == ["Look at this"]


@pytest.mark.slow
@pytest.mark.usefixtures("all_panes")
def test_the_window_is_no_larger_than_a_small_screen_whatever_pane_was_shown(controller: AppController) -> None:
    least = controller.window.minimumSizeHint()
    assert least.width() <= SMALL_SCREEN.width()
    assert least.height() <= LOW_SCREEN


@pytest.mark.slow
def test_on_a_low_screen_the_titles_at_the_side_are_whole_and_the_figures_scroll(
    qtbot: QtBot, controller: AppController
) -> None:
    window = controller.window
    window.show_pane(window.pane_count - 1)
    area = window.findChild(QScrollArea, "usage_figures")
    buttons = window.rail.findChildren(QToolButton)
    bar = area.verticalScrollBar()

    window.resize(1240, 800)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    window.resize(900, LOW_SCREEN)
    qtbot.waitUntil(lambda: bar.maximum() > 0)

    assert window.height() == LOW_SCREEN
    assert [each.text() for each in buttons if each.height() < each.sizeHint().height()] == []


@pytest.mark.slow
def test_a_window_that_was_larger_than_this_screen_fits_it(controller: AppController) -> None:
    window = controller.window
    screen = window.screen().availableGeometry()
    window.resize(screen.size() * 3)
    window.move(screen.center())
    window.remember()

    window.restore()

    least = window.minimumSizeHint().expandedTo(window.minimumSize())
    assert window.width() <= max(screen.width(), least.width())
    assert window.height() <= screen.height()
    assert screen.contains(window.geometry().topLeft())


@pytest.mark.slow
def test_no_worker_computes_while_the_window_is_drawn(controller: AppController, qtbot: QtBot) -> None:
    with qtbot.waitExposed(controller.window):
        controller.window.show()

    assert turns_while_drawn(controller.window) == 0
