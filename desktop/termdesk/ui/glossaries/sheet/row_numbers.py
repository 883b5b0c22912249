"""The row numbers beside a sheet, as wide as its largest one needs, and the height of its rows."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionHeader, QTableView, QWidget

from termdesk.ui.glossaries.sheet.row_order_model import RowOrderModel

# Above and below several lines.
WRAP_PADDING = 6


class WrappedRows(QObject):
    """Makes the rows in sight as high as their wrapped texts need; sizing all of half a million takes half a minute."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        # The rows that are higher than usual.
        self._tall: set[int] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._fit)
        view.verticalScrollBar().valueChanged.connect(self.fit_soon)
        view.horizontalHeader().sectionResized.connect(self.fit_soon)

    def follow(self, model: QAbstractItemModel) -> None:
        """Fit the rows again when the model changes."""
        model.dataChanged.connect(self.fit_soon)
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            signal.connect(self.fit_anew)

    def fit_soon(self) -> None:
        """Fit the rows in sight, after what happens now."""
        if self._view.wordWrap():
            self._timer.start()

    def fit_anew(self) -> None:
        """Give all rows their usual height, then fit those in sight."""
        header = self._view.verticalHeader()
        for row in self._tall:
            if row < header.count():
                header.resizeSection(row, header.defaultSectionSize())
        self._tall.clear()
        self.fit_soon()

    def _fit(self) -> None:
        view, header = self._view, self._view.verticalHeader()
        first, last = view.rowAt(0), view.rowAt(view.viewport().height() - 1)
        if first < 0 or not view.wordWrap():
            return
        has_changed = False
        for row in range(first, (header.count() - 1 if last < 0 else last) + 1):
            height = min(
                max(view.sizeHintForRow(row) + WRAP_PADDING, header.defaultSectionSize()), view.viewport().height() // 2
            )
            if header.sectionSize(row) != height:
                header.resizeSection(row, height)
                self._tall.add(row)
                has_changed = True
        if has_changed:
            # Other rows may be in sight now.
            view.updateGeometries()
            self._timer.start()


class RowNumbers(QHeaderView):
    """Measures one number. Qt measures two hundred titles each time that the table is laid out: 1 ms, twenty times."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        # A fixed height: sizing half a million rows by their content takes 26 seconds.
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    # Qt's side

    def sizeHint(self) -> QSize:
        model = self.model()
        total = model.total if isinstance(model, RowOrderModel) else model.rowCount() if model is not None else 0
        option = QStyleOptionHeader()
        self.initStyleOption(option)
        # The widest digit, as often as the number of the last row has digits.
        option.text = "8" * len(str(total))
        return self.style().sizeFromContents(QStyle.ContentsType.CT_HeaderSection, option, QSize(), self)
