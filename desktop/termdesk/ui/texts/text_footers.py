"""Give the parts below two texts side by side the same height, so that both texts end on one line."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

_MAY_CHANGE_HEIGHT = (QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show)


class TextFooter(QWidget):
    """The part below a text. Its widgets go into `column`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(6)

    def needed_height(self) -> int:
        """The height that its contents need at its width, in pixels."""
        if self.column.hasHeightForWidth():
            return self.column.totalHeightForWidth(self.width())
        return self.column.totalSizeHint().height()


class EqualHeightFooters(QObject):
    """Keeps footers as high as the one that needs most."""

    def __init__(self, *footers: TextFooter, parent: QObject) -> None:
        super().__init__(parent)
        self._footers = footers
        for footer in footers:
            footer.installEventFilter(self)

    # Qt's side

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _MAY_CHANGE_HEIGHT:
            height = max(footer.needed_height() for footer in self._footers)
            for footer in self._footers:
                if footer.minimumHeight() != height or footer.maximumHeight() != height:
                    footer.setFixedHeight(height)
        return False
