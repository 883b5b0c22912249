"""The bar above the grid: the filter for both phrases, switches, and buttons to step through violations."""

from __future__ import annotations

from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QToolButton, QWidget

from termdesk.application.glossaries.view.view_query import RowMark
from termdesk.ui.glossaries.view.query_bar import QueryBar
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip
from termdesk.ui.words.numbers import format_number

# The width of a check box with its spacing, and the minimum width of the filter box.
BOX_WIDTH, FIELD_WIDTH = 40, 160


class FilterBar(QueryBar):
    """The bar above the grid of one dictionary."""

    def __init__(self, query_editor: ViewQueryEditor, parent: QWidget | None = None) -> None:
        self.only_violations = QCheckBox()
        title = self.tr("Filter source and target")
        super().__init__(
            query_editor, title, prefix="glossary", marks={RowMark.VIOLATION: self.only_violations}, parent=parent
        )
        self.only_violations.setObjectName("glossary_only_problems")
        self.only_violations.setAccessibleName(self.tr("Show only rows with problems"))
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(8)
        for widget in (self.field, self.only_violations, self.arrows):
            self._line.addWidget(widget)
        self._line.setStretch(0, 1)
        self._violation_count = 0

    def _insert_switch(self, button: QToolButton) -> None:
        self._line.insertWidget(self._line.indexOf(self.only_violations), button)

    def show_violations(self, count: int) -> None:
        """Show the number of violations at the check box that filters them."""
        super().show_violations(count)
        self._violation_count = count
        self._fit()

    def _violation_words(self) -> str:
        count = format_number(self._violation_count)
        return (
            self.tr("Only problems ({count})").format(count=count)
            if self._violation_count
            else self.tr("Only problems")
        )

    def _fit(self) -> None:
        """Show the label of the check box, or only an icon and the count if the filter box would become too narrow."""
        box, words = self.only_violations, self._violation_words()
        others = sum(each.sizeHint().width() + self._line.spacing() for each in self._find_fixed_widgets())
        needed = box.fontMetrics().horizontalAdvance(words) + BOX_WIDTH + others + FIELD_WIDTH
        is_narrow = self.width() < needed
        count = format_number(self._violation_count) if self._violation_count else ""
        box.setText(count if is_narrow else words)
        box.setIcon(theme.icon("error", tint="problem" if count else "muted") if is_narrow else QIcon())
        set_tooltip(box, words if is_narrow else "")

    def _find_fixed_widgets(self) -> list[QWidget]:
        """Return the widgets with a fixed width."""
        positions = (self._line.itemAt(position) for position in range(self._line.count()))
        widgets = [position.widget() for position in positions if position is not None]
        return [each for each in widgets if each is not None and each not in (self.field, self.only_violations)]

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
