"""The line with the report and the buttons of a result. In a narrow window, the report is above the buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QWidget

from termdesk.ui.texts.report_line import ReportLine

_SPACING = 8
_ARRANGED_AT = (QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show)


class ResultLine(QWidget):
    """Shows a short report beside the buttons, and a long one above them, where it needs fewer lines."""

    def __init__(self, report: ReportLine, *buttons: QPushButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report = report
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(_SPACING)
        self._buttons.addStretch(1)
        for button in buttons:
            self._buttons.addWidget(button)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(_SPACING)
        self._line.addWidget(report, 1)
        self._line.addLayout(self._buttons)

    def _arrange(self) -> None:
        buttons = self._buttons.sizeHint()
        beside = self._report.heightForWidth(max(1, self.width() - buttons.width() - _SPACING))
        is_beside = not self._report.text() or beside <= buttons.height()
        direction = QBoxLayout.Direction.LeftToRight if is_beside else QBoxLayout.Direction.TopToBottom
        if self._line.direction() is not direction:
            self._line.setDirection(direction)

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        # Qt also sends events while it constructs the widget.
        if event.type() in _ARRANGED_AT and hasattr(self, "_line"):
            self._arrange()
        return handled
