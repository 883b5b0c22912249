"""How the wide view looks, remembered from run to run: widths by language, and what it shares with the grid."""

from __future__ import annotations

from PySide6.QtCore import QObject

from termdesk.ui.actions import Actions
from termdesk.ui.glossaries.grid_looks import HIDDEN, MAX_ZOOM, ZOOM
from termdesk.ui.glossaries.wide.wide_grid import WideGrid
from termdesk.ui.glossaries.wide.wide_model import WideModel
from termdesk.ui.main_window import Remembered

WIDTHS = "wide_widths"


class WideLooks(QObject):
    """Restores the looks of before, and keeps what changes."""

    def __init__(self, grid: WideGrid, model: WideModel, *, actions: Actions, remembered: Remembered) -> None:
        super().__init__(grid)
        self._grid = grid
        self._model = model
        self._remembered = remembered
        self._switch = actions["show_hidden"]
        zoom = remembered.get(ZOOM, 0)
        self._zoom = zoom if isinstance(zoom, int) else 0
        grid.set_zoom(self._zoom)
        self._switch.setChecked(remembered.get(HIDDEN, False) is True)
        model.show_hidden(self._switch.isChecked())
        self._restore_widths()

    def zoom(self, step: int) -> None:
        """Larger (1), smaller (-1), or as other text (0)."""
        self._zoom = max(-4, min(self._zoom + step, MAX_ZOOM)) if step else 0
        self._remembered.set(ZOOM, self._zoom)
        self._grid.set_zoom(self._zoom)

    def switch_hidden(self) -> None:
        """Follow the switch in the menu."""
        self._remembered.set(HIDDEN, self._switch.isChecked())
        self._model.show_hidden(self._switch.isChecked())

    def _names(self) -> list[str]:
        """What each column is remembered by: a language has its width in all glossaries."""
        return ["source", *(self._model.language(column) for column in range(1, self._model.columnCount()))]

    def _restore_widths(self) -> None:
        widths = self._remembered.get(WIDTHS, {})
        for column, name in enumerate(self._names()):
            width = widths.get(name) if isinstance(widths, dict) else None
            if isinstance(width, int) and width > 0:
                self._grid.setColumnWidth(column, width)

    def remember_widths(self) -> None:
        known = self._remembered.get(WIDTHS, {})
        widths = {name: self._grid.columnWidth(column) for column, name in enumerate(self._names())}
        self._remembered.set(WIDTHS, {**(known if isinstance(known, dict) else {}), **widths})
