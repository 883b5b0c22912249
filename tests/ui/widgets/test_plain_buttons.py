"""Buttons and boxes, and the parts that Qt adds to them, have accessible names and show texts literally."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap, QPixmapCache
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QMenu, QTableWidget, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from support.window_checks import nameless
from termdesk.ui.widgets.plain_buttons import (
    MenuButton,
    Splitter,
    add_clear_button,
    add_picture,
    dialog_button,
    icon_button,
    name_corner,
    tick_box,
)


def test_an_icon_says_its_words_to_readers_and_in_the_tooltip(window: QWidget) -> None:
    button = icon_button("close", "close", "Close <b>x</b>")

    assert button.accessibleName() == "Close <b>x</b>"
    assert "&lt;b&gt;" in button.toolTip(), "Qt would read tags"
    assert not button.icon().isNull()


def test_a_box_is_explained_where_its_words_are_too_short(window: QWidget) -> None:
    explained, plain = tick_box("case", "Aa", meaning="Match case", is_on=True), tick_box("word", "Whole words")

    assert (explained.accessibleName(), explained.isChecked()) == ("Match case", True)
    assert (plain.accessibleName(), plain.toolTip(), plain.isChecked()) == ("Whole words", "", False)


def test_a_click_beside_the_words_ticks_nothing(window: QWidget, qtbot: QtBot) -> None:
    """A check box is only as wide as its text, so a click elsewhere in the form must not change it."""
    box = tick_box("case", "Aa")
    QVBoxLayout(window).addWidget(box)
    window.resize(600, 60)
    qtbot.waitUntil(box.isVisible)
    assert box.width() < 200

    qtbot.mouseClick(window, Qt.MouseButton.LeftButton, pos=window.rect().center())

    assert not box.isChecked()


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
    # Close it now: it could be garbage-collected while it is painted.
    widget.close()


def test_each_button_of_a_field_says_what_it_is(qtbot: QtBot) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    add_picture(field, "search", "Search")
    add_clear_button(field)

    assert sorted(each.accessibleName() or each.text() for each in field.findChildren(QToolButton)) == [
        "Clear",
        "Search",
    ]


def test_a_mirrored_splitter_shows_the_frames_of_its_widgets(window: QWidget) -> None:
    splitter = Splitter(Qt.Orientation.Horizontal)
    for _ in range(2):
        splitter.addWidget(QTableWidget())
    QVBoxLayout(window).addWidget(splitter)

    for direction in (Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight):
        window.setLayoutDirection(direction)
        for position in range(2):
            assert splitter.rect().contains(splitter.widget(position).geometry())


def test_fields_share_the_picture_of_the_button_that_clears(qtbot: QtBot) -> None:
    limit = QPixmapCache.cacheLimit()
    QPixmapCache.clear()
    QPixmapCache.setCacheLimit(32)
    QPixmapCache.insert("first", QPixmap(1, 1))

    for _ in range(60):
        field = field_to_clear()
        field.grab()
        field.deleteLater()

    # If each field kept a picture of its own, the cache would have dropped the first one.
    assert QPixmapCache.find("first", QPixmap())
    QPixmapCache.setCacheLimit(limit)


def test_a_button_with_a_menu_has_an_arrow_in_both_directions(window: QWidget) -> None:
    button = MenuButton(parent=window)
    button.resize(120, 30)
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        button.setLayoutDirection(direction)
        button.setMenu(None)  # type: ignore[arg-type]  # this removes the menu
        plain = button.grab().toImage()
        button.setMenu(QMenu(button))

        assert button.grab().toImage() != plain, direction


def test_a_button_of_a_dialog_is_named_without_the_mark_of_its_key(qtbot: QtBot) -> None:
    button = dialog_button("save", "&Save as…")
    qtbot.addWidget(button)

    assert (button.objectName(), button.text(), button.accessibleName()) == ("save", "&Save as…", "Save as")
    assert not button.autoDefault()
