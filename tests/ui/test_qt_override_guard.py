"""An error in an override of a Qt method is reported; it does not end the program."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.scorecard("R43")

SCRIPT = """
import sys
from typing import Generic, TypeVar
import termdesk.ui
from PySide6.QtCore import QAbstractListModel, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QWidget

app = QApplication([])
seen = []
sys.excepthook = lambda kind, error, trace: seen.append(kind.__name__)


def fail():
    [ERROR]


class Widget(QWidget):
    def keyPressEvent(self, event):
        fail()


class Filter(QObject):
    def eventFilter(self, watched, event):
        return fail() if event.type() == QEvent.Type.User else False


T = TypeVar("T")


class Model(QAbstractListModel, Generic[T]):
    def rowCount(self, parent=None):
        return 1

    def data(self, index, role):
        return fail() if role == Qt.ItemDataRole.DisplayRole else None


widget, filter, view = Widget(), Filter(), QListView()
widget.show()
widget.installEventFilter(filter)
view.setModel(Model(view))
for act in (
    lambda: QTest.keyClick(widget, Qt.Key.Key_A),
    lambda: app.sendEvent(widget, QEvent(QEvent.Type.User)),
    lambda: view.model().data(view.model().index(0, 0), Qt.ItemDataRole.DisplayRole),
    lambda: view.grab(),
):
    try:
        act()
    except Exception as error:
        seen.append(type(error).__name__)
print(*sorted(set(seen)), len(seen) >= 4)
"""


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("[].index(3)", "ValueError"),
        ("int('x')", "ValueError"),
        ("next(iter([]))", "StopIteration"),
        ("{}['x']", "KeyError"),
        ("raise RuntimeError('x')", "RuntimeError"),
    ],
)
def test_an_error_in_an_override_is_reported(statement: str, error: str) -> None:
    script = SCRIPT.replace("[ERROR]", statement)

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout.split()) == (0, [error, "True"]), done.stderr
