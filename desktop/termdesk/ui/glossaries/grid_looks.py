"""How a grid looks, remembered from run to run: size of the entries, columns, signs for what cannot be seen."""

from __future__ import annotations

from PySide6.QtCore import QObject

from termdesk.domain.entry_detail import DETAIL_COLUMNS
from termdesk.ui.actions import Actions
from termdesk.ui.glossaries.grid_columns import GridColumns
from termdesk.ui.glossaries.grid_model import COLUMN_NAMES, GridModel
from termdesk.ui.glossaries.grid_view import GridView
from termdesk.ui.main_window import Remembered

ZOOM, HIDDEN, COLUMNS = "grid_zoom", "grid_shows_hidden", "grid_columns"
MAX_ZOOM = 24
# Of the width at the start: status, domain and note take less than phrases.
WEIGHTS = (7, 7, 4, 4, 5)


class GridLooks(QObject):
    """Restores the looks of the grid before, and keeps what changes."""

    def __init__(self, grid: GridView, model: GridModel, *, actions: Actions, remembered: Remembered) -> None:
        super().__init__(grid)
        self._grid = grid
        self._model = model
        self._remembered = remembered
        self._switch = actions["show_hidden"]
        zoom = remembered.get(ZOOM, 0)
        self._zoom = zoom if isinstance(zoom, int) else 0
        self._switch.setChecked(remembered.get(HIDDEN, False) is True)
        details = [COLUMN_NAMES[column] for column in DETAIL_COLUMNS]
        self.columns = GridColumns(grid, COLUMN_NAMES, fixed=2, hidden=details, weights=WEIGHTS)
        self.columns.restore(remembered.get(COLUMNS))
        self.columns.changed.connect(lambda: remembered.set(COLUMNS, self.columns.state()))
        self._grid.set_zoom(self._zoom)
        model.show_hidden(self._switch.isChecked())

    def zoom(self, step: int) -> None:
        """Larger (1), smaller (-1), or as other text (0)."""
        self._zoom = max(-4, min(self._zoom + step, MAX_ZOOM)) if step else 0
        self._remembered.set(ZOOM, self._zoom)
        self._grid.set_zoom(self._zoom)

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

    def switch_hidden(self) -> None:
        """Follow the switch in the menu."""
        self._remembered.set(HIDDEN, self._switch.isChecked())
        self._model.show_hidden(self._switch.isChecked())
