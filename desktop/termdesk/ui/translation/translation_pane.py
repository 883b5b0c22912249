"""A text and its translation side by side, with the glossary that was used and what came of its terms."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from termdesk import resources
from termdesk.application.languages.languages import LanguageList
from termdesk.application.request_changes import RequestPart, changes_of_translation
from termdesk.application.texts.history import KeptText
from termdesk.application.translation.translation import TranslateRequest, Translating, TranslationResult
from termdesk.application.translation.unpublished_edits import UnpublishedEdits
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.errors import TermdeskError
from termdesk.domain.pluralize import pluralize
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.main_window import Remembered
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane
from termdesk.ui.texts.even_feet import EvenFeet, Foot
from termdesk.ui.texts.history_button import history_button
from termdesk.ui.texts.outdated_line import OutdatedLine
from termdesk.ui.translation import term_words
from termdesk.ui.translation.glossary_picker import GlossaryPicker
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.language_box import LanguageBox
from termdesk.ui.widgets.plain import PlainLabel, tooltip
from termdesk.ui.widgets.text_area import TextArea

# What is typed is kept within this time, also for the next start.
MILLISECONDS_TO_DRAFT = 500
DETECT = ""


class TranslatePane(Pane):
    """Translates by Ctrl+Enter. The source language may be detected, but not together with a glossary."""

    # The id of a glossary and the pair of its dictionary that the user wants to see.
    open_asked = Signal(str, object)

    name = "translate"
    icon_name = "translate"

    def __init__(
        self,
        *,
        translating: Translating,
        usage_monitor: UsageMonitor,
        unpublished: UnpublishedEdits,
        remembered: Remembered,
        jobs: Jobs,
        notices: Notices,
        actions: Actions,
    ) -> None:
        super().__init__(actions)
        self.title = self.tr("Translate")
        self._use = translating
        self._usage_monitor = usage_monitor
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
        self._result: TranslationResult | None = None
        # What the text at the right belongs to, also after a swap, which leaves no result.
        self._made: TranslateRequest | None = None
        self._made_by = ""
        self._is_report_of_result = False
        self._is_republished = False
        self._has_languages = False
        self.picker = GlossaryPicker(translating, unpublished, remembered=remembered, jobs=jobs)
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._restore()
        self._show_count()

    def _make_widgets(self) -> None:
        self.source_language = LanguageBox("translate_source_language", self.tr("Source language"))
        self.target_language = LanguageBox("translate_target_language", self.tr("Target language"))
        self.swap = QToolButton()
        self.swap.setObjectName("translate_swap")
        self.swap.setIcon(theme.icon("swap"))
        self.swap.setAccessibleName(self.tr("Swap languages and texts"))
        self.swap.setToolTip(tooltip(self.tr("Swap languages and texts (Ctrl+Shift+S)")))
        self.glossary, self.glossary_reason = self.picker.box, self.picker.reason
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
        self.count = PlainLabel(tone="muted", wraps=True)
        self.count.setObjectName("translate_count")
        self.report = PlainLabel(wraps=True, tone="muted")
        self.report.setObjectName("translate_report")
        self.terms = PlainLabel(wraps=True)
        self.terms.setObjectName("translate_terms")
        self.terms.hide()
        self.outdated = OutdatedLine("translate_outdated")
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.setObjectName("translate_copy")
        self.copy.setAccessibleName(self.tr("Copy the translation"))
        self.history = history_button("translate_history", self.window_actions["text_history"])
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
        # As high as the buttons on the other side, so that both lines of words have one height.
        self.count.setMinimumHeight(self.copy.sizeHint().height())
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.report, 1)
        line.addWidget(self.confirm)
        line.addWidget(self.copy)
        source_foot, target_foot = Foot(), Foot()
        source_foot.column.addStretch(1)
        source_foot.column.addWidget(self.count)
        target_foot.column.addWidget(self.outdated)
        target_foot.column.addWidget(self.terms)
        target_foot.column.addStretch(1)
        target_foot.column.addLayout(line)
        EvenFeet(source_foot, target_foot, parent=self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("translate_splitter")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(12)
        self.splitter.addWidget(_column(self.source, source_foot))
        self.splitter.addWidget(_column(self.target, target_foot))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 8)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.addWidget(heading, 1)
        head.addWidget(self.history)
        column.addLayout(head)
        column.addLayout(languages)
        column.addWidget(self.picker)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.context)

    def _connect(self) -> None:
        self._draft = QTimer(self)
        self._draft.setSingleShot(True)
        self._draft.setInterval(MILLISECONDS_TO_DRAFT)
        self._draft.timeout.connect(self.keep_draft)
        self.source.textChanged.connect(self._on_text)
        self.target.textChanged.connect(self._look_whether_outdated)
        self.context.textChanged.connect(self._look_whether_outdated)
        self.context.textChanged.connect(lambda: self._draft.start())
        self.picker.changed.connect(self._look_whether_outdated)
        self.picker.open_asked.connect(self.open_asked)
        self.outdated.changed.connect(self._show_whether_outdated)
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
                "open_used_glossary": self.picker.ask_open,
                "refresh": self.service_changed,
            }
        )
        self._show_possible()

    # The service

    def first_focus(self) -> QWidget:
        return self.source

    def shown(self) -> None:
        self.picker.count_unpublished()
        if self._has_languages:
            self._look_for_glossaries()
        else:
            self.service_changed()

    def service_changed(self) -> None:
        """Another service, or the same one with other languages: read them."""
        self._jobs.start(
            JobKind.LIST_TRANSLATION_LANGUAGES, self.tr("Reading languages for translation"), self._list_languages
        )

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
            self._say_report(
                self.tr("This service offers no translation right now. Help › Engines lists what can be added."),
                tone="warning",
            )
        self._show_possible()

    def _on_language(self) -> None:
        self.source.set_language(self.source_language.code)
        if not self.target.toPlainText():
            self.target.set_language(self.target_language.code)
        if self._has_languages:
            self._remembered.set("translate_source_language", self.source_language.code)
            self._remembered.set("translate_target_language", self.target_language.code)
            self._look_for_glossaries()
        self._look_whether_outdated()

    def _look_for_glossaries(self) -> None:
        self.picker.look(self.source_language.code, self.target_language.code)

    def glossary_published(self, key: str) -> None:
        """What was translated with this glossary before is outdated."""
        self._use.forget_terms()
        glossary = self._made.glossary if self._made else None
        if glossary is not None and glossary.glossary_id == key:
            self._is_republished = True
            self._look_whether_outdated()
        if self._has_languages:
            self._look_for_glossaries()

    # Translating

    def request(self) -> TranslateRequest:
        """What would be sent now."""
        return TranslateRequest(
            self.source.toPlainText(),
            self.target_language.code,
            source=self.source_language.code or None,
            glossary=self.picker.glossary,
            context=self.context.text().strip(),
        )

    def run(self) -> None:
        """Translate the text with what is chosen."""
        if self.run_button.isEnabled():
            self._say_report(self.tr("Translating…"))
            request = self.request()
            task = self._jobs.start(
                JobKind.TRANSLATE,
                self.tr("Translating"),
                partial(self._translate, request),
                on_failure=self._show_failure,
            )
            task.add_done_callback(lambda ended: self._show_cancelled(request) if ended.cancelled() else None)

    async def _translate(self, request: TranslateRequest) -> None:
        self.picker.keep_used()
        service = self._use.service
        self._show_result(await self._use.translate(request), service)
        # A job of its own: the result is there, whatever becomes of the usage.
        self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)

    def _show_cancelled(self, request: TranslateRequest) -> None:
        """Say what became of a job that was cancelled, unless another one took its place."""
        if not isValid(self) or self._jobs.is_running(JobKind.TRANSLATE):
            return
        if self._use.is_under_way(request):
            self._say_report(
                self.tr("Cancelled. The text was already sent and may be charged; Translate waits for its answer."),
                tone="warning",
            )
        else:
            self._say_report(self.tr("Cancelled. Nothing was sent."))

    def _show_failure(self, error: TermdeskError) -> None:
        self._say_report(self.tr("Not translated."), tone="problem")
        self._notices.fail(error)
        # It may have been charged all the same.
        self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)

    def _show_result(self, result: TranslationResult, service: str) -> None:
        """Show a result, which may be outdated already: its request was sent some time ago."""
        self._result, self._made, self._made_by = result, result.request, service
        self._is_republished = False
        self.target.setPlainText(result.text)
        self.target.set_language(result.request.target)
        self.outdated.show_changes(())
        self._tell(result)
        for note in result.notes:
            self._notices.say(note, kind="warning")
        self._look_whether_outdated()

    def _tell(self, result: TranslationResult) -> None:
        """What is said of a result while it belongs to the text."""
        self._show_terms(result)
        if self.target.toPlainText() != result.text:
            # It was corrected by hand: the places in it are no longer those of the terms.
            self.target.show_marks([])
        self._say_report(" · ".join(self._report_parts(result)), is_of_result=True)

    # Whether the result still belongs to the text and to what is chosen

    def _changes(self) -> frozenset[RequestPart]:
        made = self._made
        if made is None or not self.target.toPlainText():
            return frozenset()
        result = self._result
        detected = result.detected_source if result else ""
        parts = changes_of_translation(made, self.request(), detected_source=detected)
        if result is None:
            # Texts that were swapped depend on nothing else.
            return parts & {RequestPart.TEXT, RequestPart.LANGUAGES}
        if self._is_republished:
            parts |= {RequestPart.GLOSSARY_CONTENT}
        return parts | {RequestPart.SERVICE} if self._made_by != self._use.service else parts

    def _look_whether_outdated(self) -> None:
        self.outdated.show_changes(self._changes())
        self._show_possible()

    def _show_whether_outdated(self, is_outdated: bool) -> None:
        """Take back what was said of an outdated result, and say it again when it belongs to the text again."""
        self.target.set_outdated(is_outdated)
        if not is_outdated:
            if self._result is not None and not self._jobs.is_running(JobKind.TRANSLATE):
                self._tell(self._result)
            return
        self.source.show_marks([])
        self.target.show_marks([])
        self._say_terms("")
        if self._is_report_of_result:
            self._say_report("")

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
            parts.append(pluralize(result.billed, self.tr("1 character billed"), self.tr("{count} characters billed")))
        if result.report.engines:
            parts.append(", ".join(result.report.engines))
        if result.report.coverage is not None:
            parts.append(self.tr("{share} of the words known").format(share=f"{result.report.coverage:.0%}"))
        if "context" in result.report.unused:
            parts.append(self.tr("the engine makes no use of context"))
        return parts

    def _show_terms(self, result: TranslationResult) -> None:
        """Mark the terms in both texts, and name those that were not used."""
        self.source.show_marks(term_words.source_marks(result))
        self.target.show_marks(term_words.target_marks(result))
        self._say_terms(term_words.summary(result))
        self.terms.set_tone(term_words.tone(result))

    def _say_terms(self, words: str) -> None:
        self.terms.setText(words)
        self.terms.setVisible(bool(words))

    def _say_report(self, words: str, *, tone: str = "muted", is_of_result: bool = False) -> None:
        self._is_report_of_result = is_of_result
        self.report.setText(words)
        self.report.set_tone(tone)

    # Smaller things

    def swap_languages(self) -> None:
        """Translate the other way: languages and texts change sides, so nothing typed is lost."""
        source = self.source_language.code or (self._result.detected_source if self._result else "")
        target = self.target_language.code
        texts = self.source.toPlainText(), self.target.toPlainText()
        was_outdated = self.outdated.is_outdated
        if not source:
            self._say_report(
                self.tr("The source language is not known yet. Choose it, or translate once, then swap."),
                tone="warning",
            )
            return
        if not self.source_language.choose(target):
            self._say_report(self.tr("The service does not translate the other way."), tone="warning")
            return
        self.target_language.choose(source)
        self._result = self._made = None
        if texts[1]:
            self.source.setPlainText(texts[1])
            self.target.setPlainText(texts[0])
            self.target.set_language(self.target_language.code)
            # Two texts that did not belong together do not begin to by changing sides.
            self._made = replace(self.request(), text="") if was_outdated else self.request()
        self.source.show_marks([])
        self.target.show_marks([])
        self._say_terms("")
        self._say_report("")
        self._look_whether_outdated()

    def open_text(self, text: KeptText) -> None:
        """Take a text of the history in, with its result; the field's undo brings back what was there."""
        self._jobs.cancel(JobKind.TRANSLATE)
        self._result = None
        self._made = TranslateRequest(text.source, text.target_language, source=text.source_language or None)
        self.source.replace_text(text.source)
        self.target.setPlainText(text.result)
        self.target.set_language(text.target_language)
        self._jobs.start(JobKind.OPEN_TEXT, self.tr("Opening a text"), partial(self._choose_languages, text))

    async def _choose_languages(self, text: KeptText) -> None:
        if not self._has_languages:
            await self._list_languages()
        self.source_language.choose(text.source_language)
        self.target_language.choose(text.target_language)
        self.source.show_marks([])
        self._say_terms("")
        moment = f"{text.made_at.astimezone():%Y-%m-%d %H:%M}" if text.made_at else ""
        self._say_report(self.tr("From the history: {moment}").format(moment=moment), is_of_result=True)
        self._look_whether_outdated()

    def copy_result(self) -> None:
        QGuiApplication.clipboard().setText(self.target.toPlainText())

    def confirm_result(self) -> None:
        if self._result is not None and self.confirm.isEnabled():
            self._jobs.start(
                JobKind.CONFIRM_TRANSLATION,
                self.tr("Confirming"),
                partial(self._confirm, self._result, self.target.toPlainText()),
            )

    async def _confirm(self, result: TranslationResult, text: str) -> None:
        await self._use.confirm(result, text)
        if result is self._result and not self.outdated.is_outdated:
            words = self.tr("Confirmed. From now on this text gets this translation.")
            self._say_report(words, tone="good", is_of_result=True)

    def clear_texts(self) -> None:
        self._result = self._made = None
        self.source.clear()
        self.target.clear()
        self._say_terms("")
        self._say_report("")

    def _on_text(self) -> None:
        self._draft.start()
        if self.source.marks and (self._made is None or self._made.text != self.source.toPlainText()):
            self.source.show_marks([])
            self.target.show_marks([])
        self._show_count()
        self._look_whether_outdated()

    def usage_changed(self) -> None:
        self._show_count()

    def _show_count(self) -> None:
        """Characters as they will be billed, while typing."""
        count = self._use.estimate(self.source.toPlainText())
        warning = self._usage_monitor.warning_for(count)
        words = pluralize(count, self.tr("1 character will be billed"), self.tr("{count} characters will be billed"))
        self.count.setText(f"{words}. {warning}" if warning else words)
        self.count.set_tone("warning" if warning else "muted")

    def _show_possible(self) -> None:
        has_text = bool(self.source.toPlainText().strip())
        can_run = has_text and bool(self.target_language.code)
        has_result = bool(self.target.toPlainText())
        is_confirmable = has_result and self._result is not None and self._use.can_confirm
        can_confirm = is_confirmable and not self.outdated.is_outdated
        self.run_button.setEnabled(can_run)
        self.copy.setEnabled(has_result)
        self.confirm.setEnabled(can_confirm)
        self.allow(open_used_glossary=self.picker.glossary is not None)
        self.allow(run=can_run, copy_result=has_result, confirm_result=can_confirm, clear_texts=has_text or has_result)

    # Drafts

    def keep_draft(self) -> None:
        """Keep the unfinished text for the next start, or take it off the disk where texts are not kept."""
        is_kept = self._use.keeps_texts
        self._remembered.set("translate_text", self.source.toPlainText() if is_kept else "")
        self._remembered.set("translate_context", self.context.text() if is_kept else "")
        self._remembered.save()

    def _restore(self) -> None:
        self.source.setPlainText(str(self._remembered.get("translate_text", "")))
        self.context.setText(str(self._remembered.get("translate_context", "")))

    async def may_close(self) -> bool:
        self.keep_draft()
        return True

    async def show_sample(self) -> None:
        await self._list_languages()
        sample = json.loads(resources.read_text("samples/texts.json"))["translate"][0]
        self.source_language.choose(sample["source"])
        self.target_language.choose(sample["target"])
        self.source.setPlainText(sample["text"])
        await self.picker.read(self.source_language.code, self.target_language.code)
        if self.glossary.count() > 1:
            self.glossary.setCurrentIndex(1)
        if self.target_language.code:
            await self._translate(self.request())


def _column(text: TextArea, foot: Foot) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    column.addWidget(text, 1)
    column.addWidget(foot)
    return box
