"""The detected source language, a button that chooses it, and the number of glossaries for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from termdesk.application.translation.translation import TextTranslator
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip


class DetectedLanguage(QWidget):
    """A line below the languages, hidden while no language is detected."""

    def __init__(self, translator: TextTranslator, *, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._use_case = translator
        self._jobs = jobs
        # The detected language and the targets on display.
        self._shown: tuple[str, tuple[str, ...]] = ("", ())
        self.language = PlainLabel(tone="muted")
        self.language.setObjectName("translate_detected")
        self.use_button = QPushButton()
        self.use_button.setObjectName("translate_use_detected")
        self.use_button.setAccessibleName(self.tr("Use the detected language"))
        self.use_button.setProperty("role", "link")
        self.glossaries = PlainLabel(tone="muted")
        self.glossaries.setObjectName("translate_detected_glossaries")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for widget in (self.language, self.use_button, self.glossaries):
            line.addWidget(widget)
        line.addStretch(1)
        self.hide()

    def show_language(self, code: str, name: str, *targets: str) -> None:
        """Show a detected language, and count the glossaries from it into `targets`. Without a code, hide the line."""
        if self._shown == (code, targets):
            return
        self._shown = (code, targets)
        self._jobs.cancel(JobKind.COUNT_FITTING_GLOSSARIES)
        self.language.setText(self.tr("Detected: {language}").format(language=name))
        words = self.tr("Use {language}").format(language=name)
        self.use_button.setText(words)
        self.use_button.setAccessibleName(words)
        set_tooltip(self.use_button, self.tr("Choose the detected language (Ctrl+Shift+D)"))
        self.glossaries.setText("")
        self.setVisible(bool(code))
        if code:
            work = partial(self._count, code, targets)
            self._jobs.start(JobKind.COUNT_FITTING_GLOSSARIES, self.tr("Looking for glossaries"), work)

    async def _count(self, source: str, targets: Sequence[str]) -> None:
        found = await self._use_case.glossaries_by_target(source=source, targets=targets)
        count = len({each.glossary_id for choice in found.values() for each in choice.glossaries})
        self.glossaries.setText(self.tr("%Ln glossaries can be used with it.", "", count) if count else "")
