"""Keep the unfinished text of a pane for the next start."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QLineEdit

from termdesk.ui.shell.main_window import Remembered
from termdesk.ui.widgets.text_area import TextArea

# An edit is on disk after this time, so that a crash costs no more than a few words.
MILLISECONDS_TO_DRAFT = 500


class TextDraft(QObject):
    """Writes fields to the memory of the window shortly after the user stops typing."""

    def __init__(
        self,
        fields: Mapping[str, TextArea | QLineEdit],
        remembered: Remembered,
        *,
        keeps_texts: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """`fields` by the name in the memory; `keeps_texts` is asked each time whether texts may be on disk."""
        super().__init__(parent)
        self._fields = dict(fields)
        self._remembered = remembered
        self._keeps_texts = keeps_texts
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(MILLISECONDS_TO_DRAFT)
        self._timer.timeout.connect(self.save)
        for field in self._fields.values():
            field.textChanged.connect(lambda: self._timer.start())

    def restore(self) -> None:
        """Fill the fields with what was kept."""
        for name, field in self._fields.items():
            text = str(self._remembered.get(name, ""))
            if isinstance(field, QLineEdit):
                field.setText(text)
            else:
                field.setPlainText(text)

    def save(self) -> None:
        """Keep the texts on disk, or take them off it where texts are not kept."""
        is_kept = self._keeps_texts()
        for name, field in self._fields.items():
            text = field.text() if isinstance(field, QLineEdit) else field.toPlainText()
            self._remembered.set(name, text if is_kept else "")
        self._remembered.save()
