"""A warning strip across the window while the service injects faults: its errors must not be taken for real ones."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets.plain import PlainLabel


class FaultInjectionStrip(QFrame):
    """The strip, shown by `show_fault_injection`. `end_asked` is sent when the user wants to end the rehearsal."""

    end_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rehearsal_strip")
        mark_region(self)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(_tr("Rehearsal"))
        title = PlainLabel(_tr("Rehearsal"))
        title.setObjectName("rehearsal_title")
        words = PlainLabel(_tr("The service answers with faults on purpose. Do not rely on its answers."), wraps=True)
        words.setObjectName("rehearsal_words")
        self.end_button = QPushButton(_tr("End the rehearsal"))
        self.end_button.setObjectName("end_rehearsal")
        self.end_button.setAccessibleName(self.end_button.text())
        self.end_button.clicked.connect(self.end_asked)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 6, 12, 6)
        line.setSpacing(12)
        line.addWidget(title)
        line.addWidget(words, 1)
        line.addWidget(self.end_button)
        self.hide()

    def show_fault_injection(self, *, is_on: bool, may_end: bool) -> None:
        """Show or hide the strip. `may_end`: the rehearsal of this service can be ended from here."""
        self.setVisible(is_on)
        self.end_button.setVisible(may_end)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FaultInjectionStrip", text)
