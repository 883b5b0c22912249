"""Saves reports of spot-checks in the place and format that the user chooses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from termdesk.application.spot_check.spot_check_report import ENDINGS
from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import choose_target


class ReportSaver(QObject):
    """Asks for a path, and writes the report there with `save`."""

    def __init__(
        self,
        pane: QWidget,
        save: Callable[[SpotCheckResult, Path, JobProgress], Awaitable[None]],
        *,
        remembered: WindowMemory,
        jobs: Jobs,
        notices: Notices,
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._save = save
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices

    def ask_path(self, result: SpotCheckResult) -> None:
        """Ask for a path, and save a report of a result."""
        work = partial(self._choose_and_save, result)
        self._jobs.start_with_progress(JobKind.SAVE_SPOT_CHECK_REPORT, self.tr("Saving a report"), work)

    async def _choose_and_save(self, result: SpotCheckResult, progress: JobProgress) -> None:
        names = (self.tr("Web page (*.html)"), self.tr("Spreadsheet (*.xlsx)"), self.tr("JSON (*.json)"))
        target = await choose_target(
            self._pane,
            self.tr("Save a report"),
            folder=self._remembered.export_folder,
            name=f"{result.request.sentence_set.name}.html",
            filters=list(names),
        )
        if target is None:
            return
        path, chosen = target
        if path.suffix.lower() not in ENDINGS:
            path = Path(f"{path}{ENDINGS[names.index(chosen) if chosen in names else 0]}")
        self._remembered.export_folder = str(path.parent)
        await self._save(result, path, progress)
        self._notices.say(self.tr("Saved {path}").format(path=path), kind="good")
