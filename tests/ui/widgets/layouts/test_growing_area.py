"""A long text makes its window higher; where the screen has no room, it scrolls, also by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets.layouts.growing_area import GrowingArea
from termdesk.ui.widgets.plain import PlainLabel


@pytest.fixture
def area(qtbot: QtBot, window: QWidget) -> GrowingArea:
    label = PlainLabel(wraps=True)
    label.setObjectName("words")
    made = GrowingArea("Result", label, lines=3, room_for_frame=60)
    QVBoxLayout(window).addWidget(made)
    window.resize(400, 100)
    qtbot.waitUntil(lambda: made.viewport().width() > 300)
    return made


def test_a_short_text_leaves_the_height_as_it_is(area: GrowingArea) -> None:
    least = 3 * area.fontMetrics().lineSpacing()
    assert area.minimumHeight() == least

    area.show_text("It answers.", tone="good")

    assert area.minimumHeight() == least
    assert area.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_a_long_text_gets_the_height_that_it_needs(area: GrowingArea, qtbot: QtBot) -> None:
    area.show_text("\n".join(["The key lacks a scope."] * 12), tone="warning")

    needed = 12 * area.fontMetrics().lineSpacing()
    assert area.minimumHeight() >= needed
    qtbot.waitUntil(lambda: area.height() >= needed)
    assert area.verticalScrollBar().maximum() == 0
    area.show_text("It answers.", tone="good")
    assert area.minimumHeight() < needed


def test_where_the_screen_has_no_room_it_scrolls_also_by_keyboard(area: GrowingArea, qtbot: QtBot) -> None:
    area.show_text("\n".join(["The key lacks a scope."] * 200), tone="warning")

    assert area.minimumHeight() <= area.screen().availableSize().height() - 60
    assert area.focusPolicy() == Qt.FocusPolicy.TabFocus
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    area.setFocus()
    qtbot.keyClick(area, Qt.Key.Key_PageDown)
    assert area.verticalScrollBar().value() > 0
    area.show_text("\n".join(["It answers."] * 200), tone="good")
    assert area.verticalScrollBar().value() == 0
