"""The scale of the plot is made of round numbers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.usage.history_plot import LINES, HistoryPlot


@pytest.mark.parametrize(("highest", "step"), [(0, 1), (3, 1), (562, 200), (1_124, 500), (480_001, 200_000)])
def test_the_lines_of_the_scale_stand_at_round_numbers(qtbot: QtBot, window: QWidget, highest: int, step: int) -> None:
    plot = HistoryPlot(window)
    plot.show_points([(datetime(2026, 11, 1, tzinfo=UTC), 0), (datetime(2026, 11, 2, tzinfo=UTC), highest)], limit=None)

    assert plot._top() == step * LINES
