"""Content that scrolls as a whole where the window is lower than it needs, so that nothing is cut off."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class ScrolledParts(QWidget):
    """A widget that is at least as high as its parts need at its width.

    Qt would use their preferred heights; a table has none.
    """

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        assert layout is not None
        return layout.totalMinimumHeightForWidth(width)


def fit_scroll_area(area: QScrollArea, parts: ScrolledParts) -> None:
    """Let `area` show `parts` at its own width, without a frame. Only vertical scrolling remains."""
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidgetResizable(True)
    area.setWidget(parts)
