"""Adds sentences to a set: from files, or the fewest that show the terms of a glossary."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from termdesk.application.file_uses import sentence_files_in
from termdesk.application.spot_check.spot_check_result import SpotCheckRequest
from termdesk.application.spot_check.spot_checks import SpotChecks
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane
from termdesk.ui.spot_check.sample_dialog import SampleDialog
from termdesk.ui.spot_check.spot_check_words import sample_words
from termdesk.ui.widgets.dialogs import choose_files, show_dialog
from termdesk.ui.words.lists import list_names
from termdesk.ui.words.message_words import localize

# Appends sentences to a set, even if another one is shown by now, and returns how many of them were new.
AppendSentences = Callable[[SentenceSet, Sequence[str]], Awaitable[int]]


class SentenceAdder(QObject):
    """Asks the user, reads in a worker thread, and appends the sentences to the set that was chosen at the start."""

    def __init__(
        self,
        pane: Pane,
        checks: SpotChecks,
        append: AppendSentences,
        *,
        remembered: WindowMemory,
        jobs: Jobs,
        notices: Notices,
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._checks = checks
        self._append = append
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices

    def ask_files(self, sentence_set: SentenceSet | None) -> None:
        """Ask for files, and add their sentences."""
        if sentence_set is not None:
            self._begin(partial(self._choose_and_add, sentence_set))

    def add_files(self, paths: Sequence[Path], sentence_set: SentenceSet) -> None:
        """Add the sentences of files, and of the files in folders."""
        self._begin(partial(self._add, paths, sentence_set), waiting=paths)

    def _begin(self, work: Callable[[JobProgress], Coroutine[Any, Any, None]], *, waiting: Sequence[Path] = ()) -> None:
        """Start to add sentences unless that is running: a restart would lose the files that are not read yet."""
        if self._jobs.is_running(JobKind.ADD_SENTENCES):
            names = list_names(each.name for each in waiting)
            self._notices.say(self.tr("Sentences are still being added. Try again later."), names, kind="warning")
            return
        self._jobs.start_with_progress(JobKind.ADD_SENTENCES, self.tr("Adding sentences"), work)

    async def _choose_and_add(self, sentence_set: SentenceSet, progress: JobProgress) -> None:
        found = await self._choose_and_read(sentence_set.pair, progress)
        self._say_added(await self._append(sentence_set, found))

    async def _choose_and_read(self, pair: LanguagePair, progress: JobProgress) -> list[str]:
        """Return the sentences of the files that the user chooses; empty if none is chosen."""
        patterns = " ".join(f"*{each}" for each in self._checks.sentence_endings)
        filters = [self.tr("Files with sentences ({endings})").format(endings=patterns), self.tr("All files (*)")]
        paths = await choose_files(
            self._pane, self.tr("Add sentences"), folder=self._remembered.folder, filters=filters
        )
        return await self._read_files(paths, pair, progress)

    async def _add(self, paths: Sequence[Path], sentence_set: SentenceSet, progress: JobProgress) -> None:
        files = await asyncio.to_thread(sentence_files_in, paths)
        if not files:
            self._notices.say(
                self.tr("No sentences"), self.tr("There are no files with sentences in this folder."), kind="warning"
            )
        found = await self._read_files(files, sentence_set.pair, progress)
        self._say_added(await self._append(sentence_set, found))

    async def _read_files(self, paths: Sequence[Path], pair: LanguagePair, progress: JobProgress) -> list[str]:
        """Return the sentences of these files. One that cannot be read is reported, and the others are read."""
        found: list[str] = []
        for path in paths:
            self._remembered.folder = str(path.parent)
            try:
                read = await self._checks.read_sentences(path, pair, progress)
            except Stopped:
                raise
            except TermdeskError as error:
                self._notices.fail(error)
            else:
                found += read.sentences
                for note in read.notes:
                    self._notices.say(localize(note), kind="warning")
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
            sentences = await self._choose_and_read(pair, progress)
        else:
            sentences = list(await self._checks.sentences_of_history(pair))
        sample = await self._checks.sample(
            request, sentences, only_changed=only_changed, budget=budget, progress=progress
        )
        await self._append(request.sentence_set, sample.sentences)
        self._notices.say(*sample_words(sample), kind="good" if sample.covered == sample.terms else "note")

    def _say_added(self, count: int) -> None:
        if count:
            self._notices.say(self.tr("Added %Ln sentences", "", count), kind="good")
