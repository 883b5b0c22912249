"""Entries typed one after the other: Tab at the very end adds a row, and one that stays empty goes again."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer

from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage


class ContinuousEntry(QObject):
    """Adds rows at the end of one dictionary, as “Insert row” does; where it is filtered or sorted there is no end.

    An empty row is a problem. One that came by Tab alone, nobody asked for: who leaves it empty, or closes its first
    cell so, has come to the end, and its step is undone.
    """

    def __init__(self, page: SheetPage, edits: GridEdits) -> None:
        super().__init__(page)
        self._page = page
        self._edits = edits
        # The new row by its id, and the position in the history after it came.
        self._fresh: tuple[int, int] | None = None
        # What leads here is not over yet when it says so: a cell is being closed, or another one becomes current.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)
        page.grid.row_wanted.connect(self._add, Qt.ConnectionType.QueuedConnection)
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
        """Forget the new row once something was done; take it back where it was left as it came."""
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
        """Whether the user is in the new row: types in its first cell, or went on to another one of it."""
        grid = self._page.grid
        row, column = grid.current_cell() or (-1, -1)
        return row == self._edits.model.total - 1 and (grid.is_editing or column != grid.entry_column())
