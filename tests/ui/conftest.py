"""Tests the parts of the window separately, on Qt's event loop, without the service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from support.fixtures.patient_bot import PatientBot
from support.fork_server import forked_services
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import Question

T = TypeVar("T")
D = TypeVar("D", bound=QDialog)


@pytest.fixture(scope="session", autouse=True)
def _services_are_forked() -> Iterator[None]:
    """Fork local services, and the children that read documents: to start each anew takes a second of computing."""
    with forked_services():
        yield


@pytest.fixture(autouse=True)
def _widgets_end_with_their_test(qapp: QApplication) -> Iterator[None]:
    """Delete widgets at the end of each test.

    pytest-qt only schedules this for the next event loop, so that dialogs would remain until then. What nobody deletes
    would wait for the garbage collection, and each test that changes the style would restyle hundreds of them.
    """
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for widget in QApplication.topLevelWidgets():
        if shiboken6.ownedByPython(widget):
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def finish(qtbot: PatientBot, qt_loop: asyncio.AbstractEventLoop) -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Run a coroutine to its end while Qt's events are processed, and return its result."""

    def run(work: Coroutine[Any, Any, T]) -> T:
        task = qt_loop.create_task(work)
        qtbot.wait_for_task(task)
        return task.result()

    return run


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A styled, visible window as the parent of dialogs."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, choice="light")
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


@pytest.fixture
def notices(window: QWidget) -> Iterator[Notices]:
    """It has no parent, because fixtures may still report something when they end."""
    made = Notices()
    yield made
    made.deleteLater()


@pytest.fixture
def jobs(notices: Notices, qtbot: PatientBot, qt_loop: asyncio.AbstractEventLoop) -> Iterator[Jobs]:
    """Jobs that report failures to `notices`, and end with the test. A bug in one of them is raised."""
    made, bugs = Jobs(notices), list[BaseException]()
    made.bug_found.connect(bugs.append)
    yield made
    qtbot.wait_for_task(qt_loop.create_task(made.close()))
    for bug in bugs:
        raise bug


@pytest.fixture
def at_rest(qtbot: QtBot, jobs: Jobs) -> Callable[[], None]:
    """Return a function that waits until no job runs."""
    return lambda: qtbot.waitUntil(lambda: not jobs.running)


@pytest.fixture
def answer(qtbot: QtBot) -> Callable[[str], str]:
    """Return a function that answers a question, once it is open, by the name of a button, and returns its title."""

    def click(name: str) -> str:
        found: list[Question] = []

        def is_open() -> bool:
            found[:] = [each for each in QApplication.topLevelWidgets() if type(each) is Question and each.isVisible()]
            return bool(found)

        qtbot.waitUntil(is_open)
        title, button = found[0].windowTitle(), found[0].findChild(QPushButton, name)
        assert button is not None
        button.click()
        return title

    return click


@pytest.fixture
def opened(qtbot: QtBot) -> Callable[[type[D]], D]:
    """Return the dialog of this kind, once it is open."""

    def find(kind: type[D]) -> D:
        found: list[D] = []

        def is_open() -> bool:
            found[:] = [each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()]
            return bool(found)

        qtbot.waitUntil(is_open)
        return found[0]

    return find


@pytest.fixture
def pick(opened: Callable[[type[QFileDialog]], QFileDialog]) -> Callable[[Path], None]:
    """Answer the file dialog with a path, once it is open."""

    def run(path: Path) -> None:
        dialog = opened(QFileDialog)
        dialog.setDirectory(str(path.parent))
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        assert field is not None
        field.setText(path.name)
        dialog.accept()

    return run
