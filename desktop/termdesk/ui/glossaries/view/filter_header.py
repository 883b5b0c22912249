"""A header with a row of filter boxes below the titles, one for each column."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QHeaderView

from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.ui.glossaries.sheet.column_order import shown_columns
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.glossaries.sheet.sheet_header import SheetHeader
from termdesk.ui.glossaries.view.filter_field import FilterField

MARGIN = 3


class FilterHeader(SheetHeader):
    """Keeps a filter box below each title. The boxes are created when the row is first shown.

    `asked` and `left` forward the signals of the boxes; `entered` is emitted when the box of a column gets the focus.
    If another header is drawn over a column, `place_in` moves its box there.
    """

    asked = Signal(object)
    left = Signal()
    row_shown = Signal(bool)
    entered = Signal(int)

    def __init__(self, parent: QAbstractScrollArea) -> None:
        super().__init__(parent)
        self.setObjectName("glossary_header")
        self.fields: list[FilterField] = []
        self.is_row_shown = False
        self._headers_over: dict[int, QHeaderView] = {}
        self._query = ViewQuery()
        self.sectionResized.connect(lambda *_: self._position())
        self.sectionMoved.connect(lambda *_: self._position())
        # The table was connected to the scroll bar before this, so it has already moved the header.
        parent.horizontalScrollBar().valueChanged.connect(lambda *_: self._position())
        self.sectionCountChanged.connect(lambda *_: self._make_fields())

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        self._make_fields()

    def show_row(self, is_shown: bool) -> None:
        """Show or hide the boxes. Their filters stay active while hidden; the chips show them."""
        if is_shown == self.is_row_shown:
            return
        self.is_row_shown = is_shown
        self._make_fields()
        self._position()
        self.updateGeometries()
        # The table reads the height of its header only after the geometry of a section has changed.
        self.geometriesChanged.emit()
        self.row_shown.emit(is_shown)

    def show_conditions(self, query: ViewQuery) -> None:
        """Show the conditions of a query in the boxes, without emitting `asked`."""
        self._query = query
        for column, field in enumerate(self.fields):
            field.show_condition(query.condition(column))

    def forget(self) -> None:
        """Clear all boxes without emitting `asked`, and stop their timers."""
        for field in self.fields:
            field.forget()

    def field(self, column: int) -> FilterField:
        """Return the box of a column, and create the boxes if needed."""
        if not self.fields:
            self._make_fields(is_shown=True)
        return self.fields[column]

    def _make_fields(self, *, is_shown: bool = False) -> None:
        model, count = self.model(), self.count()
        is_needed = is_shown or self.is_row_shown or bool(self.fields)
        if model is None or not is_needed or count == len(self.fields):
            return
        for field in self.fields:
            field.hide()
            field.deleteLater()
        self.fields = [self._make_field(model, column) for column in range(count)]
        self.show_conditions(self._query)
        self._position()

    def fields_as_seen(self) -> list[FilterField]:
        """Return the boxes of visible columns, in visual order."""
        return [self.fields[column] for column in shown_columns(self)] if self.fields else []

    def _make_field(self, model: QAbstractItemModel, column: int) -> FilterField:
        title = str(model.headerData(column, Qt.Orientation.Horizontal))
        language = model.headerData(column, Qt.Orientation.Horizontal, LANGUAGE_ROLE)
        field = FilterField(column, self.tr("Filter {title}").format(title=title), language=language or "", parent=self)
        field.setObjectName(f"filter_column_{column}")
        field.asked.connect(self._on_asked)
        field.left.connect(self.left)
        return field

    def _on_asked(self, condition: Condition) -> None:
        self.asked.emit(condition)

    def place_in(self, column: int, header: QHeaderView | None) -> None:
        """Show the box of a column in `header`, which covers this one and is equally high; None moves it back."""
        if header is None:
            self._headers_over.pop(column, None)
        else:
            self._headers_over[column] = header
        self._position()

    def enter(self, field: FilterField) -> None:
        """Focus the box of a column, and report its number with `entered`."""
        field.take_focus()
        self.entered.emit(self.fields.index(field))

    @property
    def row_height(self) -> int:
        """Return the height of the boxes with their margins; 0 while they are hidden."""
        return self._field_height() + 2 * MARGIN if self.is_row_shown and self.fields else 0

    def _field_height(self) -> int:
        """Return the height of the tallest box: some languages have taller fonts."""
        return max(field.sizeHint().height() for field in self.fields)

    def _position(self) -> None:
        top = self.height() - self.row_height
        height = self._field_height() if self.fields else 0
        for column, field in enumerate(self.fields):
            # The size of a column becomes 0 before the column is reported as hidden.
            is_shown = self.is_row_shown and self.sectionSize(column) > 0
            header = self._headers_over.get(column, self)
            if field.parentWidget() is not header:
                field.setParent(header)
            if is_shown:
                left, width = header.sectionViewportPosition(column), self.sectionSize(column)
                field.setGeometry(left + MARGIN, top + MARGIN, max(0, width - 2 * MARGIN), height)
            field.setVisible(is_shown)

    # Qt overrides

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Go from box to box in visual order on Tab, then to the grid. Qt would move the current cell instead."""
        fields = self.fields_as_seen()
        here = next((position for position, field in enumerate(fields) if field.hasFocus()), -1)
        position = here + (1 if is_next else -1)
        if here >= 0 and 0 <= position < len(fields):
            fields[position].setFocus(Qt.FocusReason.TabFocusReason if is_next else Qt.FocusReason.BacktabFocusReason)
            self.entered.emit(self.fields.index(fields[position]))
        else:
            self.left.emit()
        return True

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), hint.height() + self.row_height)

    def updateGeometries(self) -> None:
        self.setViewportMargins(0, 0, 0, self.row_height)
        super().updateGeometries()
        self._position()
