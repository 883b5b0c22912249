"""What the platform must not do to us."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from PySide6 import __version_info__ as PYSIDE
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QTableWidget, QVBoxLayout, QWidget

from support.proof.crafted_drop import running_dropped_code
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.text_area import TextArea


@pytest.mark.scorecard("R41")
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_void_calls_of_qt_leave_none_alone(qapp: object) -> None:
    subject = QObject()
    before = sys.getrefcount(None)

    for number in range(1000):
        subject.setObjectName(str(number))

    assert sys.getrefcount(None) > before - 100


@pytest.fixture
def window(qapp: object) -> Iterator[QWidget]:
    """A window with a table of Qt's that takes drops, beside two of our widgets."""
    window = QWidget()
    column = QVBoxLayout(window)
    table = QTableWidget(2, 2)
    table.setObjectName("of_qt")
    table.setAcceptDrops(True)
    table.setDragDropMode(QTableWidget.DragDropMode.DragDrop)
    for each in (
        table,
        PlainTable("ours", "Ours", headings=["One"], rows=[["1"]], stretch=0),
        TextArea("text", "Text"),
    ):
        column.addWidget(each)
    window.show()
    yield window
    window.close()


@pytest.mark.scorecard("S31")
def test_items_that_are_dropped_run_code_in_tables_of_qt_alone(window: QWidget) -> None:
    """PySide reads such data from 6.12 on without running it. Every window is tried in `test_drawn_windows`."""
    has_fault = PYSIDE < (6, 12)

    positions = list(running_dropped_code(window))

    assert all("of_qt" in position for position in positions)
    assert bool(positions) == has_fault
