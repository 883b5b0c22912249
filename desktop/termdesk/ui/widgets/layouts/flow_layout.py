"""A layout that places widgets side by side, and wraps to the next line when a line is full."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

SPACING = 6


class FlowLayout(QLayout):
    """Lines start at the window's leading side. Widgets in a line are vertically centered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        # Qt asks for the same heights many times while it lays out a window.
        self._heights: dict[int, int] = {}
        self.setContentsMargins(0, 0, 0, 0)

    def _arrange(self, area: QRect, *, is_tried: bool) -> int:
        """Place all widgets, or, with `is_tried`, only compute the height."""
        x, y, height = area.x(), area.y(), 0
        line: list[tuple[QLayoutItem, QRect]] = []
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, area.width()), 10_000))
            if x > area.x() and x + size.width() > area.right() + 1:
                self._position(line, area, height, is_tried=is_tried)
                x, y, height, line = area.x(), y + height + SPACING, 0, []
            line.append((item, QRect(QPoint(x, y), size)))
            x += size.width() + SPACING
            height = max(height, size.height())
        self._position(line, area, height, is_tried=is_tried)
        return y + height - area.y()

    def _position(self, line: Sequence[tuple[QLayoutItem, QRect]], area: QRect, height: int, *, is_tried: bool) -> None:
        parent = self.parentWidget()
        is_mirrored = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for item, position in () if is_tried else line:
            left = area.right() + 1 - (position.x() - area.x()) - position.width() if is_mirrored else position.x()
            item.setGeometry(position.translated(left - position.x(), (height - position.height()) // 2))

    # Qt overrides

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._heights.clear()

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self._heights.clear()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), is_tried=True)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, is_tried=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size
