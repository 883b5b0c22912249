"""The grid of the multilingual table: its source column is frozen while the languages scroll."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    QTimer,
)
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QHeaderView, QTableView, QWidget

from termdesk.domain.multilingual.columns import SOURCE_COLUMN
from termdesk.ui.glossaries.sheet.editor.phrase_editor import PhraseEditor
from termdesk.ui.glossaries.sheet.grid_view import GridView, extend_range
from termdesk.ui.glossaries.sheet.sheet_header import SheetHeader
from termdesk.ui.glossaries.sheet.sheet_view import is_left
from termdesk.ui.glossaries.view.filter_header import FilterHeader
from termdesk.ui.widgets.selections import announce_large_selection

# The column that stays in place.
FROZEN = SOURCE_COLUMN.number
SOURCE_WIDTH, TARGET_WIDTH = 240, 190
# The minimum width of the source column in a narrow grid, so that the first language is fully visible.
LEAST_SOURCE_WIDTH = 140
LEAST_WIDTH = 60
# The source column takes at most this fraction of the grid, to leave room for the languages.
MOST_OF_THE_GRID = 0.6
# Delay after the last scroll action of the mouse.
MILLISECONDS_TO_REST = 150


class FrozenHeader(SheetHeader):
    """The header of the source column, with room for its filter box, which `filters` places there."""

    def __init__(self, parent: QTableView, filters: FilterHeader) -> None:
        super().__init__(parent)
        self._filters = filters

    def focusNextPrevChild(self, is_next: bool) -> bool:
        return self._filters.focusNextPrevChild(is_next)

    def updateGeometries(self) -> None:
        self.setViewportMargins(0, 0, 0, self._filters.row_height)
        super().updateGeometries()


class FrozenColumn(QTableView):
    """The source column, drawn over the grid. The grid keeps the focus, the keyboard and the selection."""

    def __init__(self, grid: MultilingualGrid) -> None:
        super().__init__(grid)
        self.setObjectName("multilingual_frozen_column")
        self.setAccessibleName(self.tr("Source phrases"))
        self._grid = grid
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(grid)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(grid.verticalScrollMode())
        self.setSelectionMode(grid.selectionMode())
        self.setEditTriggers(grid.editTriggers())
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = FrozenHeader(self, grid.filters)
        self.setHorizontalHeader(header)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setMinimumSectionSize(LEAST_WIDTH)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        # Also called by Qt's constructor.
        if hasattr(self, "_grid"):
            extend_range(self, self._grid.room_below())

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        if not announce_large_selection(self, selected, deselected):
            super().selectionChanged(selected, deselected)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Close the editor as in the grid: after the source comes the first language, not the next row."""
        hint = QAbstractItemDelegate.EndEditHint.NoHint if is_left(self, editor) else hint
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        self._grid.setFocus()
        self._grid.go_on_after(editor, hint)


