"""The saved appearance of the multilingual table: width, order and visibility of languages."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QMenu

from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.multilingual.multilingual_grid import SOURCE_WIDTH, MultilingualGrid
from termdesk.ui.glossaries.multilingual.multilingual_model import MultilingualModel
from termdesk.ui.glossaries.sheet.column_order import ColumnOrder, merge_orders
from termdesk.ui.glossaries.sheet.columns_menu import columns_menu, place_below
from termdesk.ui.glossaries.sheet.sheet_looks import SheetLooks
from termdesk.ui.shell.actions import Actions


class MultilingualLooks(SheetLooks):
    """The width, position and visibility of each language. `hidden_changed` is emitted when the visibility changes."""

    hidden_changed = Signal()

    def __init__(
        self, grid: MultilingualGrid, model: MultilingualModel, *, actions: Actions, remembered: WindowMemory
    ) -> None:
        super().__init__(grid, model, actions=actions, remembered=remembered)
        self._grid = grid
        self._model = model
        self.order = ColumnOrder(grid.horizontalHeader(), self._names(), fixed=1)
        self.order.restore(remembered.multilingual_order)
        self.order.changed.connect(self._remember_order)
        self._restore_widths()
        self._restore_hidden()
        for header in (grid.horizontalHeader(), grid.frozen.horizontalHeader()):
            header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            header.customContextMenuRequested.connect(lambda position, header=header: self._on_menu(header, position))

    def _names(self) -> list[str]:
        """Return the keys for saving columns. A language has the same width in all glossaries."""
        columns = self._model.table.columns
        return ["source" if each.part is None else self._model.language(each.number) for each in columns]

    def _languages(self) -> list[int]:
        return [each.number for each in self._model.table.columns if each.part is not None]

    def _restore_widths(self) -> None:
        for column, name in enumerate(self._names()):
            width = self._remembered.multilingual_widths.get(name, 0)
            # Earlier versions also saved the default width of the source column.
            if width > 0 and (column, width) != (SOURCE, SOURCE_WIDTH):
                self._grid.setColumnWidth(column, width)

    def remember_widths(self) -> None:
        """Save the widths of the visible languages; hidden ones keep their saved widths."""
        shown = [(column, name) for column, name in enumerate(self._names()) if self.is_shown(column)]
        widths = {name: self._grid.columnWidth(column) for column, name in shown}
        if self._grid.has_usual_source_width:
            del widths["source"]
        self._remembered.multilingual_widths = {**self._remembered.multilingual_widths, **widths}

    # Hidden languages

    def is_shown(self, column: int) -> bool:
        """Whether the column with this logical number is visible."""
        return not self._grid.isColumnHidden(column)

    @property
    def hidden(self) -> list[int]:
        """The logical numbers of the hidden columns, ascending."""
        return [column for column in range(self._model.columnCount()) if not self.is_shown(column)]

    def show_column(self, column: int, is_shown: bool) -> None:
        """Show or hide a language in all glossaries. At least one language stays visible."""
        others = [each for each in self._languages() if each != column and self.is_shown(each)]
        if column == SOURCE or not (is_shown or others):
            return
        self._grid.setColumnHidden(column, not is_shown)
        if not is_shown and self._grid.currentIndex().column() == column:
            self._grid.go(self._grid.currentIndex().siblingAtColumn(SOURCE))
        before = set(self._remembered.multilingual_hidden)
        names = self._names()
        here = {names[each] for each in self.hidden}
        self._remembered.multilingual_hidden = sorted((before - set(names)) | here)
        self.hidden_changed.emit()

    def _restore_hidden(self) -> None:
        known, names = self._remembered.multilingual_hidden, self._names()
        languages = self._languages()
        columns = [column for column in languages if names[column] in known]
        # If all languages of a glossary were hidden elsewhere, show all of them.
        for column in columns if len(columns) < len(languages) else ():
            self._grid.setColumnHidden(column, True)

    # Order

    def _remember_order(self) -> None:
        """Save the order. Languages that are not in this glossary keep their positions among the others."""
        here = self.order.names[1:]
        known = self._remembered.multilingual_order
        others = [each for each in known if each not in here]
        self._remembered.multilingual_order = others if self.order.is_usual else merge_orders(known, here)

    # Menu

    def open_column_menu(self) -> None:
        """Open the menu on the heading of the current column."""
        column = self._grid.currentIndex().column()
        grid = self._grid.frozen if column == SOURCE else self._grid
        header = grid.horizontalHeader()
        self._menu(column).popup(place_below(header, column))

    def _on_menu(self, header: QHeaderView, position: QPoint) -> None:
        self._menu(header.logicalIndexAt(position)).popup(header.mapToGlobal(position))

    def _menu(self, column: int) -> QMenu:
        return columns_menu(
            self._grid, column, self._languages(), order=self.order, is_shown=self.is_shown, show=self.show_column
        )
