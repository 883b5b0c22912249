"""Continuous typing: Tab at the very end adds a row, which is removed again if it stays empty."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer

from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage


class ContinuousEntry(QObject):
    """Adds rows at the end of one dictionary, as “Insert row” does. It does nothing if rows are filtered or sorted.

    An empty row is a problem. One that came by Tab alone, nobody asked for: who leaves it empty, or closes its first
    cell so, has come to the end, and its step is undone.
    """

    def __init__(self, page: SheetPage, edits: GridEdits) -> None:
        super().__init__(page)
        self._page = page
        self._edits = edits
        # The new row by its id, and the position in the history after it came.
        self._fresh: tuple[int, int] | None = None
        # Wait until the cell has closed and the current cell has changed.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)
        page.grid.row_requested.connect(self._add, Qt.ConnectionType.QueuedConnection)
        page.grid.selectionModel().currentChanged.connect(self._look_soon)
        page.grid.itemDelegate().closeEditor.connect(self._look_soon)

    def _add(self) -> None:
        edits = self._edits
        total = edits.model.total
        if not edits.model.is_in_file_order:
            return
        self._page.insert_row()
        if edits.model.total > total:
            self._fresh = edits.dictionary.entries.ids[total], edits.history.position

    def _look_soon(self) -> None:
        if self._fresh is not None:
            self._timer.start()

    def _look(self) -> None:
        """Forget the new row once it was edited. Undo it if it was left empty."""
        if not self._is_as_it_came():
            self._fresh = None
        elif not self._is_there():
            self._fresh = None
            with self._page.staying():
                self._edits.history.undo()

    def _is_as_it_came(self) -> bool:
        edits = self._edits
        ids, history = edits.dictionary.entries.ids, edits.history
        is_last_step = history.position == history.count and edits.is_settled
        return is_last_step and len(ids) > 0 and (ids[-1], history.position) == self._fresh

    def _is_there(self) -> bool:
        """Whether the user types in the first cell of the new row, or moved on to another of its cells."""
        grid = self._page.grid
        row, column = grid.current_cell() or (-1, -1)
        return row == self._edits.model.total - 1 and (grid.is_editing or column != grid.entry_column())
