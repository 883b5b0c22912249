"""How a grid looks, remembered from run to run: size of the entries, columns, signs for what cannot be seen."""

from __future__ import annotations

from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS
from termdesk.ui.glossaries.dictionary.grid_columns import GridColumns
from termdesk.ui.glossaries.dictionary.grid_model import COLUMN_NAMES, GridModel
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.sheet_looks import SheetLooks
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.main_window import Remembered

COLUMNS = "grid_columns"
# Of the width at the start: status, domain and note take less than phrases.
WEIGHTS = (7, 7, 4, 4, 5)


class GridLooks(SheetLooks):
    """The grid's looks: its columns too."""

    def __init__(self, grid: GridView, model: GridModel, *, actions: Actions, remembered: Remembered) -> None:
        super().__init__(grid, model, actions=actions, remembered=remembered)
        details = [COLUMN_NAMES[column] for column in DETAIL_COLUMNS]
        self.columns = GridColumns(grid, COLUMN_NAMES, fixed=2, hidden=details, weights=WEIGHTS)
        self.columns.restore(remembered.get(COLUMNS))
        self.columns.changed.connect(lambda: remembered.set(COLUMNS, self.columns.state()))

    @property
    def shows_details(self) -> bool:
        """Whether any of status, domain and note can be seen."""
        return any(self.columns.is_shown(column) for column in DETAIL_COLUMNS)

    def show_details_here(self) -> None:
        """Show them for this dictionary, which has some; others look as the user wants them to."""
        self.columns.show_for_now(DETAIL_COLUMNS)

    def show_details(self, are_shown: bool) -> None:
        """Show or hide status, domain and note."""
        self.columns.show_columns(DETAIL_COLUMNS, are_shown)

    def open_column_menu(self) -> None:
        """The menu on the heading of the current column."""
        self.columns.open_menu()
