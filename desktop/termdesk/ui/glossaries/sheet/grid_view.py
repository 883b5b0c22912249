"""The grid that entries are edited in: keys as in a spreadsheet, selection as ranges."""

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

# If more rows have changed, only the first are selected.
_MOST_SHOWN = 200
# Reading so many rows takes 2 ms.
_ROWS_AT_ONCE = 2_000


class GridView(SheetView):
    """Shows a `RowOrderModel`, and knows what is selected by the rows of the table, shown or not.

    A click on a title asks for sorting with `sort_asked`, because sorting may take a job. `header` makes the titles.
    """

    sort_asked = Signal(int)

    # Qt's constructor asks for it too.
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
        # By pixels: Qt has no room below the last row otherwise.
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().valueChanged.connect(self.place_below)

    def headers(self) -> list[QHeaderView]:
        """The titles above the columns; there are several where a part of the grid is drawn over it."""
        return [self.horizontalHeader()]

    # What stands below the last row

    def put_below(self, part: QWidget) -> None:
        """Show a widget as one more row below the last one."""
        part.setParent(self)
        self._below = part
        part.show()
        self.updateGeometries()

    def place_below(self) -> None:
        """Put the widget below the last row where that is in sight now."""
        if self._below is None:
            return
        area = self.viewport().geometry()
        top = area.top() + self.verticalHeader().length() - self.verticalOffset()
        place = QRect(area.left(), top, area.width(), self.room_below())
        self._below.setGeometry(place)
        self._below.setVisible(area.contains(place))
        self._below.raise_()

    def room_below(self) -> int:
        """The height that is left free below the last row, in pixels."""
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
        """Like Qt's own. The widgets below the last row are shown with it."""
        super().scrollTo(index, hint)
        bar = self.verticalScrollBar()
        if self._below is not None and index.row() == self.model().rowCount() - 1:
            bar.setValue(bar.maximum())

    # The titles

    def show_sort(self, column: int | None, *, descending: bool) -> None:
        """Show at the title of a column that rows are sorted by it; None: by no column."""
        for header in self.headers():
            header.setSortIndicatorShown(column is not None)
            if column is not None:
                order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
                header.setSortIndicator(column, order)

    def home_column(self) -> int:
        """The column that becomes current if none was."""
        return SOURCE

    def shown(self) -> RowOrderModel:
        """The model of this view."""
        model = self.model()
        assert isinstance(model, RowOrderModel)
        return model

    def current_cell(self) -> tuple[int, int] | None:
        """Row of the dictionary and column of the current cell; None while there is none."""
        index, model = self.currentIndex(), self.shown()
        if not index.isValid() or index.row() >= model.rowCount():
            return None
        return model.row_at(index.row()), index.column()

    # The selection, as rows of the dictionary

    def selected_shown_rows(self) -> Sequence[int]:
        """Shown rows that have a selected cell, ascending."""
        blocks = {range(part.top(), part.bottom() + 1) for part in self.selected_parts()}
        # The usual case, fast for half a million rows too.
        return blocks.pop() if len(blocks) == 1 else sorted(set(chain.from_iterable(blocks)))

    def selected_rows(self) -> Sequence[int]:
        """Rows of the dictionary that have a selected cell, as shown from top to bottom."""
        order, shown = self.shown().order, self.selected_shown_rows()
        return order[shown.start : shown.stop] if isinstance(shown, range) else [order[row] for row in shown]

    def selected_columns(self) -> list[int]:
        """Columns that have a selected cell and are shown, in the order in which they are seen."""
        columns: set[int] = set()
        for part in self.selected_parts():
            columns.update(range(part.left(), part.right() + 1))
        return [column for column in self.shown_columns() if column in columns]

    def selected_by_column(self) -> dict[int, Sequence[int]]:
        """Rows of the dictionary that have a selected cell, for each shown column. Fast for any number of rows."""
        order = self.shown().order
        found: dict[int, Sequence[int]] = {}
        for part in self.selected_parts():
            rows = order[part.top() : part.bottom() + 1]
            for column in range(part.left(), part.right() + 1):
                if not self.isColumnHidden(column):
                    found[column] = [*found[column], *rows] if column in found else rows
        return found

    def selected_block(self) -> Iterator[list[list[str]]]:
        """The selected cells as rows of texts, in chunks. Valid until the entries change."""
        columns, rows, cell = self.selected_columns(), self.selected_rows(), self.shown().cell
        parts = chunks(len(rows), _ROWS_AT_ONCE)
        return ([[cell(row, column) for column in columns] for row in rows[chunk]] for chunk in parts)

    def entry_column(self) -> int:
        """The column where typing a new row begins: the leftmost phrase."""
        return next((column for column in self.shown_columns() if column <= TARGET), SOURCE)

    def columns_from(self, column: int) -> list[int]:
        """The columns that a pasted block fills from this column on. Hidden columns are skipped."""
        shown = self.shown_columns()
        return shown[shown.index(column) :]

    def paste_start(self) -> tuple[Sequence[int], Sequence[int], list[int]]:
        """Where a paste goes: the rows that are selected, those shown below them, and the columns from the first on."""
        selected, columns = self.selected_rows(), self.selected_columns()
        if not selected:
            return [], [], self.columns_from(0)
        return selected, self.shown().order[self.selected_shown_rows()[-1] + 1 :], self.columns_from(columns[0])

    def is_filled(self, column: int) -> Callable[[int], bool]:
        """Whether a shown row holds something in a column, read from the entries."""
        return self.shown().is_filled(column)

    # Showing rows

    def show_rows(self, rows: list[int]) -> None:
        """Select these rows of the dictionary where they are shown, and scroll only if none can be seen.

        If there are very many rows, only visible ones are selected, or else the first.
        """
        model, seen = self.shown(), self._rows_in_sight()
        if len(rows) > _MOST_SHOWN:
            in_sight = {model.row_at(shown) for shown in seen}
            rows = [row for row in rows if row in in_sight] or rows[:_MOST_SHOWN]
        shown = model.shown_rows(rows)
        if not shown:
            return
        column = max(0, self.currentIndex().column())
        # Rather one that is not cut off, since Qt scrolls to the current cell.
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
        """The rows in the visible part of the view, also if they are cut off."""
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return range(max(first, 0), (last if last >= 0 else self.model().rowCount() - 1) + 1)

    def _whole_rows(self, seen: range) -> range:
        """Those of the rows in sight that are not cut off."""
        height, size = self.viewport().height(), self.verticalHeader().defaultSectionSize()
        tops = [self.rowViewportPosition(row) for row in (seen[0], seen[-1])] if seen else [0, 0]
        return seen[tops[0] < 0 : len(seen) - (tops[1] + size > height)]

    def go_to(self, row: int, column: int) -> None:
        """Make one cell of the dictionary current and visible."""
        shown = self.shown().shown_row(row)
        if shown is not None:
            index = self.shown().index(shown, column)
            self.go(index)
            self.scrollTo(index)

    # Qt's side

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setObjectName("glossary_grid_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.actions())
        # popup, never exec: a nested loop would break tasks that wake up meanwhile.
        menu.popup(event.globalPos())


def extend_range(view: QTableView, by: int) -> None:
    """Let a view that scrolls by pixels scroll so many pixels beyond its last row."""
    bar, height = view.verticalScrollBar(), view.viewport().height()
    bar.setMaximum(max(0, view.verticalHeader().length() + by - height))
