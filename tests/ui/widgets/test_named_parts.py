"""What Qt adds to fields, tables and splitters has names for screen readers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QTableWidget, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from support.window_checks import nameless
from termdesk.ui.widgets.named_parts import Splitter, add_clear_button, add_picture, name_corner


def named(widget: QWidget) -> QWidget:
    widget.setAccessibleName("The widget")
    return widget


def field_to_clear() -> QWidget:
    field = QLineEdit("text")
    add_clear_button(field)
    return field


def keys_to_clear() -> QWidget:
    field = QKeySequenceEdit()
    add_clear_button(field)
    return field


def field_with_picture() -> QWidget:
    field = QLineEdit("text")
    add_picture(field, "search", "Search")
    return field


def table() -> QWidget:
    made = QTableWidget(2, 2)
    name_corner(made)
    return made


def splitter() -> QWidget:
    made = Splitter(Qt.Orientation.Horizontal)
    made.addWidget(QWidget())
    made.addWidget(QWidget())
    return made


@pytest.mark.parametrize("make", [field_to_clear, keys_to_clear, field_with_picture, table, splitter])
def test_every_part_has_a_name(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    widget = named(make())
    qtbot.addWidget(widget)
    widget.show()

    assert list(nameless(widget)) == []


def test_each_button_of_a_field_says_what_it_is(qtbot: QtBot) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    add_picture(field, "search", "Search")
    add_clear_button(field)

    assert sorted(each.accessibleName() or each.text() for each in field.findChildren(QToolButton)) == [
        "Clear",
        "Search",
    ]
