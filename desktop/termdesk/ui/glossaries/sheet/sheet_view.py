"""A table with the keys of a spreadsheet, including support for input methods and the mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QInputMethodEvent, QKeyEvent, QMouseEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QTableView,
    QWidget,
)

from termdesk.ui.glossaries.sheet.column_order import columns_as_seen, shown_columns, stretches
from termdesk.ui.glossaries.sheet.editor.phrase_editor import PhraseEditor
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.glossaries.sheet.row_numbers import RowNumbers, WrappedRows
from termdesk.ui.glossaries.sheet.sheet_header import SheetHeader
from termdesk.ui.widgets.drawn_strips import GradualDrawing
from termdesk.ui.widgets.grid_keys import arrow, cursor_action, edge_of_data, has, is_enter, is_tab
from termdesk.ui.widgets.phrase_fonts import line_height, phrase_font
from termdesk.ui.widgets.plain_buttons import name_corner
from termdesk.ui.widgets.selections import announce_large_selection, choose_alone, paint_background_once

# Scripts with stacked marks (Thai, Vietnamese, Arabic) need more height than the metrics of the Latin font.
ROW_HEIGHT_FACTOR = 1.7
ROW_PADDING = 6
SMALLEST_POINTS = 5.0
# A change of at least as many rows is drawn in strips.
MANY_DRAWN = 20


class SheetView(QTableView):
    """Enter commits and goes down, Tab goes right, typing replaces, F2 edits, Ctrl and arrows go to the edge of data.

    The model has the language of each column (`LANGUAGE_ROLE` of its header); the tallest script defines the row
    height. `typing_refused` is emitted when the user types but the cell cannot be opened now; `row_requested`, on Enter
    in the last row, or on Tab in its last cell after typing in that row.
    """

    typing_refused = Signal()
    row_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zoom = 0
        # The column where a sequence of Tabs started: Enter returns to it, one row below.
        self._first_column: int | None = None
        # The row where the user typed, as long as it is current.
        self._typed_row: int | None = None
        # Current row and column, and scroll position, from before a model reset.
        self._position = 0, 0, 0
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        name_corner(self)
        self.setAlternatingRowColors(False)
        self.setShowGrid(True)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.wrapped_rows = WrappedRows(self)
        self.drawing = GradualDrawing(self)
        self._set_up_headers()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        paint_background_once(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.drawing.draw(event, super().paintEvent)

    def _set_up_headers(self) -> None:
        self.setVerticalHeader(RowNumbers(self))
        self._fit_rows()
        self.setHorizontalHeader(SheetHeader(self))

    def _fit_rows(self) -> None:
        """Give all rows the height of the tallest script among the columns."""
        usual = round(QFontMetrics(self.font()).height() * ROW_HEIGHT_FACTOR)
        tallest = max((line_height(code, phrase_font(code, self.font())) for code in self._languages()), default=0)
        self.verticalHeader().setDefaultSectionSize(max(usual, tallest + ROW_PADDING))
        self.wrapped_rows.fit_anew()

    def _languages(self) -> list[str]:
        model = self.model()
        if model is None:
            return []
        codes = (
            model.headerData(column, Qt.Orientation.Horizontal, LANGUAGE_ROLE) for column in range(model.columnCount())
        )
        return [code for code in codes if code]

    def set_zoom(self, points: int) -> None:
        """Set the text size of the entries to this many points more than the default."""
        self._zoom = points
        font = QFont(QApplication.font())
        font.setPointSizeF(self._compute_zoomed_points())
        self.setFont(font)

    def _compute_zoomed_points(self) -> float:
        return max(SMALLEST_POINTS, QApplication.font().pointSizeF() + self._zoom)

    def set_wrap(self, is_on: bool) -> None:
        """Wrap or elide long texts."""
        self.setWordWrap(is_on)
        self.wrapped_rows.fit_anew()

    # The selection as ranges: half a million separate indexes would take seconds

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        if any(is_tall(change) for change in (selected, deselected)):
            self.drawing.begin()
        if not announce_large_selection(self, selected, deselected):
            super().selectionChanged(selected, deselected)

    def selected_parts(self) -> list[QItemSelectionRange]:
        """The selection as ranges of shown rows and columns."""
        selection = self.selectionModel().selection()
        return [selection.at(position) for position in range(selection.count())]

    def shown_columns(self) -> list[int]:
        """Return the visible columns in visual order."""
        return shown_columns(self.horizontalHeader())

    @property
    def is_editing(self) -> bool:
        """Whether a cell editor is open."""
        return self.state() == QAbstractItemView.State.EditingState

    def open_editor(self) -> PhraseEditor | None:
        """Return the open cell editor; None if there is none."""
        if not self.is_editing:
            return None
        editor = self.indexWidget(self.currentIndex())
        return editor if isinstance(editor, PhraseEditor) else None

    def room_for_editor(self) -> QRect:
        """Return the area of the viewport into which an open cell may grow."""
        return self.viewport().rect()

    def finish_editing(self) -> None:
        """Commit the text of the open cell, and close it."""
        editor = self.open_editor()
        if editor is not None:
            # Close it through the delegate, like keys do, so that the delegate's signals are emitted.
            delegate = self.itemDelegateForIndex(self.currentIndex())
            delegate.commitData.emit(editor)
            delegate.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    # Keyboard navigation

    def go(self, index: QModelIndex, *, extends: bool = False) -> None:
        """Make a cell current. `extends` extends the selection to it."""
        if not index.isValid():
            return
        flags = QItemSelectionModel.SelectionFlag
        if not (extends and self.currentIndex().isValid()):
            choose_alone(self, index)
            return
        corner = self._selection_start()
        self.selectionModel().select(self._block(corner, index), flags.ClearAndSelect)
        self.selectionModel().setCurrentIndex(index, flags.NoUpdate)
        self.scrollTo(index)

    def _selection_start(self) -> QModelIndex:
        """Return the corner of the selected block that is opposite to the current cell."""
        current = self.currentIndex()
        parts, header = self.selected_parts(), self.horizontalHeader()
        part = next((each for each in parts if each.contains(current)), None)
        if part is None:
            return current
        row = part.bottom() if current.row() == part.top() else part.top()
        # Moved columns split the selection into ranges; the block consists of visually adjacent ones.
        beside = (each for each in parts if (each.top(), each.bottom()) == (part.top(), part.bottom()))
        positions = {header.visualIndex(column) for each in beside for column in range(each.left(), each.right() + 1)}
        here = header.visualIndex(current.column())
        first, last = next(ends for ends in stretches(sorted(positions)) if ends[0] <= here <= ends[1])
        return current.sibling(row, header.logicalIndex(last if here == first else first))

    def _block(self, corner: QModelIndex, other: QModelIndex) -> QItemSelection:
        """Return the selection between two corners in visual order."""
        header = self.horizontalHeader()
        top, bottom = sorted((corner.row(), other.row()))
        first, last = sorted((header.visualIndex(corner.column()), header.visualIndex(other.column())))
        block = QItemSelection()
        for left, right in stretches(sorted(columns_as_seen(header)[first : last + 1])):
            block.append(QItemSelectionRange(corner.sibling(top, left), corner.sibling(bottom, right)))
        return block

    def _go_to_edge(self, rows: int, columns: int, *, extends: bool) -> None:
        current, model = self.currentIndex(), self.model()
        if not current.isValid():
            return
        row, column = current.row(), current.column()
        if rows:
            row = edge_of_data(self.is_filled(column), row, model.rowCount(), rows)
        else:
            shown = self.shown_columns()
            column = shown[-1] if columns > 0 else shown[0]
        self.go(model.index(row, column), extends=extends)

    def is_filled(self, column: int) -> Callable[[int], bool]:
        """Return a function that says whether a visible row has text in a column."""
        model = self.model()
        return lambda row: bool(model.index(row, column).data(Qt.ItemDataRole.EditRole))

    def _go_down(self, step: int = 1) -> None:
        current, column = self.currentIndex(), self._first_column
        if step > 0 and current.isValid() and current.row() == self.model().rowCount() - 1:
            self.row_requested.emit()
            return
        below = current.sibling(current.row() + step, current.column() if column is None else column)
        self._first_column = None
        self.go(below)

    def _go_on(self, *, is_back: bool) -> None:
        """Move like Tab: to the next cell, and from the end of a row to the next row."""
        current = self.currentIndex()
        if not is_back and self._typed_row == current.row() and self._is_last(current):
            self.row_requested.emit()
            return
        if self._first_column is None and not is_back:
            self._first_column = current.column()
        action = QAbstractItemView.CursorAction
        self.go(self.moveCursor(action.MovePrevious if is_back else action.MoveNext, Qt.KeyboardModifier.NoModifier))

    def _leave(self, *, is_back: bool) -> None:
        """Move the focus out of the grid, because Tab alone goes from cell to cell."""
        self.setTabKeyNavigation(False)
        self.focusNextPrevChild(not is_back)
        self.setTabKeyNavigation(True)

    def _is_last(self, index: QModelIndex) -> bool:
        return index.row() == self.model().rowCount() - 1 and index.column() == self.shown_columns()[-1]

    # Qt overrides

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a table. The current cell and the scroll position are kept when the model is reset."""
        super().setModel(model)
        self._fit_rows()
        if model is not None:
            model.dataChanged.connect(self._on_cells)
            model.modelReset.connect(self._draw_gradually)
            model.modelAboutToBeReset.connect(self._note_position)
            model.modelReset.connect(self._take_position)
            model.rowsInserted.connect(self._take_position)
            self.wrapped_rows.follow(model)
            self.selectionModel().currentRowChanged.connect(self._forget_typed)

    def draw_first_gradually(self) -> None:
        """Draw many rows in strips when the view is shown. Call it when the view is about to be shown first."""
        if self.model().rowCount() >= MANY_DRAWN:
            self.drawing.begin_first()

    def _draw_gradually(self) -> None:
        if (model := self.model()) is not None and model.rowCount() >= MANY_DRAWN:
            self.drawing.begin()

    def _on_cells(self, first: QModelIndex, last: QModelIndex) -> None:
        if last.row() - first.row() >= MANY_DRAWN:
            self.drawing.begin()

    def _forget_typed(self) -> None:
        self._typed_row = None

    def _note_position(self) -> None:
        index = self.currentIndex()
        self._position = max(0, index.row()), max(0, index.column()), self.verticalScrollBar().value()

    def _take_position(self) -> None:
        """Restore the current cell. A table with rows always has one: screen readers have problems without it."""
        row, column, scrolled = self._position
        if not self.currentIndex().isValid() and (count := self.model().rowCount()):
            self.go(self.model().index(min(row, count - 1), min(column, self.model().columnCount() - 1)))
            self.verticalScrollBar().setValue(scrolled)

    def doItemsLayout(self) -> None:
        # Draws everything again, shortly after the rows or the style have changed.
        self._draw_gradually()
        super().doItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            if self._zoom and self.font().pointSizeF() != self._compute_zoomed_points():
                # The style sheet takes the size back when it styles the window around a view that it has styled.
                self.set_zoom(self._zoom)
            self._fit_rows()
        elif event.type() == QEvent.Type.StyleChange and self._zoom:
            # The style sets the text size of the program; a font set by this view does not follow it.
            self.set_zoom(self._zoom)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        hints = QAbstractItemDelegate.EndEditHint
        hint = hints.NoHint if is_left(self, editor) else hint
        # Tab closes the cell and moves on. Qt would also open the next cell.
        leads_on = hint in (hints.EditNextItem, hints.EditPreviousItem)
        super().closeEditor(editor, hints.NoHint if leads_on else hint)
        self.go_on_after(editor, hint)

    def go_on_after(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Move on after a key closed a cell."""
        hints = QAbstractItemDelegate.EndEditHint
        if isinstance(editor, PhraseEditor) and editor.isModified() and hint != hints.RevertModelCache:
            self._typed_row = self.currentIndex().row()
        if hint in (hints.EditNextItem, hints.EditPreviousItem):
            self._go_on(is_back=hint == hints.EditPreviousItem)
        elif hint == hints.SubmitModelCache:
            self._go_down(-1 if isinstance(editor, PhraseEditor) and editor.goes_up else 1)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and (editor := self.open_editor()) and editor.is_composing:
            # The first composition in a cell starts while the grid still has the focus.
            event.accept()
            return True
        if event.type() == QEvent.Type.DynamicPropertyChange:
            # The view has got the focus or lost it, and will be drawn again.
            self._draw_gradually()
        return super().event(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        # WORKAROUND: Text that arrives committed, such as from dead keys, opens the cell, but Qt 6.11 then loses the
        # text.
        if self.is_editing or event.preeditString() or not event.commitString():
            super().inputMethodEvent(event)
        elif self.edit(self.currentIndex(), QAbstractItemView.EditTrigger.AnyKeyPressed, event):
            editor = self.open_editor()
            if editor is not None:
                QApplication.sendEvent(editor, event)
        else:
            self.typing_refused.emit()

    def keyboardSearch(self, search: str) -> None:
        # If no cell can be opened, Qt would search for a row that begins with the typed text.
        self.typing_refused.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Keys that the open cell does not handle arrive here too.
        if self.is_editing or not self._moves(event):
            super().keyPressEvent(event)

    def _moves(self, event: QKeyEvent) -> bool:
        """Move on a key as in a spreadsheet. Return whether the key moves."""
        extends = has(event, Qt.KeyboardModifier.ShiftModifier)
        step = arrow(event)
        if is_enter(event):
            self._go_down(-1 if extends else 1)
        elif is_tab(event) and has(event, Qt.KeyboardModifier.ControlModifier):
            self._leave(is_back=event.key() == Qt.Key.Key_Backtab or extends)
        elif is_tab(event):
            self._go_on(is_back=event.key() == Qt.Key.Key_Backtab or extends)
        else:
            if event.text() == "":
                self._first_column = None
            if step is not None and has(event, Qt.KeyboardModifier.ControlModifier):
                self._go_to_edge(*self._as_seen(step), extends=extends)
            else:
                return self._goes_by(event, extends=extends)
        return True

    def _goes_by(self, event: QKeyEvent, *, extends: bool) -> bool:
        """Handle moving keys with Shift, Ctrl or both.

        With Shift, Qt would start at the last clicked cell instead of the current one. With Ctrl, it would keep the
        selection in place, so that Delete and Paste change invisible cells.
        """
        action, held = cursor_action(event), event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if action is None or not (extends or held):
            return False
        self.go(self.moveCursor(action, held), extends=extends)
        return True

    def _as_seen(self, step: tuple[int, int]) -> tuple[int, int]:
        """Mirror a step of columns in a right-to-left window."""
        return (step[0], -step[1]) if self.isRightToLeft() else step

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._first_column = None
        extends = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        if extends and event.button() == Qt.MouseButton.LeftButton and not self.is_editing:
            self.go(self.indexAt(event.position().toPoint()), extends=True)
        else:
            super().mousePressEvent(event)


def is_tall(selection: QItemSelection) -> bool:
    """Whether a selection has so many rows that they are drawn in strips."""
    return any(selection.at(position).height() >= MANY_DRAWN for position in range(selection.count()))


def is_left(view: QTableView, editor: QWidget) -> bool:
    """Whether an open cell closes because another one became current.

    Qt sends the same hint as for Enter, which moves on.
    """
    return view.indexWidget(view.currentIndex()) is not editor
