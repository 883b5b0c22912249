"""The row numbers beside a sheet, as wide as its largest one needs."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionHeader, QWidget

from termdesk.ui.glossaries.sheet.row_order_model import RowOrderModel


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
