"""The sentences of a set, one per line: typed, pasted, or added from files and from the history."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from termdesk.domain.spot_check.sentence_set import SentenceSet, as_sentences
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.widgets.text_area import TextArea

# Edits are saved after this time.
MILLISECONDS_TO_SAVE = 500


class SentencesPage(QWidget):
    """A text field. `edited` is sent when the user pauses typing."""

    edited = Signal()
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = TextArea("spot_check_sentences", self.tr("Sentences, one a line"))
        self.text.setPlaceholderText(self.tr("Type or paste sentences, one a line, or add some from a file."))
        self.add_button = text_button("spot_check_add_files", self.tr("Add from &files…"))
        self.sample_button = text_button("spot_check_sample", self.tr("&Sample…"))
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(PlainLabel(self.tr("One sentence a line."), tone="muted"), 1)
        line.addWidget(self.add_button)
        line.addWidget(self.sample_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.text, 1)
        column.addLayout(line)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(MILLISECONDS_TO_SAVE)
        self._timer.timeout.connect(self.edited)
        self.text.textChanged.connect(self._on_text)

    def show_set(self, sentence_set: SentenceSet | None) -> None:
        """Show the sentences of a set."""
        self.text.blockSignals(True)
        self.text.setPlainText("\n".join(sentence_set.sentences) if sentence_set else "")
        self.text.blockSignals(False)
        self.text.set_language(sentence_set.pair.source if sentence_set else "")
        self._timer.stop()

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences as currently typed, without duplicates."""
        return as_sentences(self.text.toPlainText().splitlines())

    def add(self, sentences: Sequence[str]) -> int:
        """Append sentences as one undo step. Return how many of them were new."""
        before = self.sentences
        together = as_sentences([*before, *sentences])
        if len(together) > len(before):
            self.text.replace_text("\n".join(together))
        return len(together) - len(before)

    def _on_text(self) -> None:
        self._timer.start()
        self.changed.emit()
