"""A thin bar that shows how much of a limit is used, with the numbers beside it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import PlainLabel


class Bar(QWidget):
    """The bar alone. Color is never the only sign: the label beside it has the numbers."""

    def __init__(self, width: int = 120, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        self._warn_at, self._critical_at = 0.8, 1.0
        self._width = width
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float, *, warn_at: float = 0.8, critical_at: float = 1.0) -> None:
        """Fill the bar to `share` (0 to 1).

        From `warn_at` it has the warning color, from `critical_at` the problem color.
        """
        self._share, self._warn_at, self._critical_at = share, warn_at, critical_at
        self.update()

    def set_width(self, width: int) -> None:
        """Set the width of the bar, in pixels."""
        self._width = width
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._width, 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("hover"))
        whole = QRectF(self.rect())
        painter.drawRoundedRect(whole, 4, 4)
        if self._share > 0:
            name = _tone_of(self._share, self._warn_at, self._critical_at) or "accent"
            painter.setBrush(theme.color(name))
            width = max(6.0, whole.width() * min(1.0, self._share))
            left = whole.right() - width if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 0.0
            painter.drawRoundedRect(QRectF(left, 0, width, whole.height()), 4, 4)
        painter.end()


class Meter(QWidget):
    """A bar with a label."""

    clicked = Signal()

    def __init__(self, name: str, title: str, *, width: int = 120, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._title = title
        self.setAccessibleName(title)
        self.bar = Bar(width)
        self.label = PlainLabel(tone="muted")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.bar)
        line.addWidget(self.label)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def show_count(self, words: str, share: float | None, *, warn_at: float = 0.8, critical_at: float = 1.0) -> None:
        """Show `words` and the used `share` (0 to 1 or more). None hides the bar, because there is no limit."""
        self.bar.setVisible(share is not None)
        self.bar.show_share(share or 0.0, warn_at=warn_at, critical_at=critical_at)
        self.label.setText(words)
        tone = "" if share is None else _tone_of(share, warn_at, critical_at)
        self.label.set_tone(tone or "muted")
        self.setAccessibleDescription(words)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()


def _tone_of(share: float, warn_at: float, critical_at: float) -> str:
    return "problem" if share >= min(1.0, critical_at) else "warning" if share >= warn_at else ""
