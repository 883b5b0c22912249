"""Opens dropped files in the pane that they belong to, and asks where their content does not say it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from termdesk.application.file_uses import FileUse, SortedFiles, sort_files
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import choose_one
from termdesk.ui.words.lists import list_names

if TYPE_CHECKING:
    from termdesk.ui.shell.pane import Pane

# The pane that does it.
_PANES = {FileUse.GLOSSARY: "glossaries", FileUse.DOCUMENT: "documents", FileUse.SENTENCES: "spot_check"}
# More names would make a question or a bar too tall.
_MOST_NAMES = 6


class FileRouter(QObject):
    """Sorts files in a worker. Only one pane can show its dialog, so files for other panes wait in a bar each."""

    def __init__(self, window: QWidget, show_pane: Callable[[str], Pane], *, jobs: Jobs, notices: Notices) -> None:
        super().__init__(window)
        self._window = window
        self._show_pane = show_pane
        self._jobs = jobs
        self._notices = notices
        self._numbers = count()

    def open_files(self, paths: Sequence[Path], preferred: FileUse | None) -> None:
        """Open files and folders. `preferred` is the use that the pane in front stands for; None for none."""
        if paths:
            # A second drop must not cancel the first.
            key = JobKind.SORT_FILES.of(str(next(self._numbers)))
            self._jobs.start(key, self.tr("Opening files"), partial(self._sort_and_open, list(paths), preferred))

    async def _sort_and_open(self, paths: Sequence[Path], preferred: FileUse | None) -> None:
        files = await asyncio.to_thread(sort_files, paths, preferred)
        for choices, asked in files.open_questions.items():
            use = await self._ask(choices, asked)
            if use is not None:
                files.add(use, asked)
        self._open_sorted(files, preferred)

    async def _ask(self, choices: Sequence[FileUse], paths: Sequence[Path]) -> FileUse | None:
        verbs = {self._verb(use): use for use in choices}
        first, second = list(verbs)
        names = _names_of(paths)
        text = {
            FileUse.DOCUMENT: self.tr("The content can be a glossary or a document: {names}"),
            FileUse.SENTENCES: self.tr("The content looks like a glossary, and has sentences, too: {names}"),
        }[FileUse.SENTENCES if FileUse.SENTENCES in choices else FileUse.DOCUMENT]
        title = self.tr("What do you want to do with %Ln files?", "", len(paths))
        chosen = await choose_one(self._window, title, first, second, text=text.format(names=names))
        return verbs[chosen] if chosen is not None else None

    def _open_sorted(self, files: SortedFiles, preferred: FileUse | None) -> None:
        order = sorted(files.by_use, key=lambda use: (use is not preferred, list(FileUse).index(use)))
        for use in order[1:]:
            self._offer(use, files.by_use[use])
        for use in order[:1]:
            self._open(use, files.by_use[use])

    def _open(self, use: FileUse, paths: Sequence[Path]) -> None:
        pane = self._show_pane(_PANES[use])
        if any(map(self._jobs.is_running, pane.file_jobs)):
            self._offer(use, paths)
        else:
            pane.open_files(paths)

    def _offer(self, use: FileUse, paths: Sequence[Path]) -> None:
        """Show files that another pane opens, or the same pane later, with a button that opens them there."""
        title = {
            FileUse.GLOSSARY: self.tr("%Ln files to import", "", len(paths)),
            FileUse.DOCUMENT: self.tr("%Ln files to translate", "", len(paths)),
            FileUse.SENTENCES: self.tr("%Ln files with sentences", "", len(paths)),
        }[use]
        self._notices.say(
            title, _names_of(paths), action=self._verb(use), on_action=partial(self._open, use, list(paths))
        )

    def _verb(self, use: FileUse) -> str:
        return {
            FileUse.GLOSSARY: self.tr("Import as a glossary…"),
            FileUse.DOCUMENT: self.tr("Translate…"),
            FileUse.SENTENCES: self.tr("Add the sentences"),
        }[use]


def _names_of(paths: Sequence[Path]) -> str:
    names = [each.name for each in paths[:_MOST_NAMES]]
    return list_names([*names, "…"] if len(paths) > len(names) else names)
