"""The pane that improves a text, with the differences marked in both versions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout
from shiboken6 import isValid

from termdesk import resources
from termdesk.application.improvement.improvement import (
    SWISS_GERMAN,
    ImprovementResult,
    ImproveOptions,
    ImproveRequest,
    TextImprover,
)
from termdesk.application.improvement.style_comparison import StyleComparison
from termdesk.application.request_changes import RequestPart, changes_of_improvement
from termdesk.application.texts.history import StoredText
from termdesk.application.translation.unpublished_edits import UnpublishedEdits
from termdesk.domain.errors import TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import Language, root
from termdesk.domain.texts import MAX_IMPROVE_BODY_BYTES, Improve
from termdesk.messages.text_messages import GlossaryMessage
from termdesk.ui.improvement.change_bar import ChangeBar
from termdesk.ui.improvement.improvement_choices import ImprovementChoices
from termdesk.ui.improvement.improvement_report import report_of, tone_of
from termdesk.ui.improvement.local_line import LocalLine
from termdesk.ui.improvement.styles_dialog import StylesDialog
from termdesk.ui.shell.job_keys import JobKind, failure_topic
from termdesk.ui.shell.jobs import JobProgress
from termdesk.ui.texts.cost_question import cost_line, money_words
from termdesk.ui.texts.text_pane import TextPane, TextPaneServices, TextPaneWords
from termdesk.ui.widgets.dialogs import show_dialog
from termdesk.ui.widgets.meter import Meter
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number


class ImprovePane(TextPane[ImproveRequest, ImprovementResult, TextImprover]):
    """Rephrases or corrects a text by Ctrl+Enter.

    Offers styles and tones if the service has them; a request has at most one.
    """

    name = "improve"
    needed_scopes: ClassVar = {Scope.IMPROVE: ("run", "convert_text"), Scope.READ_LANGUAGES: ()}
    icon_name = "improve"
    # Emitted with a phrase to add to a dictionary, its language, and the glossary to offer first.
    add_asked = Signal(str, str, str)
    run_kind = JobKind.IMPROVE
    list_kind = JobKind.LIST_IMPROVEMENT_LANGUAGES

    def __init__(
        self,
        improver: TextImprover,
        services: TextPaneServices,
        *,
        unpublished: UnpublishedEdits,
        find_local: Callable[[], TextImprover],
    ) -> None:
        """Build the pane.

        `find_local` returns the improver on this computer, used if the service in use improves no texts.
        """
        super().__init__(improver, services)
        self._improver_in_use = improver
        self._unpublished = unpublished
        self._find_local = find_local
        # The language and the service of the offered glossaries.
        self._listed = ("", "")
        # The service that the local improver replaces; empty while it replaces none.
        self._replaced = ""
        # The glossary with whose terms the result was compared.
        self._guarded_by = ""
        self._has_any = True
        self._limits: Mapping[Scope, str] = {}
        self._styles = StyleComparison()
        self.choices = choices = ImprovementChoices(services.remembered, self.run_button, parent=self)
        self.language, self.glossary, self.style_box = choices.language, choices.glossary, choices.style_box
        self.local = LocalLine()
        self._fill_feet()
        self._lay_out(self.choices, self.local, self.sides)
        self._connect()
        self.source.setPlainText(services.remembered.improve_text)
        self._show_options(ImproveOptions())

    def _own_words(self) -> TextPaneWords:
        return TextPaneWords(
            title=self.tr("Improve"),
            source=self.tr("Text to improve"),
            result=self.tr("Improved text"),
            result_hint=self.tr("The improved text appears here, with its changes marked."),
            copy=self.tr("Copy the improved text"),
            run_job=self.tr("Improving"),
            running=self.tr("Improving…"),
            answered=self.tr("Already improved. Nothing was sent."),
            failed=self.tr("Not improved."),
            cancelled_when_sent=self.tr(
                "Canceled. The text was already sent and may be charged; Improve waits for its answer."
            ),
            list_languages=self.tr("Reading languages for improving"),
        )

    def _fill_feet(self) -> None:
        self.size_meter = Meter("improve_size", self.tr("Size of the request"), width=120)
        # As high as the buttons on the other side, so that both lines of text have the same height.
        self.size_meter.setMinimumHeight(self.copy.sizeHint().height())
        self.cost = PlainLabel(wraps=True)
        self.cost.setObjectName("improve_cost")
        self.cost.hide()
        self.take = text_button(
            "improve_take",
            self.tr("Use as text"),
            meaning=self.tr("Use the improved text as the text. Undo restores the old one."),
        )
        size = QHBoxLayout()
        size.setSpacing(12)
        size.addWidget(self.size_meter)
        size.addWidget(self.cost, 1)
        size.addStretch(0)
        self.sides.fill_source_footer(size)
        self.changes = ChangeBar(self.source, self.result)
        self.sides.fill_result_footer(self._result_line(self.take), self.changes, self.outdated)

    def _connect(self) -> None:
        self.local.switched.connect(self._switch)
        self.choices.variant.chosen.connect(self.convert)
        self.choices.variant.opened.connect(lambda: self.choices.variant.show_costs(self._count_billed))
        self.choices.compare.clicked.connect(self.ask_styles)
        self.language.chosen.connect(self._on_language)
        self.language.not_found.connect(self._on_missing_language)
        self.choices.changed.connect(self._check_outdated)
        self.glossary.activated.connect(self._on_glossary)
        self.take.clicked.connect(self.take_over)
        self.changes.changed.connect(self._show_possible)
        self._connect_texts(
            {
                "take_result": self.take_over,
                "next_change": lambda: self.changes.step(1),
                "previous_change": lambda: self.changes.step(-1),
                "toggle_change": self.changes.toggle,
                "convert_text": self.choices.variant.open_menu,
                "add_entry": self.ask_add_entry,
            },
        )

    # The service

    def service_changed(self) -> None:
        """Read the languages. A new service replaces the local improver."""
        if self._replaced and self._replaced != self._improver_in_use.service:
            self._use_case, self._replaced = self._improver_in_use, ""
            self.show_key_limits(self._limits)
            self._has_languages = False
        self._jobs.start(
            self.list_kind, self._words.list_languages, self._list_languages, on_failure=self._on_no_languages
        )

    def _on_no_languages(self, error: TermdeskError) -> None:
        """Offer the local improver: it works whatever is wrong with the service."""
        self._has_any = False
        self._show_local()
        self._notices.fail(error, on_retry=self.service_changed, topic=failure_topic(self.list_kind))

    def refresh_when_shown(self) -> None:
        """Look for glossaries: others may have been published meanwhile."""
        super().refresh_when_shown()
        if self._has_languages:
            words = self.tr("Looking for glossaries")
            self._jobs.start(JobKind.CHOOSE_PROTECTED_GLOSSARY, words, self._list_glossaries)

    def glossary_published(self, _key: str) -> None:
        """Protect the newly published terms, starting with the next text."""
        for each in (self._improver_in_use, self._use_case):
            each.forget_terms()

    def _switch(self, is_local: bool) -> None:
        """Switch to the local improver, or back to the service in use."""
        self._use_case = self._find_local() if is_local else self._improver_in_use
        self._replaced = self._improver_in_use.service if is_local else ""
        self.show_key_limits(self._limits)
        self._has_languages = False
        self.report.say("")
        self.service_changed()

    def show_key_limits(self, limits: Mapping[Scope, str]) -> None:
        """Show what the key may not do. Show nothing while the local improver is used, because it needs no key."""
        self._limits = limits
        super().show_key_limits({} if self._replaced else limits)
        self._show_local()

    def _show_local(self) -> None:
        title = self._improver_in_use.service_title
        can_improve = self._has_any and self._use_case.can_improve and not self.key_limits
        if self._replaced:
            self.local.show_local(title)
        elif not self._improver_in_use.is_local and not can_improve:
            self.local.offer(title)
        else:
            self.local.hide()

    async def _list_languages(self) -> None:
        self._show_languages(await self._use_case.languages(refresh=True))
        await self._list_options()

    def _show_languages(self, languages: list[Language]) -> None:
        last = self._remembered.improve_language
        self.language.show_languages([(each.code, each.name) for each in languages])
        if not self._has_languages and languages:
            self._has_languages = True
            self.language.choose(last)
        reason = localize(self._use_case.unavailable_reason())
        self._has_any = bool(languages)
        if not languages:
            reason = reason or self.tr("This service offers no text improvement right now.")
        missing = self.choices.show_offered(self._use_case)
        self._say_of_service(missing or reason, tone="problem" if missing else "warning")
        self._show_local()
        self._check_outdated()

    def _on_missing_language(self, typed: str) -> None:
        words = self.tr(
            "This service does not improve texts in “{typed}”. The Languages pane shows all that it improves."
        )
        self.report.say(words.format(typed=typed), tone="warning")

    def _on_language(self) -> None:
        self.source.set_language(self.language.code)
        if not self.result.toPlainText():
            self.result.set_language(self.language.code)
        if self._has_languages:
            self._remembered.improve_language = self.language.code
            self._jobs.start(JobKind.LIST_STYLES, self.tr("Reading styles"), self._list_options)
        self._check_outdated()

    async def _list_glossaries(self) -> None:
        language, service = listed = self.language.code, self._use_case.service
        found = await self._use_case.guard_glossaries(language)
        draft = await self._unpublished.draft_in(language) if found == [] else None
        if not isValid(self) or (self.language.code, self._use_case.service) != (language, service):
            return
        # The chosen glossary stays protected even if the service no longer lists it.
        if found is not None or self._listed != listed:
            self._listed = listed
            self.glossary.show_glossaries(found or ())
            words = localize(GlossaryMessage.DRAFT_PROTECTS_NOTHING(name=draft.name)) if draft is not None else ""
            self.choices.show_glossary_reason(words)

    async def _list_options(self) -> None:
        if self.language.code:
            await self._list_glossaries()
            code = self.language.code
            self.choices.variant.show_variants(code, await self._use_case.variants(code))
            self._show_options(await self._use_case.options(self.language.code))
            await self._use_case.prepare(self.language.code)

    def _show_options(self, options: ImproveOptions) -> None:
        self.choices.show_options(options, has_languages=self._has_languages)
        self._check_outdated()

    # Variants of the language

    def convert(self, code: str) -> None:
        """Convert the text to another variant of its language, by correcting it in that variant."""
        text = self.source.toPlainText()
        if not text.strip():
            return
        self.choices.choose_mode(Improve.CORRECT)
        if self._is_swiss(code):
            converted = self._use_case.swiss_spelling(text, self.language.code)
            work = partial(self._show_converted, converted, self._use_case.service)
            self._jobs.start(JobKind.GUARD_TERMS, self.tr("Looking for protected terms"), work)
        elif self.language.choose(code):
            self.run()

    def _is_swiss(self, code: str) -> bool:
        """Whether a conversion only replaces ß, which needs no service."""
        return code == SWISS_GERMAN and root(self.language.code) == "de"

    def _count_billed(self, code: str) -> int:
        """Return the characters that a conversion to a variant would be billed."""
        if not self._use_case.cost_gate.is_billed or self._is_swiss(code):
            return 0
        return self._use_case.cost(ImproveRequest(self.source.toPlainText(), code, Improve.CORRECT))

    async def _show_converted(self, result: ImprovementResult, service: str) -> None:
        await self._guard_again(result, service)
        self._is_of_service = False

    # Dictionaries

    def ask_add_entry(self) -> None:
        """Ask to add the selection in the improved text, or else in the original text, to a dictionary."""
        selected = (field.textCursor().selectedText() for field in (self.result, self.source))
        phrase = next((each for each in selected if each.strip()), "")
        self.add_asked.emit(phrase, self.language.code, self.glossary.chosen_id)

    # Improving

    def request(self) -> ImproveRequest:
        """The request with the current choices."""
        return self.choices.request(self.source.toPlainText())

    def _again_words(self, characters: int) -> str:
        return self.tr("Improve again (%Ln characters)", "", characters)

    def run(self) -> None:
        """Send the text, unless the typed language is not offered.

        If only the protected terms changed, check the existing answer again.
        """
        if not self.language.settle_for(self.run_button):
            return
        if self._result is not None and self._is_answered and self._guarded_by != self.glossary.chosen_id:
            work = partial(self._guard_again, self._result, self._use_case.service)
            self._jobs.start(JobKind.GUARD_TERMS, self.tr("Looking for protected terms"), work)
        else:
            super().run()

    async def _guard_again(self, result: ImprovementResult, service: str) -> None:
        self._show_result(await self._find_endangered(result), service)

    async def _find_endangered(self, result: ImprovementResult) -> ImprovementResult:
        """Return the result with the changes that affect terms of the chosen glossary."""
        result = replace(result, endangered=())
        self._guarded_by = self.glossary.chosen_id
        if self.glossary.chosen is not None:
            result = await self._use_case.guard(result, self.glossary.chosen)
        return result

    def _on_glossary(self) -> None:
        """Protect the terms of another glossary in the result that is shown already. Nothing is sent."""
        if self._result is not None and self._guarded_by != self.glossary.chosen_id:
            work = partial(self._guard_shown, self._result)
            self._jobs.start(JobKind.GUARD_TERMS, self.tr("Looking for protected terms"), work)

    async def _guard_shown(self, shown: ImprovementResult) -> None:
        """Flag the changes that affect protected terms. What the user accepted, rejected or edited stays so."""
        result = await self._find_endangered(shown)
        if not isValid(self) or self._result is not shown:
            return
        self._result = result
        for note in result.notes[len(shown.notes) :]:
            self._notices.say(localize(note), kind="warning")
        self.changes.show_terms(result, is_shown=not self.outdated.is_outdated)

    async def _send(self, request: ImproveRequest, progress: JobProgress) -> ImprovementResult:
        service = self._use_case.service
        self._guarded_by = self.glossary.chosen_id
        result = await self._use_case.improve(request, protected=self.glossary.chosen, progress=progress)
        self._styles.keep(service, result)
        return result

    def ask_styles(self) -> None:
        """Let the user compare the text in several styles and tones, and use one of them."""
        self._jobs.start(JobKind.COMPARE_STYLES, self.tr("Comparing styles"), self._compare_styles)

    async def _compare_styles(self) -> None:
        improver, request = self._use_case, self.request()
        dialog = StylesDialog(
            self,
            request.text,
            request.target,
            styles_and_tones=self.style_box.offered,
            improver=improver,
            comparison=self._styles,
            jobs=self._jobs,
            outlook_for=self._usage_monitor.outlook,
        )
        is_accepted = await show_dialog(dialog)
        self._refresh_usage()
        chosen = dialog.chosen
        if not is_accepted or chosen is None:
            return
        self.choices.choose_mode(Improve.REPHRASE)
        self.style_box.choose((chosen.request.writing_style or "", chosen.request.tone or ""))
        await self._guard_again(chosen, improver.service)

    def _is_ready(self) -> bool:
        return bool(self.language.code) and any(self._use_case.is_offered(how) for how in Improve)

    def _on_failure(self, error: TermdeskError) -> None:
        super()._on_failure(error)
        if missing := self.choices.show_offered(self._use_case):
            self._say_of_service(missing, tone="problem")
        self._show_local()
        self._show_possible()

    def _write_draft(self, *, is_kept: bool) -> None:
        self._remembered.improve_text = self.source.toPlainText() if is_kept else ""

    def _find_changes(self, made: ImproveRequest) -> frozenset[RequestPart]:
        parts = changes_of_improvement(made, self.request())
        return parts | {RequestPart.SERVICE} if self._is_of_other_service else parts

    def _show_details(self, result: ImprovementResult) -> None:
        """Mark the differences in both texts, and show the report below the result."""
        self.changes.show_result(result)
        self.report.say(report_of(result), tone=tone_of(result), is_of_result=True)

    def _hide_details(self) -> None:
        super()._hide_details()
        self.changes.hide_changes()

    def _forget_result(self) -> None:
        super()._forget_result()
        self.changes.forget()

    # Both texts

    def open_text(self, text: StoredText, how: Improve) -> None:
        """Show a text of the history with its improved version. Undo in the field restores the old text."""
        self._open_kept(text, partial(self._reopen, text, how))

    async def _reopen(self, text: StoredText, how: Improve) -> None:
        if not self._has_languages:
            await self._list_languages()
        self.language.choose(text.target_language)
        self.choices.choose_mode(how)
        self.style_box.setCurrentIndex(0)
        if self._listed != (self.language.code, self._use_case.service):
            # The glossaries of this language, before its terms are looked for.
            await self._list_glossaries()
        await self._guard_again(self._use_case.reopen(text, how), self._use_case.service)

    def take_over(self) -> None:
        """Replace the text by the improved one, as one undo step of the field."""
        if not self.take.isEnabled():
            return
        text = self.result.toPlainText()
        self._forget_result()
        self.source.replace_text(text)
        self.result.clear()
        self.report.say("")

    def _show_size(self) -> None:
        """Show the bytes of the request against its limit, and the characters that will be billed.

        Warn if the text uses up much of the remaining characters.
        """
        size = self._use_case.size(self.request())
        is_whole = size <= MAX_IMPROVE_BODY_BYTES
        words = (
            self.tr("{size} of %Ln bytes", "", MAX_IMPROVE_BODY_BYTES)
            if is_whole
            else self.tr("%Ln bytes, sent in parts of {limit}", "", size)
        ).format(size=format_number(size), limit=format_number(MAX_IMPROVE_BODY_BYTES))
        # A longer text has no limit: its parts are sent one after another, so nothing is wrong.
        self.size_meter.show_count(words, size / MAX_IMPROVE_BODY_BYTES if is_whole else None, warn_at=2.0)
        # Neither local improvement nor an existing answer costs anything.
        is_free = not self._use_case.cost_gate.is_billed or self._is_answered
        count = 0 if is_free else self._use_case.cost(self.request())
        words = self.tr("%Ln characters will be billed.", "", count) if count else ""
        outlook = self._usage_monitor.outlook(count)
        words, tone = cost_line(list_sentences((words, money_words(outlook))), outlook)
        self.cost.setText(words)
        self.cost.set_tone(tone)
        self.cost.setVisible(bool(count))

    def _show_possible(self) -> None:
        super()._show_possible()
        text = self.result.toPlainText()
        can_take = bool(text) and text != self.source.toPlainText() and not self.outdated.is_outdated
        self.take.setEnabled(can_take)
        self.limit_button(self.choices.compare, "run", is_allowed=self.run_button.isEnabled())
        can_review = self.changes.can_review
        self.allow(
            self.tr("There is no text, or its language has no other variants."),
            convert_text=self.choices.variant.can_convert and bool(self.source.toPlainText().strip()),
        )
        self.allow(self.tr("Choose the language of the text first."), add_entry=bool(self.language.code))
        self.allow(
            self.tr("There is no result that belongs to the text."),
            take_result=can_take,
            next_change=can_review,
            previous_change=can_review,
            toggle_change=can_review,
        )

    async def show_sample(self) -> None:
        """Rephrase the sample text."""
        await self._list_languages()
        sample = json.loads(resources.read_text("samples/texts.json"))["improve"][0]
        self.language.choose(sample["language"])
        self.source.setPlainText(sample["text"])
        self.choices.choose_mode(Improve.REPHRASE)
        await self._run(self.request(), JobProgress())
