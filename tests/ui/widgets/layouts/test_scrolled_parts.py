"""Parts scroll where the window is lower than they need, and fill it where it is higher."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QScrollArea, QTableWidget, QVBoxLayout
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets.layouts.scrolled_parts import ScrolledParts, fit_scroll_area
from termdesk.ui.widgets.plain import PlainLabel

LEAST = 100


@pytest.fixture
def area(qtbot: QtBot) -> QScrollArea:
    parts = ScrolledParts()
    column = QVBoxLayout(parts)
    column.addWidget(PlainLabel("many words " * 20, wraps=True))
    table = QTableWidget(3, 3)
    table.setMinimumHeight(LEAST)
    column.addWidget(table)
    made = QScrollArea()
    qtbot.addWidget(made)
    fit_scroll_area(made, parts)
    made.resize(300, 400)
    made.show()
    return made


def test_in_a_high_window_nothing_scrolls(area: QScrollArea) -> None:
    assert area.verticalScrollBar().maximum() == 0
    assert area.widget().height() == area.viewport().height()


def test_in_a_low_window_no_part_is_lower_than_it_needs(area: QScrollArea) -> None:
    area.resize(300, 80)

    assert area.verticalScrollBar().maximum() > 0
    table = area.findChild(QTableWidget)
    label = area.findChild(PlainLabel)
    assert isinstance(table, QTableWidget)
    assert isinstance(label, PlainLabel)
    assert table.height() == LEAST
    assert label.height() >= label.heightForWidth(label.width())
