"""Adds sentences to the current set: from files, or the fewest that show the terms of a glossary."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from termdesk.application.spot_check.spot_check_result import SpotCheckRequest
from termdesk.application.spot_check.spot_checks import SpotChecks
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane
from termdesk.ui.spot_check.sample_dialog import SampleDialog
from termdesk.ui.spot_check.sentences_page import SentencesPage
from termdesk.ui.widgets.dialogs import choose_files, show_dialog
from termdesk.ui.words.numbers import format_number


class SentenceAdder(QObject):
    """Asks the user, reads in a worker thread, and appends the sentences."""

    def __init__(
        self,
        pane: Pane,
        checks: SpotChecks,
        page: SentencesPage,
        *,
        remembered: WindowMemory,
        jobs: Jobs,
        notices: Notices,
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._checks = checks
        self._page = page
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices

    def ask_files(self, sentence_set: SentenceSet | None) -> None:
        """Ask for files, and add their sentences."""
        if sentence_set is not None:
            work = partial(self._add_files, sentence_set.pair)
            self._jobs.start_with_progress(JobKind.ADD_SENTENCES, self.tr("Adding sentences"), work)

    async def _add_files(self, pair: LanguagePair, progress: JobProgress) -> None:
        self._say_added(self._page.add(await self._read_files(pair, progress)))

    async def _read_files(self, pair: LanguagePair, progress: JobProgress) -> list[str]:
        """Return the sentences of the files that the user chooses; empty if none is chosen."""
        patterns = " ".join(f"*{each}" for each in self._checks.sentence_endings)
        filters = [self.tr("Files with sentences ({endings})").format(endings=patterns), self.tr("All files (*)")]
        folder = self._remembered.folder
        paths = await choose_files(self._pane, self.tr("Add sentences"), folder=folder, filters=filters)
        found: list[str] = []
        for path in paths:
            self._remembered.folder = str(path.parent)
            found += await self._checks.read_sentences(path, pair, progress)
        return found

    def ask_sample(self, request: SpotCheckRequest, *, has_draft: bool) -> None:
        """Ask for a source, and add the fewest of its sentences that show the terms of the glossary."""
        work = partial(self._sample, request, has_draft)
        self._jobs.start_with_progress(JobKind.ADD_SENTENCES, self.tr("Sampling sentences"), work)

    async def _sample(self, request: SpotCheckRequest, has_draft: bool, progress: JobProgress) -> None:
        dialog = SampleDialog(self._pane, glossary=request.glossary.name, has_draft=has_draft)
        if not await show_dialog(dialog):
            return
        pair, only_changed, budget = request.sentence_set.pair, dialog.changed.isChecked(), dialog.budget.value()
        if dialog.file.isChecked():
            sentences = await self._read_files(pair, progress)
        else:
            sentences = list(await self._checks.sentences_of_history(pair))
        sample = await self._checks.sample(
            request, sentences, only_changed=only_changed, budget=budget, progress=progress
        )
        self._page.add(sample.sentences)
        words = self.tr("%Ln sentences show {covered} of {terms} terms.", "", len(sample.sentences))
        self._notices.say(
            words.format(covered=format_number(sample.covered), terms=format_number(sample.terms)), kind="good"
        )

    def _say_added(self, count: int) -> None:
        if count:
            self._notices.say(self.tr("Added %Ln sentences", "", count), kind="good")
