"""Short messages over a window: they move nothing, wait for the mouse, and disappear by themselves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, QRect, Qt
from PySide6.QtGui import QEnterEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QPushButton, QTableWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.toast import MARGIN, MOST_SHOWN_MS, SHOWN_MS, Toast, free_area


@pytest.fixture
def area(qtbot: QtBot) -> QWidget:
    made = QWidget()
    layout = QVBoxLayout(made)
    layout.addWidget(QPushButton("Publish"))
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


@pytest.fixture
def toast(area: QWidget, qapp: QApplication) -> Toast:
    theme.apply(qapp, choice="light")
    return Toast(area)


def test_it_covers_the_lower_edge_and_moves_nothing(area: QWidget, toast: Toast) -> None:
    button = area.findChild(QPushButton)
    assert button is not None
    before = button.geometry()

    toast.show_message("Imported", "12 entries")

    assert button.geometry() == before
    assert area.rect().contains(toast.geometry())
    assert toast.geometry().bottom() == area.height() - MARGIN - 1


def test_it_stands_above_buttons_and_fields_at_the_lower_edge(area: QWidget, toast: Toast) -> None:
    layout = area.layout()
    assert layout is not None
    field, button = QLineEdit(), QPushButton("Translate")
    for each in (QPlainTextEdit(), field, button):
        layout.addWidget(each)
    layout.activate()
    QApplication.processEvents()

    toast.show_message("Imported", "12 entries")

    used = [each.geometry() for each in (field, button)]
    assert not any(toast.geometry().intersects(each) for each in used)
    assert toast.geometry().bottom() < field.geometry().top()


def test_it_covers_neither_the_cursor_nor_the_current_cell(
    area: QWidget, toast: Toast, qtbot: QtBot, qapp: QApplication
) -> None:
    layout = area.layout()
    assert layout is not None
    text, table = QPlainTextEdit("line\n" * 40), QTableWidget(9, 1)
    for each in (text, table):
        each.setMinimumHeight(300)
        layout.addWidget(each)
    area.resize(600, 700)
    area.activateWindow()
    table.setCurrentCell(8, 0)
    table.scrollToBottom()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    toast.show_message("Imported")
    cell = table.visualRect(table.currentIndex())
    covered = QRect(table.viewport().mapTo(area, cell.topLeft()), cell.size())
    assert not toast.geometry().intersects(covered)

    table.hide()
    text.moveCursor(QTextCursor.MoveOperation.End)
    text.setFocus()
    qtbot.waitUntil(text.hasFocus)
    toast.show_message("Imported")
    cursor = text.cursorRect()
    assert not toast.geometry().intersects(QRect(text.viewport().mapTo(area, cursor.topLeft()), cursor.size()))


def test_where_everything_is_used_it_stays_at_the_lower_edge() -> None:
    lowest = QRect(0, 300, 100, 40)

    assert free_area(lowest, []) == lowest
    assert free_area(lowest, [QRect(0, 320, 50, 20), QRect(50, 250, 50, 30)]).bottom() < 250
    assert free_area(lowest, [QRect(0, 0, 100, 400)]) == lowest


def test_it_follows_the_size_of_its_window(area: QWidget, toast: Toast) -> None:
    toast.show_message("Imported", "A long sentence that needs several lines in a narrow window. " * 3)

    area.resize(260, 300)

    assert area.rect().contains(toast.geometry())
    assert toast.height() >= toast.heightForWidth(toast.width())


def test_a_hint_looks_unlike_news_of_success(toast: Toast) -> None:
    toast.show_message("Imported")
    good, news = toast.picture.grab().toImage(), toast.grab().toImage()
    toast.show_message("Publish", "Open a dictionary first.", is_hint=True)

    assert toast.picture.grab().toImage() != good
    assert toast.grab().toImage().pixelColor(40, 4) != news.pixelColor(40, 4)
    assert toast.words == "Publish Open a dictionary first."
    toast.show_message("Imported")
    assert toast.picture.grab().toImage() == good


def test_it_leaves_when_its_time_is_over(toast: Toast) -> None:
    toast.show_message("Imported")
    assert toast.timer.isActive()

    toast.timer.timeout.emit()

    assert toast.isHidden()
    assert toast.words == ""
    assert not toast.timer.isActive()


def test_longer_texts_stay_longer_but_not_for_ever(toast: Toast) -> None:
    toast.show_message("Saved")
    short = toast.timer.interval()
    toast.show_message("Saved", "word " * 500)

    assert SHOWN_MS < short < toast.timer.interval() == MOST_SHOWN_MS


def test_it_waits_while_the_mouse_is_on_it(toast: Toast) -> None:
    toast.show_message("Imported")
    inside = QPointF(5, 5)
    QApplication.sendEvent(toast, QEnterEvent(inside, inside, inside))
    assert not toast.timer.isActive()

    QApplication.sendEvent(toast, QEvent(QEvent.Type.Leave))

    assert toast.timer.isActive()


def test_a_newer_message_takes_the_place_of_the_one_before(toast: Toast) -> None:
    toast.show_message("Imported", "12 entries")
    toast.show_message("Exported")

    assert toast.words == "Exported"
    assert toast.text.isHidden()


def test_it_can_be_closed_and_is_no_stop_for_tab(qtbot: QtBot, toast: Toast) -> None:
    toast.show_message("Imported")
    assert toast.close_button.focusPolicy() == Qt.FocusPolicy.NoFocus

    qtbot.mouseClick(toast.close_button, Qt.MouseButton.LeftButton)

    assert toast.isHidden()
