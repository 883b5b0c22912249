"""The panel next to a table that counts the values of facets and filters by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.glossaries.view.facets import NOTHING, Facet
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.ui.glossaries.view.facet_words import facet_title, value_order, value_title
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import PlainLabel, tooltip
from termdesk.ui.words.cell_words import accessible_text
from termdesk.ui.words.numbers import format_number

CHECKED = Qt.CheckState.Checked
# Initially collapsed, because they are rarely needed.
CLOSED = frozenset({Facet.SOURCE_WORDS, Facet.TARGET_WORDS, Facet.TARGET_LENGTH, Facet.SOURCE_LENGTH})

Counts = Mapping[Facet, Mapping[str, int]]


class FacetsPanel(QWidget):
    """A tree of facets and their values with counts. `chosen` carries a facet and its checked values.

    A row is shown if, for every facet with checked values, it has one of them. Only expanded facets are counted;
    `opened` is emitted when another one is expanded.
    """

    chosen = Signal(object, object)
    opened = Signal()
    closed = Signal()

    def __init__(self, facets: Sequence[Facet], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("facets_panel")
        self.setAccessibleName(self.tr("Facets"))
        self.setMinimumWidth(220)
        self.tree = QTreeWidget()
        self.tree.setObjectName("facets_tree")
        self.tree.setAccessibleName(self.tr("Facets"))
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setRootIsDecorated(True)
        self.tree.setIndentation(16)
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.SingleSelection)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._items = {facet: self._facet_item(facet) for facet in facets}
        self._values: dict[Facet, dict[str, QTreeWidgetItem]] = {facet: {} for facet in facets}
        self._query = ViewQuery()
        self.tree.itemChanged.connect(self._on_item_changed)
        self.tree.itemExpanded.connect(lambda _item: self.opened.emit())
        self._lay_out()
        mark_region(self, first=self.tree)

    def _lay_out(self) -> None:
        heading = PlainLabel(self.tr("Facets"))
        heading.setBuddy(self.tree)
        theme.make_heading(heading, factor=1.05)
        close = QToolButton()
        close.setObjectName("facets_close")
        close.setIcon(theme.icon("close"))
        close.setAccessibleName(self.tr("Close the facets"))
        close.setToolTip(self.tr("Close the facets (F9)"))
        close.clicked.connect(lambda: self.closed.emit())
        head = QHBoxLayout()
        head.addWidget(heading, 1)
        head.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.tree, 1)

    def _facet_item(self, facet: Facet) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self.tree, [facet_title(facet), ""])
        item.setData(1, Qt.ItemDataRole.AccessibleTextRole, accessible_text(""))
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        font = item.font(0)
        font.setBold(True)
        item.setFont(0, font)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        # The values appear with the first count; until then, show that the item can be expanded.
        item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        item.setExpanded(facet not in CLOSED)
        return item

    def open_facets(self) -> list[Facet]:
        """Return the expanded facets; only their values are counted."""
        return [facet for facet, item in self._items.items() if item.isExpanded()]

    def show_counts(self, counts: Counts, query: ViewQuery) -> None:
        """Show the counts for a query. A checked value stays visible even if no row has it."""
        self._query = query
        self.tree.blockSignals(True)
        for facet, found in counts.items():
            if facet in self._items:
                self._show_facet(self._items[facet], facet, found)
        self.tree.blockSignals(False)

    def show_choices(self, query: ViewQuery) -> None:
        """Check the values of a query; counts follow later."""
        self._query = query
        self.tree.blockSignals(True)
        for facet, items in self._values.items():
            for value, item in items.items():
                _tick(item, value, query.values(facet))
        self.tree.blockSignals(False)

    def _show_facet(self, item: QTreeWidgetItem, facet: Facet, counts: Mapping[str, int]) -> None:
        chosen = self._query.values(facet)
        values = sorted(
            {value for value, count in counts.items() if count} | chosen, key=lambda v: value_order(facet, v)
        )
        if list(self._values[facet]) != values:
            self._put_values(item, facet, values)
        for value, child in self._values[facet].items():
            child.setText(1, format_number(counts.get(value, 0)))
            _tick(child, value, chosen)
        # Also show on a collapsed facet that it filters.
        item.setText(1, self.tr("on") if chosen else "")
        # If no row has a value, there is nothing to filter by.
        item.setHidden(not chosen and set(values) <= {NOTHING})

    def _put_values(self, item: QTreeWidgetItem, facet: Facet, values: Sequence[str]) -> None:
        before, current = self._values[facet], self.tree.currentItem()
        was_on = next((value for value, child in before.items() if child is current), None)
        item.takeChildren()
        self._values[facet] = {value: self._value_item(item, facet, value) for value in values}
        if was_on is not None:
            self.tree.setCurrentItem(self._values[facet].get(was_on, item))

    def _value_item(self, parent: QTreeWidgetItem, facet: Facet, value: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(parent, [value_title(facet, value), ""])
        item.setFlags(
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsUserCheckable
            | Qt.ItemFlag.ItemNeverHasChildren
        )
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        item.setData(0, Qt.ItemDataRole.ToolTipRole, tooltip(item.text(0)))
        return item

    def _on_item_changed(self, item: QTreeWidgetItem, column: int) -> None:
        parent = item.parent()
        if column != 0 or parent is None:
            return
        facet = next(facet for facet, each in self._items.items() if each is parent)
        values = self._values[facet].items()
        self.chosen.emit(facet, frozenset(value for value, each in values if each.checkState(0) == CHECKED))

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def _tick(item: QTreeWidgetItem, value: str, chosen: frozenset[str]) -> None:
    item.setCheckState(0, CHECKED if value in chosen else Qt.CheckState.Unchecked)
