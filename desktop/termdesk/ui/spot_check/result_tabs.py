"""The tabs of a set: its sentences, and the results of the last run."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget

from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.domain.spot_check.judgments import Pair
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.spot_check.moves_page import MovesPage
from termdesk.ui.spot_check.sentences_page import SentencesPage
from termdesk.ui.spot_check.terms_page import TermsPage
from termdesk.ui.spot_check.translations_page import TranslationsPage

_FIRST_RESULT = 1


class ResultTabs(QTabWidget):
    """The tabs of a set. Those of results are disabled until there is a result."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("spot_check_tabs")
        self.setAccessibleName(self.tr("Sentences and results"))
        self.setDocumentMode(True)
        self.sentences = SentencesPage()
        self.terms = TermsPage()
        self.translations = TranslationsPage()
        self.moves = MovesPage()
        for page, title in (
            (self.sentences, self.tr("Sentences")),
            (self.terms, self.tr("Terms")),
            (self.translations, self.tr("Translations")),
            (self.moves, self.tr("Since the baseline")),
        ):
            self.addTab(page, title)
        self.terms.sentence_asked.connect(self._show_sentence)
        mark_region(self)
        self.show_result(None)

    def show_result(self, result: SpotCheckResult | None) -> None:
        """Show a result. None disables the tabs of results, and returns to the sentences."""
        for position in range(_FIRST_RESULT, self.count()):
            self.setTabVisible(position, result is not None)
        if result is None:
            self.setCurrentIndex(0)
            return
        self.terms.show_result(result)
        self.translations.show_result(result)
        self.moves.show_result(result)

    def show_terms(self) -> None:
        """Bring the terms to the front after a run."""
        self.setCurrentWidget(self.terms)
        self.terms.table.setFocus()

    def chosen_entry(self) -> Pair | None:
        """Return the entry that the front tab is about. For a sentence: its first missed term, else its first term."""
        if self.currentWidget() is self.terms and self.terms.chosen is not None:
            return self.terms.chosen.pair
        if self.currentWidget() is self.translations and (sentence := self.translations.chosen):
            uses = [*sentence.missed, *sentence.uses]
            return (uses[0].hit.source, uses[0].hit.target) if uses else None
        return None

    def _show_sentence(self, number: int) -> None:
        self.setCurrentWidget(self.translations)
        self.translations.show_sentence(number)
        self.translations.table.setFocus()
