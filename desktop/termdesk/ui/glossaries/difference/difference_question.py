"""A question that shows a difference of any length. It scrolls on a low screen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from termdesk.ui.widgets.dialogs import Question

LEAST_TABLE_HEIGHT = 76


class _ScrolledParts(QWidget):
    """A widget that is at least as high as its parts need at its width.

    Qt would use their preferred heights; a table has none.
    """

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        assert layout is not None
        return layout.totalMinimumHeightForWidth(width)


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
        inside = _ScrolledParts()
        self._inside = QVBoxLayout(inside)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setSpacing(self.column.spacing())
        area = self._area = QScrollArea()
        area.setObjectName(f"{name}_area")
        area.setAccessibleName(self.windowTitle())
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidgetResizable(True)
        area.setWidget(inside)
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
