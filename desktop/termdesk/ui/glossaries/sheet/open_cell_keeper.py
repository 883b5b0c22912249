"""Keeps the text of the open cell of a sheet, and restores it after a crash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from shiboken6 import isValid

from termdesk.application.glossaries.editing.open_cell import OpenCell, OpenText
from termdesk.domain.entries.entries import SOURCE
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate

# Search this many rows around the saved row number. Only edits move rows, and edits are saved too.
ROWS_AROUND = 50


class Sheet(Protocol):
    """The part of a page that the keeper uses."""

    grid: GridView

    def column_name(self, column: int) -> str:
        """Return the name under which the text of an open cell is saved."""

    def column_named(self, name: str) -> int | None:
        """Return the column with this name; None if there is none."""

    def show_cell(self, row: int, column: int) -> None:
        """Go to a cell, even if a filter hides it."""

    def tell(self, words: str, *, tone: str = "muted") -> None:
        """Show a message about the current cell."""


class OpenCellKeeper(QObject):
    """Saves and restores the open cell of one page, by watching its delegates."""

    def __init__(self, page: Sheet, delegates: Iterable[PhraseDelegate], cell: OpenCell, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._cell = cell
        for delegate in delegates:
            delegate.typed.connect(self._on_typed)
            # Queued, to run after the view has committed the text.
            delegate.closeEditor.connect(lambda: self._on_closed(), Qt.ConnectionType.QueuedConnection)

    async def put_back(self) -> str:
        """Reopen the cell that was open when the program ended, with its text.

        Return the text if its row no longer exists; the saved text is deleted, because the caller shows it.
        """
        kept = await self._cell.find_kept_text()
        if kept is None or not isValid(self):
            return ""
        column = self._page.column_named(kept.column_name)
        row = self._row_of(kept)
        if column is None or row is None:
            await self._cell.forget()
            return kept.text
        self._page.show_cell(row, column)
        grid = self._page.grid
        grid.edit(grid.currentIndex())
        editor = grid.open_editor()
        if editor is None:
            return kept.text
        editor.selectAll()
        editor.insert(kept.text)
        words = self.tr("This cell shows what you typed before Termdesk ended. Enter keeps it, Esc discards it.")
        self._page.tell(words, tone="warning")
        return ""

    async def close(self) -> None:
        """Wait until the last typed text is saved.

        A cell that is open now is restored when the page is opened again.
        """
        self._on_closed()
        await self._cell.close()

    def _on_typed(self, text: str) -> None:
        grid = self._page.grid
        index = grid.currentIndex()
        current = grid.current_cell()
        if current is None or not grid.is_editing:
            return
        row, column = current
        self._cell.type(
            text,
            row=row,
            column_name=self._page.column_name(column),
            source=str(index.siblingAtColumn(SOURCE).data(Qt.ItemDataRole.EditRole) or ""),
            before=str(index.data(Qt.ItemDataRole.EditRole) or ""),
        )

    def _on_closed(self) -> None:
        if not self._page.grid.is_editing:
            self._cell.end()

    def _row_of(self, kept: OpenText) -> int | None:
        sheet = self._page.grid.row_order_model()
        near = sorted(range(-ROWS_AROUND, ROWS_AROUND + 1), key=abs)
        positions = [kept.row + step for step in near if 0 <= kept.row + step < sheet.total]
        return next((row for row in positions if sheet.cell(row, SOURCE) == kept.source), None)
