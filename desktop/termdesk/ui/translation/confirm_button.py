"""The button that confirms a translation. The local service then uses it for this text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from termdesk.application.translation.translation import TextTranslator, TranslationResult
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import set_tooltip
from termdesk.ui.widgets.text_area import TextArea


class ConfirmButton(QPushButton):
    """Confirms a result with its corrections in `field`. `confirmed` is sent with the result."""

    confirmed = Signal(object)

    def __init__(self, translator: TextTranslator, field: TextArea, *, jobs: Jobs) -> None:
        super().__init__()
        self._use_case = translator
        self._field = field
        self._jobs = jobs
        self._result: TranslationResult | None = None
        self.setText(self.tr("Confirm"))
        self.setObjectName("translate_confirm")
        self.setAccessibleName(self.tr("Confirm this translation"))
        set_tooltip(self, self.tr("The service on this computer will give this translation for this text from now on."))
        self.clicked.connect(self._start)

    def show_for(self, result: TranslationResult | None) -> None:
        """Set the result to confirm; None while there is none, or it is outdated. Few services store translations."""
        self._result = result
        self.setEnabled(result is not None and bool(self._field.toPlainText()) and self._use_case.can_confirm)

    def _start(self) -> None:
        if self._result is not None:
            work = partial(self._confirm, self._result, self._field.toPlainText())
            self._jobs.start(JobKind.CONFIRM_TRANSLATION, self.tr("Confirming"), work)

    async def _confirm(self, result: TranslationResult, text: str) -> None:
        await self._use_case.confirm(result, text)
        self.confirmed.emit(result)
