"""The saved appearance of all sheets: text size, wrapping, and marks for invisible characters."""

from __future__ import annotations

from PySide6.QtCore import QObject

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.sheet.row_order_model import RowOrderModel
from termdesk.ui.glossaries.sheet.sheet_view import SheetView
from termdesk.ui.shell.actions import Actions

LEAST_ZOOM, MAX_ZOOM = -4, 24


class SheetLooks(QObject):
    """Restores and saves the appearance, which all sheets share."""

    def __init__(self, grid: SheetView, model: RowOrderModel, *, actions: Actions, remembered: WindowMemory) -> None:
        super().__init__(grid)
        self._sheet = grid
        self._shown = model
        self._remembered = remembered
        self._switch = actions["show_hidden"]
        self._zoom = max(LEAST_ZOOM, min(remembered.grid_zoom, MAX_ZOOM))
        grid.set_zoom(self._zoom)
        self._switch.setChecked(remembered.grid_shows_hidden)
        model.show_hidden(self._switch.isChecked())
        self._wrap_switch = actions["wrap"]
        self._wrap_switch.setChecked(remembered.grid_wraps)
        grid.set_wrap(remembered.grid_wraps)

    def zoom(self, step: int) -> None:
        """Make the text larger (1), smaller (-1), or reset its size (0)."""
        self._zoom = max(LEAST_ZOOM, min(self._zoom + step, MAX_ZOOM)) if step else 0
        self._remembered.grid_zoom = self._zoom
        self._sheet.set_zoom(self._zoom)

    def switch_hidden(self) -> None:
        """Apply the state of the menu item."""
        self._remembered.grid_shows_hidden = self._switch.isChecked()
        self._shown.show_hidden(self._switch.isChecked())

    def switch_wrap(self) -> None:
        """Apply the state of the menu item."""
        self._remembered.grid_wraps = self._wrap_switch.isChecked()
        self._sheet.set_wrap(self._wrap_switch.isChecked())
