"""A text and its translation side by side, with the glossary that was used and what came of its terms."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from termdesk import resources
from termdesk.application.glossary_choice import GlossaryChoice
from termdesk.application.languages import LanguageList
from termdesk.application.metering import Metering
from termdesk.application.translating import TranslateRequest, Translating, TranslationResult
from termdesk.domain.amounts import amount
from termdesk.domain.errors import TermdeskError
from termdesk.domain.glossary import Glossary
from termdesk.domain.language import LanguagePair
from termdesk.ui import theme
from termdesk.ui.actions import Actions
from termdesk.ui.jobs import Jobs
from termdesk.ui.language_box import LanguageBox
from termdesk.ui.main_window import Remembered
from termdesk.ui.notices import Notices
from termdesk.ui.pane import Pane
from termdesk.ui.plain import PlainLabel, tooltip
from termdesk.ui.text_area import Mark, TextArea

TRANSLATING = "Translating"
LISTING = "Reading languages for translation"
CHOOSING = "Looking for glossaries"
# What is typed is kept within this time, also for the next start.
MILLISECONDS_TO_DRAFT = 500
DETECT = ""


class TranslatePane(Pane):
    """Translates by Ctrl+Enter. The source language may be detected, but not together with a glossary."""

    name = "translate"
    icon_name = "translate"

    def __init__(
        self,
        *,
        translating: Translating,
        metering: Metering,
        remembered: Remembered,
        jobs: Jobs,
        notices: Notices,
        actions: Actions,
    ) -> None:
        super().__init__(actions)
        self.title = self.tr("Translate")
        self._use = translating
        self._metering = metering
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
        self._result: TranslationResult | None = None
        self._has_languages = False
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._restore()
        self._show_count()
        self._show_glossaries(GlossaryChoice(reason=self.tr("Waiting for the service.")))

    def _make_widgets(self) -> None:
        self.source_language = LanguageBox("translate_source_language", self.tr("Source language"))
        self.target_language = LanguageBox("translate_target_language", self.tr("Target language"))
        self.swap = QToolButton()
        self.swap.setObjectName("translate_swap")
        self.swap.setIcon(theme.icon("swap"))
        self.swap.setAccessibleName(self.tr("Swap languages and texts"))
        self.swap.setToolTip(tooltip(self.tr("Swap languages and texts (Ctrl+Shift+S)")))
        self.glossary = QComboBox()
        self.glossary.setObjectName("translate_glossary")
        self.glossary.setAccessibleName(self.tr("Glossary"))
        self.glossary.setMinimumContentsLength(18)
        self.glossary_reason = PlainLabel(wraps=True, tone="muted")
        self.glossary_reason.setObjectName("translate_glossary_reason")
        self.source = TextArea("translate_source", self.tr("Text to translate"))
        self.source.setPlaceholderText(self.tr("Write or paste a text, then press Ctrl+Enter."))
        self.target = TextArea("translate_target", self.tr("Translation"))
        self.target.setPlaceholderText(self.tr("The translation appears here."))
        self.context = QLineEdit()
        self.context.setObjectName("translate_context")
        self.context.setAccessibleName(self.tr("Context, not translated and not billed"))
        self.context.setPlaceholderText(self.tr("Context: what the text is about (not translated, not billed)"))
        self.run_button = QPushButton(self.tr("Translate"))
        self.run_button.setObjectName("translate_run")
        self.run_button.setAccessibleName(self.tr("Translate"))
        self.run_button.setProperty("role", "primary")
        self.count = PlainLabel(tone="muted")
        self.count.setObjectName("translate_count")
        self.report = PlainLabel(wraps=True, tone="muted")
        self.report.setObjectName("translate_report")
        self.terms = PlainLabel(wraps=True)
        self.terms.setObjectName("translate_terms")
        self.terms.hide()
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.setObjectName("translate_copy")
        self.copy.setAccessibleName(self.tr("Copy the translation"))
        self.confirm = QPushButton(self.tr("Confirm"))
        self.confirm.setObjectName("translate_confirm")
        self.confirm.setAccessibleName(self.tr("Confirm this translation"))
        self.confirm.setToolTip(
            tooltip(self.tr("The service on this computer will give this translation for this text from now on."))
        )

    def _lay_out(self) -> None:
        heading = PlainLabel(self.title)
        theme.make_heading(heading)
        languages = QHBoxLayout()
        languages.setSpacing(8)
        languages.addWidget(self.source_language, 1)
        languages.addWidget(self.swap)
        languages.addWidget(self.target_language, 1)
        languages.addSpacing(16)
        caption = PlainLabel(self.tr("Glossary"))
        caption.setBuddy(self.glossary)
        languages.addWidget(caption)
        languages.addWidget(self.glossary, 1)
        languages.addWidget(self.run_button)
        # As high as the buttons on the other side, so that both texts end on one line.
        self.count.setMinimumHeight(self.copy.sizeHint().height())
        left = _column([self.source, self.count])
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.report, 1)
        foot.addWidget(self.confirm)
        foot.addWidget(self.copy)
        right = _column([self.target, self.terms])
        layout = right.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addLayout(foot)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("translate_splitter")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(12)
        self.splitter.addWidget(left)
        self.splitter.addWidget(right)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 8)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addLayout(languages)
        column.addWidget(self.glossary_reason)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.context)

    def _connect(self) -> None:
        self._draft = QTimer(self)
        self._draft.setSingleShot(True)
        self._draft.setInterval(MILLISECONDS_TO_DRAFT)
        self._draft.timeout.connect(self._keep_draft)
        self.source.textChanged.connect(self._on_text)
        self.target.textChanged.connect(self._show_possible)
        self.source_language.chosen.connect(self._on_language)
        self.target_language.chosen.connect(self._on_language)
        self.swap.clicked.connect(self.swap_languages)
        self.run_button.clicked.connect(self.run)
        self.copy.clicked.connect(self.copy_result)
        self.confirm.clicked.connect(self.confirm_result)
        self.bind(
            {
                "run": self.run,
                "swap": self.swap_languages,
                "copy_result": self.copy_result,
                "confirm_result": self.confirm_result,
                "clear_texts": self.clear_texts,
                "refresh": self.service_changed,
            }
        )
        self._show_possible()

    # The service

    def first_focus(self) -> QWidget:
        return self.source

    def shown(self) -> None:
        if self._has_languages:
            self._look_for_glossaries()
        else:
            self.service_changed()

    def service_changed(self) -> None:
        """Another service, or the same one with other languages: read them."""
        self._jobs.start(LISTING, self._list_languages())

    async def _list_languages(self) -> None:
        self._show_languages(await self._use.languages(refresh=True))
        self._look_for_glossaries()

    def _show_languages(self, found: LanguageList) -> None:
        # Read before anything is chosen: each choice is remembered at once.
        last_source = str(self._remembered.get("translate_source_language", "en"))
        last_target = str(self._remembered.get("translate_target_language", "es"))
        self.source_language.show_languages(
            [(DETECT, self.tr("Detect language")), *((each.code, each.name) for each in found.sources)]
        )
        self.target_language.show_languages([(each.code, each.name) for each in found.targets])
        if not self._has_languages:
            self._has_languages = True
            self.source_language.choose(last_source)
            self.target_language.choose(last_target)
        if not found.targets:
            self._say_report(self.tr("This service translates nothing at the moment."), tone="warning")
        self._show_possible()

    def _on_language(self) -> None:
        self.source.set_language(self.source_language.code)
        self.target.set_language(self.target_language.code)
        if self._has_languages:
            self._remembered.set("translate_source_language", self.source_language.code)
            self._remembered.set("translate_target_language", self.target_language.code)
            self._look_for_glossaries()
        self._show_possible()

    def _look_for_glossaries(self) -> None:
        self._jobs.start(CHOOSING, self._choose_glossaries())

    async def _choose_glossaries(self) -> None:
        source, target = self.source_language.code or None, self.target_language.code
        if target:
            self._show_glossaries(await self._use.glossaries(source=source, target=target))

    def _show_glossaries(self, found: GlossaryChoice) -> None:
        """Offer the glossaries that fit; where there are none, say why instead of doing nothing."""
        chosen = self._glossary()
        kept = chosen.glossary_id if chosen else self._remembered.get("translate_glossary", "")
        self.glossary.clear()
        self.glossary.addItem(self.tr("No glossary"), None)
        for each in found.glossaries:
            dictionary = each.dictionary(LanguagePair(self.source_language.code, self.target_language.code))
            count = f"{dictionary.entry_count:,}" if dictionary else "0"
            self.glossary.addItem(f"{each.name} ({count})", each)
            if each.glossary_id == kept:
                self.glossary.setCurrentIndex(self.glossary.count() - 1)
        self.glossary.setEnabled(bool(found.glossaries))
        self.glossary_reason.setText(found.reason)
        self.glossary_reason.setVisible(bool(found.reason))

    def _glossary(self) -> Glossary | None:
        data = self.glossary.currentData()
        return data if isinstance(data, Glossary) else None

    # Translating

    def run(self) -> None:
        """Translate the text with what is chosen."""
        if self.run_button.isEnabled():
            self._say_report(self.tr("Translating…"))
            self._jobs.start(TRANSLATING, self._translate(), on_failure=self._show_failure)

    async def _translate(self) -> None:
        glossary = self._glossary()
        self._remembered.set("translate_glossary", glossary.glossary_id if glossary else "")
        request = TranslateRequest(
            self.source.toPlainText(),
            self.target_language.code,
            source=self.source_language.code or None,
            glossary=glossary,
            context=self.context.text().strip(),
        )
        self._show_result(await self._use.translate(request))
        await self._metering.read()

    def _show_failure(self, error: TermdeskError) -> None:
        self._say_report(self.tr("Not translated."), tone="problem")
        self._notices.fail(error)

    def _show_result(self, result: TranslationResult) -> None:
        self._result = result
        self.target.setPlainText(result.text)
        if not self.source_language.code:
            self.target.set_language(result.request.target)
        self._show_terms(result)
        self._say_report(" · ".join(self._report_parts(result)))
        for note in result.notes:
            self._notices.say(note, kind="warning")
        self._show_possible()

    def _report_parts(self, result: TranslationResult) -> list[str]:
        parts = []
        if not result.request.source:
            parts.append(self.tr("Detected: {code}").format(code=result.detected_source))
        if result.billed is None:
            parts.append(
                self.tr("{count} characters, the service did not say what it billed").format(
                    count=f"{result.estimated:,}"
                )
            )
        else:
            parts.append(amount(result.billed, self.tr("1 character billed"), self.tr("{count} characters billed")))
        if result.report.engines:
            parts.append(", ".join(result.report.engines))
        if result.report.coverage is not None:
            parts.append(self.tr("{share} of the words known").format(share=f"{result.report.coverage:.0%}"))
        if "context" in result.report.unused:
            parts.append(self.tr("the engine makes no use of context"))
        return parts

    def _show_terms(self, result: TranslationResult) -> None:
        """Mark the terms in both texts, and name those that were not used."""
        used = [each for each in result.terms if each.found_at is not None]
        missed = result.missed
        self.source.show_marks(
            [
                Mark(
                    each.hit.start,
                    each.hit.end,
                    "term" if each.found_at else "missed",
                    f"{each.hit.source}: {'used' if each.found_at else 'not used'}",
                )
                for each in result.terms
            ]
        )
        self.target.show_marks(
            [Mark(*each.found_at, "term", each.hit.target) for each in used if each.found_at is not None]
        )
        if result.request.glossary is None:
            self._say_terms("")
        elif not result.terms:
            self._say_terms(self.tr("No term of the glossary stands in this text."))
        elif missed:
            names = ", ".join(dict.fromkeys(f"{each.hit.source} → {each.hit.target}" for each in missed[:8]))
            self._say_terms(
                self.tr("{used} terms used, {missed} not found in the translation: {names}").format(
                    used=len(used), missed=len(missed), names=names
                )
            )
        else:
            self._say_terms(self.tr("{used} terms used").format(used=len(used)))
        self.terms.set_tone("warning" if missed else "good" if used else "muted")

    def _say_terms(self, words: str) -> None:
        self.terms.setText(words)
        self.terms.setVisible(bool(words))

    def _say_report(self, words: str, *, tone: str = "muted") -> None:
        self.report.setText(words)
        self.report.set_tone(tone)

    # Smaller things

    def swap_languages(self) -> None:
        """Translate the other way: languages and texts change sides, so nothing typed is lost."""
        source = self.source_language.code or (self._result.detected_source if self._result else "")
        target = self.target_language.code
        texts = self.source.toPlainText(), self.target.toPlainText()
        if not source or not self.source_language.choose(target):
            self._say_report(self.tr("The service does not translate the other way."), tone="warning")
            return
        self.target_language.choose(source)
        if texts[1]:
            self.source.setPlainText(texts[1])
            self.target.setPlainText(texts[0])
        self._result = None
        self.source.show_marks([])
        self.target.show_marks([])
        self._say_terms("")
        self._say_report("")
        self._show_possible()

    def copy_result(self) -> None:
        QGuiApplication.clipboard().setText(self.target.toPlainText())

    def confirm_result(self) -> None:
        if self._result is not None:
            self._jobs.start("Confirming", self._confirm(self._result))

    async def _confirm(self, result: TranslationResult) -> None:
        await self._use.confirm(result, self.target.toPlainText())
        self._say_report(self.tr("Confirmed: this text is translated so from now on."), tone="good")

    def clear_texts(self) -> None:
        self._result = None
        self.source.clear()
        self.target.clear()
        self._say_terms("")
        self._say_report("")

    def _on_text(self) -> None:
        self._draft.start()
        if self.source.marks:
            self.source.show_marks([])
            self.target.show_marks([])
        self._show_count()
        self._show_possible()

    def _show_count(self) -> None:
        """Characters as they will be billed, while typing."""
        count = self._use.estimate(self.source.toPlainText())
        warning = self._metering.warning_for(count)
        words = amount(count, self.tr("1 character will be billed"), self.tr("{count} characters will be billed"))
        self.count.setText(f"{words}. {warning}" if warning else words)
        self.count.set_tone("warning" if warning else "muted")

    def _show_possible(self) -> None:
        has_text = bool(self.source.toPlainText().strip())
        can_run = has_text and bool(self.target_language.code)
        has_result = bool(self.target.toPlainText())
        can_confirm = has_result and self._result is not None and self._use.can_confirm
        self.run_button.setEnabled(can_run)
        self.copy.setEnabled(has_result)
        self.confirm.setEnabled(can_confirm)
        self.allow(run=can_run, copy_result=has_result, confirm_result=can_confirm, clear_texts=has_text)

    # Drafts

    def _keep_draft(self) -> None:
        self._remembered.set("translate_text", self.source.toPlainText())
        self._remembered.set("translate_context", self.context.text())
        self._remembered.save()

    def _restore(self) -> None:
        self.source.setPlainText(str(self._remembered.get("translate_text", "")))
        self.context.setText(str(self._remembered.get("translate_context", "")))

    async def may_close(self) -> bool:
        self._keep_draft()
        return True

    async def show_sample(self) -> None:
        await self._list_languages()
        sample = json.loads(resources.read_text("samples/texts.json"))["translate"][0]
        self.source_language.choose(sample["source"])
        self.target_language.choose(sample["target"])
        self.source.setPlainText(sample["text"])
        await self._choose_glossaries()
        if self.glossary.count() > 1:
            self.glossary.setCurrentIndex(1)
        await self._translate()


def _column(widgets: list[QWidget]) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    for number, widget in enumerate(widgets):
        column.addWidget(widget, 1 if number == 0 else 0)
    return box
