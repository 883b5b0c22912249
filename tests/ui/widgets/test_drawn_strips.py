"""A changed table is drawn in strips, and nothing is erased before its strip is drawn."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QTableWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets.drawn_strips import (
    FIRST_TURNS,
    LEAST_HEIGHT,
    STRIP_HEIGHT,
    STRIP_SECONDS,
    GradualDrawing,
    strips,
)

HEIGHT = 3 * STRIP_HEIGHT
RED, BLUE = "#ff0000", "#0000ff"


class ColoredTable(QTableWidget):
    """Fills what it has to draw with a color.

    `drawn` has the height of each drawing, `seen` the colors on the screen soon after each, from top to bottom.
    """

    def __init__(self) -> None:
        super().__init__()
        self.drawing = GradualDrawing(self)
        self.color = QColor(RED)
        # How long drawing a pixel row takes.
        self.seconds = 0.0
        self.drawn: list[int] = []
        self.seen: list[list[str]] = []

    def paintEvent(self, event: QPaintEvent) -> None:
        self.drawing.draw(event, self._paint)

    def _paint(self, event: QPaintEvent) -> None:
        self.drawn.append(event.rect().height())
        end = time.perf_counter() + self.seconds * event.rect().height()
        while time.perf_counter() < end:
            pass
        QPainter(self.viewport()).fillRect(event.rect(), self.color)
        QTimer.singleShot(0, self._look)

    def _look(self) -> None:
        top = self.viewport().mapTo(self, QPoint()).y()
        picture = self.screen().grabWindow(self.winId()).toImage()
        self.seen.append([picture.pixelColor(50, top + y).name() for y in range(self.viewport().height())])


@pytest.fixture
def table(qtbot: QtBot) -> ColoredTable:
    made = ColoredTable()
    qtbot.addWidget(made)
    made.resize(200, HEIGHT)
    with qtbot.waitExposed(made):
        made.show()
    qtbot.waitUntil(lambda: bool(made.seen))
    made.drawn.clear()
    made.seen.clear()
    return made


def test_a_change_is_drawn_in_strips(qtbot: QtBot, table: ColoredTable) -> None:
    table.drawing.begin()
    table.color = QColor(BLUE)
    table.viewport().update()

    qtbot.waitUntil(lambda: bool(table.seen) and set(table.seen[-1]) == {BLUE})
    assert max(table.drawn) <= STRIP_HEIGHT
    assert sum(table.drawn) == table.viewport().height()
    assert not table.viewport().testAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)


def test_what_is_not_drawn_yet_shows_what_it_showed(qtbot: QtBot, table: ColoredTable) -> None:
    table.drawing.begin()
    table.color = QColor(BLUE)
    table.viewport().update()

    qtbot.waitUntil(lambda: len(table.seen) > 1)
    assert table.seen[0] == [BLUE] * STRIP_HEIGHT + [RED] * (table.viewport().height() - STRIP_HEIGHT)


def test_strips_that_take_long_are_lower(qtbot: QtBot, table: ColoredTable) -> None:
    table.seconds = 2 * STRIP_SECONDS / LEAST_HEIGHT
    table.drawing.begin()
    table.color = QColor(BLUE)
    table.viewport().update()

    qtbot.waitUntil(lambda: bool(table.seen) and set(table.seen[-1]) == {BLUE})
    assert max(table.drawn[1:]) == LEAST_HEIGHT
    assert sum(table.drawn) == table.viewport().height()


def test_a_change_by_a_timer_is_drawn_in_strips(qtbot: QtBot, table: ColoredTable) -> None:
    def change() -> None:
        table.drawing.begin()
        table.color = QColor(BLUE)
        table.viewport().update()

    QTimer.singleShot(0, change)

    qtbot.waitUntil(lambda: bool(table.seen) and set(table.seen[-1]) == {BLUE})
    assert max(table.drawn) <= STRIP_HEIGHT


def test_a_table_that_is_first_shown_is_drawn_once_in_strips(qtbot: QtBot, table: ColoredTable) -> None:
    table.hide()
    table.drawing.begin_first()
    table.color = QColor(BLUE)
    table.show()
    # As when it is laid out again in the next turn.
    QTimer.singleShot(0, table.viewport().update)

    qtbot.waitUntil(lambda: bool(table.seen) and set(table.seen[-1]) == {BLUE})
    assert max(table.drawn) <= STRIP_HEIGHT
    assert sum(table.drawn) == table.viewport().height()


def test_turns_without_updates_do_not_count_for_a_table_that_is_first_shown(qtbot: QtBot) -> None:
    table = ColoredTable()
    qtbot.addWidget(table)
    table.resize(200, HEIGHT)
    table.drawing.begin_first()
    table.setUpdatesEnabled(False)
    table.show()
    # As when a dialog opens.
    for _ in range(2 * FIRST_TURNS):
        QApplication.processEvents()
    table.setUpdatesEnabled(True)

    qtbot.waitUntil(lambda: bool(table.seen) and set(table.seen[-1]) == {RED})
    assert max(table.drawn) <= STRIP_HEIGHT
    assert sum(table.drawn) == table.viewport().height()


def test_a_change_that_is_laid_out_in_several_turns_is_drawn_once_in_strips(qtbot: QtBot, table: ColoredTable) -> None:
    table.drawing.begin(turns=FIRST_TURNS)
    table.color = QColor(BLUE)
    table.viewport().update()
    QTimer.singleShot(0, table.viewport().update)

    qtbot.waitUntil(lambda: bool(table.seen) and set(table.seen[-1]) == {BLUE})
    assert max(table.drawn) <= STRIP_HEIGHT
    assert sum(table.drawn) == table.viewport().height()


def test_strips_of_two_tables_are_not_drawn_in_the_same_turn(qtbot: QtBot, table: ColoredTable) -> None:
    other = ColoredTable()
    qtbot.addWidget(other)
    other.resize(200, HEIGHT)
    other.show()
    qtbot.waitUntil(lambda: bool(other.seen))
    counts, turns = [0], QTimer(interval=0)
    turns.timeout.connect(lambda: counts.append(len(table.drawn) + len(other.drawn) - sum(counts)))
    other.drawn.clear()
    for each in (table, other):
        each.drawing.begin()
        each.color = QColor(BLUE)
        each.viewport().update()
    turns.start()

    qtbot.waitUntil(lambda: sum(counts) >= 2 * HEIGHT // STRIP_HEIGHT)
    assert max(counts) == 1


def test_a_table_is_drawn_at_once_by_default(qtbot: QtBot, table: ColoredTable) -> None:
    table.drawing.begin()
    qtbot.wait(20)
    table.viewport().update()

    qtbot.waitUntil(lambda: table.drawn == [table.viewport().height()])


def test_strips_cover_an_area() -> None:
    area = QRect(3, 7, 50, 2 * STRIP_HEIGHT + 1)
    made = strips(area)

    assert [each.height() for each in made] == [STRIP_HEIGHT, STRIP_HEIGHT, 1]
    assert sum(each.height() for each in made) == area.height()
    assert made[0].topLeft() == area.topLeft()
    assert made[-1].bottomRight() == area.bottomRight()
    assert strips(QRect()) == []
