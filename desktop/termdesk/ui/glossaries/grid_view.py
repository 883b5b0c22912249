"""The grid that entries are edited in: keys as in a spreadsheet, selection as ranges."""

from __future__ import annotations

from itertools import islice

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QItemSelectionRange, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QTableView,
    QWidget,
)

from termdesk.ui.glossaries.clipboard import as_mime
from termdesk.ui.glossaries.grid_model import GridModel

# More cells than this are a file: copying them by clipboard would freeze both programs.
MAX_COPIED_CELLS = 200_000
# Scripts with stacked marks (Thai, Vietnamese, Arabic) need more height than the Latin font says.
ROW_HEIGHT_FACTOR = 1.7


class GridView(QTableView):
    """A table of source and target phrases.

    Enter commits and goes down, Tab goes right, typing replaces, F2 edits. A click on a header asks for
    sorting with `sort_asked`; the pane answers, because sorting half a million rows is a job.
    """

    sort_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("glossary_grid")
        self.setAccessibleName(self.tr("Entries"))
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setAlternatingRowColors(False)
        self.setShowGrid(True)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._set_up_headers()

    def _set_up_headers(self) -> None:
        # A fixed height: sizing half a million rows by their content takes 26 seconds.
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()
        rows.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        rows.setHighlightSections(False)
        columns = self.horizontalHeader()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        columns.setSectionsClickable(True)
        columns.setHighlightSections(False)
        columns.sectionClicked.connect(self.sort_asked)

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(round(QFontMetrics(self.font()).height() * ROW_HEIGHT_FACTOR))

    def grid_model(self) -> GridModel:
        model = self.model()
        assert isinstance(model, GridModel)
        return model

    # What is selected, as ranges: asking half a million indexes one by one takes seconds

    def _selected_parts(self) -> list[QItemSelectionRange]:
        selection = self.selectionModel().selection()
        return [selection.at(place) for place in range(selection.count())]

    def selected_shown_rows(self) -> list[int]:
        """Shown rows that have a selected cell, ascending."""
        rows: set[int] = set()
        for part in self._selected_parts():
            rows.update(range(part.top(), part.bottom() + 1))
        return sorted(rows)

    def selected_rows(self) -> list[int]:
        """Rows of the dictionary that have a selected cell, as shown from top to bottom."""
        order = self.grid_model().order
        return [order[shown] for shown in self.selected_shown_rows()]

    def selected_columns(self) -> list[int]:
        columns: set[int] = set()
        for part in self._selected_parts():
            columns.update(range(part.left(), part.right() + 1))
        return sorted(columns)

    def selected_cells(self) -> list[tuple[int, int]]:
        """Selected cells as (row of the dictionary, column)."""
        order = self.grid_model().order
        return [
            (order[shown], column)
            for part in self._selected_parts()
            for shown in range(part.top(), part.bottom() + 1)
            for column in range(part.left(), part.right() + 1)
        ]

    def copy_selection(self) -> int:
        """Put the selected block on the clipboard; gives the number of cells that were copied."""
        rows, columns = self.selected_rows(), self.selected_columns()
        entries = self.grid_model().dictionary.entries
        fitting = islice(rows, MAX_COPIED_CELLS // max(1, len(columns)))
        block = [[entries.cell(row, column) for column in columns] for row in fitting]
        if block:
            QGuiApplication.clipboard().setMimeData(as_mime(block))
        return len(block) * len(columns)

    def paste_start(self) -> tuple[list[int], int]:
        """Where a paste goes: the rows from the first selected one to the last shown one, and the column."""
        shown, columns = self.selected_shown_rows(), self.selected_columns()
        order = self.grid_model().order
        if not shown:
            return [], 0
        if len(shown) > 1:
            return [order[row] for row in shown], columns[0]
        return list(order[shown[0] :]), columns[0]

    @property
    def is_editing(self) -> bool:
        """Whether a cell is open for typing."""
        return self.state() == QAbstractItemView.State.EditingState

    # Showing rows

    def show_rows(self, rows: list[int]) -> None:
        """Select these rows of the dictionary where they are shown, and scroll only if none can be seen."""
        model = self.grid_model()
        shown = [each for each in (model.shown_row(row) for row in rows[:200]) if each is not None]
        shown = [row for row in shown if row < model.rowCount()]
        if not shown:
            return
        column = max(0, self.currentIndex().column())
        first = model.index(shown[0], column)
        selection = QItemSelection()
        for row in shown:
            selection.merge(
                QItemSelection(model.index(row, column), model.index(row, column)),
                QItemSelectionModel.SelectionFlag.Select,
            )
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(first, flags.NoUpdate)
        self.selectionModel().select(selection, flags.ClearAndSelect)
        if not self.viewport().rect().intersects(self.visualRect(first)):
            self.scrollTo(first, QAbstractItemView.ScrollHint.PositionAtCenter)

    def go_to(self, row: int, column: int) -> None:
        """Make one cell of the dictionary current and visible."""
        shown = self.grid_model().shown_row(row)
        if shown is not None:
            index = self.grid_model().index(shown, column)
            self.setCurrentIndex(index)
            self.scrollTo(index)

    # Qt's side

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_rows()

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        if hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache:
            self._go_down()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() in plain
        # Enter in an open cell comes here too, before the cell is closed, which goes down by itself.
        if is_enter and not self.is_editing:
            self._go_down()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setObjectName("glossary_grid_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.actions())
        # popup, never exec: a nested loop would break tasks that wake up meanwhile.
        menu.popup(event.globalPos())

    def _go_down(self) -> None:
        current = self.currentIndex()
        below: QModelIndex = current.siblingAtRow(current.row() + 1)
        if below.isValid():
            self.setCurrentIndex(below)
