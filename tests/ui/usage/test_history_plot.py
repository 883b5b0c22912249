"""The scale of the plot has round numbers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.usage.history_plot import LINES, HistoryPlot
from termdesk.ui.widgets import theme


@pytest.mark.parametrize(("highest", "step"), [(0, 1), (3, 1), (562, 200), (1_124, 500), (480_001, 200_000)])
def test_the_lines_of_the_scale_stand_at_round_numbers(qtbot: QtBot, window: QWidget, highest: int, step: int) -> None:
    plot = HistoryPlot(window)
    plot.show_points([(datetime(2026, 11, 1, tzinfo=UTC), 0), (datetime(2026, 11, 2, tzinfo=UTC), highest)], limit=None)

    assert plot._top() == step * LINES


def test_from_right_to_left_the_curve_runs_with_its_labels(qtbot: QtBot, window: QWidget) -> None:
    plot = HistoryPlot(window)
    plot.resize(480, 200)
    plot.show_points([(datetime(2026, 11, 1, tzinfo=UTC), 0), (datetime(2026, 11, 2, tzinfo=UTC), 100)], limit=None)
    accent = theme.color("accent").rgb()

    def rise() -> float:
        """Return where the curve rises, at the last measurement, as a fraction of the width."""
        picture = plot.grab().toImage()
        columns = [
            x
            for x in range(picture.width())
            if sum(picture.pixel(x, y) == accent for y in range(picture.height())) > picture.height() / 3
        ]
        return columns[0] / picture.width()

    assert rise() > 0.9
    plot.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert rise() < 0.1


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_the_labels_of_the_scale_have_room_for_their_numbers(
    qtbot: QtBot, window: QWidget, direction: Qt.LayoutDirection
) -> None:
    plot = HistoryPlot(window)
    plot.setLayoutDirection(direction)
    plot.resize(480, 200)
    points = [(datetime(2026, 11, 1, tzinfo=UTC), 0), (datetime(2026, 11, 2, tzinfo=UTC), 1_000_000_000)]
    plot.show_points(points, limit=None)

    assert plot._label_width() >= plot.fontMetrics().horizontalAdvance("1,000,000,000")
    assert plot._area().width() <= 480 - plot._label_width()
