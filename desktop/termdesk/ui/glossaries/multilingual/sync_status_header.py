"""Keeps the sync status in the headings of the languages up to date."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.multilingual.sync_status import sync_statuses
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.ui.glossaries.multilingual.multilingual_model import MultilingualModel
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs

# Milliseconds without an edit before the headings are updated.
REST_MS = 300


class SyncStatusHeader(QObject):
    """Updates the headings in the background, shortly after the last edit. `looked` is emitted after each update."""

    looked = Signal()

    def __init__(self, table: OpenTable, model: MultilingualModel, *, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._summary = table.summary
        self._model = model
        self._jobs = jobs
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self._start)
        self._start()

    def look_soon(self) -> None:
        """Compare again once the user pauses editing."""
        self._timer.start()

    def show_summary(self, summary: GlossarySummary) -> None:
        """Update after the library was read again, because the last publication may have changed the states."""
        self._summary = summary
        self._start()

    def close(self) -> None:
        """Cancel the comparison when the page closes."""
        self._timer.stop()
        self._jobs.cancel(JobKind.COMPARE_WITH_SERVICE)

    def _start(self) -> None:
        self._jobs.start_with_progress(
            JobKind.COMPARE_WITH_SERVICE, self.tr("Comparing with what is published"), self._look
        )

    async def _look(self, progress: JobProgress) -> None:
        self._model.show_states(await sync_statuses(self._table.dictionaries, self._summary, progress))
        self.looked.emit()
