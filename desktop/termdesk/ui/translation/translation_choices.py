"""The choices for a translation: languages, glossary, translation memory, style rules, options and context."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from termdesk.application.languages.list_files import LanguageList
from termdesk.application.translation.translation import TextTranslator, TranslateRequest
from termdesk.application.translation.unpublished_edits import UnpublishedEdits
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.texts.choices.memory_picker import MemoryPicker
from termdesk.ui.texts.choices.style_picker import StylePicker
from termdesk.ui.texts.text_pane import TextPaneServices
from termdesk.ui.translation.detected_language import DetectedLanguage
from termdesk.ui.translation.glossary_picker import GlossaryPicker
from termdesk.ui.translation.language_row import LanguageRow
from termdesk.ui.translation.target_table import TargetTable
from termdesk.ui.translation.translation_options import TranslationOptions

DETECT = ""
# The topic of the notice about a text that waits for its glossary.
MISSING_GLOSSARY = "translate:glossary"


class TranslationChoices(QWidget):
    """The rows above the texts. They offer only glossaries, memories and style rules for the chosen languages.

    `changed` is sent when the request would differ, `glossary_found` at the end of `wait_for_glossary`. The caller
    places `context_line` below the texts, and `targets` in the place of the result while several languages are chosen.
    """

    changed = Signal()
    glossary_found = Signal()

    def __init__(
        self,
        translator: TextTranslator,
        services: TextPaneServices,
        run_button: QPushButton,
        *,
        unpublished: UnpublishedEdits,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        jobs, self._jobs, self._notices = services.jobs, services.jobs, services.notices
        remembered, self._remembered = services.remembered, services.remembered
        # Whether a service has listed its languages. Only then are choices remembered.
        self.has_languages = False
        self._waiting: asyncio.Task[None] | None = None
        self.picker = GlossaryPicker(translator, unpublished, remembered=remembered, jobs=jobs, parent=self)
        self.options = TranslationOptions()
        self.memories = MemoryPicker("translate", translator, kind=JobKind.CHOOSE_MEMORY, jobs=jobs, parent=self)
        self.style_rules = StylePicker("translate", translator, kind=JobKind.CHOOSE_STYLE_RULES, jobs=jobs, parent=self)
        self.targets = TargetTable(
            translator,
            self.picker,
            self.options,
            self.memories,
            self.style_rules,
            usage_monitor=services.usage_monitor,
            remembered=remembered,
            jobs=jobs,
            parent=self,
        )
        self.languages = LanguageRow(self.picker.box, run_button, self.targets.chooser)
        self.detected = DetectedLanguage(translator, jobs=jobs, parent=self)
        self.context = QLineEdit()
        self.context.setObjectName("translate_context")
        self.context.setAccessibleName(self.tr("Context, not translated and not counted"))
        self.context.setPlaceholderText(self.tr("Context: what the text is about (not translated, not counted)"))
        self._lay_out()
        self.languages.source.chosen.connect(self._on_language)
        self.languages.target.chosen.connect(self._on_language)
        self.context.textChanged.connect(self.changed)
        self.options.changed.connect(self.changed)
        self.picker.changed.connect(self.changed)
        self.memories.changed.connect(self.changed)
        # The memory and style rules chosen earlier may now apply to further languages.
        self.memories.found.connect(lambda: self.changed.emit() if self.is_several else None)
        self.style_rules.changed.connect(self.changed)
        self.style_rules.found.connect(lambda: self.changed.emit() if self.is_several else None)
        self.targets.chooser.changed.connect(self._on_targets)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self.languages)
        for widget in (self.languages.missing_line, self.detected, self.picker, self.memories):
            column.addWidget(widget)
        self.context_line = QHBoxLayout()
        self.context_line.setSpacing(8)
        self.context_line.addWidget(self.context, 1)
        self.context_line.addWidget(self.style_rules)
        self.context_line.addWidget(self.options)

    def request(self, text: str) -> TranslateRequest:
        """Return the request that translates `text` with the current choices."""
        formality, markup = self.options.chosen
        return TranslateRequest(
            text,
            self.languages.target.code,
            source=self.languages.source.code or None,
            glossary=self.picker.glossary,
            context=self.context.text().strip(),
            formality=formality,
            memory=self.memories.memory,
            style_rules=self.style_rules.style_rules,
            markup=markup,
        )

    # Languages

    @property
    def is_several(self) -> bool:
        """Whether the text is translated into several languages at once."""
        return self.languages.several.isChecked()

    @property
    def chosen_targets(self) -> tuple[str, ...]:
        """The target languages: those of the table, or the one that is chosen."""
        return self.targets.chooser.chosen if self.is_several else (self.languages.target.code,)

    def show_languages(self, found: LanguageList) -> None:
        """Offer the languages of the service. With the first list, restore the last choice."""
        # Read these before choosing anything: each choice is remembered immediately.
        last_source = self._remembered.translate_source_language
        last_target = self._remembered.translate_target_language
        self.languages.source.show_languages(
            [(DETECT, self.tr("Detect language")), *((each.code, each.name) for each in found.sources)]
        )
        targets = [(each.code, each.name) for each in found.targets]
        self.languages.target.show_languages(targets)
        self.targets.show_languages(targets)
        self.options.show_languages(found.languages)
        if not self.has_languages and found.targets:
            self.has_languages = True
            self.languages.source.choose(last_source)
            self.languages.target.choose(last_target)
        self._show_options()

    def _show_options(self) -> None:
        self.options.show_for(self.languages.source.code, self.chosen_targets)

    def _on_language(self) -> None:
        self.stop_waiting()
        self._show_options()
        if self.has_languages:
            self._remembered.translate_source_language = self.languages.source.code
            self._remembered.translate_target_language = self.languages.target.code
            self.look()
        self.changed.emit()

    def _on_targets(self) -> None:
        self._show_options()
        if self.is_several and self.has_languages:
            self._look_for_choices()

    def show_several(self, is_several: bool) -> None:
        """Show the choices for several languages, or for one. The caller shows `targets` first."""
        self.languages.show_several(is_several)
        self._show_options()
        if is_several:
            self._jobs.cancel(JobKind.CHOOSE_GLOSSARY)
            self.picker.hide()
        self.look()
        self.changed.emit()

    # Choices for the languages

    def refresh(self) -> None:
        """Count unpublished edits, and look for glossaries: both may have changed."""
        if not self.is_several:
            self.picker.count_unpublished()
        self.look()

    def look(self) -> None:
        """Look for glossaries, memories and style rules for the chosen languages, once languages are known."""
        if not self.has_languages:
            return
        waiting = self._waiting
        if self.is_several:
            self.targets.look()
        elif waiting is not None and not (waiting.done() or waiting.cancelling()):
            # A new search cancels the waiting job, so wait again.
            self._wait()
        else:
            self.picker.look(self.languages.source.code, self.languages.target.code)
        self._look_for_choices()

    def _look_for_choices(self) -> None:
        self.memories.look(self.languages.source.code, self.chosen_targets)
        self.style_rules.look(self.chosen_targets)

    def wait_for_glossary(self) -> bool:
        """Emit `glossary_found` once the glossary for the languages is known. Return False if it already is."""
        is_unknown = self._jobs.is_running(JobKind.CHOOSE_GLOSSARY)
        if is_unknown:
            self._wait()
        else:
            self.stop_waiting()
        return is_unknown

    def stop_waiting(self) -> None:
        """Do not emit `glossary_found`: another text, language or service is chosen."""
        self._waiting = None
        self._notices.end_topic(MISSING_GLOSSARY)

    def _wait(self) -> None:
        self._notices.end_topic(MISSING_GLOSSARY)
        self._waiting = self._jobs.start(
            JobKind.CHOOSE_GLOSSARY, self.tr("Looking for glossaries"), self._read_glossaries
        )

    async def _read_glossaries(self) -> None:
        await self.picker.read(self.languages.source.code, self.languages.target.code)
        if not isValid(self) or self._waiting is not asyncio.current_task():
            return
        if self.picker.misses_usual:
            self._say_missing()
        else:
            self.glossary_found.emit()

    def _say_missing(self) -> None:
        """Warn that the text would be billed without the glossary that is usually used for it."""
        waiting = self._waiting

        def try_again() -> None:
            if self._waiting is waiting:
                self._wait()

        self._notices.say(
            self.tr("Not translated yet: your glossary was not found"),
            self.tr("{reason} Translate sends the text without a glossary.").format(reason=self.picker.reason.text()),
            kind="warning",
            action=self.tr("Try again"),
            on_action=try_again,
            topic=MISSING_GLOSSARY,
            stays=False,
        )
