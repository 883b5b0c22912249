"""Two arrow buttons above a table that go to the next and the previous violation."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from termdesk.ui.widgets.plain_buttons import icon_button

SPACING = 8


class ViolationArrows(QWidget):
    """Emits `asked` with 1 for the next violation and -1 for the previous one. Disabled if there is none."""

    asked = Signal(int)

    def __init__(self, prefix: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.previous = icon_button(f"{prefix}_previous_problem", "up", self.tr("Previous problem (Shift+F8)"))
        self.next = icon_button(f"{prefix}_next_problem", "down", self.tr("Next problem (F8)"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACING)
        for button, step in ((self.previous, -1), (self.next, 1)):
            button.clicked.connect(lambda _on=False, step=step: self.asked.emit(step))
            line.addWidget(button)

    def show_count(self, count: int) -> None:
        """Enable the buttons if there are violations."""
        for button in (self.previous, self.next):
            button.setEnabled(count > 0)