class MultilingualGrid(GridView):
    """A grid whose first column is frozen on the left, or on the right in a right-to-left window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, header=FilterHeader)
        self.setObjectName("multilingual_grid")
        self.setAccessibleName(self.tr("Phrases in all languages"))
        columns = self.filters
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        columns.setMinimumSectionSize(LEAST_WIDTH)
        columns.setDefaultSectionSize(TARGET_WIDTH)
        self.frozen = FrozenColumn(self)
        # The width of the source column follows that of the grid until the user changes it.
        self.has_usual_source_width = True
        self._is_fitting = False
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(MILLISECONDS_TO_REST)
        self._resting.timeout.connect(self._align_columns)
        self._join()

    @property
    def filters(self) -> FilterHeader:
        """The header with the filter boxes, including that of the frozen column."""
        header = self.horizontalHeader()
        assert isinstance(header, FilterHeader)
        return header

    def headers(self) -> list[QHeaderView]:
        """The headers of the languages and of the frozen column."""
        return [*super().headers(), self.frozen.horizontalHeader()]

    def home_column(self) -> int:
        """The first language in visual order."""
        return next(column for column in self.shown_columns() if column != FROZEN)

    def _join(self) -> None:
        local, its = self.horizontalHeader(), self.frozen.horizontalHeader()
        its.sectionClicked.connect(self.sort_asked)
        its.sectionResized.connect(self._on_frozen_resized)
        local.sectionResized.connect(self._on_resized)
        self.verticalHeader().sectionResized.connect(
            lambda row, _old, height: self.frozen.verticalHeader().resizeSection(row, height)
        )
        self.filters.entered.connect(self._reveal_column)
        self.verticalScrollBar().valueChanged.connect(self.frozen.verticalScrollBar().setValue)
        self.frozen.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        # Emitted only for mouse actions; `scrollTo` sets the value directly.
        self.horizontalScrollBar().actionTriggered.connect(lambda _action: self._resting.start())
        self.horizontalScrollBar().sliderReleased.connect(self._resting.start)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a table, with its first column frozen at the default width."""
        super().setModel(model)
        self.frozen.setModel(model)
        self.frozen.setSelectionModel(self.selectionModel())
        self.selectionModel().currentChanged.connect(lambda _now, _before: self.frozen.viewport().update())
        for column in range(self.model().columnCount()):
            self.frozen.setColumnHidden(column, column != FROZEN)
        self._fit_source()
        self.place_frozen()

    def set_wrap(self, is_on: bool) -> None:
        """Wrap or elide long texts, also in the frozen column."""
        self.frozen.setWordWrap(is_on)
        super().set_wrap(is_on)

    # Position of the frozen column

    def place_frozen(self) -> None:
        """Place the frozen column over the first column."""
        # Also called by Qt's constructor, before the column exists.
        if not hasattr(self, "frozen"):
            return
        viewport, header = self.viewport().geometry(), self.horizontalHeader()
        width = self.columnWidth(FROZEN)
        left = viewport.right() - width + 1 if self.isRightToLeft() else viewport.left()
        self.frozen.horizontalHeader().setFixedHeight(header.height())
        self.frozen.verticalHeader().setDefaultSectionSize(self.verticalHeader().defaultSectionSize())
        # Move it up by the width of its frame, so that its rows are level with those of the grid.
        top = header.geometry().top() - self.frozen.contentsRect().top()
        self.frozen.setGeometry(left, top, width, viewport.bottom() - top + 1)
        is_over = width < viewport.width()
        self.frozen.horizontalHeader().updateGeometries()
        self.frozen.setVisible(is_over)
        self.filters.place_in(FROZEN, self.frozen.horizontalHeader() if is_over else None)
        self.frozen.raise_()
        self.place_below()

    def _on_resized(self, section: int, _old: int, width: int) -> None:
        if section == FROZEN:
            self.has_usual_source_width &= self._is_fitting
            most = max(LEAST_WIDTH, round(self.width() * MOST_OF_THE_GRID))
            if width > most and self.isVisible():
                self.setColumnWidth(FROZEN, most)
                return
            self.frozen.setColumnWidth(FROZEN, width)
            self.place_frozen()

    def _fit_source(self) -> None:
        """Narrow the source column if the first language does not fit next to it."""
        if self.has_usual_source_width and len(self.shown_columns()) > 1:
            room = self.viewport().width() - self.columnWidth(self.home_column())
            self._is_fitting = True
            self.setColumnWidth(FROZEN, max(LEAST_SOURCE_WIDTH, min(SOURCE_WIDTH, room)))
            self._is_fitting = False

    def _on_frozen_resized(self, section: int, _old: int, width: int) -> None:
        if section == FROZEN and self.columnWidth(FROZEN) != width:
            self.setColumnWidth(FROZEN, width)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.place_frozen()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Also called by Qt's constructor.
        if hasattr(self, "_resting"):
            self._fit_source()
        self.place_frozen()
        if hasattr(self, "_resting"):
            self._reveal_current()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # The frozen column draws the frame of the current cell, but Qt repaints only the view that has the focus.
        self.frozen.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.frozen.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LayoutDirectionChange, QEvent.Type.StyleChange):
            self.place_frozen()

    # Moving and editing

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll like Qt, but keep the cell clear of the frozen column."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if index.column() == FROZEN:
            # The frozen column is always visible.
            bar.setValue(before)
            return
        hidden = self._measure_hidden_part(self.visualRect(index))
        if hidden > 0 and self.frozen.isVisible():
            bar.setValue(bar.value() - hidden)

    def _reveal_current(self) -> None:
        """Scroll the current column out from under the frozen one if resizing left it half covered."""
        column = self.currentIndex().column()
        hidden = self._measure_hidden_part_of(column)
        if 0 < hidden < self.columnWidth(column):
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - hidden)

    def _align_columns(self) -> None:
        """Align the scroll position with a column, because the visible half of a phrase could be misread.

        The current column is always scrolled fully into view.
        """
        bar, edge = self.horizontalScrollBar(), self.columnWidth(FROZEN)
        column = self.columnAt(self.viewport().width() - 1 - edge if self.isRightToLeft() else edge)
        if self.is_editing or bar.isSliderDown() or bar.value() == bar.maximum():
            return
        hidden, width = self._measure_hidden_part_of(column), self.columnWidth(column)
        if hidden > 0:
            is_to_show = hidden < width / 2 or column == self.currentIndex().column()
            bar.setValue(bar.value() + (-hidden if is_to_show else width - hidden))

    def _measure_hidden_part_of(self, column: int) -> int:
        """Return how many pixels of a column are covered by the frozen one; 0 if there is none."""
        if column < 1 or not self.frozen.isVisible():
            return 0
        return self._measure_hidden_part(QRect(self.columnViewportPosition(column), 0, self.columnWidth(column), 1))

    def _reveal_column(self, column: int) -> None:
        """Scroll to a column without changing the visible rows."""
        index = self.model().index(max(0, self.rowAt(0)), column)
        if index.isValid():
            self.scrollTo(index)

    def _measure_hidden_part(self, cell: QRect) -> int:
        """Return how many pixels of a cell are covered by the frozen column."""
        width = self.columnWidth(FROZEN)
        return cell.right() + 1 - (self.viewport().width() - width) if self.isRightToLeft() else width - cell.left()

    def edit(  # type: ignore[override]  # Qt has two of this name; for keys and clicks it calls the one with all three
        self, index: QModelIndex, trigger: QAbstractItemView.EditTrigger | None = None, event: QEvent | None = None
    ) -> bool:
        """Open a cell for editing; source phrases are edited in the frozen column if it is visible."""
        asked = (index,) if trigger is None else (index, trigger, event)
        edit: Callable[..., bool] = (
            self.frozen.edit if index.column() == FROZEN and self.frozen.isVisible() else super().edit
        )
        return edit(*asked)

    @property
    def is_editing(self) -> bool:
        """Whether a cell is being edited, in the grid or in the frozen column."""
        return super().is_editing or self.frozen.state() == QAbstractItemView.State.EditingState

    def open_editor(self) -> PhraseEditor | None:
        """Return the open editor, in the grid or in the frozen column; None if there is none."""
        if self.frozen.state() != QAbstractItemView.State.EditingState:
            return super().open_editor()
        editor = self.frozen.indexWidget(self.currentIndex())
        return editor if isinstance(editor, PhraseEditor) else None

    def room_for_editor(self) -> QRect:
        """Return the part of the view that the frozen column does not cover."""
        room, width = super().room_for_editor(), self.columnWidth(FROZEN) if self.frozen.isVisible() else 0
        return room.adjusted(0, 0, -width, 0) if self.isRightToLeft() else room.adjusted(width, 0, 0, 0)

    def finish_editing(self) -> None:
        """Commit and close the open editor, in the grid or in the frozen column."""
        editor = self.open_editor()
        if editor is not None and self.frozen.isAncestorOf(editor):
            self.frozen.commitData(editor)
            self.frozen.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        else:
            super().finish_editing()
