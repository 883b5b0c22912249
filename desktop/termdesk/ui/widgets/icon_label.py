"""An icon as a picture of its own, in the colours of the scheme at the moment."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from termdesk.ui.widgets import theme


class Picture(QWidget):
    """Says nothing that the words beside it do not say."""

    def __init__(self, icon: str, *, tint: str, side: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = side
        self.show_icon(icon, tint)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, icon: str, tint: str) -> None:
        """Draw this icon from now on."""
        self._icon = theme.icon(icon, tint=tint)
        self.update()

    def sizeHint(self) -> QSize:
        side = theme.grown(self._side)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
        painter.end()
