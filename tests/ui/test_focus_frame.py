"""The keyboard focus is visible: a view with focus frames its current cell, and its selection is not gray."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QImage, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListWidget,
    QPushButton,
    QTableView,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from support.campaign import combined
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.ui.glossaries.library.library_panel import LibraryPanel
from termdesk.ui.glossaries.library.pair_matrix import PairMatrix
from termdesk.ui.glossaries.multilingual.multilingual_grid import MultilingualGrid
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.shell.main_window import Rail
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.plain_table import PlainTable

# Antialiased letters have all colors between those of the text and its background.
STRAY = 60
GLOSSARY = GlossarySummary("g", "g", "Law", GlossaryRecord("g", "Law", (DictionaryRecord("en", "de", 5),)))


@pytest.fixture(scope="module", autouse=True)
def light_again(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp, choice="light")


def model(parent: QWidget) -> QStandardItemModel:
    made = QStandardItemModel(parent)
    for row in range(3):
        made.appendRow([QStandardItem(f"cell {row} {column}") for column in range(3)])
    return made


def filled(view: QAbstractItemView, column: int = 0) -> QAbstractItemView:
    view.setModel(model(view))
    view.setCurrentIndex(view.model().index(1, column))
    return view


def grid(view: QAbstractItemView, column: int) -> QAbstractItemView:
    view.setItemDelegate(PhraseDelegate(view))
    if isinstance(view, MultilingualGrid):
        view.frozen.setItemDelegate(PhraseDelegate(view))
    return filled(view, column)


def a_list() -> QAbstractItemView:
    view = QListWidget()
    view.addItems(["one", "two"])
    view.setCurrentRow(1)
    return view


def library() -> LibraryPanel:
    panel = LibraryPanel()
    panel.show_summaries([GLOSSARY])
    panel.tree.setCurrentIndex(panel.tree.model().index(0, 0))
    return panel


def matrix() -> QAbstractItemView:
    view = PairMatrix()
    view.show_summary(GLOSSARY)
    return view


def lines() -> QAbstractItemView:
    table = PlainTable("lines", "Lines", headings=["a", "b"], rows=[("first", "2"), ("second", "4")], stretch=1)
    table.selectRow(1)
    return table


VIEWS: dict[str, Callable[[], QAbstractItemView | LibraryPanel]] = {
    "table of a dialog": lines,
    "list of lines": lambda: filled(ListTable("lines", "Lines")),
    "list": a_list,
    "tree": lambda: filled(QTreeView()),
    "table": lambda: filled(QTableView()),
    "grid": lambda: grid(GridView(), 1),
    "source of all languages": lambda: grid(MultilingualGrid(), 0),
    "target of all languages": lambda: grid(MultilingualGrid(), 1),
    "library": library,
    "matrix of pairs": matrix,
}


# Sorted by scheme, because to change it takes longer than the test.
@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "name"), sorted(combined(theme.SCHEMES, VIEWS)))
def test_the_frame_and_the_selection_tell_which_view_has_the_focus(
    qtbot: QtBot, qapp: QApplication, name: str, scheme: str
) -> None:
    theme.apply(qapp, choice=scheme)
    window, elsewhere, made = QWidget(), QPushButton("elsewhere"), VIEWS[name]()
    view = made.tree if isinstance(made, LibraryPanel) else made
    layout = QVBoxLayout(window)
    layout.addWidget(elsewhere)
    layout.addWidget(made)
    qtbot.addWidget(window)
    window.resize(500, 300)
    window.show()
    window.activateWindow()
    ground, gray, frame = map(theme.color, ("selection", "selection_unfocused", "selection_frame"))

    elsewhere.setFocus()
    qtbot.waitUntil(elsewhere.hasFocus)
    without = view.grab().toImage()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    focused = view.grab().toImage()

    # A cell has at least 40 x 15 pixels, and a frame of two pixels.
    assert count_pixels(without, gray) > 40 * 15 / 2
    assert count_pixels(without, ground) < STRAY
    assert count_pixels(focused, ground) > 40 * 15 / 2
    assert count_pixels(focused, gray) < STRAY
    assert count_pixels(focused, frame) - count_pixels(without, frame) > 2 * 2 * (40 + 15) - STRAY


def test_an_open_cell_keeps_the_look_of_its_view(qtbot: QtBot, qapp: QApplication) -> None:
    theme.apply(qapp, choice="light")
    table = PlainTable("lines", "Lines", headings=["a"], rows=[("first",), ("second",)], stretch=0)
    qtbot.addWidget(table)
    table.selectAll()
    table.show()
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)

    table.openPersistentEditor(table.item(1, 0))
    editor = table.indexWidget(table.model().index(1, 0))
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus)

    assert count_pixels(table.grab().toImage(), theme.color("selection_unfocused")) == 0


def test_the_focus_changes_the_look_and_lays_out_nothing(qtbot: QtBot, qapp: QApplication) -> None:
    class Watched(QTableView):
        events: ClassVar[list[QEvent.Type]] = []

        def changeEvent(self, event: QEvent) -> None:
            self.events.append(event.type())
            super().changeEvent(event)

    theme.apply(qapp, choice="light")
    view = Watched()
    qtbot.addWidget(view)
    filled(view)
    view.show()
    view.activateWindow()
    view.events.clear()

    view.setFocus()
    qtbot.waitUntil(view.hasFocus)

    assert not {QEvent.Type.StyleChange, QEvent.Type.FontChange} & set(view.events)


def test_a_button_that_is_on_has_another_frame_with_the_focus(qtbot: QtBot, qapp: QApplication) -> None:
    theme.apply(qapp, choice="light")
    rail = Rail()
    rail.add("glossaries", "Glossaries", "glossaries", key="Ctrl+1")
    rail.add("usage", "Usage", "usage", key="Ctrl+2")
    rail.choose(0)
    qtbot.addWidget(rail)
    rail.show()
    rail.activateWindow()
    on, off = rail.findChildren(QToolButton)
    frame = theme.color("selection_frame")

    off.setFocus()
    qtbot.waitUntil(off.hasFocus)
    before = count_pixels(on.grab().toImage(), frame)
    on.setFocus()

    assert count_pixels(on.grab().toImage(), frame) > before + 2 * (on.width() + on.height())


def count_pixels(image: QImage, color: QColor) -> int:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return memoryview(plain.constBits()).cast("I").tolist().count(color.rgb())
