"""Widgets side by side, line by line, in either direction of the window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets.layouts.flow_layout import SPACING, FlowLayout

Sizes = list[tuple[int, int]]


class Flow:
    """A widget with children of these sizes, laid out in lines."""

    def __init__(self, sizes: Sizes) -> None:
        self.widget = QWidget()
        self.layout = FlowLayout(self.widget)
        self.children: list[QWidget] = []
        for width, height in sizes:
            child = QWidget()
            child.setFixedSize(width, height)
            self.layout.addWidget(child)
            self.children.append(child)

    def positions(self, width: int) -> list[QRect]:
        self.layout.setGeometry(QRect(0, 0, width, 1_000))
        return [each.geometry() for each in self.children]


def corners(positions: list[QRect]) -> list[tuple[int, int]]:
    return [(position.x(), position.y()) for position in positions]


@pytest.fixture
def flow(qtbot: QtBot) -> Flow:
    made = Flow([(40, 20), (40, 30), (40, 20)])
    qtbot.addWidget(made.widget)
    return made


def test_a_full_line_continues_below_its_highest_widget(flow: Flow) -> None:
    assert corners(flow.positions(100)) == [(0, 5), (40 + SPACING, 0), (0, 30 + SPACING)]
    assert flow.layout.heightForWidth(100) == 30 + SPACING + 20


def test_a_line_that_fits_to_the_pixel_stays_one_line(flow: Flow) -> None:
    assert flow.layout.heightForWidth(3 * 40 + 2 * SPACING) == 30
    assert flow.layout.heightForWidth(3 * 40 + 2 * SPACING - 1) == 30 + SPACING + 20


def test_the_height_follows_each_change(flow: Flow) -> None:
    assert flow.layout.heightForWidth(40) == 20 + 30 + 20 + 2 * SPACING

    flow.children[1].hide()
    assert flow.layout.heightForWidth(40) == 20 + 20 + SPACING
    flow.children[1].show()
    flow.children[1].setFixedHeight(50)
    assert flow.layout.heightForWidth(40) == 20 + 50 + 20 + 2 * SPACING
    flow.layout.takeAt(1)
    assert flow.layout.heightForWidth(40) == 20 + 20 + SPACING


def test_a_mirrored_window_fills_lines_from_the_right(flow: Flow) -> None:
    flow.widget.setLayoutDirection(Qt.LayoutDirection.RightToLeft)

    assert corners(flow.positions(100)) == [(60, 5), (60 - 40 - SPACING, 0), (60, 30 + SPACING)]


def test_a_hidden_widget_leaves_no_gap(flow: Flow) -> None:
    flow.children[0].hide()

    assert corners(flow.positions(100)[1:]) == [(0, 0), (40 + SPACING, 5)]


def test_a_widget_taken_away_is_no_longer_placed(flow: Flow) -> None:
    taken = flow.layout.takeAt(1)

    assert taken is not None
    assert taken.widget() is flow.children[1]
    assert flow.layout.count() == 2
    assert flow.layout.itemAt(2) is None
    assert flow.layout.takeAt(2) is None


@given(st.lists(st.tuples(st.integers(1, 90), st.integers(1, 40)), max_size=12), st.integers(90, 300))
def test_nothing_overlaps_or_leaves_the_width(qapp: object, sizes: Sizes, width: int) -> None:
    flow = Flow(sizes)

    positions = flow.positions(width)

    assert all(QRect(0, 0, width, flow.layout.heightForWidth(width)).contains(position) for position in positions)
    assert not any(one.intersects(other) for number, one in enumerate(positions) for other in positions[:number])
    for number, position in enumerate(positions):
        is_right = number > 0 and position.left() > positions[number - 1].right()
        is_below = all(position.top() > other.bottom() for other in positions[:number])
        assert is_right or is_below, "as one reads"
