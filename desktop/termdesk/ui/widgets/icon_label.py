"""A label that shows an icon in the current colors of the scheme."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from termdesk.ui.widgets import theme


class Picture(QWidget):
    """A decorative icon. Screen readers skip it, because the text beside it says the same."""

    def __init__(self, icon: str, *, tint: str, side: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = side
        self.show_icon(icon, tint)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, icon: str, tint: str) -> None:
        """Show this icon from now on."""
        self._icon = theme.icon(icon, tint=tint)
        self.update()

    def sizeHint(self) -> QSize:
        side = theme.scale_length(self._side)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
        painter.end()
