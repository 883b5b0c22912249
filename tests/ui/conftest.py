"""The window's parts are tested alone, on Qt's own loop, without the service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets import theme

T = TypeVar("T")


@pytest.fixture(autouse=True)
def _widgets_end_with_their_test(qapp: QApplication) -> Iterator[None]:
    """pytest-qt closes windows and asks for their end, which comes with the next loop: dialogs would stay till then."""
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def finish(qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop) -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Runs a coroutine to its end while Qt goes on, and gives its result."""

    def run(work: Coroutine[Any, Any, T]) -> T:
        task = qt_loop.create_task(work)
        qtbot.waitUntil(task.done)
        return task.result()

    return run


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A dressed, shown window for dialogs to open over."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, choice="light")
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget
