"""How the wide view looks, remembered from run to run: widths by language, those that are hidden."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHeaderView

from termdesk.ui.actions import Actions
from termdesk.ui.glossaries.grid_columns import columns_menu
from termdesk.ui.glossaries.sheet_looks import SheetLooks
from termdesk.ui.glossaries.wide.wide_grid import WideGrid
from termdesk.ui.glossaries.wide.wide_model import WideModel
from termdesk.ui.main_window import Remembered

WIDTHS, HIDDEN_LANGUAGES = "wide_widths", "wide_hidden"


class WideLooks(SheetLooks):
    """The looks of the wide view: a width for each language, and which ones are shown. `hidden_changed` says so."""

    hidden_changed = Signal()

    def __init__(self, grid: WideGrid, model: WideModel, *, actions: Actions, remembered: Remembered) -> None:
        super().__init__(grid, model, actions=actions, remembered=remembered)
        self._grid = grid
        self._model = model
        self._restore_widths()
        self._restore_hidden()
        for header in (grid.horizontalHeader(), grid.frozen.horizontalHeader()):
            header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            header.customContextMenuRequested.connect(lambda place, header=header: self._open_menu(header, place))

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
        shown = [(column, name) for column, name in enumerate(self._names()) if self.is_shown(column)]
        widths = {name: self._grid.columnWidth(column) for column, name in shown}
        self._remembered.set(WIDTHS, {**(known if isinstance(known, dict) else {}), **widths})

    # Languages that are not shown

    def is_shown(self, column: int) -> bool:
        return not self._grid.isColumnHidden(column)

    @property
    def hidden(self) -> list[int]:
        """The columns that are not shown."""
        return [column for column in range(self._model.columnCount()) if not self.is_shown(column)]

    def show_column(self, column: int, is_shown: bool) -> None:
        """Show or hide a language, here and wherever it comes up again; one of them always stays."""
        if not column or (not is_shown and len(self.hidden) + 2 >= self._model.columnCount()):
            return
        self._grid.setColumnHidden(column, not is_shown)
        if not is_shown and self._grid.currentIndex().column() == column:
            self._grid.go(self._grid.currentIndex().siblingAtColumn(0))
        known = self._remembered.get(HIDDEN_LANGUAGES, [])
        before = {str(each) for each in known} if isinstance(known, list) else set()
        names = self._names()
        here = {names[each] for each in self.hidden}
        self._remembered.set(HIDDEN_LANGUAGES, sorted((before - set(names)) | here))
        self.hidden_changed.emit()

    def _restore_hidden(self) -> None:
        known = self._remembered.get(HIDDEN_LANGUAGES, [])
        names = self._names()
        columns = [column for column in range(1, len(names)) if isinstance(known, list) and names[column] in known]
        # A glossary of which all were hidden elsewhere is shown whole.
        for column in columns if len(columns) < len(names) - 1 else ():
            self._grid.setColumnHidden(column, True)

    def _open_menu(self, header: QHeaderView, place: QPoint) -> None:
        columns = range(1, self._model.columnCount())
        column = header.logicalIndexAt(place)
        menu = columns_menu(self._grid, column, columns, is_shown=self.is_shown, show=self.show_column)
        menu.popup(header.mapToGlobal(place))
