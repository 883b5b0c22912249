"""The Spot-check pane: sets of sentences, and how a glossary affects their translations."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from termdesk.application.file_uses import FileUse
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.request_changes import changes_of_spot_check
from termdesk.application.spot_check.spot_check_result import SpotCheckRequest, SpotCheckResult
from termdesk.application.spot_check.spot_checks import SpotChecks, is_for
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.errors import TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.judgments import Judged, Verdict
from termdesk.domain.spot_check.sentence_set import SentenceSet, as_sentences
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane
from termdesk.ui.shell.splitter_memory import keep_place
from termdesk.ui.spot_check.report_saver import ReportSaver
from termdesk.ui.spot_check.result_tabs import ResultTabs
from termdesk.ui.spot_check.run_bar import RunBar
from termdesk.ui.spot_check.sample_set import read_sample_set
from termdesk.ui.spot_check.sentence_adder import SentenceAdder
from termdesk.ui.spot_check.set_dialog import SetDialog
from termdesk.ui.spot_check.set_panel import SetPanel
from termdesk.ui.spot_check.spot_check_words import adherence_words, result_tone, run_cost_words
from termdesk.ui.texts.cost_question import may_send, money_words
from termdesk.ui.texts.outdated_line import OutdatedLine
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import confirm, show_dialog
from termdesk.ui.widgets.empty_state import EmptyState
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import Splitter, text_button
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize

_FAILED = str(JobKind.SPOT_CHECK)


class SpotCheckPane(Pane):
    """Sets are in a list beside the sentences and results.

    `entry_asked` is sent with the key of a glossary, a pair and a source phrase that the user wants to see.
    """

    entry_asked = Signal(str, object, str)

    name = "spot_check"
    needed_scopes: ClassVar = {Scope.TRANSLATE_TEXT: ("run",)}
    icon_name = "spot_check"
    file_use = FileUse.SENTENCES
    file_jobs = (JobKind.EDIT_SENTENCE_SET, JobKind.ADD_SENTENCES)

    def __init__(
        self,
        checks: SpotChecks,
        *,
        usage_monitor: UsageMonitor,
        remembered: WindowMemory,
        jobs: Jobs,
        notices: Notices,
        actions: Actions,
    ) -> None:
        super().__init__(actions)
        self.title = self.tr("Spot-check")
        self._checks = checks
        self._usage_monitor = usage_monitor
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
        self._sets: Sequence[SentenceSet] = ()
        self._set: SentenceSet | None = None
        self._glossaries: Sequence[GlossarySummary] = ()
        # The set of the latest run, by its id.
        self._run_set = ""
        # The last result of each set, by its id.
        self._results: dict[str, SpotCheckResult] = {}
        # The glossary whose draft to check once the sets have been read.
        self._to_check: tuple[str, Sequence[LanguagePair]] | None = None
        self._make_widgets()
        self._lay_out()
        self._adder = SentenceAdder(
            self, checks, self._append_sentences, remembered=remembered, jobs=jobs, notices=notices
        )
        self._reports = ReportSaver(self, checks.save_report, remembered=remembered, jobs=jobs, notices=notices)
        self._connect()
        self._show_set()

    def _make_widgets(self) -> None:
        self.panel = SetPanel()
        self.bar = RunBar(self._checks, jobs=self._jobs)
        self.run_button = self.bar.run_button
        self.tabs = ResultTabs()
        self.cost = PlainLabel(tone="muted", wraps=True)
        self.cost.setObjectName("spot_check_cost")
        self.report = PlainLabel(wraps=True)
        self.report.setObjectName("spot_check_report")
        self.outdated = OutdatedLine("spot_check_outdated")
        self.save_report = text_button("spot_check_save_report", self.tr("Save a &report…"))
        self.empty = EmptyState(
            "spot_check",
            self.tr("No sentence set yet"),
            self.tr(
                "A set of sentences shows what a glossary does to real text: without and with it, or before and after "
                "your edits are published."
            ),
        )
        words = self.tr("New sentence set…")
        self.first_set_button = self.empty.add_button("spot_check_first_set", words, "add", self.ask_new_set)

    def _lay_out(self) -> None:
        heading = PlainLabel(self.title)
        theme.make_heading(heading)
        head = QHBoxLayout()
        head.addWidget(heading, 1)
        head.addWidget(self.save_report)
        work = QWidget()
        column = QVBoxLayout(work)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.bar)
        column.addWidget(self.cost)
        column.addWidget(self.report)
        column.addWidget(self.outdated)
        column.addWidget(self.tabs, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(work)
        splitter = Splitter(Qt.Orientation.Horizontal)
        splitter.setObjectName("spot_check_splitter")
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(12)
        splitter.addWidget(self.panel)
        splitter.addWidget(self._pages)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([260, 900])
        keep_place(splitter, self._remembered)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 12, 16, 8)
        whole.setSpacing(8)
        whole.addLayout(head)
        whole.addWidget(splitter, 1)

    def _connect(self) -> None:
        self.panel.chosen.connect(self._on_chosen)
        self.panel.new_button.clicked.connect(self.ask_new_set)
        self.panel.edit_button.clicked.connect(self.ask_edit_set)
        self.panel.delete_button.clicked.connect(self.ask_delete_set)
        self.bar.changed.connect(self._show_possible)
        self.bar.run_asked.connect(self.run)
        self.reach_changed.connect(self._show_possible)
        self.save_report.clicked.connect(self.ask_save_report)
        self.tabs.sentences.edited.connect(self._keep_sentences)
        self.tabs.sentences.changed.connect(self._show_possible)
        self.tabs.sentences.add_button.clicked.connect(lambda: self._adder.ask_files(self._current()))
        self.tabs.sentences.sample_button.clicked.connect(self._ask_sample)
        self.tabs.terms.entry_asked.connect(self.go_to_entry)
        self.tabs.terms.judged.connect(self._judge)
        self.tabs.translations.judged.connect(self._judge)
        self.tabs.moves.baseline_asked.connect(self._choose_baseline)
        self.tabs.currentChanged.connect(self._show_possible)
        self.tabs.terms.table.selectionModel().selectionChanged.connect(self._show_possible)
        self.tabs.translations.table.selectionModel().selectionChanged.connect(self._show_possible)
        self.bind({"run": self.run, "refresh": self.refresh, "go_to_entry": self.go_to_entry})

    # Sets

    def first_focus(self) -> QWidget:
        """Return the list of sets, or the button that creates the first one."""
        return self.panel.list if self._sets else self.first_set_button

    def refresh_when_shown(self) -> None:
        """Read sets and glossaries, because both may have changed."""
        self.refresh()

    def service_changed(self) -> None:
        """Read the glossaries of the new service, and drop the results of the old one."""
        self._results.clear()
        self._show_result(None)
        self.refresh()

    def refresh(self) -> None:
        """Read the sets and the glossaries."""
        self._jobs.start(JobKind.READ_SENTENCE_SETS, self.tr("Reading sentence sets"), self._read)

    async def _read(self) -> None:
        await self._save()
        self._sets = await self._checks.sets()
        self._show_sets(self._set.set_id if self._set else self._remembered.spot_check_set)
        # The sets are shown immediately, even while the service does not answer.
        self._glossaries = await self._checks.glossaries()
        self._show_glossaries()
        if self._to_check:
            self._choose_set_for(*self._to_check)

    def _show_sets(self, chosen: str) -> None:
        self.panel.show_sets(self._sets, chosen=chosen)
        self._on_chosen(self.panel.set_id)

    def _on_chosen(self, set_id: str) -> None:
        if self._set is not None and self._set.set_id == set_id:
            return
        self._keep_sentences()
        self._set = next((each for each in self._sets if each.set_id == set_id), None)
        self._remembered.spot_check_set = set_id
        self._show_set()

    def _show_set(self) -> None:
        """Show the chosen set with its last result."""
        sentence_set = self._set
        self._pages.setCurrentIndex(0 if sentence_set is None else 1)
        self.tabs.sentences.show_set(sentence_set)
        self._show_result(self._results.get(sentence_set.set_id) if sentence_set else None)
        if self._is_run_set_shown and self._jobs.is_running(JobKind.SPOT_CHECK):
            self._say(self.tr("Spot-checking…"))
        self._show_glossaries()

    def _show_glossaries(self) -> None:
        sentence_set = self._set
        if sentence_set is not None:
            meant = (each for each in self._glossaries if is_for(sentence_set, each.key, each.name))
            self.bar.show_glossaries(self._glossaries, sentence_set.pair, preferred=next(meant, None))
        self._show_possible()

    def _current(self) -> SentenceSet | None:
        """Return the chosen set with its sentences as currently typed."""
        return replace(self._set, sentences=self.tabs.sentences.sentences) if self._set else None

    def _keep_sentences(self) -> None:
        """Start to save the typed sentences of this set, even if another one is chosen meanwhile."""
        current = self._current()
        if current is not None and self._is_edited():
            self._take(current)
            key = JobKind.SAVE_SENTENCE_SET.of(current.set_id)
            self._jobs.start(key, self.tr("Saving sentences"), partial(self._checks.save_set, current))

    def _is_edited(self) -> bool:
        return self._set is not None and self._set.sentences != self.tabs.sentences.sentences

    async def _save(self) -> None:
        """Save the sentences as currently typed."""
        current = self._current()
        if current is not None and self._is_edited():
            self._take(current)
            await self._checks.save_set(current)

    def _take(self, changed: SentenceSet) -> None:
        """Replace the set with the same id."""
        self._sets = [changed if each.set_id == changed.set_id else each for each in self._sets]
        if self._set is not None and self._set.set_id == changed.set_id:
            self._set = changed

    def ask_new_set(self) -> None:
        """Ask for a new set."""
        self._jobs.start(JobKind.EDIT_SENTENCE_SET, self.tr("New sentence set"), partial(self._edit_set, None))

    def ask_edit_set(self) -> None:
        """Let the user edit the name, languages and glossary of the chosen set."""
        if self._set is not None:
            self._jobs.start(JobKind.EDIT_SENTENCE_SET, self.tr("Sentence set"), partial(self._edit_set, self._set))

    async def _edit_set(self, known: SentenceSet | None) -> None:
        await self._save()
        known = self._set if known is not None else None
        remembered = self._remembered
        pair = LanguagePair(remembered.new_source, remembered.new_target)
        dialog = SetDialog(self, self._glossaries, known=known, pair=pair, taken=[each.name for each in self._sets])
        if not await show_dialog(dialog):
            return
        made = dialog.sentence_set()
        await self._checks.save_set(made)
        self._sets = await self._checks.sets()
        if known is not None and known.pair != made.pair:
            self._results.pop(made.set_id, None)
        self._set = None
        self._show_sets(made.set_id)
        if known is None:
            self.tabs.sentences.text.setFocus()

    def open_files(self, paths: Sequence[Path]) -> None:
        """Add the sentences of these files to the chosen set; without one, to a new set."""
        work = partial(self._add_files, list(paths))
        self._jobs.start(JobKind.EDIT_SENTENCE_SET, self.tr("Adding sentences"), work)

    async def _add_files(self, paths: Sequence[Path]) -> None:
        if self._set is None:
            # The pane may be shown for the first time.
            self._sets = await self._checks.sets()
            self._show_sets(self._remembered.spot_check_set)
        if self._set is None:
            await self._edit_set(None)
        if (current := self._current()) is not None:
            self._adder.add_files(paths, current)

    async def _append_sentences(self, meant: SentenceSet, sentences: Sequence[str]) -> int:
        """Append sentences to a set. Return how many were new; none if the set was deleted meanwhile."""
        if self._shows(meant.set_id):
            return self.tabs.sentences.add(sentences)
        stored = next((each for each in self._sets if each.set_id == meant.set_id), None)
        if stored is None:
            return 0
        changed = replace(stored, sentences=as_sentences([*stored.sentences, *sentences]))
        self._take(changed)
        await self._checks.save_set(changed)
        return len(changed.sentences) - len(stored.sentences)

    def ask_delete_set(self) -> None:
        """Delete the chosen set, after a question."""
        if self._set is not None:
            work = partial(self._delete_set, self._set)
            self._jobs.start(JobKind.EDIT_SENTENCE_SET, self.tr("Deleting a sentence set"), work)

    async def _delete_set(self, sentence_set: SentenceSet) -> None:
        title = self.tr("Delete “{name}”?").format(name=sentence_set.name)
        text = self.tr("Its sentences, runs and baseline are deleted permanently. This cannot be undone.")
        if await confirm(self, title, self.tr("Delete"), text=text, is_dangerous=True):
            self._jobs.detach()
            if self._run_set == sentence_set.set_id:
                # A run that ends later would store translations again.
                self._jobs.cancel(JobKind.SPOT_CHECK)
            await self._checks.delete_set(sentence_set)
            self._results.pop(sentence_set.set_id, None)
            self._set = None
            self._sets = await self._checks.sets()
            self._show_sets("")

    def check_draft(self, key: str, pairs: Sequence[LanguagePair]) -> None:
        """Choose a set for a glossary and one of these pairs, and its draft, to check it before it is published."""
        self._to_check = key, pairs
        self.refresh()

    def _choose_set_for(self, key: str, pairs: Sequence[LanguagePair]) -> None:
        name = next((each.name for each in self._glossaries if each.key == key), "")
        self._to_check, roots = None, {each.roots for each in pairs}
        fitting = [each for each in self._sets if is_for(each, key, name) and each.pair.roots in roots]
        if fitting:
            self.panel.choose(fitting[0].set_id)
            self.bar.choose_glossary(key)
            self.run_button.setFocus()

    def _ask_sample(self) -> None:
        if (current := self._current()) is not None and self.bar.summary is not None:
            self._adder.ask_sample(SpotCheckRequest(current, self.bar.summary), has_draft=self.bar.has_draft)

    # Running

    def request(self) -> SpotCheckRequest | None:
        """The request that Run would send now; None if no set or no glossary is chosen."""
        current, summary = self._current(), self.bar.summary
        if current is None or summary is None:
            return None
        comparison, is_fresh = self.bar.chosen_comparison, self.bar.fresh.isChecked()
        return SpotCheckRequest(current, summary, comparison, is_fresh, self.bar.style_rules.style_rules)

    def run(self) -> None:
        """Run the chosen set with the chosen glossary. Ask first if this ends the run of another set."""
        request = self.request()
        if request is None or not self.run_button.isEnabled():
            return
        running = next((each.name for each in self._sets if each.set_id == self._run_set), "")
        if running and not self._is_run_set_shown and self._jobs.is_running(JobKind.SPOT_CHECK):
            work = partial(self._replace_run, running, request)
            self._jobs.start(JobKind.REPLACE_SPOT_CHECK, self.tr("Spot-checking another set"), work)
        else:
            self._start(request)

    async def _replace_run(self, running: str, request: SpotCheckRequest) -> None:
        title = self.tr("“{name}” is still being checked").format(name=running)
        text = self.tr("This ends its run. What was translated is kept, and is not sent again the next time.")
        accept = self.tr("Check “{name}” instead").format(name=request.sentence_set.name)
        if await confirm(self, title, accept, text=text):
            self._start(request)

    def _start(self, request: SpotCheckRequest) -> None:
        self._notices.end_topic(_FAILED)
        self._run_set = request.sentence_set.set_id
        if self._is_run_set_shown:
            self._say(self.tr("Spot-checking…"))
        work, title = partial(self._run, request), self.tr("Spot-checking")
        task = self._jobs.start_with_progress(JobKind.SPOT_CHECK, title, work, on_failure=self._on_failure)
        task.add_done_callback(self._on_ended)

    async def _run(self, request: SpotCheckRequest, progress: JobProgress) -> None:
        await self._save()
        plan = await self._checks.plan(request, progress)
        set_id = request.sentence_set.set_id
        if not await may_send(self, self._checks.cost_gate, plan.characters):
            if self._shows(set_id):
                self._say(self.tr("Nothing was sent."))
            return
        result = await self._checks.run(plan, progress)
        self._results[set_id] = result
        for note in result.notes:
            self._notices.say(localize(note), kind="warning")
        if self._shows(set_id):
            self._show_result(result)
            self.tabs.show_terms()
        self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)

    @property
    def _is_run_set_shown(self) -> bool:
        """Whether the chosen set is that of the latest run."""
        return self._shows(self._run_set)

    def _shows(self, set_id: str) -> bool:
        return self._set is not None and self._set.set_id == set_id

    def _on_failure(self, error: TermdeskError) -> None:
        if self._is_run_set_shown:
            self._say(self.tr("Not finished. What was translated is kept."), tone="problem")
        self._notices.fail(error, topic=_FAILED)

    def _on_ended(self, task: asyncio.Task[None]) -> None:
        is_canceled = task.cancelled() and isValid(self) and not self._jobs.is_running(JobKind.SPOT_CHECK)
        if is_canceled and self._is_run_set_shown:
            self._say(self.tr("Canceled. What was translated is kept."))

    def _say(self, words: str, *, tone: str = "muted") -> None:
        self.report.setText(words)
        self.report.set_tone(tone)
        self.report.setVisible(bool(words))

    def _show_result(self, result: SpotCheckResult | None) -> None:
        self.tabs.show_result(result)
        self._say(adherence_words(result) if result else "", tone=result_tone(result) if result else "muted")
        self._show_possible()

    def usage_changed(self) -> None:
        """Update the shown cost of a run."""
        self._show_possible()

    def _show_possible(self) -> None:
        """Enable the possible actions, and show the maximum cost of a run."""
        current = self._current()
        has_result = self._result is not None
        can_run = current is not None and bool(current.sentences) and self.bar.summary is not None
        self.limit_button(self.run_button, "run", is_allowed=can_run)
        self.save_report.setEnabled(has_result)
        self.tabs.sentences.sample_button.setEnabled(self.bar.summary is not None)
        has_entry = has_result and self.tabs.chosen_entry() is not None
        self.allow(self.tr("Choose a glossary and write sentences first."), run=can_run)
        self.allow(self.tr("Choose a term of a result first."), go_to_entry=has_entry)
        most = 2 * current.characters if current is not None else 0
        # A run may cost less than that, so a cap may allow it nevertheless.
        is_billed, outlook = self._checks.cost_gate.is_billed, self._usage_monitor.outlook(most)
        warning = localize(outlook.cap or outlook.warning)
        has_glossary = bool(self.bar.glossary.count())
        more = list_sentences((money_words(outlook, is_most=True), warning))
        self.cost.setText(run_cost_words(current, has_glossary=has_glossary, is_billed=is_billed, more=more))
        self.cost.set_tone("warning" if warning else "muted")
        made, request = self._result.request if self._result else None, self.request()
        self.outdated.show_changes(changes_of_spot_check(made, request) if made and request else ())

    # The result

    @property
    def _result(self) -> SpotCheckResult | None:
        return self._results.get(self._set.set_id) if self._set else None

    def go_to_entry(self) -> None:
        """Ask to show the entry that the result is about, in the grid. The same key leads back."""
        entry, result = self.tabs.chosen_entry(), self._result
        if entry is not None and result is not None:
            request = result.request
            listed = [each.key for each in self._glossaries if request.is_about(each)]
            key = request.glossary.key if request.glossary.key in listed or not listed else listed[0]
            self.entry_asked.emit(key, request.sentence_set.pair, entry[0])

    def _judge(self, judged: Judged, verdict: Verdict | None) -> None:
        if self._result is not None:
            work = partial(self._judge_and_show, self._result, judged, verdict)
            self._jobs.start(JobKind.JUDGE_SPOT_CHECK, self.tr("Keeping a verdict"), work)

    async def _judge_and_show(self, result: SpotCheckResult, judged: Judged, verdict: Verdict | None) -> None:
        self._replace(await self._checks.judge(result, judged, verdict))

    def _choose_baseline(self) -> None:
        if self._result is not None:
            work = partial(self._keep_baseline, self._result)
            self._jobs.start(JobKind.JUDGE_SPOT_CHECK, self.tr("Keeping a baseline"), work)

    async def _keep_baseline(self, result: SpotCheckResult) -> None:
        self._replace(await self._checks.choose_baseline(result))

    def _replace(self, result: SpotCheckResult) -> None:
        """Show a result again after the user has given a verdict or chosen a baseline."""
        set_id = result.request.sentence_set.set_id
        self._results[set_id] = result
        if self._shows(set_id):
            self._show_result(result)

    def ask_save_report(self) -> None:
        """Ask for a path, and save a report of the result."""
        if self._result is not None:
            self._reports.ask_path(self._result)

    # The window

    async def may_close(self) -> bool:
        """Save the typed sentences, even if a job is already saving them: closing the window cancels jobs."""
        if (current := self._current()) is not None:
            self._take(current)
            await self._checks.save_set(current)
        return True

    async def show_sample(self) -> None:
        """Run a set with the first matching glossary."""
        await self._read()
        known = read_sample_set(self._glossaries)
        await self._checks.save_set(known)
        self._set = None
        self._remembered.spot_check_set = known.set_id
        await self._read()
        if (request := self.request()) is not None:
            await self._run(request, JobProgress())
