"""A read-only table of text rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QLocale, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from termdesk.ui.widgets.drawn_strips import GradualDrawing
from termdesk.ui.widgets.leading_header import LeadingHeader
from termdesk.ui.widgets.plain import BY_CONTENT, END
from termdesk.ui.widgets.selections import paint_background_once
from termdesk.ui.words.cell_words import accessible_text

Index = QModelIndex | QPersistentModelIndex
MOST_FITTED_ROWS = 200
# The part of the width that a limited first column takes at most.
MOST_OF_FIRST_COLUMN = 0.4
# The padding on each side of a cell, as in the style sheet.
PADDING = 6
# The width of a check box with its margins.
BOX_WIDTH = 48
_AT_END = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class _PlainTextDelegate(QStyledItemDelegate):
    """Draws each text in its own direction, and measures wrapped text without the padding of the style sheet, which Qt
    ignores.
    """

    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        text = super().displayText(value, locale)
        # Otherwise the parts of a date would change places in a right-to-left window.
        return f"{BY_CONTENT}{text}{END}" if text else ""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        inner = QStyleOptionViewItem(option)
        rect = inner.rect
        rect.setWidth(rect.width() - 2 * PADDING)
        inner.rect = rect
        return super().sizeHint(inner, index)


class PlainTable(QTableWidget):
    """A table without editing or dragging. The column `stretch` takes the remaining width.

    The columns `numbers` are aligned at the end, so that digits of equal value are below each other.
    """

    def __init__(
        self,
        name: str,
        title: str,
        *,
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        stretch: int,
        numbers: Collection[int] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(0, len(headings), parent)
        self.setObjectName(name)
        self._numbers = frozenset(numbers)
        self._is_first_limited = False
        # What was measured: heights by row, and widths by column.
        self._heights: dict[int, int] = {}
        self._widths: dict[int, int] = {}
        # Until the first layout, the widths of the columns are not known.
        self._is_laying_out, self._must_fit = True, False
        self._drawing: GradualDrawing | None = None
        self.setAccessibleName(title)
        self.setHorizontalHeader(LeadingHeader(self))
        self.setHorizontalHeaderLabels(list(headings))
        for column in self._numbers:
            if (title_item := self.horizontalHeaderItem(column)) is not None:
                title_item.setTextAlignment(_AT_END)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setItemDelegate(_PlainTextDelegate(self))
        self.verticalHeader().hide()
        self.show_rows(rows)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.sectionResized.connect(self._on_section_resized)
        model = self.model()
        for changed in (model.rowsInserted, model.rowsRemoved, model.layoutChanged, model.modelReset):
            changed.connect(self._forget_sizes)
        self._fit_lines()

    def draw_gradually(self) -> None:
        """Draw the rows in strips when they are first shown. For a table beside much else in a dialog."""
        self._drawing = GradualDrawing(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        paint_background_once(self)
        if self._drawing is not None and self.rowCount():
            self._drawing.begin_first()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._drawing is None:
            super().paintEvent(event)
        else:
            self._drawing.draw(event, super().paintEvent)

    # Measuring. For a new table, Qt asks for the sizes of all rows and columns ten times: in each of its layouts.

    def sizeHintForRow(self, row: int) -> int:
        """Return the height that a row needs, or has while the columns get their widths."""
        if self.state() is QAbstractItemView.State.EditingState:
            return super().sizeHintForRow(row)
        height = self._heights.get(row)
        if height is None and self._is_laying_out and self._fits_to_widths:
            self._must_fit = True
            return self.rowHeight(row)
        if height is None:
            height = self._heights[row] = super().sizeHintForRow(row)
        return height

    def sizeHintForColumn(self, column: int) -> int:
        """Return the width that a column needs."""
        if column not in self._widths:
            self._widths[column] = super().sizeHintForColumn(column)
        return self._widths[column]

    def updateGeometries(self) -> None:
        """Lay out the columns, and then fit the rows to their widths."""
        self._is_laying_out = True
        super().updateGeometries()
        if self._is_stretched:
            self._is_laying_out = False
            if self._must_fit:
                self._must_fit = False
                super().resizeRowsToContents()

    def resizeRowsToContents(self) -> None:
        """Measure all rows anew, and fit their heights."""
        self._is_laying_out = self._must_fit = False
        self._heights.clear()
        super().resizeRowsToContents()

    def dataChanged(self, top_left: Index, bottom_right: Index, roles: Sequence[int] = ()) -> None:
        for row in range(top_left.row(), bottom_right.row() + 1):
            self._heights.pop(row, None)
        for column in range(top_left.column(), bottom_right.column() + 1):
            self._widths.pop(column, None)
        super().dataChanged(top_left, bottom_right, roles)

    def setItemDelegate(self, delegate: QAbstractItemDelegate) -> None:
        self._forget_sizes()
        super().setItemDelegate(delegate)

    def _forget_sizes(self) -> None:
        self._heights.clear()
        self._widths.clear()

    def _on_section_resized(self, column: int, _before: int, _now: int) -> None:
        self._heights.clear()
        is_stretched = self.horizontalHeader().sectionResizeMode(column) == QHeaderView.ResizeMode.Stretch
        if is_stretched and self._fits_to_widths:
            # Qt lays out the table next.
            self._must_fit = True

    @property
    def _is_stretched(self) -> bool:
        """Whether the columns fill the width. In the first layouts, the header is resized after the table."""
        header = self.horizontalHeader()
        stretch = QHeaderView.ResizeMode.Stretch
        columns = (each for each in range(self.columnCount()) if not header.isSectionHidden(each))
        widths = [header.sectionSize(each) for each in columns if header.sectionResizeMode(each) == stretch]
        is_full = header.length() == self.viewport().width()
        return is_full or not widths or min(widths) <= header.minimumSectionSize()

    @property
    def _fits_to_widths(self) -> bool:
        """Whether new widths change the heights. With many rows, measuring them takes too long and is put off."""
        return self.wordWrap() and self.rowCount() <= MOST_FITTED_ROWS

    def _fit_lines(self) -> None:
        self.verticalHeader().setMinimumSectionSize(self.fontMetrics().height() + 10)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._forget_sizes()
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_lines()

    def make_room_for_boxes(self) -> None:
        """Make the first column wide enough for its texts with check boxes, which Qt does not measure."""
        items = [item for row in range(self.rowCount()) if (item := self.item(row, 0)) is not None]
        widest = max((self.fontMetrics().horizontalAdvance(item.text()) for item in items), default=0)
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(0, max(widest + BOX_WIDTH, header.sectionSizeHint(0)))

    def limit_first_column(self) -> None:
        """Let the first column take a part of the width at most. Longer texts are wrapped.

        It is measured in `show_rows` and when the width changes, not for each row of `show_row`.
        """
        self._is_first_limited = True
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self._fit_first_column()

    def _fit_first_column(self) -> None:
        if self._is_first_limited:
            width = max(self.sizeHintForColumn(0), self.horizontalHeader().sectionSizeHint(0))
            self.setColumnWidth(0, min(width, int(self.viewport().width() * MOST_OF_FIRST_COLUMN)))
            self.updateGeometries()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_first_column()

    def show_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Replace the rows. Selection and scroll position are kept."""
        self.setRowCount(len(rows))
        for row, texts in enumerate(rows):
            self.show_row(row, texts)
        self._fit_first_column()

    def show_row(self, row: int, texts: Sequence[str]) -> None:
        """Replace the texts of one row."""
        for column, text in enumerate(texts):
            item = self.item(row, column)
            if item is None:
                # Fill it first: a table tells its views and headers each change of an item that it has.
                item = QTableWidgetItem()
                if column in self._numbers:
                    item.setTextAlignment(_AT_END)
                _fill(item, text)
                self.setItem(row, column, item)
            elif item.text() != text or not text:
                _fill(item, text)


def _fill(item: QTableWidgetItem, text: str) -> None:
    item.setText(text)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, accessible_text(text))
