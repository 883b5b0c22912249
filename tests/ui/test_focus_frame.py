"""Where the keys go can be seen: the current cell of a table, list or tree has a frame while the view has the focus."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QColor, QImage, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListWidget,
    QPushButton,
    QTableView,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.ui.glossaries.library.library_panel import LibraryPanel
from termdesk.ui.glossaries.library.pair_matrix import PairMatrix
from termdesk.ui.glossaries.multilingual.multilingual_grid import MultilingualGrid
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.plain_table import PlainTable

GLOSSARY = GlossarySummary("g", "g", "Law", GlossaryRecord("g", "Law", (DictionaryRecord("en", "de", 5),)))


@pytest.fixture(autouse=True)
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", VIEWS)
def test_the_current_cell_has_a_frame_with_the_focus_only(
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
    accent = theme.colour("accent")

    elsewhere.setFocus()
    qtbot.waitUntil(elsewhere.hasFocus)
    assert count_pixels(view.grab().toImage(), accent) == 0
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)

    # Two pixels all around a cell of at least 40 x 15 pixels.
    assert count_pixels(view.grab().toImage(), accent) > 2 * 2 * (40 + 15)


def count_pixels(image: QImage, colour: QColor) -> int:
    return sum(
        image.pixelColor(x, y).rgb() == colour.rgb() for y in range(image.height()) for x in range(image.width())
    )
