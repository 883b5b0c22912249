"""Exceptions anywhere in Qt and asyncio are reported once in one place, and the program continues."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractListModel, QCoreApplication, QEvent, QModelIndex, QObject, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QListView, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.shell.uncaught import report_uncaught

pytestmark = pytest.mark.scorecard("R43")

TIMES = 5


class Oops(Exception):
    """Raised only by these tests."""


def fail(*_: object) -> None:
    raise Oops


class Sender(QObject):
    sent = Signal()


class FailingWidget(QWidget):
    def closeEvent(self, event: QCloseEvent) -> None:
        raise Oops


class FailingFilter(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User:
            raise Oops
        return False


class FailingModel(QAbstractListModel):
    def rowCount(self, parent: QModelIndex | None = None) -> int:
        raise Oops


@pytest.fixture
def reported(qt_loop: asyncio.AbstractEventLoop) -> Iterator[list[BaseException]]:
    """Reported exceptions, with the hooks that the program sets."""
    seen: list[BaseException] = []
    with report_uncaught(seen.append):
        yield seen


def from_a_slot(qtbot: QtBot, loop: asyncio.AbstractEventLoop) -> None:
    sender = Sender()
    sender.sent.connect(fail)
    sender.sent.emit()


def from_a_click(qtbot: QtBot, loop: asyncio.AbstractEventLoop) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    button.clicked.connect(fail)
    button.click()


def from_a_timer(qtbot: QtBot, loop: asyncio.AbstractEventLoop) -> None:
    QTimer.singleShot(0, fail)


def from_an_override(qtbot: QtBot, loop: asyncio.AbstractEventLoop) -> None:
    widget = FailingWidget()
    widget.show()
    QTimer.singleShot(0, widget.close)
    qtbot.wait(1)
    widget.hide()
    widget.deleteLater()


def from_an_event_filter(qtbot: QtBot, loop: asyncio.AbstractEventLoop) -> None:
    watched, event_filter = QObject(), FailingFilter()
    watched.installEventFilter(event_filter)
    # Posted, because an exception in a sent event is raised in the sender.
    QCoreApplication.postEvent(watched, QEvent(QEvent.Type.User))
    qtbot.wait(1)


def from_a_task(qtbot: QtBot, loop: asyncio.AbstractEventLoop) -> None:
    async def work() -> None:
        raise Oops

    task = loop.create_task(work())
    qtbot.waitUntil(task.done)
    del task
    # The object is in the youngest generation, and nothing is collected while Qt's loop runs in tests.
    gc.collect(0)


def from_a_callback(qtbot: QtBot, loop: asyncio.AbstractEventLoop) -> None:
    loop.call_soon(fail)


def from_a_thread(qtbot: QtBot, loop: asyncio.AbstractEventLoop) -> None:
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()


WAYS = [
    from_a_slot,
    from_a_click,
    from_a_timer,
    from_an_override,
    from_an_event_filter,
    from_a_task,
    from_a_callback,
    from_a_thread,
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_each_exception_is_reported_once(
    qtbot: QtBot,
    qt_loop: asyncio.AbstractEventLoop,
    reported: list[BaseException],
    way: Callable[[QtBot, asyncio.AbstractEventLoop], None],
) -> None:
    for count in range(1, TIMES + 1):
        way(qtbot, qt_loop)
        qtbot.waitUntil(lambda count=count: len(reported) >= count)

    qtbot.wait(5)
    assert [type(error) for error in reported] == [Oops] * TIMES


def test_a_model_that_fails_leaves_its_view_alive(qtbot: QtBot, reported: list[BaseException]) -> None:
    view, model = QListView(), FailingModel()
    qtbot.addWidget(view)
    view.show()

    QTimer.singleShot(0, lambda: view.setModel(model))
    qtbot.waitUntil(lambda: bool(reported))
    view.setModel(None)

    assert {type(error) for error in reported} == {Oops}
    assert view.isVisible()


def test_what_was_set_before_is_set_again(qt_loop: asyncio.AbstractEventLoop) -> None:
    before = sys.excepthook, threading.excepthook, qt_loop.get_exception_handler()

    with report_uncaught(lambda error: None):
        assert sys.excepthook is not before[0]

    assert (sys.excepthook, threading.excepthook, qt_loop.get_exception_handler()) == before


def test_a_complaint_of_the_loop_without_an_exception_is_only_logged(
    qt_loop: asyncio.AbstractEventLoop, reported: list[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        qt_loop.call_exception_handler({"message": "something is slow"})

    assert reported == []
    assert "something is slow" in caplog.text
