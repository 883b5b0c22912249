"""How the wide view looks, remembered from run to run: widths by language, and what it shares with the grid."""

from __future__ import annotations

from termdesk.ui.actions import Actions
from termdesk.ui.glossaries.sheet_looks import SheetLooks
from termdesk.ui.glossaries.wide.wide_grid import WideGrid
from termdesk.ui.glossaries.wide.wide_model import WideModel
from termdesk.ui.main_window import Remembered

WIDTHS = "wide_widths"


class WideLooks(SheetLooks):
    """The looks of the wide view: a width for each language."""

    def __init__(self, grid: WideGrid, model: WideModel, *, actions: Actions, remembered: Remembered) -> None:
        super().__init__(grid, model, actions=actions, remembered=remembered)
        self._grid = grid
        self._model = model
        self._restore_widths()

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
