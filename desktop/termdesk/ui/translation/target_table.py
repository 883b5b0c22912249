"""A table of one text in several languages: each translation with its state and missed terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QVBoxLayout, QWidget
from shiboken6 import isValid

from termdesk.application.translation.several_targets import SeveralTargets, TargetRow, TargetRun, TargetState
from termdesk.application.translation.translation import TextTranslator, TranslateRequest, TranslationResult
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.entries.delimited import quote_phrase
from termdesk.domain.glossary import Glossary
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.texts.choices.memory_picker import MemoryPicker
from termdesk.ui.texts.choices.style_picker import StylePicker
from termdesk.ui.texts.cost_question import may_send
from termdesk.ui.translation import term_words
from termdesk.ui.translation.glossary_picker import GlossaryPicker
from termdesk.ui.translation.translation_options import TranslationOptions
from termdesk.ui.translation.translation_report import report_of
from termdesk.ui.widgets.language_box import TargetChooser
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout
from termdesk.ui.widgets.list_table import ListTable, RowsModel, fit_column, make_table
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button, tick_box
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.widgets.text_area import TextArea
from termdesk.ui.words.failure_words import explain
from termdesk.ui.words.language_words import localize_language
from termdesk.ui.words.lists import list_facts, list_names, list_sentences, point_to
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

_LINES_SHOWN = 5


class TargetColumn(IntEnum):
    """The columns of the table."""

    LANGUAGE = 0
    TRANSLATION = 1
    STATE = 2
    MISSED = 3


class TargetTable(QWidget):
    """The table and its buttons. `chooser` is placed beside the source language.

    `changed` is sent when a run would send something else, `opened` with the row whose translation the user wants to
    edit.
    """

    changed = Signal()
    opened = Signal(object)

    def __init__(
        self,
        translator: TextTranslator,
        picker: GlossaryPicker,
        options: TranslationOptions,
        memories: MemoryPicker,
        style_rules: StylePicker,
        *,
        usage_monitor: UsageMonitor,
        remembered: WindowMemory,
        jobs: Jobs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._use_case = translator
        self._picker = picker
        self._options = options
        self._memories = memories
        self._style_rules = style_rules
        self._usage_monitor = usage_monitor
        self._remembered = remembered
        self._jobs = jobs
        self._names: dict[str, str] = {}
        self._base = TranslateRequest("", "")
        # The glossary for each target, from the source language of the request.
        self._glossaries: dict[str, Glossary | None] = {}
        self.several = SeveralTargets(translator)
        self.chooser = TargetChooser("translate_targets")
        self._make_widgets()
        self._lay_out()
        self._connect()

    def _make_widgets(self) -> None:
        titles = {
            TargetColumn.LANGUAGE: self.tr("Language"),
            TargetColumn.TRANSLATION: self.tr("Translation"),
            TargetColumn.STATE: self.tr("State"),
            TargetColumn.MISSED: self.tr("Terms missed"),
        }
        self.model = RowsModel[TargetRow]([titles[each] for each in TargetColumn], self._cell, self)
        self.table: ListTable = make_table(
            "translate_targets_table", self.tr("Translations"), self.model, stretched=[TargetColumn.TRANSLATION]
        )
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        fit_column(self.table, TargetColumn.LANGUAGE, "n" * 12)
        # Leave the width to the translation: the longest state is rarely visible.
        by_contents = QHeaderView.ResizeMode.ResizeToContents
        self.table.horizontalHeader().setSectionResizeMode(TargetColumn.STATE, by_contents)
        fit_column(self.table, TargetColumn.MISSED, "n" * 12)
        self.glossaries = tick_box(
            "translate_targets_glossaries",
            self.tr("Use glossaries"),
            meaning=self.tr("For each language the glossary that was chosen for it last, or the only one"),
        )
        self.glossaries.setChecked(True)
        self.text = TextArea("translate_target_text", self.tr("Translation into the chosen language"))
        self.text.setReadOnly(True)
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * _LINES_SHOWN + 20)
        self.words = PlainLabel(wraps=True, tone="muted")
        self.words.setObjectName("translate_target_words")
        self.reason = PlainLabel(wraps=True, tone="warning")
        self.reason.setObjectName("translate_targets_reason")
        self.reason.hide()
        self.open_button = text_button(
            "translate_target_open", self.tr("Open"), meaning=self.tr("Open this translation")
        )
        self.copy_button = text_button("translate_targets_copy", self.tr("Copy rows"), meaning=self.tr("Copy all rows"))
        self.retry_button = text_button(
            "translate_targets_retry", self.tr("Try again"), meaning=self.tr("Try the failed languages again")
        )
        self.again_button = text_button("translate_targets_again", self.tr("Translate again"))
        self.cancel_button = text_button(
            "translate_targets_cancel", self.tr("Cancel"), meaning=self.tr("Cancel translating")
        )

    def _lay_out(self) -> None:
        # In a narrow window the rest wraps to the next line.
        line = FlowLayout()
        for widget in (
            *(self.copy_button, self.open_button, self.retry_button, self.again_button),
            *(self.cancel_button, self.glossaries),
        ):
            line.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.table, 1)
        column.addWidget(self.text)
        column.addWidget(self.words)
        column.addWidget(self.reason)
        column.addLayout(line)

    def _connect(self) -> None:
        unsubscribe = self.several.changed.subscribe(self._show_rows)
        self.destroyed.connect(lambda: unsubscribe())
        self.chooser.changed.connect(self._on_chosen)
        self.glossaries.clicked.connect(self._on_use_of_glossaries)
        self.table.selectionModel().selectionChanged.connect(lambda: self._show_chosen())
        self.table.activated.connect(lambda: self._open())
        self.open_button.clicked.connect(self._open)
        self.copy_button.clicked.connect(self.copy_rows)
        copying = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table)
        copying.setContext(Qt.ShortcutContext.WidgetShortcut)
        copying.activated.connect(lambda: self._copy(self._chosen_rows()))
        self.retry_button.clicked.connect(lambda: self.run(TargetRun.FAILED))
        self.again_button.clicked.connect(lambda: self.run(TargetRun.AGAIN))
        self.cancel_button.clicked.connect(lambda: self.cancel())
        self._show_rows()

    # Choices

    def show_languages(self, languages: Sequence[tuple[str, str]]) -> None:
        """Offer (code, name) pairs, and tick the languages of the last run."""
        self._names = {code: localize_language(code, name) for code, name in languages}
        self.chooser.show_languages(languages, chosen=tuple(self._remembered.translate_targets))

    def _on_chosen(self) -> None:
        if self._names:
            # Also remember the chosen languages that only another service offers.
            elsewhere = [each for each in self._remembered.translate_targets if each not in self._names]
            self._remembered.translate_targets = [*self.chooser.chosen, *elsewhere]
        self._plan()
        self.look()

    def _on_use_of_glossaries(self) -> None:
        self._show_reason(self.reason.text())
        self._plan()

    def look(self) -> None:
        """Find the glossary of each language again, because languages or glossaries have changed."""
        if self.isVisible():
            work = partial(self._look, self._base.source, self.chooser.chosen)
            self._jobs.start(JobKind.CHOOSE_TARGET_GLOSSARIES, self.tr("Looking for glossaries"), work)

    async def _look(self, source: str | None, targets: Sequence[str]) -> None:
        found = await self._use_case.glossaries_by_target(source=source, targets=targets)
        self._glossaries = {}
        if source:
            self._glossaries = {
                target: self._picker.find_preferred(choice.glossaries, source=source, target=target)
                for target, choice in found.items()
            }
        # Only where a dictionary may fit: nobody misses glossaries that do not exist.
        missing = [choice.reason for choice in found.values() if choice.lacks_source or choice.is_unlisted]
        self._show_reason(localize(missing[0]) if missing else "")
        self._plan()

    def _show_reason(self, words: str) -> None:
        """Say why no glossary is used for the translations, unless the user wants none."""
        self.reason.setText(words)
        self.reason.setVisible(bool(words) and self.glossaries.isChecked())

    def show_base(self, request: TranslateRequest) -> None:
        """Update the states of the results for the text and choices of `request`. Its target is ignored."""
        has_other_source = request.source != self._base.source
        self._base = request
        if has_other_source:
            self._glossaries = {}
            self.look()
        self._plan()

    def _plan(self) -> None:
        self.several.plan([self._request_for(target) for target in self.chooser.chosen])

    def _request_for(self, target: str) -> TranslateRequest:
        glossary = self._glossaries.get(target) if self.glossaries.isChecked() else None
        base = self._base
        return replace(
            base,
            target=target,
            glossary=glossary,
            formality=self._options.formality_for(target, base.formality),
            memory=self._memories.memory_for(target),
            style_rules=self._style_rules.style_rules_for(target),
        )

    @property
    def can_run(self) -> bool:
        """Whether a run would send anything."""
        return bool(self.several.due()) and not self.is_running

    @property
    def is_running(self) -> bool:
        """Whether languages are being translated."""
        return self._jobs.is_running(JobKind.TRANSLATE_SEVERAL)

    @property
    def cost_words(self) -> str:
        """The characters of the text, times the number of languages due, and the total."""
        due = self.several.due()
        if not due:
            return self.tr("Everything is translated.") if self.several.rows else self.tr("Choose languages first.")
        characters = self.tr("%Ln characters", "", self._use_case.estimate(self._base.text))
        languages = self.tr("%Ln languages", "", len(due))
        total = format_number(self.several.characters_due())
        if self._use_case.cost_gate.is_billed:
            words = self.tr("{characters} × {languages}: {total} will be billed")
        else:
            words = self.tr("{characters} × {languages}: {total}")
        return words.format(characters=characters, languages=languages, total=total)

    # Translating

    def run(self, run: TargetRun = TargetRun.MISSING) -> bool:
        """Translate into the languages that are due, after a question if it costs something.

        Return False if there is nothing to send, or a run is already active.
        """
        can_begin = bool(self.several.due(run)) and not self.is_running and bool(self._base.text.strip())
        if can_begin:
            work = partial(self._run, run)
            self._jobs.start_with_progress(JobKind.TRANSLATE_SEVERAL, self.tr("Translating"), work).add_done_callback(
                lambda _task: self._on_ended()
            )
            self._show_rows()
        return can_begin

    def cancel(self) -> None:
        """Stop the run. What was already sent is billed."""
        self._jobs.cancel(JobKind.TRANSLATE_SEVERAL)

    async def _run(self, run: TargetRun, progress: JobProgress) -> None:
        if self._jobs.is_running(JobKind.CHOOSE_TARGET_GLOSSARIES):
            # Otherwise the text would be sent, and billed, without the glossaries of the languages just chosen.
            await self._look(self._base.source, self.chooser.chosen)
        characters = self.several.characters_due(run)
        if not await may_send(self, self._use_case.cost_gate, characters):
            return
        try:
            await self.several.translate(progress, run)
        finally:
            self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)

    def _on_ended(self) -> None:
        # The job is removed from the list a moment later.
        QTimer.singleShot(0, lambda: self._show_rows() if isValid(self) else None)

    # Results

    def _show_rows(self) -> None:
        rows = self.several.rows
        self.model.show_rows(rows)
        self.table.setColumnHidden(TargetColumn.MISSED, not any(map(_describe_missed_terms, rows)))
        if rows and not self.table.selectionModel().hasSelection():
            choose_alone(self.table, self.model.index(0, 0))
        self._show_chosen()
        states = {row.state for row in rows}
        is_running = self.is_running
        self.cancel_button.setVisible(is_running)
        self.retry_button.setVisible(TargetState.FAILED in states and not is_running)
        self._show_again(bool(rows) and not is_running and not self.several.due())
        self.copy_button.setEnabled(any(row.result for row in rows))
        self.changed.emit()

    def _show_again(self, is_offered: bool) -> None:
        """Offer to translate everything again once nothing is left to send."""
        if is_offered:
            characters = self.several.characters_due(TargetRun.AGAIN)
            words = self.tr("Translate again (%Ln characters)", "", characters)
            self.again_button.setText(words)
            self.again_button.setAccessibleName(words)
        self.again_button.setVisible(is_offered)

    def _chosen_rows(self) -> list[TargetRow]:
        positions = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.model.rows[position] for position in positions if position < len(self.model.rows)]

    def _show_chosen(self) -> None:
        """Show the whole translation of the selected row with its terms, or why there is none."""
        chosen = self._chosen_rows()
        row = chosen[0] if len(chosen) == 1 else None
        result = row.result if row is not None else None
        text = result.text if result is not None else ""
        if text != self.text.toPlainText():
            self.text.show_marks([])
            self.text.setPlainText(text)
        if result is not None:
            self.text.set_language(result.request.target)
        # A row that is being translated again may get a new translation at any moment.
        is_outdated = row is not None and (row.is_outdated or row.state is TargetState.TRANSLATING)
        self.text.set_outdated(is_outdated and bool(text))
        self.text.show_marks(term_words.target_marks(result) if result is not None and not is_outdated else [])
        self.words.setText(self._details(row) if row is not None else "")
        self.words.set_tone("problem" if row is not None and row.state is TargetState.FAILED else "muted")
        self.open_button.setEnabled(result is not None and not is_outdated)

    def _details(self, row: TargetRow) -> str:
        if row.failure is not None:
            failure = explain(row.failure)
            outdated = self.tr("The translation above is outdated: it belongs to another text or to other choices.")
            return list_sentences((failure.cause, failure.next_step, outdated if row.is_outdated else ""))
        if row.result is None:
            return ""
        if row.is_outdated:
            return self.tr("Outdated: it belongs to another text or to other choices. Run it again for a new one.")
        glossary = row.result.request.glossary
        report = report_of(row.result, is_billed=self._use_case.cost_gate.is_billed)
        return list_facts((glossary.name if glossary else "", term_words.summary(row.result), report))

    def _cell(self, row: TargetRow, column: int) -> str:
        match column:
            case TargetColumn.LANGUAGE:
                return self._names.get(row.target, row.target)
            case TargetColumn.TRANSLATION:
                return " ".join(_shown_text(row).split())
            case TargetColumn.STATE:
                return self._state(row)
        return _describe_missed_terms(row)

    def _state(self, row: TargetRow) -> str:
        if row.state is TargetState.DONE and row.result is not None and row.result.is_untranslated:
            return self.tr("came back untranslated")
        words = {
            TargetState.WAITING: self.tr("not translated yet"),
            TargetState.TRANSLATING: self.tr("being translated"),
            TargetState.DONE: self.tr("translated"),
            TargetState.OUTDATED: self.tr("outdated"),
            TargetState.FAILED: self.tr("failed"),
        }
        return words[row.state]

    def _open(self) -> None:
        if self.open_button.isEnabled():
            self.opened.emit(self._chosen_rows()[0])

    # Copy for a spreadsheet

    def copy_rows(self) -> None:
        """Copy all rows with column titles for a spreadsheet."""
        self._copy(self.model.rows)

    def _copy(self, rows: Iterable[TargetRow]) -> None:
        titles = [
            self.tr("Code"),
            *(str(self.model.headerData(each, Qt.Orientation.Horizontal)) for each in TargetColumn),
        ]
        lines = [titles, *(self._line(row) for row in rows)]
        text = "".join("\t".join(quote_phrase(cell, "\t") for cell in line) + "\n" for line in lines)
        QGuiApplication.clipboard().setText(text)

    def _line(self, row: TargetRow) -> list[str]:
        cells = {each: self._cell(row, each) for each in TargetColumn}
        cells[TargetColumn.TRANSLATION] = _shown_text(row)
        return [row.target, *cells.values()]


def _find_shown_result(row: TargetRow) -> TranslationResult | None:
    """Return the translation that the row may show: an outdated one only while the row's state says so."""
    return row.result if row.state is TargetState.OUTDATED or not row.is_outdated else None


def _shown_text(row: TargetRow) -> str:
    result = _find_shown_result(row)
    return result.text if result is not None else ""


def _describe_missed_terms(row: TargetRow) -> str:
    """Return the terms that the translation did not use; a dash for none, empty if unknown."""
    result = _find_shown_result(row)
    if result is None or result.request.glossary is None:
        return ""
    names = dict.fromkeys(point_to(each.hit.source, each.hit.target) for each in result.missed)
    return list_names(names) or "–"
