"""The line below a result: the outcome of the request, or why there is no result."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from termdesk.ui.widgets.plain import PlainLabel


class ReportLine(PlainLabel):
    """Distinguishes words about a result, which are removed when it becomes outdated, from other words."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__("", parent, wraps=True, tone="muted")
        self.setObjectName(name)
        self.is_of_result = False

    def say(self, words: str, *, tone: str = "muted", is_of_result: bool = False) -> None:
        """Show `words`. `is_of_result` marks words about the shown result."""
        self.is_of_result = is_of_result
        self.setText(words)
        self.set_tone(tone)

    def withdraw_result(self) -> None:
        """Remove words about the result; keep other words."""
        if self.is_of_result:
            self.say("")
