"""The saved appearance of a grid: text size, columns, and marks for invisible characters."""

from __future__ import annotations

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.dictionary.column_widths import ColumnWidths
from termdesk.ui.glossaries.dictionary.grid_column import COLUMN_NAMES, GRID_COLUMNS
from termdesk.ui.glossaries.dictionary.grid_model import GridModel
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.sheet_looks import SheetLooks
from termdesk.ui.shell.actions import Actions

_DETAILS = [column.number for column in GRID_COLUMNS if not column.is_phrase]


class GridLooks(SheetLooks):
    """The appearance of a grid and its columns."""

    def __init__(self, grid: GridView, model: GridModel, *, actions: Actions, remembered: WindowMemory) -> None:
        super().__init__(grid, model, actions=actions, remembered=remembered)
        details = [column.name for column in GRID_COLUMNS if not column.is_phrase]
        weights = [column.weight for column in GRID_COLUMNS]
        fixed = len(GRID_COLUMNS) - len(details)
        choices = {column.name: [words for _, words in column.choices() or ()] for column in GRID_COLUMNS}
        self.columns = ColumnWidths(
            grid, COLUMN_NAMES, fixed=fixed, hidden=details, weights=weights, whole_words=choices
        )
        self.columns.restore(remembered.grid_columns)
        self.columns.changed.connect(self._on_columns)

    def _on_columns(self) -> None:
        self._remembered.grid_columns = self.columns.state()

    @property
    def shows_details(self) -> bool:
        """Whether the column for status, domain or note is visible."""
        return any(self.columns.is_shown(column) for column in _DETAILS)

    def show_details_here(self) -> None:
        """Show status, domain and note for this dictionary only."""
        self.columns.show_for_now(_DETAILS)

    def show_details(self, are_shown: bool) -> None:
        """Show or hide status, domain and note."""
        self.columns.show_columns(_DETAILS, are_shown)

    def open_column_menu(self) -> None:
        """Open the menu on the heading of the current column."""
        self.columns.open_menu()
