"""Asking for the neighbors of a widget does not tie their Python objects to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget
from shiboken6 import delete, isValid

import termdesk
from termdesk.ui.keyboard import tab_order
from termdesk.ui.keyboard.regions import go_round
from termdesk.ui.keyboard.tab_order import next_in_tab_order, previous_in_tab_order
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout


class Pages:
    """Two pages of a window; each has a button in a layout whose items Python objects hold."""

    def __init__(self, window: QWidget) -> None:
        self.window = window
        self.pages: list[QWidget] = []
        self.buttons: list[QPushButton] = []
        self.lines: list[FlowLayout] = []
        row = QHBoxLayout(window)
        for _ in range(2):
            page, button, line = QWidget(), QPushButton(), FlowLayout()
            line.addWidget(button)
            column = QVBoxLayout(page)
            # Has widgets that Qt makes.
            column.addWidget(QPlainTextEdit())
            column.addLayout(line)
            row.addWidget(page)
            self.pages.append(page)
            self.buttons.append(button)
            self.lines.append(line)

    def walk(self, step: Callable[[QWidget], QWidget]) -> list[QWidget]:
        """Return all widgets in tab order, or in reverse."""
        found = [step(self.window)]
        while found[-1] is not self.window:
            found.append(step(found[-1]))
        return found[:-1]


@pytest.fixture
def pages(window: QWidget) -> Pages:
    return Pages(window)


def test_every_widget_of_the_window_is_found_in_both_directions(pages: Pages) -> None:
    forward = pages.walk(next_in_tab_order)

    assert [each for each in forward if isinstance(each, QPushButton)] == pages.buttons
    assert pages.walk(previous_in_tab_order) == forward[::-1]
    assert all(each.window() is pages.window for each in forward)


@pytest.mark.parametrize("step", [next_in_tab_order, previous_in_tab_order])
@pytest.mark.parametrize("closed", [0, 1])
def test_a_page_stays_whole_when_another_one_is_deleted(
    pages: Pages, step: Callable[[QWidget], QWidget], closed: int
) -> None:
    pages.walk(step)
    delete(pages.pages[closed])

    kept = pages.lines[1 - closed]
    assert isValid(kept.itemAt(0))
    assert kept.minimumSize() == pages.buttons[1 - closed].minimumSizeHint()


def test_a_page_stays_whole_when_one_is_closed_after_f6(pages: Pages) -> None:
    go_round(pages.window, step=1)
    delete(pages.pages[0])

    assert isValid(pages.lines[1].itemAt(0))


def test_nothing_else_asks_qt_for_neighbors() -> None:
    package = Path(termdesk.__file__).parent
    asking = [path for path in package.rglob("*.py") if "InFocusChain" in path.read_text("utf-8")]

    assert asking == [Path(tab_order.__file__)]
