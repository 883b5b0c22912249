"""A text and its translation side by side, with the glossary that was used and what became of its terms."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget
from shiboken6 import isValid

from termdesk import resources
from termdesk.application.languages.list_files import LanguageList
from termdesk.application.request_changes import RequestPart, changes_of_translation
from termdesk.application.texts.history import StoredText
from termdesk.application.translation.several_targets import TargetRow
from termdesk.application.translation.translation import TextTranslator, TranslateRequest, TranslationResult
from termdesk.application.translation.unpublished_edits import UnpublishedEdits
from termdesk.domain.key_scope import Scope
from termdesk.domain.texts import SimilarText
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress
from termdesk.ui.texts.memory_picker import MemoryPicker
from termdesk.ui.texts.text_pane import TextPane, TextPaneServices, TextPaneWords
from termdesk.ui.translation import term_words
from termdesk.ui.translation.back_translation import BackTranslation
from termdesk.ui.translation.clipboard_watch import ClipboardWatch
from termdesk.ui.translation.detected_language import DetectedLanguage
from termdesk.ui.translation.glossary_comparison import GlossaryComparison, Version
from termdesk.ui.translation.glossary_picker import GlossaryPicker
from termdesk.ui.translation.language_row import LanguageRow
from termdesk.ui.translation.similar_texts_dialog import SimilarTextsDialog
from termdesk.ui.translation.target_table import TargetTable
from termdesk.ui.translation.translation_options import TranslationOptions
from termdesk.ui.translation.translation_report import report_of
from termdesk.ui.translation.word_hover import WordHover
from termdesk.ui.widgets.dialogs import answered
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time

DETECT = ""


class TranslatePane(TextPane[TranslateRequest, TranslationResult, TextTranslator]):
    """Translates by Ctrl+Enter. The source language may be detected, but not together with a glossary."""

    # The id of a glossary and the pair of its dictionary that the user wants to see.
    open_asked = Signal(str, object)
    # As that, to publish the dictionary.
    publish_asked = Signal(str, object)
    # Two languages, by code or as they were typed, of which the user wants to know what is possible.
    possible_asked = Signal(str, str)
    # Source and target that the user wants in a dictionary, their pair, and the id of the glossary in use or "".
    add_asked = Signal(str, str, object, str)

    name = "translate"
    needed_scopes: ClassVar = {Scope.TRANSLATE_TEXT: ("run", "translate_back"), Scope.READ_LANGUAGES: ()}
    icon_name = "translate"
    run_kind = JobKind.TRANSLATE
    list_kind = JobKind.LIST_TRANSLATION_LANGUAGES

    def __init__(
        self, translator: TextTranslator, services: TextPaneServices, *, unpublished: UnpublishedEdits
    ) -> None:
        super().__init__(translator, services)
        remembered = services.remembered
        # Whether the glossary of the result was published again since.
        self._is_republished = False
        # The glossaries that were published since the last text was sent.
        self._published = set[str]()
        # Sends the text when the glossary is known, unless another text, language or service is chosen.
        self._waiting: asyncio.Task[None] | None = None
        self.picker = GlossaryPicker(translator, unpublished, remembered=remembered, jobs=services.jobs, parent=self)
        self.glossary, self.glossary_reason = self.picker.box, self.picker.reason
        self._make_choices()
        self._make_result_widgets()
        self.detected = DetectedLanguage(translator, jobs=services.jobs, parent=self)
        self.clipboard = ClipboardWatch(remembered, services.save_memory, parent=self)
        above = (self.languages, self.languages.missing_line, self.detected, self.picker, self.memories, self.clipboard)
        self._lay_out(*above, self.sides, self._context_line())
        self._connect()
        self.source.setPlainText(remembered.translate_text)
        self.context.setText(remembered.translate_context)

    def _own_words(self) -> TextPaneWords:
        return TextPaneWords(
            title=self.tr("Translate"),
            source=self.tr("Text to translate"),
            result=self.tr("Translation"),
            result_hint=self.tr("The translation appears here."),
            copy=self.tr("Copy the translation"),
            run_job=self.tr("Translating"),
            running=self.tr("Translating…"),
            answered=self.tr("Already translated. Nothing was sent."),
            failed=self.tr("Not translated."),
            cancelled_when_sent=self.tr(
                "Cancelled. The text was already sent and may be charged; Translate waits for its answer."
            ),
            list_languages=self.tr("Reading languages for translation"),
        )

    def _make_choices(self) -> None:
        self.options = TranslationOptions()
        self.memories = MemoryPicker(
            "translate", self._use_case, kind=JobKind.CHOOSE_MEMORY, jobs=self._jobs, parent=self
        )
        self.targets = TargetTable(
            self._use_case,
            self.picker,
            self.options,
            self.memories,
            usage_monitor=self._usage_monitor,
            remembered=self._remembered,
            jobs=self._jobs,
            parent=self,
        )
        self.sides.add_alternative(self.targets)
        self.languages = LanguageRow(self.glossary, self.run_button, self.targets.chooser)
        self.source_language, self.target_language = self.languages.source, self.languages.target
        self.context = QLineEdit()
        self.context.setObjectName("translate_context")
        self.context.setAccessibleName(self.tr("Context, not translated and not counted"))
        self.context.setPlaceholderText(self.tr("Context: what the text is about (not translated, not counted)"))

    def _context_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.context, 1)
        line.addWidget(self.options)
        return line

    def _make_result_widgets(self) -> None:
        self.count = PlainLabel(tone="muted", wraps=True)
        self.count.setObjectName("translate_count")
        # As high as the buttons on the other side, so that both lines of words have one height.
        self.count.setMinimumHeight(self.copy.sizeHint().height())
        self.terms = PlainLabel(wraps=True)
        self.terms.setObjectName("translate_terms")
        self.confirm = QPushButton(self.tr("Confirm"))
        self.confirm.setObjectName("translate_confirm")
        self.confirm.setAccessibleName(self.tr("Confirm this translation"))
        words = self.tr("The service on this computer will give this translation for this text from now on.")
        set_tooltip(self.confirm, words)
        self.similar = QPushButton()
        self.similar.setObjectName("translate_similar")
        self.similar.setAccessibleName(self.tr("Similar confirmed texts"))
        self.similar.hide()
        self.sides.fill_source_footer(self.count)
        self.comparison = GlossaryComparison(
            self._use_case, usage_monitor=self._usage_monitor, jobs=self._jobs, parent=self
        )
        self.terms_line = QWidget()
        line = QHBoxLayout(self.terms_line)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.terms, 1)
        line.addWidget(self.comparison, 0, Qt.AlignmentFlag.AlignTop)
        self.back = BackTranslation(
            self._use_case, usage_monitor=self._usage_monitor, jobs=self._jobs, notices=self._notices, parent=self
        )
        self.hover = WordHover(self._use_case, self.source, self.result, jobs=self._jobs)
        self.sides.fill_result_footer(
            self._result_line(self.similar, self.confirm), self.outdated, self.hover.words, self.back, self.terms_line
        )

    def _connect(self) -> None:
        self.context.textChanged.connect(self._check_outdated)
        self.context.textChanged.connect(self._keep_draft_soon)
        self.options.changed.connect(self._check_outdated)
        self.picker.changed.connect(self._check_outdated)
        self.memories.changed.connect(self._check_outdated)
        self.memories.found.connect(self._on_memories)
        self.picker.open_asked.connect(self.open_asked)
        self.picker.publish_asked.connect(self.publish_asked)
        self.languages.possible_asked.connect(self.possible_asked)
        self.source_language.chosen.connect(self._on_language)
        self.target_language.chosen.connect(self._on_language)
        self.languages.swap.clicked.connect(self.swap_languages)
        self.languages.several.toggled.connect(self._show_several)
        self.targets.changed.connect(self._on_targets)
        self.targets.chooser.changed.connect(self._on_chosen_targets)
        self.targets.opened.connect(self._open_target)
        self.reach_changed.connect(self._on_reach)
        self.detected.use_button.clicked.connect(self.use_detected)
        self.clipboard.copied.connect(self.take_copied)
        self.clipboard.send_asked.connect(self.send_copied)
        # Whoever edits the text or takes another one decides anew.
        self.source.textChanged.connect(lambda: self.clipboard.show_unsent(False))
        self.confirm.clicked.connect(self.confirm_result)
        self.similar.clicked.connect(self.open_similar_texts)
        self.comparison.clicked.connect(self.compare_glossary)
        self.comparison.translated.connect(self._on_other_version)
        self._connect_texts(
            {
                "swap": self.swap_languages,
                "several_targets": self.languages.several.toggle,
                "use_detected": self.use_detected,
                "watch_clipboard": self.clipboard.toggle,
                "confirm_result": self.confirm_result,
                "translate_back": self.back.translate,
                "add_entry": self.ask_add_entry,
                "compare_glossary": self.compare_glossary,
                "open_used_glossary": self.picker.ask_open,
            },
        )

    # The service

    def shown(self) -> None:
        """Count unpublished edits, and look for glossaries: both may have changed."""
        if not self._is_several:
            self.picker.count_unpublished()
        super().shown()
        if self._has_languages:
            self._look_for_glossaries()

    def service_changed(self) -> None:
        # What waits was meant for the service before.
        self._waiting = None
        super().service_changed()

    async def _list_languages(self) -> None:
        self._show_languages(await self._use_case.languages(refresh=True))
        self._look_for_glossaries()

    def _show_languages(self, found: LanguageList) -> None:
        # Read before anything is chosen: each choice is remembered at once.
        last_source = self._remembered.translate_source_language
        last_target = self._remembered.translate_target_language
        self.source_language.show_languages(
            [(DETECT, self.tr("Detect language")), *((each.code, each.name) for each in found.sources)]
        )
        targets = [(each.code, each.name) for each in found.targets]
        self.target_language.show_languages(targets)
        self.targets.show_languages(targets)
        self.options.show_languages(found.languages)
        if not self._has_languages and found.targets:
            self._has_languages = True
            self.source_language.choose(last_source)
            self.target_language.choose(last_target)
        reason = ""
        if not found.targets:
            reason = self.tr("This service offers no translation right now. Help › Engines lists what can be added.")
        self._say_of_service(reason)
        self._show_options()
        self._check_outdated()

    def _show_options(self) -> None:
        self.options.show_for(self.source_language.code, self._chosen_targets)

    def _on_language(self) -> None:
        self._waiting = None
        self._show_options()
        self.source.set_language(self.source_language.code)
        if not self.result.toPlainText():
            self.result.set_language(self.target_language.code)
        if self._has_languages:
            self._remembered.translate_source_language = self.source_language.code
            self._remembered.translate_target_language = self.target_language.code
            self._look_for_glossaries()
        self._check_outdated()

    def _look_for_glossaries(self) -> None:
        waiting = self._waiting
        if self._is_several:
            self.targets.look()
        elif waiting is not None and not (waiting.done() or waiting.cancelling()):
            # To look anew ends the job that waits.
            self._wait_for_glossary()
        else:
            self.picker.look(self.source_language.code, self.target_language.code)
        self._look_for_memories()

    def _look_for_memories(self) -> None:
        self.memories.look(self.source_language.code, self._chosen_targets)

    def glossary_published(self, key: str) -> None:
        """Mark a translation that was made with this glossary as outdated."""
        self._use_case.forget_terms()
        self.targets.several.glossary_published(key)
        self._published.add(key)
        glossary = self._made.glossary if self._made else None
        if glossary is not None and glossary.glossary_id == key:
            self._is_republished = True
            self._check_outdated()
        if self._has_languages:
            self._look_for_glossaries()

    # Several languages at once

    @property
    def _is_several(self) -> bool:
        return self.languages.several.isChecked()

    @property
    def _chosen_targets(self) -> tuple[str, ...]:
        return self.targets.chooser.chosen if self._is_several else (self.target_language.code,)

    def _show_several(self, is_several: bool) -> None:
        """Show the table for several languages in the place of the result, or the result again."""
        self.languages.show_several(is_several)
        self.sides.show_alternative(is_several)
        self._show_options()
        if is_several:
            self._jobs.cancel(JobKind.CHOOSE_GLOSSARY)
            self.picker.hide()
        self._look_for_glossaries()
        self._check_outdated()

    def _on_reach(self) -> None:
        if Scope.READ_LANGUAGES in self.key_limits and not self._has_languages:
            self.picker.end_waiting()

    def _on_chosen_targets(self) -> None:
        self._show_options()
        if self._is_several and self._has_languages:
            self._look_for_memories()

    def _on_memories(self) -> None:
        """The memory that was chosen before may serve further languages now."""
        if self._is_several:
            self._check_outdated()

    def _on_targets(self) -> None:
        if self._is_several:
            self._show_possible()

    def _open_target(self, row: TargetRow) -> None:
        """Show one of several translations as the only one, to correct and to confirm it."""
        if row.result is not None:
            self.languages.several.setChecked(False)
            self.target_language.choose(row.target)
            self._show_result(row.result, row.service)
            self._is_republished = row.is_republished
            self._check_outdated()

    def _check_outdated(self) -> None:
        if self._is_several:
            self.targets.show_base(self.request())
        super()._check_outdated()

    # Translating

    def run(self) -> None:
        """Translate into the chosen language, or into several; into none where another one is typed."""
        if not self.languages.settle():
            return
        if not self._is_several and self._jobs.is_running(JobKind.CHOOSE_GLOSSARY) and self.run_button.isEnabled():
            self._wait_for_glossary()
        elif not self._is_several:
            super().run()
        elif "run" not in self.withheld and self.targets.run():
            self.clipboard.show_unsent(False)

    def _wait_for_glossary(self) -> None:
        """Translate once the glossary is known: that of the former languages must not go along."""
        self._waiting = self._jobs.start(
            JobKind.CHOOSE_GLOSSARY, self.tr("Looking for glossaries"), self._run_with_its_glossary
        )

    async def _run_with_its_glossary(self) -> None:
        await self.picker.read(self.source_language.code, self.target_language.code)
        if isValid(self) and self._waiting is asyncio.current_task():
            super().run()

    def take_copied(self, text: str) -> None:
        """Show a text that another program has copied; undo brings the old one back. It is sent if the user said so.

        While a text is translated into several languages, that of a new one waits for the user.
        """
        if text != self.source.toPlainText():
            self.source.replace_text(text)
            if self.clipboard.sends and self._is_several and self.targets.is_running:
                self.clipboard.show_unsent(True)
            elif self.clipboard.sends:
                self.run()

    def send_copied(self) -> None:
        """Translate the copied text, and no more of the one before."""
        self.targets.cancel()
        self.run()

    def copy_result(self) -> None:
        """Copy the translation, or the table of translations."""
        if self._is_several:
            self.targets.copy_rows()
        else:
            super().copy_result()

    def request(self) -> TranslateRequest:
        """The request with the languages, the glossary, the context and the options that are chosen."""
        formality, markup = self.options.chosen
        return TranslateRequest(
            self.source.toPlainText(),
            self.target_language.code,
            source=self.source_language.code or None,
            glossary=self.picker.glossary,
            context=self.context.text().strip(),
            formality=formality,
            memory=self.memories.memory,
            markup=markup,
        )

    def _again_words(self, characters: int) -> str:
        return self.tr("Translate again (%Ln characters)", "", characters)

    async def _send(self, request: TranslateRequest, _progress: JobProgress) -> TranslationResult:
        self.picker.keep_used()
        self._published.clear()
        return await self._use_case.translate(request)

    def _is_ready(self) -> bool:
        return self.targets.can_run if self._is_several else bool(self.target_language.code)

    def _not_ready_words(self) -> str:
        return self.targets.cost_words if self._is_several else super()._not_ready_words()

    def _show_result(self, result: TranslationResult, service: str) -> None:
        glossary = result.request.glossary
        self._is_republished = glossary is not None and glossary.glossary_id in self._published
        self.comparison.forget()
        self.back.forget()
        super()._show_result(result, service)

    def _write_draft(self, *, is_kept: bool) -> None:
        self._remembered.translate_text = self.source.toPlainText() if is_kept else ""
        self._remembered.translate_context = self.context.text() if is_kept else ""

    def _find_changes(self, made: TranslateRequest) -> frozenset[RequestPart]:
        parts = changes_of_translation(made, self.request(), detected_source=self._detected_before)
        if self._result is None:
            # Texts that were swapped depend on nothing else.
            return parts & {RequestPart.TEXT, RequestPart.LANGUAGES}
        if self._is_republished:
            parts |= {RequestPart.GLOSSARY_CONTENT}
        return parts | {RequestPart.SERVICE} if self._is_of_other_service else parts

    def _show_details(self, result: TranslationResult) -> None:
        """Mark the terms in both texts, name those that were not used, and report on the request."""
        self.hover.show_for(result)
        self.source.show_marks(term_words.source_marks(result))
        # After a correction by hand, the places in the result are no longer those of the terms.
        text = self.result.toPlainText()
        terms = term_words.target_marks(result) if text == result.text else []
        self.result.show_marks(self.comparison.add_marks(terms, text))
        self._show_similar(result.similar)
        self._say_terms(term_words.summary(result))
        self.terms.set_tone(term_words.tone(result))
        other = self.comparison.other.text if self.comparison.other else None
        words = report_of(result, is_billed=self._use_case.cost_gate.is_billed, other=other)
        self.report.say(words, is_of_result=True)

    def _hide_details(self) -> None:
        super()._hide_details()
        self.hover.show_for(None)
        self._show_similar(())
        self._say_terms("")

    def _show_similar(self, similar: Sequence[SimilarText]) -> None:
        words = self.tr("%Ln similar texts…", "", len(similar))
        self.similar.setText(words)
        self.similar.setAccessibleName(words)
        set_tooltip(self.similar, self.tr("Compare with texts that were confirmed before, and use their translation."))
        self.similar.setVisible(bool(similar))

    def _say_terms(self, words: str) -> None:
        self.terms.setText(words)
        self.terms_line.setVisible(bool(words) or self._can_compare)

    # Both texts

    def swap_languages(self) -> None:
        """Translate the other way: languages and texts change sides, so nothing typed is lost."""
        source = self.source_language.code or self._detected_before
        target = self.target_language.code
        texts = self.source.toPlainText(), self.result.toPlainText()
        was_outdated = self.outdated.is_outdated
        if not source:
            self.report.say(
                self.tr("The source language is not known yet. Choose it, or translate first, then swap."),
                tone="warning",
            )
            return
        if not self.source_language.choose(target):
            self.report.say(self.tr("The service does not translate in the other direction."), tone="warning")
            return
        self.target_language.choose(source)
        self._forget_result()
        if texts[1]:
            self.source.setPlainText(texts[1])
            self.result.setPlainText(texts[0])
            self.result.set_language(self.target_language.code)
            # Two texts that did not belong together do not begin to by changing sides.
            self._made = replace(self.request(), text="") if was_outdated else self.request()
        self._hide_details()
        self.report.say("")
        self._check_outdated()

    @property
    def _detected(self) -> str:
        """The language that was detected for the text as it stands, if it can be chosen as source."""
        is_shown = not (self._is_several or self.source_language.code or self.outdated.is_outdated)
        code = self._detected_before if is_shown else ""
        return code if self.source_language.name_of(code) else ""

    def use_detected(self) -> None:
        """Choose the detected language as source. The result stays; glossaries for the pair are offered."""
        if code := self._detected:
            self.source_language.choose(code)

    def open_text(self, text: StoredText) -> None:
        """Show a text of the history with its translation. Undo in the field brings the old text back."""
        self._waiting = None
        self.languages.several.setChecked(False)
        self._open_kept(text, partial(self._choose_languages, text))
        self._made = TranslateRequest(text.source, text.target_language, source=text.source_language or None)

    async def _choose_languages(self, text: StoredText) -> None:
        if not self._has_languages:
            await self._list_languages()
        self.source_language.choose(text.source_language)
        self.target_language.choose(text.target_language)
        self._hide_details()
        moment = format_date_and_time(text.made_at) if text.made_at else ""
        self.report.say(self.tr("From the history: {moment}").format(moment=moment), is_of_result=True)
        self._check_outdated()

    def confirm_result(self) -> None:
        """Let the service give this translation for this text from now on."""
        if self._result is not None and self.confirm.isEnabled():
            self._jobs.start(
                JobKind.CONFIRM_TRANSLATION,
                self.tr("Confirming"),
                partial(self._confirm, self._result, self.result.toPlainText()),
            )

    def compare_glossary(self) -> None:
        """Show the translation without the glossary, or again that with it. The first time it is translated."""
        if self._result is not None and self._can_compare:
            if self.comparison.other is None:
                self.comparison.translate(self._result)
            else:
                self._show_other_version()

    def _on_other_version(self, compared: TranslationResult, other: TranslationResult) -> None:
        for note in other.notes:
            self._notices.say(localize(note), kind="warning")
        if compared is self._result and not self.outdated.is_outdated:
            self._show_other_version()

    def _show_other_version(self) -> None:
        """Show the other version. The one that was shown keeps what was corrected in it."""
        assert self._result is not None
        shown = self.comparison.exchange(Version(self._result, self.result.toPlainText()))
        # The request of the version with the glossary stays the one that the choices above are compared with.
        self._result = shown.result
        self.result.setPlainText(shown.text)
        self._show_details(shown.result)
        self._show_possible()

    @property
    def _can_compare(self) -> bool:
        """Whether the result was made with a glossary, also if the version without it is shown."""
        has_glossary = self._made is not None and self._made.glossary is not None
        return has_glossary and self._result is not None and not self.outdated.is_outdated

    def ask_add_entry(self) -> None:
        """Ask to add what is selected in the text and in the translation to a dictionary."""
        glossary = self.picker.glossary
        if pair := self.languages.known_pair(self._detected_before):
            selected = (field.textCursor().selectedText() for field in (self.source, self.result))
            self.add_asked.emit(*selected, pair, glossary.glossary_id if glossary is not None else "")

    @property
    def _back_request(self) -> TranslateRequest | None:
        """The request that translates the result, as it is corrected, the other way; None if that cannot be done."""
        made, text = self._made, self.result.toPlainText()
        if made is None or not text.strip() or self.outdated.is_outdated:
            return None
        pair = self.languages.way_back(made.source or self._detected_before, made.target)
        return TranslateRequest(text, pair.target, source=pair.source) if pair is not None else None

    @property
    def _detected_before(self) -> str:
        """The source language of the result as the service told it; "" without a result."""
        return self._result.detected_source if self._result is not None else ""

    def open_similar_texts(self) -> None:
        """Compare the text with similar confirmed ones; the translation of one of them can be used."""
        if self._result is not None and self._result.similar:
            work = partial(self._use_similar, self._result)
            self._jobs.start(JobKind.USE_SIMILAR_TEXT, self.tr("Comparing with confirmed texts"), work)

    async def _use_similar(self, result: TranslationResult) -> None:
        dialog = SimilarTextsDialog(self, result.request.text, result.pair, result.similar)
        if await answered(dialog) and result is self._result:
            self.result.replace_text(dialog.chosen.target)
            self.result.show_marks([])
            self._say_terms("")
            words = self.tr("This is the translation of a similar text. Correct it, then confirm it.")
            self.report.say(words, tone="warning", is_of_result=True)

    async def _confirm(self, result: TranslationResult, text: str) -> None:
        await self._use_case.confirm(result, text)
        if result is self._result and not self.outdated.is_outdated:
            words = self.tr("Confirmed. From now on this text gets this translation.")
            self.report.say(words, tone="good", is_of_result=True)

    def _show_size(self) -> None:
        """Count the characters as the service will count them, while the user types."""
        count = self._use_case.estimate(self.source.toPlainText())
        if self._is_several:
            count = self.targets.several.characters_due()
        is_answered = self._is_answered and not self._is_several
        warning = "" if is_answered else localize(self._usage_monitor.warning_for(count))
        if self._is_several:
            words = self.targets.cost_words
        elif is_answered:
            # The button that sends it again says what that costs.
            words = self.tr("%Ln characters, already translated", "", count)
        elif self._use_case.cost_gate.is_billed:
            words = self.tr("%Ln characters will be billed", "", count)
        else:
            words = self.tr("%Ln characters", "", count)
        self.count.setText(
            self.tr("{characters}. {warning}").format(characters=words, warning=warning) if warning else words
        )
        self.count.set_tone("warning" if warning else "muted")

    def _show_possible(self) -> None:
        super()._show_possible()
        has_result = self._result is not None and bool(self.result.toPlainText())
        can_confirm = has_result and self._use_case.can_confirm and not self.outdated.is_outdated
        self.confirm.setEnabled(can_confirm)
        detected = self._detected
        self.detected.show_language(detected, self.source_language.name_of(detected), self.target_language.code)
        back = self._back_request
        self.back.show_for(back)
        no_way_back = self.tr("There is no translation, or the service does not translate in the other direction.")
        self.allow(no_way_back, translate_back=back is not None)
        self.allow(
            self.tr("Choose the source language first."),
            add_entry=self.languages.known_pair(self._detected_before) is not None,
        )
        no_language = self.tr("Choose “Detect language” and translate first.")
        self.allow(no_language, use_detected=bool(detected))
        self.comparison.show_possible(self._can_compare, self._result)
        self.terms_line.setVisible(bool(self.terms.text()) or self._can_compare)
        no_glossary = self.tr("There is no translation with a glossary that belongs to the text.")
        self.allow(no_glossary, compare_glossary=self._can_compare)
        self.allow(self.tr("Choose a glossary first."), open_used_glossary=self.picker.opened is not None)
        self.allow(self.tr("There is no result that belongs to the text."), confirm_result=can_confirm)
        self.allow(self.tr("Choose one target language first."), swap=not self._is_several)
        if self._is_several:
            self._allow_of_several()

    def _allow_of_several(self) -> None:
        """What is done with one translation waits until one of them is opened."""
        names = ("confirm_result", "translate_back", "compare_glossary", "add_entry", "open_used_glossary")
        self.allow(self.tr("Open one of the translations first."), **dict.fromkeys(names, False))
        self.allow(self.tr("There is no result yet."), copy_result=self.targets.copy_button.isEnabled())

    async def show_sample(self) -> None:
        """Translate the sample text with the first glossary that fits."""
        await self._list_languages()
        sample = json.loads(resources.read_text("samples/texts.json"))["translate"][0]
        self.source_language.choose(sample["source"])
        self.target_language.choose(sample["target"])
        self.source.setPlainText(sample["text"])
        await self.picker.read(self.source_language.code, self.target_language.code)
        if self.glossary.count() > 1:
            self.glossary.setCurrentIndex(1)
        if self.target_language.code:
            await self._run(self.request(), JobProgress())
