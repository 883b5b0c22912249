"""Saves the current cell and the scroll position of each table, to restore them when the table is opened again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from termdesk.domain.window_memory import MOST_TABLES, WindowMemory
from termdesk.ui.glossaries.sheet.grid_view import GridView

# No screen shows more rows than this.
_MOST_ABOVE = 500


class PositionMemory(QObject):
    """Saves the position in one table as the user moves, and restores it once.

    `key` returns the key of the table. It is called each time, because publishing a glossary for the first time changes
    it.
    """

    def __init__(self, grid: GridView, key: Callable[[], str], remembered: WindowMemory, parent: QObject) -> None:
        super().__init__(parent)
        self._grid = grid
        self._key = key
        self._cells = remembered.cells
        # The saved position, until the saved sort order is applied.
        self._last: tuple[int, int, int] | None = None
        self._is_scrolling = False
        grid.selectionModel().currentChanged.connect(lambda _now, _before: self.keep())
        grid.verticalScrollBar().valueChanged.connect(lambda _value: self.keep())

    def restore(self) -> bool:
        """Restore the saved position. Return False if there is none, or if its row is gone."""
        row, column, above = self._cells.get(self._key(), (-1, 0, 0))
        if not 0 <= row < self._grid.row_order_model().total:
            return False
        # Typed text goes to the current cell, which must not be in a hidden column.
        is_seen = column < self._grid.row_order_model().columnCount() and not self._grid.isColumnHidden(column)
        self._last = row, column if is_seen else self._grid.home_column(), above
        self._return(*self._last)
        return True

    def restore_again(self) -> None:
        """Restore the position again after the saved sort order is applied, unless the user has moved."""
        last, self._last = self._last, None
        if last is not None and self._grid.current_cell() == last[:2]:
            self._return(*last)

    def keep(self) -> None:
        """Save the current position, also under a new key."""
        current = self._grid.current_cell()
        if current is None or self._is_scrolling:
            return
        above = self._grid.currentIndex().row() - max(0, self._grid.rowAt(0))
        key = self._key()
        self._cells.pop(key, None)
        self._cells[key] = (*current, min(max(0, above), _MOST_ABOVE))
        for oldest in list(self._cells)[:-MOST_TABLES]:
            del self._cells[oldest]

    def _return(self, row: int, column: int, above: int) -> None:
        self._grid.go_to(row, column)
        # The rows may not be laid out yet.
        self._is_scrolling = True
        QTimer.singleShot(0, self, lambda: self._scroll(above))

    def _scroll(self, above: int) -> None:
        self._is_scrolling = False
        current = self._grid.currentIndex()
        if current.isValid():
            self._grid.scrollTo(current.siblingAtRow(max(0, current.row() - above)), GridView.ScrollHint.PositionAtTop)
        if self._grid.isVisible():
            self._grid.scrollTo(current)
