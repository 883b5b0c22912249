"""The pane with a text and its translation side by side, and the use of the glossary's terms."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import ClassVar

from PySide6.QtCore import Signal, SignalInstance

from termdesk import resources
from termdesk.application.request_changes import RequestPart, changes_of_translation
from termdesk.application.texts.history import StoredText
from termdesk.application.translation.several_targets import TargetRow
from termdesk.application.translation.translation import TextTranslator, TranslateRequest, TranslationResult
from termdesk.application.translation.unpublished_edits import UnpublishedEdits
from termdesk.domain.key_scope import Scope
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress
from termdesk.ui.texts.text_pane import TextPane, TextPaneServices, TextPaneWords
from termdesk.ui.translation.back_translation import BackTranslation
from termdesk.ui.translation.character_count import CharacterCount
from termdesk.ui.translation.clipboard_watch import ClipboardWatch
from termdesk.ui.translation.confirm_button import ConfirmButton
from termdesk.ui.translation.glossary_comparison import GlossaryComparison, Version
from termdesk.ui.translation.similar_texts_button import SimilarTextsButton
from termdesk.ui.translation.terms_line import TermsLine
from termdesk.ui.translation.translation_choices import TranslationChoices
from termdesk.ui.translation.translation_report import report_of
from termdesk.ui.translation.word_hover import WordHover
from termdesk.ui.words.numbers import format_date_and_time


class TranslatePane(TextPane[TranslateRequest, TranslationResult, TextTranslator]):
    """Translates by Ctrl+Enter. The source language may be detected, but not together with a glossary."""

    # Emitted with a glossary id and the pair of the dictionary that the user wants to see.
    open_asked = Signal(str, object)
    # Emitted with the same values, to publish the dictionary.
    publish_asked = Signal(str, object)
    # Emitted with two languages (codes, or typed text), to show what is possible with them.
    possible_asked = Signal(str, str)
    # Emitted with the source and target for a new entry, their pair, and the id of the glossary in use or "".
    add_asked = Signal(str, str, object, str)
    add_at_once_asked = Signal(str, str, object, str)

    name = "translate"
    needed_scopes: ClassVar = {
        Scope.TRANSLATE_TEXT: ("run", "translate_back", "compare_glossary"),
        Scope.READ_LANGUAGES: (),
    }
    icon_name = "translate"
    run_kind = JobKind.TRANSLATE
    list_kind = JobKind.LIST_TRANSLATION_LANGUAGES

    def __init__(
        self, translator: TextTranslator, services: TextPaneServices, *, unpublished: UnpublishedEdits
    ) -> None:
        super().__init__(translator, services)
        remembered = services.remembered
        # Whether the glossary of the result has been published again since.
        self._is_republished = False
        # The glossaries published since the last text was sent.
        self._published = set[str]()
        self.choices = TranslationChoices(translator, services, self.run_button, unpublished=unpublished, parent=self)
        self.picker, self.targets, self.languages = self.choices.picker, self.choices.targets, self.choices.languages
        self.source_language, self.target_language = self.languages.source, self.languages.target
        self.sides.add_alternative(self.targets)
        self._make_result_widgets()
        self.clipboard = ClipboardWatch(remembered, services.save_memory, parent=self)
        self._lay_out(self.choices, self.clipboard, self.sides, self.choices.context_line)
        self._connect()
        self.source.setPlainText(remembered.translate_text)
        self.choices.context.setText(remembered.translate_context)

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
                "Canceled. The text was already sent and may be charged; Translate waits for its answer."
            ),
            list_languages=self.tr("Reading languages for translation"),
        )

    def _make_result_widgets(self) -> None:
        self.count = CharacterCount(self._use_case, self._usage_monitor)
        # As high as the buttons on the other side, so that both lines of text have the same height.
        self.count.setMinimumHeight(self.copy.sizeHint().height())
        self.confirm = ConfirmButton(self._use_case, self.result, jobs=self._jobs)
        self.similar = SimilarTextsButton(self._jobs)
        self.sides.fill_source_footer(self.count)
        self.comparison = GlossaryComparison(
            self._use_case,
            self.result,
            usage_monitor=self._usage_monitor,
            jobs=self._jobs,
            notices=self._notices,
            parent=self,
        )
        self.terms = TermsLine(self.source, self.result, self.comparison)
        self.back = BackTranslation(
            self._use_case, usage_monitor=self._usage_monitor, jobs=self._jobs, notices=self._notices, parent=self
        )
        self.hover = WordHover(self._use_case, self.source, self.result, jobs=self._jobs)
        self.sides.fill_result_footer(
            self._result_line(self.similar, self.confirm), self.outdated, self.hover.words, self.back, self.terms
        )

    def _connect(self) -> None:
        self.choices.changed.connect(self._check_outdated)
        self.choices.context.textChanged.connect(self._keep_draft_soon)
        self.choices.glossary_found.connect(super().run)
        self.picker.open_asked.connect(self.open_asked)
        self.picker.publish_asked.connect(self.publish_asked)
        self.languages.possible_asked.connect(self.possible_asked)
        self.source_language.chosen.connect(self._on_language)
        self.target_language.chosen.connect(self._on_language)
        self.languages.swap.clicked.connect(self.swap_languages)
        self.languages.several.toggled.connect(self._show_several)
        self.targets.changed.connect(self._on_targets)
        self.targets.opened.connect(self._open_target)
        self.reach_changed.connect(self._on_reach)
        self.choices.detected.use_button.clicked.connect(self.use_detected)
        self.clipboard.copied.connect(self.take_copied)
        self.clipboard.send_asked.connect(self.send_copied)
        # After an edit or another text, the copied text is no longer waiting.
        self.source.textChanged.connect(lambda: self.clipboard.show_unsent(False))
        self.confirm.confirmed.connect(self._on_confirmed)
        self.similar.chosen.connect(self._use_similar)
        self.comparison.exchanged.connect(self._show_version)
        self._connect_texts(
            {
                "swap": self.swap_languages,
                "several_targets": self.languages.several.toggle,
                "use_detected": self.use_detected,
                "watch_clipboard": self.clipboard.toggle,
                "confirm_result": self.confirm.click,
                "translate_back": self.back.translate,
                "add_entry": lambda: self._ask_add_entry(self.add_asked),
                "add_entry_at_once": lambda: self._ask_add_entry(self.add_at_once_asked),
                "compare_glossary": self.comparison.compare,
                "open_used_glossary": self.picker.ask_open,
            },
        )

    # The service

    def refresh_when_shown(self) -> None:
        """Read what may have changed meanwhile."""
        super().refresh_when_shown()
        self.choices.refresh()

    def service_changed(self) -> None:
        # A waiting text was meant for the previous service.
        self.choices.stop_waiting()
        super().service_changed()

    async def _list_languages(self) -> None:
        found = await self._use_case.languages(refresh=True)
        self.choices.show_languages(found)
        self._has_languages = self.choices.has_languages
        reason = ""
        if not found.targets:
            reason = self.tr("This service offers no translation right now. Help › Engines lists what can be added.")
        self._say_of_service(reason)
        self._check_outdated()
        self.choices.look()

    def _on_language(self) -> None:
        self.source.set_language(self.source_language.code)
        if not self.result.toPlainText():
            self.result.set_language(self.target_language.code)

    def glossary_published(self, key: str) -> None:
        """Mark a translation that was made with this glossary as outdated."""
        self._use_case.forget_terms()
        self.targets.several.glossary_published(key)
        self._published.add(key)
        glossary = self._made.glossary if self._made else None
        if glossary is not None and glossary.glossary_id == key:
            self._is_republished = True
            self._check_outdated()
        self.choices.look()

    # Several languages at once

    def _show_several(self, is_several: bool) -> None:
        """Show the table for several languages instead of the result, or the result again."""
        self.sides.show_alternative(is_several)
        self.choices.show_several(is_several)

    def _on_reach(self) -> None:
        if Scope.READ_LANGUAGES in self.key_limits and not self._has_languages:
            self.picker.end_waiting()

    def _on_targets(self) -> None:
        if self.choices.is_several:
            self._show_possible()

    def _open_target(self, row: TargetRow) -> None:
        """Show one of several translations alone, to correct and confirm it."""
        if row.result is not None:
            self.languages.several.setChecked(False)
            self.target_language.choose(row.target)
            self._show_result(row.result, row.service)
            self._is_republished = row.is_republished
            self._check_outdated()

    def _check_outdated(self) -> None:
        if self.choices.is_several:
            self.targets.show_base(self.request())
        super()._check_outdated()

    # Translating

    def run(self) -> None:
        """Translate into the chosen language, or into several. Do nothing if an unknown language is typed."""
        if not self.languages.settle():
            return
        if self.choices.is_several:
            if "run" not in self.withheld and self.targets.run():
                self.clipboard.show_unsent(False)
        elif not (self.run_button.isEnabled() and self.choices.wait_for_glossary()):
            super().run()

    def take_copied(self, text: str) -> None:
        """Show a text that another program has copied. Undo restores the old one.

        The text is sent if the user turned that on, but not while another one is being translated into several
        languages.
        """
        if text != self.source.toPlainText():
            self.source.replace_text(text)
            if self.clipboard.sends and self.choices.is_several and self.targets.is_running:
                self.clipboard.show_unsent(True)
            elif self.clipboard.sends:
                self.run()

    def send_copied(self) -> None:
        """Translate the copied text, and cancel the rest of the previous run."""
        self.targets.cancel()
        self.run()

    def copy_result(self) -> None:
        """Copy the translation, or the table of translations."""
        if self.choices.is_several:
            self.targets.copy_rows()
        else:
            super().copy_result()

    def request(self) -> TranslateRequest:
        """The request with the current choices."""
        return self.choices.request(self.source.toPlainText())

    def _again_words(self, characters: int) -> str:
        return self.tr("Translate again (%Ln characters)", "", characters)

    async def _send(self, request: TranslateRequest, progress: JobProgress) -> TranslationResult:
        self.picker.keep_used()
        self._published.clear()
        return await self._use_case.translate(request, progress=progress)

    def _is_ready(self) -> bool:
        return self.targets.can_run if self.choices.is_several else bool(self.target_language.code)

    def _not_ready_words(self) -> str:
        return self.targets.cost_words if self.choices.is_several else super()._not_ready_words()

    def _show_result(self, result: TranslationResult, service: str) -> None:
        glossary = result.request.glossary
        self._is_republished = glossary is not None and glossary.glossary_id in self._published
        self.comparison.forget()
        self.back.forget()
        super()._show_result(result, service)

    def _write_draft(self, *, is_kept: bool) -> None:
        self._remembered.translate_text = self.source.toPlainText() if is_kept else ""
        self._remembered.translate_context = self.choices.context.text() if is_kept else ""

    def _find_changes(self, made: TranslateRequest) -> frozenset[RequestPart]:
        parts = changes_of_translation(made, self.request(), detected_source=self._detected_before)
        if self._result is None:
            # Swapped texts depend on nothing else.
            return parts & {RequestPart.TEXT, RequestPart.LANGUAGES}
        if self._is_republished:
            parts |= {RequestPart.GLOSSARY_CONTENT}
        return parts | {RequestPart.SERVICE} if self._is_of_other_service else parts

    def _show_details(self, result: TranslationResult) -> None:
        """Mark the terms in both texts, name those that were not used, and show the report below the result."""
        self.hover.show_for(result)
        self.terms.show_for(result)
        self.similar.show_for(result)
        other = self.comparison.other.text if self.comparison.other else None
        words = report_of(result, is_billed=self._use_case.cost_gate.is_billed, other=other)
        self.report.say(words, is_of_result=True)

    def _hide_details(self) -> None:
        super()._hide_details()
        self.hover.show_for(None)
        self.similar.show_for(None)
        self.terms.say("")

    # Both texts

    def swap_languages(self) -> None:
        """Swap languages and texts, so that the translation can be translated back. Nothing typed is lost."""
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
            # If the result was outdated before the swap, it stays outdated.
            self._made = replace(self.request(), text="") if was_outdated else self.request()
        self._hide_details()
        self.report.say("")
        self._check_outdated()

    @property
    def _detected(self) -> str:
        """The language detected for the current text, if it can be chosen as source."""
        if self.source_language.code:
            return ""
        if self.choices.is_several:
            code = self.targets.several.detected_source
        else:
            code = "" if self.outdated.is_outdated else self._detected_before
        return code if self.source_language.name_of(code) else ""

    def use_detected(self) -> None:
        """Choose the detected language as source. The result is kept, and glossaries for the pair are offered."""
        if code := self._detected:
            self.source_language.choose(code)

    def open_text(self, text: StoredText) -> None:
        """Show a text of the history with its translation. Undo in the field restores the old text."""
        self.choices.stop_waiting()
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

    def _show_version(self, version: Version) -> None:
        # Changes of the choices are still compared with the request of the version with the glossary.
        self._result = version.result
        self.result.setPlainText(version.text)
        self._show_details(version.result)
        self._show_possible()

    def _ask_add_entry(self, asked: SignalInstance) -> None:
        """Ask to add the selections in the text and in the translation to a dictionary."""
        glossary = self.picker.glossary
        if pair := self.languages.find_known_pair(self._detected_before):
            selected = (field.textCursor().selectedText() for field in (self.source, self.result))
            asked.emit(*selected, pair, glossary.glossary_id if glossary is not None else "")

    @property
    def _back_request(self) -> TranslateRequest | None:
        """The request that translates the corrected result back; None if that is not possible."""
        made, text = self._made, self.result.toPlainText()
        if made is None or not text.strip() or self.outdated.is_outdated:
            return None
        pair = self.languages.way_back(made.source or self._detected_before, made.target)
        return TranslateRequest(text, pair.target, source=pair.source) if pair is not None else None

    @property
    def _detected_before(self) -> str:
        """The source language that the service detected for the result; "" without a result."""
        return self._result.detected_source if self._result is not None else ""

    def _use_similar(self, result: TranslationResult, translation: str) -> None:
        """Replace the translation by that of a similar text, unless there is a new result meanwhile."""
        if result is self._result:
            self.result.replace_text(translation)
            self.result.show_marks([])
            self.terms.say("")
            words = self.tr("This is the translation of a similar text. Correct it, then confirm it.")
            self.report.say(words, tone="warning", is_of_result=True)

    def _on_confirmed(self, result: TranslationResult) -> None:
        if result is self._result and not self.outdated.is_outdated:
            words = self.tr("Confirmed. From now on this text gets this translation.")
            self.report.say(words, tone="good", is_of_result=True)

    def _show_size(self) -> None:
        """Count the characters as the service does, while the user types."""
        if self.choices.is_several:
            self.count.show_cost(self.targets.cost_words, self.targets.several.characters_due())
        else:
            self.count.show_request(self.request(), is_answered=self._is_answered)

    def _show_possible(self) -> None:
        super()._show_possible()
        current = None if self.outdated.is_outdated else self._result
        self.confirm.show_for(current)
        detected = self._detected
        name = self.source_language.name_of(detected)
        self.choices.detected.show_language(detected, name, *self.choices.chosen_targets)
        back = self._back_request
        self.back.show_for(back)
        no_way_back = self.tr("There is no translation, or the service does not translate in the other direction.")
        self.allow(no_way_back, translate_back=back is not None)
        has_pair = self.languages.find_known_pair(self._detected_before) is not None
        no_source = self.tr("Choose the source language first.")
        self.allow(no_source, add_entry=has_pair, add_entry_at_once=has_pair)
        no_language = self.tr("Choose “Detect language” and translate first.")
        self.allow(no_language, use_detected=bool(detected))
        # This also applies while the version without the glossary is shown.
        was_with_glossary = self._made is not None and self._made.glossary is not None
        self.terms.offer_version(current if was_with_glossary else None)
        self.comparison.limit(self.withheld.get("compare_glossary", ""))
        no_glossary = self.tr("There is no translation with a glossary that belongs to the text.")
        self.allow(no_glossary, compare_glossary=was_with_glossary and current is not None)
        self.allow(self.tr("Choose a glossary first."), open_used_glossary=self.picker.opened is not None)
        self.allow(self.tr("There is no result that belongs to the text."), confirm_result=self.confirm.isEnabled())
        self.allow(self.tr("Choose one target language first."), swap=not self.choices.is_several)
        if self.choices.is_several:
            self._allow_of_several()

    def _allow_of_several(self) -> None:
        """Disable the actions for a single translation until one of several is opened."""
        names = (
            "confirm_result",
            "translate_back",
            "compare_glossary",
            "add_entry",
            "add_entry_at_once",
            "open_used_glossary",
        )
        self.allow(self.tr("Open one of the translations first."), **dict.fromkeys(names, False))
        self.allow(self.tr("There is no result yet."), copy_result=self.targets.copy_button.isEnabled())

    async def show_sample(self) -> None:
        """Translate the sample text with the first matching glossary."""
        await self._list_languages()
        sample = json.loads(resources.read_text("samples/texts.json"))["translate"][0]
        self.source_language.choose(sample["source"])
        self.target_language.choose(sample["target"])
        self.source.setPlainText(sample["text"])
        await self.picker.read(self.source_language.code, self.target_language.code)
        if self.picker.box.count() > 1:
            self.picker.box.setCurrentIndex(1)
        if self.target_language.code:
            await self._run(self.request(), JobProgress())
