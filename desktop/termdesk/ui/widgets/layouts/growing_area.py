"""A long text that makes its window higher, and scrolls where the screen has no room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from termdesk.ui.widgets.plain import PlainLabel


class GrowingArea(QScrollArea):
    """Shows a label that wraps. The area is at least as high as `lines` of its text, and never higher than the room."""

    def __init__(
        self, name: str, label: PlainLabel, *, lines: int, room_for_frame: int, parent: QWidget | None = None
    ) -> None:
        """Build the area. `name` is for screen readers.

        `room_for_frame` is the height that the screen needs for the window's frame, in pixels.
        """
        super().__init__(parent)
        self._label = label
        self._lines = lines
        self._room_for_frame = room_for_frame
        self.setObjectName(f"{label.objectName()}_area")
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.viewport().setAutoFillBackground(False)
        self.setWidget(label)
        label.setAutoFillBackground(False)
        self._fit()

    def show_text(self, words: str, *, tone: str) -> None:
        """Show this text from its start, with as much height as it needs and the screen has."""
        self._label.setText(words)
        self._label.set_tone(tone)
        self._fit()
        self.verticalScrollBar().setValue(0)

    def _fit(self) -> None:
        least = self._lines * self._label.fontMetrics().lineSpacing()
        needed = self._label.heightForWidth(self.viewport().width())
        window = self.window()
        others = window.minimumSizeHint().height() - self.minimumHeight()
        room = self.screen().availableSize().height() - self._room_for_frame - others
        height = max(least, min(needed, room))
        self.setMinimumHeight(height)
        # The keyboard scrolls it. Where nothing scrolls, Tab would only get stuck.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if needed > height else Qt.FocusPolicy.NoFocus)

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt also sends events while it constructs the area.
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_label"):
            self._fit()
