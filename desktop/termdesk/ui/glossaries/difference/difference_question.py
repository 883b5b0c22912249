"""A question that shows a difference of any length. It scrolls on a low screen."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.layouts.scrolled_parts import ScrolledParts, fit_scroll_area

LEAST_TABLE_HEIGHT = 76


class DifferenceQuestion(Question):
    """A question whose content between heading and buttons scrolls as a whole, so that nothing is cut off."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        verb: str,
        *,
        name: str,
        is_dangerous: bool = False,
        other: str = "",
        window_title: str = "",
    ) -> None:
        """Create the question. `name` is the object name of the dialog; that of the scroll area ends in `_area`.

        The other parameters are those of `Question`.
        """
        super().__init__(
            parent, title, "", verb, is_dangerous=is_dangerous, other=other, window_title=window_title or title
        )
        self.setObjectName(name)
        area = self._area = QScrollArea(self)
        # The parent of what is inserted, from the start: reparenting a widget styles it again.
        self.inside = inside = ScrolledParts(area)
        self._inside = QVBoxLayout(inside)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setSpacing(self.column.spacing())
        area.setObjectName(f"{name}_area")
        area.setAccessibleName(self.windowTitle())
        fit_scroll_area(area, inside)
        super().insert(area)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        # Qt itself scrolls only after Tab, and only if the focus was already inside.
        app.focusChanged.connect(self._show_focused)

    def _show_focused(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._area.isAncestorOf(now):
            self._area.ensureWidgetVisible(now)

    def insert(self, widget: QWidget, stretch: int | None = None) -> None:
        """Append a widget to the scrolled content."""
        is_table = isinstance(widget, QAbstractScrollArea)
        self._inside.addWidget(widget, int(is_table) if stretch is None else stretch)

    def give_rest(self, table: QTableView, least: int = LEAST_TABLE_HEIGHT) -> None:
        """Give a table the remaining height, at least `least` pixels; the table scrolls by itself."""
        table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        table.setMinimumHeight(least)
