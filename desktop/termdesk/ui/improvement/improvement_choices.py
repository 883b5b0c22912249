"""The choices for an improvement: language, mode, style, variant and protected glossary."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QRadioButton, QVBoxLayout, QWidget

from termdesk.application.improvement.improvement import ImproveOptions, ImproveRequest, TextImprover
from termdesk.domain.texts import Improve
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.improvement.protection_box import ProtectionBox
from termdesk.ui.improvement.style_box import StyleBox
from termdesk.ui.improvement.variant_button import VariantButton
from termdesk.ui.widgets.language_box import LanguageBox
from termdesk.ui.widgets.plain import PlainLabel, caption
from termdesk.ui.widgets.plain_buttons import text_button


class ImprovementChoices(QWidget):
    """The rows above the texts. `changed` is sent when the mode or the style has changed."""

    changed = Signal()

    def __init__(self, remembered: WindowMemory, run_button: QPushButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.language = LanguageBox("improve_language", self.tr("Language of the text"))
        self.rephrase = QRadioButton(self.tr("Rephrase"))
        self.correct = QRadioButton(self.tr("Correct only"))
        self._modes = QButtonGroup(self)
        for button, name, words in (
            (self.rephrase, "improve_rephrase", self.tr("Rephrase: correct and reword wordy passages")),
            (self.correct, "improve_correct", self.tr("Correct: spelling and grammar only")),
        ):
            button.setObjectName(name)
            button.setAccessibleName(words)
            self._modes.addButton(button)
        self.correct.setChecked(True)
        self.style_box = StyleBox()
        self.compare = text_button("improve_compare", self.tr("Compare styles…"))
        self.style_reason = PlainLabel(tone="muted", wraps=True)
        self.style_reason.setObjectName("improve_style_reason")
        self.variant = VariantButton()
        self.glossary = ProtectionBox(remembered)
        self.glossary_reason = PlainLabel(tone="muted", wraps=True)
        self.glossary_reason.setObjectName("improve_glossary_reason")
        self.glossary_reason.hide()
        self._lay_out(run_button)
        self._modes.buttonToggled.connect(lambda: self.changed.emit())
        self.rephrase.toggled.connect(self._allow_style)
        self.style_box.currentIndexChanged.connect(lambda: self.changed.emit())

    def _lay_out(self, run_button: QPushButton) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setSpacing(12)
            column.addLayout(row)
        first.addWidget(self.language, 1)
        for widget in (self.correct, self.rephrase, self.style_box, self.compare):
            first.addWidget(widget)
        first.addStretch(1)
        first.addWidget(run_button)
        second.addWidget(caption(self.glossary.accessibleName(), self.glossary))
        second.addWidget(self.glossary)
        second.addWidget(self.style_reason, 1)
        second.addStretch(0)
        second.addWidget(self.variant)
        column.addWidget(self.glossary_reason)

    def request(self, text: str) -> ImproveRequest:
        """Return the request that improves `text` with the current choices.

        Style and tone are set only for rephrasing.
        """
        style, tone = self.style_box.chosen
        is_rephrase = self.rephrase.isChecked()
        return ImproveRequest(
            text,
            self.language.code,
            Improve.REPHRASE if is_rephrase else Improve.CORRECT,
            writing_style=style or None if is_rephrase else None,
            tone=tone or None if is_rephrase else None,
        )

    def choose_mode(self, how: Improve) -> None:
        """Choose to rephrase or to correct."""
        (self.rephrase if how is Improve.REPHRASE else self.correct).setChecked(True)

    def show_offered(self, improver: TextImprover) -> str:
        """Hide what the service does not offer. Return a sentence about it, or an empty text."""
        offered = {how: improver.is_offered(how) for how in Improve}
        for button, how, other in (
            (self.correct, Improve.CORRECT, self.rephrase),
            (self.rephrase, Improve.REPHRASE, self.correct),
        ):
            button.setVisible(offered[how])
            if button.isChecked() and not offered[how]:
                other.setChecked(True)
        if not any(offered.values()):
            return self.tr("Not improved: this service improves no texts.")
        if not offered[Improve.CORRECT]:
            return self.tr("Not improved: this service only rephrases.")
        if not offered[Improve.REPHRASE]:
            return self.tr("Not improved: this service only corrects.")
        return ""

    def show_options(self, options: ImproveOptions, *, has_languages: bool) -> None:
        """Offer the styles and tones of the language. `has_languages`: the service has listed its languages."""
        self.style_box.show_options(options)
        has_any = self.style_box.has_any
        self.compare.setVisible(has_any)
        self.style_reason.setText("" if has_any else self.tr("This service has no styles or tones for this language."))
        self.style_reason.setVisible(not has_any and has_languages)
        self._allow_style()

    def show_glossary_reason(self, words: str) -> None:
        """Show why no glossary protects terms; nothing for an empty text."""
        self.glossary_reason.setText(words)
        self.glossary_reason.setVisible(bool(words))

    def _allow_style(self) -> None:
        self.style_box.setEnabled(self.rephrase.isChecked())
