"""The grid for editing entries: keys as in a spreadsheet, and selection as ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QHeaderView,
    QMenu,
    QTableView,
    QWidget,
)

from termdesk.domain.chunks import chunks
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.ui.glossaries.sheet.column_order import stretches
from termdesk.ui.glossaries.sheet.row_order_model import RowOrderModel
from termdesk.ui.glossaries.sheet.sheet_header import SheetHeader
from termdesk.ui.glossaries.sheet.sheet_view import SheetView
from termdesk.ui.keyboard.regions import mark_region

# If more rows have changed, only some of them are selected.
_MOST_SHOWN = 200
# Reading this many rows takes 2 ms.
_ROWS_AT_ONCE = 2_000


class GridView(SheetView):
    """Shows a `RowOrderModel`, and returns the selection as rows of the table instead of visible rows.

    A click on a title emits `sort_asked`, because sorting may need a job. `header` creates the titles.
    """

    sort_asked = Signal(int)

    # A class attribute, because Qt's constructor reads it too.
    _below: QWidget | None = None

    def __init__(
        self, parent: QWidget | None = None, *, header: Callable[[QAbstractScrollArea], SheetHeader] = SheetHeader
    ) -> None:
        super().__init__(parent)
        self.setObjectName("glossary_grid")
        mark_region(self)
        self.setAccessibleName(self.tr("Entries"))
        self.setHorizontalHeader(header(self))
        self.horizontalHeader().sectionClicked.connect(self.sort_asked)
        # Scroll by pixels; otherwise Qt leaves no room below the last row.
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().valueChanged.connect(self.place_below)

    def headers(self) -> list[QHeaderView]:
        """The headers above the columns; several if a part of the grid is drawn over it."""
        return [self.horizontalHeader()]

    # The widget below the last row

    def put_below(self, part: QWidget) -> None:
        """Show a widget as one more row below the last one."""
        part.setParent(self)
        self._below = part
        part.show()
        self.updateGeometries()

    def place_below(self) -> None:
        """Place the widget below the last row, if that is visible."""
        if self._below is None:
            return
        area = self.viewport().geometry()
        top = area.top() + self.verticalHeader().length() - self.verticalOffset()
        position = QRect(area.left(), top, area.width(), self.room_below())
        self._below.setGeometry(position)
        self._below.setVisible(area.contains(position))
        self._below.raise_()

    def room_below(self) -> int:
        """The height to keep free below the last row, in pixels."""
        return 0 if self._below is None else self.verticalHeader().defaultSectionSize()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        if self._below is not None:
            extend_range(self, self.room_below())
            self.place_below()

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Like Qt, but also show the widget below the last row."""
        super().scrollTo(index, hint)
        bar = self.verticalScrollBar()
        if self._below is not None and index.row() == self.model().rowCount() - 1:
            bar.setValue(bar.maximum())

    # Headers

    def show_sort(self, column: int | None, *, descending: bool) -> None:
        """Mark the column by which rows are sorted; None removes the mark."""
        for header in self.headers():
            header.setSortIndicatorShown(column is not None)
            if column is not None:
                order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
                header.setSortIndicator(column, order)

    def home_column(self) -> int:
        """The column that becomes current if there is no current cell."""
        return SOURCE

    def row_order_model(self) -> RowOrderModel:
        """The model of this view."""
        model = self.model()
        assert isinstance(model, RowOrderModel)
        return model

    def current_cell(self) -> tuple[int, int] | None:
        """Return row (of the dictionary) and column of the current cell; None if there is none."""
        index, model = self.currentIndex(), self.row_order_model()
        if not index.isValid() or index.row() >= model.rowCount():
            return None
        return model.row_at(index.row()), index.column()

    # The selection, as rows of the dictionary

    def selected_shown_rows(self) -> Sequence[int]:
        """Return the visible rows that have a selected cell, ascending."""
        blocks = {range(part.top(), part.bottom() + 1) for part in self.selected_parts()}
        # The usual case is fast even for half a million rows.
        return blocks.pop() if len(blocks) == 1 else sorted(set(chain.from_iterable(blocks)))

    def selected_rows(self) -> Sequence[int]:
        """Return the rows of the dictionary that have a selected cell, in visual order."""
        order, shown = self.row_order_model().order, self.selected_shown_rows()
        return order[shown.start : shown.stop] if isinstance(shown, range) else [order[row] for row in shown]

    def selected_columns(self) -> list[int]:
        """Return the visible columns that have a selected cell, in visual order."""
        columns: set[int] = set()
        for part in self.selected_parts():
            columns.update(range(part.left(), part.right() + 1))
        return [column for column in self.shown_columns() if column in columns]

    def selected_by_column(self) -> dict[int, Sequence[int]]:
        """Return the rows of the dictionary that have a selected cell, by visible column.

        Fast for any number of rows.
        """
        order = self.row_order_model().order
        found: dict[int, Sequence[int]] = {}
        for part in self.selected_parts():
            rows = order[part.top() : part.bottom() + 1]
            for column in range(part.left(), part.right() + 1):
                if not self.isColumnHidden(column):
                    found[column] = [*found[column], *rows] if column in found else rows
        return found

    def selected_block(self) -> Iterator[list[list[str]]]:
        """Return the selected cells as rows of texts, in chunks. Valid until the entries change."""
        columns, rows, cell = self.selected_columns(), self.selected_rows(), self.row_order_model().cell
        parts = chunks(len(rows), _ROWS_AT_ONCE)
        return ([[cell(row, column) for column in columns] for row in rows[chunk]] for chunk in parts)

    def entry_column(self) -> int:
        """Return the column in which typing a new row begins: the leftmost phrase."""
        return next((column for column in self.shown_columns() if column <= TARGET), SOURCE)

    def columns_from(self, column: int) -> list[int]:
        """Return the visible columns that a pasted block fills, starting with this one."""
        shown = self.shown_columns()
        return shown[shown.index(column) :]

    def paste_start(self) -> tuple[Sequence[int], Sequence[int], list[int]]:
        """Return where to paste: the selected rows, the visible rows below, and the columns starting with the first."""
        selected, columns = self.selected_rows(), self.selected_columns()
        if not selected:
            return [], [], self.columns_from(0)
        below = self.row_order_model().order[self.selected_shown_rows()[-1] + 1 :]
        return selected, below, self.columns_from(columns[0])

    def is_filled(self, column: int) -> Callable[[int], bool]:
        """Return a function that says whether a visible row has text in a column."""
        return self.row_order_model().is_filled(column)

    # Showing rows

    def show_rows(self, rows: list[int]) -> None:
        """Select these rows of the dictionary if they are shown, and scroll only if none is visible.

        If there are very many rows, only the visible ones are selected, or else the first ones.
        """
        model, seen = self.row_order_model(), self._rows_in_sight()
        if len(rows) > _MOST_SHOWN:
            in_sight = {model.row_at(shown) for shown in seen}
            # In C: after an edit of all rows, a loop over half a million would block the window for 30 ms.
            rows = sorted(in_sight.intersection(rows)) or rows[:_MOST_SHOWN]
        shown = model.to_shown_rows(rows)
        if not shown:
            return
        column = max(0, self.currentIndex().column())
        # Prefer a row that is not cut off, because Qt scrolls to the current cell.
        nearest = (row for rows in (self._whole_rows(seen), seen) for row in shown if row in rows)
        first = model.index(next(nearest, shown[0]), column)
        selection = QItemSelection()
        for top, bottom in stretches(shown):
            selection.append(QItemSelectionRange(model.index(top, column), model.index(bottom, column)))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(first, flags.NoUpdate)
        self.selectionModel().select(selection, flags.ClearAndSelect)
        if first.row() not in seen:
            self.scrollTo(first, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _rows_in_sight(self) -> range:
        """Return the rows in the visible part of the view, including partly visible ones."""
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return range(max(first, 0), (last if last >= 0 else self.model().rowCount() - 1) + 1)

    def _whole_rows(self, seen: range) -> range:
        """Return the fully visible rows among those in sight."""
        height, size = self.viewport().height(), self.verticalHeader().defaultSectionSize()
        tops = [self.rowViewportPosition(row) for row in (seen[0], seen[-1])] if seen else [0, 0]
        return seen[tops[0] < 0 : len(seen) - (tops[1] + size > height)]

    def go_to(self, row: int, column: int) -> None:
        """Make one cell of the dictionary current and visible."""
        shown = self.row_order_model().to_shown_row(row)
        if shown is not None:
            index = self.row_order_model().index(shown, column)
            self.go(index)
            self.scrollTo(index)

    # Qt overrides

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setObjectName("glossary_grid_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.actions())
        # Use popup() instead of exec(): a nested event loop would break tasks that resume meanwhile.
        menu.popup(event.globalPos())


def extend_range(view: QTableView, by: int) -> None:
    """Let a view that scrolls by pixels scroll this many pixels beyond its last row."""
    bar, height = view.verticalScrollBar(), view.viewport().height()
    bar.setMaximum(max(0, view.verticalHeader().length() + by - height))
