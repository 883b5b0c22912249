"""Widgets that show text as it is: Qt's own guess rich text from what looks like tags, and load local pictures."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class PlainLabel(QLabel):
    """A label that never reads its text as markup."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, wraps: bool = False, tone: str = "") -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(wraps)
        if tone:
            self.setProperty("tone", tone)

    def set_tone(self, tone: str) -> None:
        """`muted`, `problem`, `warning`, `good` or nothing."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)

    def make_selectable(self) -> None:
        """Let the text be selected and copied, by mouse and keyboard."""
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )


def tooltip(text: str) -> str:
    """Text for `setToolTip` and the tooltip role, shown letter by letter and wrapped."""
    return f"<qt>{escape(text)}</qt>" if text else ""
