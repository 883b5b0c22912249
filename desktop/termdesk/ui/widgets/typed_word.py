"""A field for a word that the user has to type before an irreversible action."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from termdesk.ui.widgets.plain import PlainLabel


class TypedWord(QWidget):
    """A sentence that asks for the word, and the field.

    `changed` is sent when `is_typed` may have changed, `entered` when Enter is pressed while the word is correct.
    """

    changed = Signal()
    entered = Signal()

    def __init__(self, word: str, asked: str, *, tone: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._word = ""
        self._caption = PlainLabel(wraps=True, tone=tone)
        self.field = QLineEdit()
        self.field.setObjectName("question_word")
        self._caption.setBuddy(self.field)
        self.setFocusProxy(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._caption)
        column.addWidget(self.field)
        self.field.textChanged.connect(lambda _text: self.changed.emit())
        self.ask(word, asked)

    def ask(self, word: str, asked: str) -> None:
        """Ask for this word. The text in the field is kept."""
        self._word = word
        self._caption.setText(asked)
        self.field.setAccessibleName(asked)
        self.changed.emit()

    @property
    def is_typed(self) -> bool:
        """Whether the field contains the word."""
        return self.field.text().strip() == self._word

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Otherwise the dialog would press its default button, which is Cancel for dangerous actions.
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self.is_typed:
            self.entered.emit()
