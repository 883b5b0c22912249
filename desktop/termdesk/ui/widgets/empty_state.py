"""The content of an empty pane: why it is empty, and what to do next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.icon_label import Picture
from termdesk.ui.widgets.plain import PlainLabel

_SPACING = 12


class EmptyState(QWidget):
    """An icon, a heading, a sentence, and buttons. The first button is the one that most people want."""

    def __init__(self, icon: str, heading: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setSpacing(_SPACING)
        column.addStretch(2)
        self._picture = Picture(icon, tint="accent", side=56)
        column.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignHCenter)
        self.heading = PlainLabel(heading, wraps=True)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        theme.make_heading(self.heading, factor=1.4)
        column.addWidget(self.heading)
        self.text = PlainLabel(text, wraps=True, tone="muted")
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.text)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._buttons.addStretch(1)
        self._buttons.addStretch(1)
        column.addSpacing(4)
        column.addLayout(self._buttons)
        column.addStretch(3)

    def minimumSizeHint(self) -> QSize:
        """Return the size without the icon, for which a low screen has no room."""
        hint = super().minimumSizeHint()
        return hint if self._picture.isHidden() else hint - QSize(0, self._picture_room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._picture.setHidden(self.height() < self.minimumSizeHint().height() + self._picture_room)

    @property
    def _picture_room(self) -> int:
        return self._picture.sizeHint().height() + _SPACING

    def add_button(self, name: str, text: str, icon: str, on_click: Callable[[], object]) -> QPushButton:
        """Add a button below the text, and return it."""
        button = QPushButton(text)
        button.setObjectName(name)
        button.setAccessibleName(text)
        is_first = self._buttons.count() == 2
        button.setProperty("role", "primary" if is_first else "")
        button.setIcon(theme.icon(icon, tint="accent_text" if is_first else "text"))
        button.clicked.connect(lambda: on_click())
        self._buttons.insertWidget(self._buttons.count() - 1, button)
        return button
