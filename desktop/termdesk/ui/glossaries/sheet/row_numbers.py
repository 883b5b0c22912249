"""The row numbers next to a sheet, with a width for the largest number, and the height of the rows."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionHeader, QTableView, QWidget

from termdesk.ui.glossaries.sheet.row_order_model import RowOrderModel

# Vertical padding for wrapped rows.
WRAP_PADDING = 6


class WrappedRows(QObject):
    """Fits the height of visible rows to their wrapped texts.

    Sizing all rows of half a million would take half a minute.
    """

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        # The rows that are higher than the default.
        self._tall: set[int] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._fit)
        view.verticalScrollBar().valueChanged.connect(self.fit_soon)
        # The view has become higher or lower, or has other rows.
        view.verticalScrollBar().rangeChanged.connect(self.fit_soon)
        view.horizontalHeader().sectionResized.connect(self.fit_soon)

    def follow(self, model: QAbstractItemModel) -> None:
        """Fit the rows again when the model changes."""
        model.dataChanged.connect(self.fit_soon)
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            signal.connect(self.fit_anew)

    def fit_soon(self) -> None:
        """Fit the visible rows after the current event."""
        if self._view.wordWrap():
            self._timer.start()

    def fit_anew(self) -> None:
        """Reset all rows to the default height, then fit the visible ones."""
        header = self._view.verticalHeader()
        for row in self._tall:
            if row < header.count():
                header.resizeSection(row, header.defaultSectionSize())
        self._tall.clear()
        self.fit_soon()

    def _fit(self) -> None:
        view, header, room = self._view, self._view.verticalHeader(), self._view.viewport().height()
        first, last = view.rowAt(0), view.rowAt(room - 1)
        if first < 0 or room < 1 or not view.wordWrap():
            return
        has_changed = False
        for row in range(first, (header.count() - 1 if last < 0 else last) + 1):
            # At least the default height, even in a view that is hardly higher: Qt would refuse less, again and again.
            height = max(min(view.sizeHintForRow(row) + WRAP_PADDING, room // 2), header.defaultSectionSize())
            if header.sectionSize(row) != height:
                header.resizeSection(row, height)
                self._tall.add(row)
                has_changed = True
        if has_changed:
            # Other rows may be visible now.
            view.updateGeometries()
            self._timer.start()


class RowNumbers(QHeaderView):
    """Measures only one number. Qt would measure two hundred titles at every layout: 1 ms, twenty times."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        # A fixed height: sizing half a million rows by their content takes 26 seconds.
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    # Qt overrides

    def sizeHint(self) -> QSize:
        model = self.model()
        total = model.total if isinstance(model, RowOrderModel) else model.rowCount() if model is not None else 0
        option = QStyleOptionHeader()
        self.initStyleOption(option)
        # The widest digit, repeated for each digit of the last row number.
        option.text = "8" * len(str(total))
        return self.style().sizeFromContents(QStyle.ContentsType.CT_HeaderSection, option, QSize(), self)
