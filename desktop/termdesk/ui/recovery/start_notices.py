"""Notices after the start: about the previous run, and about the saved work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from termdesk.domain.entries.entry_rules import shorten_phrase
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.main_window import MainWindow
from termdesk.ui.words.document_words import open_document_lines
from termdesk.ui.words.lists import add_title, list_sentences, quote

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_cell import OpenText
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.application.recovery.database_repair import RepairResult


class StartNotices(QObject):
    """Shows notices in one window."""

    def __init__(self, window: MainWindow, use_cases: LazyUseCases) -> None:
        super().__init__(window)
        self._window = window
        self._use_cases = use_cases
        self._has_noted_open_texts = False
        self._has_noted_documents = False

    async def tell_unfinished_calls(self) -> None:
        """Warn of calls of an earlier run whose outcome is unknown."""
        count = await self._use_cases.publisher.count_unfinished()
        if count:
            self._window.notices.say(
                self.tr("The last publication was interrupted"),
                list_sentences(
                    (
                        self.tr("It is unknown whether %Ln calls arrived.", "", count),
                        self.tr(
                            "Open the dictionary and publish again. Termdesk checks the service first and sends "
                            "only what is missing."
                        ),
                    )
                ),
                kind="warning",
            )

    async def tell_open_texts(self) -> None:
        """Name once the texts that were being typed when the program ended.

        Each is restored when its page is opened.
        """
        if self._has_noted_open_texts:
            return
        self._has_noted_open_texts = True
        kept = await self._use_cases.open_texts.all(self._use_cases.session.profile)
        if kept:
            lines = [self.tr("Open it to continue typing."), *(_line_of(each) for each in kept[:5])]
            self._window.notices.say(self.tr("Unfinished text was kept"), "\n".join(lines))

    async def tell_open_documents(self, titles: Mapping[str, str], show: Callable[[], None]) -> None:
        """Name once the services with translations or documents to fetch. `show` opens their list."""
        if self._has_noted_documents:
            return
        self._has_noted_documents = True
        documents = self._use_cases.documents
        found = await documents.open_documents()
        if not found:
            return
        lines = open_document_lines(found, titles)
        if await documents.open_documents(elsewhere=True):
            lines.append(self.tr("Connect to a service to continue with its documents."))
        self._window.notices.say(
            self.tr("Documents are not finished"),
            "\n".join(lines),
            action=self.tr("Show documents"),
            on_action=show,
            topic=str(JobKind.TRANSLATE_DOCUMENTS),
        )

    def tell_read_only(self) -> None:
        """Warn that a newer version saved this work, so that it is read-only."""
        self._window.notices.say(
            self.tr("A newer Termdesk saved this work"),
            self.tr(
                "It is open for reading: you can look at it and export it. Edits are not saved and "
                "cannot be published. Install the newer version to continue working."
            ),
            kind="warning",
        )

    def tell_damaged_profiles(self, kept: Path) -> None:
        """Warn that profiles could not be read. `kept` is the new path of their file."""
        remedy = self.tr("Those that could be read are there. Add the others again in File › Profiles.")
        self._tell_damaged(self.tr("Some profiles could not be read"), remedy, kept)

    def tell_damaged_settings(self, kept: Path) -> None:
        """Warn that the preferences could not be read. `kept` is the new path of their file."""
        remedy = self.tr("Termdesk uses the usual ones. Set yours again in File › Preferences.")
        self._tell_damaged(self.tr("The preferences could not be read"), remedy, kept)

    def _tell_damaged(self, title: str, remedy: str, kept: Path) -> None:
        words = self.tr("The damaged file was kept: {path}").format(path=kept)
        self._window.notices.say(title, list_sentences((remedy, words)), kind="warning")

    def tell_repaired(self, repaired: RepairResult) -> None:
        """Report how damaged work was repaired, and where the damaged files are."""
        from termdesk.ui.recovery.damage_dialog import repaired_words

        self._window.notices.say(
            self.tr("Your saved work was damaged and has been repaired"), repaired_words(repaired), kind="warning"
        )

    def tell_safe_mode(self, go_on: Callable[[], None]) -> None:
        """Report what safe mode left out. `go_on` restores it when the user asks."""
        self._window.notices.say(
            self.tr("Started in safe mode"),
            self.tr(
                "Termdesk ended unexpectedly three times within a minute. It now starts with default "
                "window settings and opens no dictionary. Your glossaries and edits are safe."
            ),
            kind="warning",
            action=self.tr("Continue normally"),
            on_action=go_on,
        )

    def offer_crash_report(
        self, stacks: str, *, write: Callable[[Path, str], None], delete: Callable[[], None]
    ) -> None:
        """Report that the last run crashed, and offer its report.

        `write` saves the report as a file, `delete` deletes it.
        """
        self._window.notices.say(
            self.tr("Termdesk ended unexpectedly the last time"),
            self.tr("Your edits are saved. A report says where the crash happened."),
            kind="warning",
            action=self.tr("Show the report"),
            on_action=lambda: self._window.jobs.start(
                JobKind.SHOW_CRASH_REPORT, self.tr("Crash report"), partial(self._show_crash, stacks, write, delete)
            ),
        )

    async def _show_crash(self, stacks: str, write: Callable[[Path, str], None], delete: Callable[[], None]) -> None:
        from termdesk.ui.recovery.crash_dialog import CrashDialog, crash_report
        from termdesk.ui.widgets.dialogs import show_dialog

        report = crash_report(stacks)
        await show_dialog(CrashDialog(self._window, report, jobs=self._window.jobs, write=write, delete=delete))


def _line_of(text: OpenText) -> str:
    return add_title(text.title, quote(shorten_phrase(text.text)))
