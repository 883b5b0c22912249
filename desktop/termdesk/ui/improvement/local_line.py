"""The line that offers the local improver if the service in use improves no texts."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from termdesk.ui.widgets.plain import PlainLabel


class LocalLine(QWidget):
    """A sentence and one button, hidden while the service in use improves texts.

    `switched` has True for the local improver.
    """

    switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_local = False
        self.words = PlainLabel(tone="muted", wraps=True)
        self.words.setObjectName("improve_local_words")
        self.button = QPushButton()
        self.button.setObjectName("improve_local")
        self.button.setAccessibleName(self.tr("Improve on this computer"))
        self.button.clicked.connect(lambda: self.switched.emit(not self._is_local))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addWidget(self.words, 1)
        line.addWidget(self.button)
        self.hide()

    def offer(self, service: str) -> None:
        """Offer the local improver instead of the service with this title."""
        self._is_local = False
        self.words.setText(self.tr("This computer can improve texts instead of {service}.").format(service=service))
        self._name_button(self.tr("Improve on this computer"))

    def show_local(self, service: str) -> None:
        """Say that the local improver replaces the service with this title, and offer the way back."""
        self._is_local = True
        words = self.tr("Texts are improved on this computer and not sent to {service}.")
        self.words.setText(words.format(service=service))
        self._name_button(self.tr("Use {service}").format(service=service))

    def _name_button(self, words: str) -> None:
        self.button.setText(words)
        self.button.setAccessibleName(words)
        self.show()
