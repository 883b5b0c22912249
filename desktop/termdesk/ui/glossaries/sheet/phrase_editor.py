"""The open cell: one line in the language's direction and font, which leaves composing to the input method."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from termdesk.domain.language.language import is_right_to_left
from termdesk.ui.glossaries.sheet.clipboard import texts_of

# Longer than any cell of a file. Qt's own limit is 32,767.
_MOST_CHARACTERS = 2**30


class PhraseEditor(QLineEdit):
    """While a text is being composed (`is_composing`), keys belong to the input method, and the cell stays open."""

    KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)

    def __init__(self, code: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._composed = ""
        # Whether the key that closed the cell was Shift+Enter.
        self.goes_up = False
        self.setObjectName("glossary_cell_editor")
        self.setAccessibleName(self.tr("Phrase"))
        self.setFrame(False)
        self.setMaxLength(_MOST_CHARACTERS)
        self.setAutoFillBackground(True)
        is_rtl = bool(code) and is_right_to_left(code)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight)

    @property
    def is_composing(self) -> bool:
        """Whether an input method is composing text that is not yet part of the phrase."""
        return bool(self._composed)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composed = event.preeditString()
        super().inputMethodEvent(event)

    def event(self, event: QEvent) -> bool:
        # Some input methods send Enter on to the field, which would tell everybody that editing is finished.
        if event.type() in self.KEYS and self.is_composing:
            event.accept()
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_block(event):
            # Several cells are no phrase: the key goes to the table, which pastes them as rows from here on.
            event.ignore()
            return True
        return super().event(event)

    def _is_block(self, event: QKeyEvent) -> bool:
        """Whether a key would paste several cells into an empty one."""
        if self.text() or not event.matches(QKeySequence.StandardKey.Paste):
            return False
        text, _html = texts_of(QGuiApplication.clipboard().mimeData())
        return any(character in text.strip("\r\n") for character in "\t\r\n")
