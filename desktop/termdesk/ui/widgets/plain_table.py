"""A read-only table of text rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QLocale, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

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
        self._fit_lines()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        paint_background_once(self)

    def _on_section_resized(self, column: int, _before: int, _now: int) -> None:
        if self.horizontalHeader().sectionResizeMode(column) == QHeaderView.ResizeMode.Stretch:
            self._fit_rows()

    def _fit_rows(self) -> None:
        """Fit the row heights to the new wrapping. With many rows this takes too long and is skipped."""
        if self.wordWrap() and self.rowCount() <= MOST_FITTED_ROWS:
            self.resizeRowsToContents()

    def _fit_lines(self) -> None:
        self.verticalHeader().setMinimumSectionSize(self.fontMetrics().height() + 10)

    def changeEvent(self, event: QEvent) -> None:
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
                item = QTableWidgetItem()
                if column in self._numbers:
                    item.setTextAlignment(_AT_END)
                self.setItem(row, column, item)
            if item.text() != text or not text:
                item.setText(text)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, accessible_text(text))
