"""The line about glossary terms: marks in both texts, a summary, and a button for the other version."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from termdesk.application.translation.translation import TranslationResult
from termdesk.ui.translation import term_words
from termdesk.ui.translation.glossary_comparison import GlossaryComparison
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.text_area import TextArea


class TermsLine(QWidget):
    """The line is hidden while there is no summary and no other version to show."""

    def __init__(self, source: TextArea, target: TextArea, comparison: GlossaryComparison) -> None:
        super().__init__()
        self._source, self._target = source, target
        self._comparison = comparison
        self.summary = PlainLabel(wraps=True)
        self.summary.setObjectName("translate_terms")
        line = QHBoxLayout()
        line.addWidget(self.summary, 1)
        line.addWidget(comparison, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(line)
        column.addWidget(comparison.cost)

    def show_for(self, result: TranslationResult) -> None:
        """Mark the terms in both texts, and name those that were not used."""
        self._source.show_marks(term_words.source_marks(result))
        # After a manual correction, the positions of the terms in the result are no longer valid.
        text = self._target.toPlainText()
        terms = term_words.target_marks(result) if text == result.text else []
        self._target.show_marks(self._comparison.add_marks(terms, text))
        self.summary.set_tone(term_words.tone(result))
        self.say(term_words.summary(result))

    def offer_version(self, shown: TranslationResult | None) -> None:
        """Offer the other version of the shown result; None if there can be none."""
        self._comparison.show_for(shown)
        self.say(self.summary.text())

    def say(self, words: str) -> None:
        """Show these words. Without words, keep the line while another version can be shown."""
        self.summary.setText(words)
        self.setVisible(bool(words) or not self._comparison.isHidden())
