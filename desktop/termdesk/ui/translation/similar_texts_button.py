"""The button that opens confirmed texts that are similar to the translated text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from termdesk.application.translation.translation import TranslationResult
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.translation.similar_texts_dialog import SimilarTextsDialog
from termdesk.ui.widgets.dialogs import show_dialog
from termdesk.ui.widgets.plain import set_tooltip


class SimilarTextsButton(QPushButton):
    """The button is hidden without similar texts.

    `chosen` is sent with the result and the translation to use instead.
    """

    chosen = Signal(object, str)

    def __init__(self, jobs: Jobs) -> None:
        super().__init__()
        self._jobs = jobs
        self._result: TranslationResult | None = None
        self.setObjectName("translate_similar")
        self.setAccessibleName(self.tr("Similar texts"))
        set_tooltip(self, self.tr("Compare with texts that were confirmed before, and use their translation."))
        self.clicked.connect(self._open)
        self.show_for(None)

    def show_for(self, result: TranslationResult | None) -> None:
        """Offer the texts similar to that of `result`; None while there is no result, or it is outdated."""
        self._result = result
        count = len(result.similar) if result is not None else 0
        words = self.tr("%Ln similar texts…", "", count)
        self.setText(words)
        self.setAccessibleName(words)
        self.setVisible(bool(count))

    def _open(self) -> None:
        if self._result is not None:
            work = partial(self._choose, self._result)
            self._jobs.start(JobKind.USE_SIMILAR_TEXT, self.tr("Comparing with confirmed texts"), work)

    async def _choose(self, result: TranslationResult) -> None:
        dialog = SimilarTextsDialog(self, result.request.text, result.pair, result.similar)
        if await show_dialog(dialog):
            self.chosen.emit(result, dialog.chosen.target)
