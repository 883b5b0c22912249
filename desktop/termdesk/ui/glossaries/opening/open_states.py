"""Keeps the badges of open dictionaries in the library up to date during editing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from termdesk.application.glossaries.summaries import GlossarySummary, OpenState, with_open_states
from termdesk.ui.shell.job_keys import JobKind

if TYPE_CHECKING:
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.glossaries.workspace import Workspace
    from termdesk.ui.shell.jobs import Jobs

# Milliseconds without an edit before the badge is updated.
REST_MS = 300


class OpenStates(QObject):
    """Checks shortly after an edit whether the entries of open pages differ from the published ones."""

    # GlossarySummary: a glossary of the library with its current states
    changed = Signal(object)

    def __init__(self, pane: Workspace, jobs: Jobs) -> None:
        super().__init__(pane)
        self._pane = pane
        self._jobs = jobs
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self._show)

    def follow(self, page: SheetPage) -> None:
        """Keep the badges of this page up to date."""
        page.state_changed.connect(self._timer.start)

    def add_open_states(self, summaries: Sequence[GlossarySummary]) -> list[GlossarySummary]:
        """Return the library with the states of the open pages: the stored states do not include undone edits."""
        keys, states = self._pane.open_keys, self._states()
        return [with_open_states(summary, states) if summary.key in keys else summary for summary in summaries]

    def _show(self) -> None:
        from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage

        self._show_states()
        pages = [page for page in self._pane.open_pages if isinstance(page, DictionaryPage)]
        if any(page.dictionary.is_published and page.has_unpublished_edits for page in pages):
            self._jobs.start(
                JobKind.COMPARE_WITH_SERVICE, self.tr("Comparing with what is published"), partial(self._look, pages)
            )

    async def _look(self, pages: Sequence[DictionaryPage]) -> None:
        for page in pages:
            # One of two pages may close meanwhile.
            if page.is_open:
                await page.look_whether_published()
        self._show_states()

    def _show_states(self) -> None:
        states = self._states()
        for key in self._pane.open_keys:
            known = self._pane.summary(key)
            if known is not None and (summary := with_open_states(known, states)) is not known:
                self.changed.emit(summary)

    def _states(self) -> dict[str, OpenState]:
        return {draft_id: state for page in self._pane.open_pages for draft_id, state in page.open_states.items()}
