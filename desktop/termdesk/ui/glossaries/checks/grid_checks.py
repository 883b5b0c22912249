"""The checks of one dictionary's page, including comparisons and the entries that the service refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from termdesk.application.glossaries.checks.dictionary_checks import DictionaryChecks
from termdesk.application.glossaries.checks.findings import Finding, Listing
from termdesk.application.glossaries.checks.quick_fix import FIX_WORDS, compute_quick_fix
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.row_ids import find_row
from termdesk.domain.errors import TermdeskError
from termdesk.ui.glossaries.checks.findings_status import FindingsStatus
from termdesk.ui.glossaries.checks.sheet_checks import SheetChecks
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.words.lists import add_in_parentheses, quote
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.failures import PublishViolation
    from termdesk.domain.window_memory import WindowMemory
    from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage


class GridChecks(SheetChecks[Listing]):
    """The checks of one dictionary's page."""

    def __init__(self, page: DictionaryPage, checks: DictionaryChecks, *, jobs: Jobs, remembered: WindowMemory) -> None:
        dictionary = page.dictionary
        name, draft = add_in_parentheses(quote(dictionary.name), str(dictionary.pair)), dictionary.draft.draft_id
        super().__init__(page, checks, name=name, owner=draft, jobs=jobs, remembered=remembered)
        self._page = page
        self.checks = checks
        self._status = FindingsStatus(checks, self)
        self._compare_failure = ""
        self._is_to_compare = False
        self._comparing = JobKind.COMPARE_DICTIONARIES.of(draft)
        self._comparing_title = self.tr("Comparing with other dictionaries: {name}").format(name=name)
        checks.neighbor_edited.subscribe(self._on_neighbor_edited)

    def close(self) -> None:
        """Cancel the comparison and the checks, because the page closes."""
        self._jobs.cancel(self._comparing)
        super().close()

    def open(self) -> None:
        """Show the updated list, and compare with other dictionaries."""
        # Show the findings of this dictionary before other dictionaries are read.
        self._is_to_compare = True
        super().open()

    def _empty_panel(self) -> FindingsPanel:
        from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel

        panel = FindingsPanel()
        panel.compare_asked.connect(self._compare)
        return panel

    # Updating

    def _describe_listing(self, listing: Listing) -> None:
        if self._is_to_compare:
            self._compare()
        self._say(listing)

    def _compare(self) -> None:
        self._is_to_compare = False
        self._jobs.start_with_progress(
            self._comparing, self._comparing_title, self._compare_and_check, on_failure=self._cannot_compare
        )

    async def _compare_and_check(self, progress: JobProgress) -> None:
        await self.checks.compare(progress)
        self._compare_failure = ""
        self._check()

    def _cannot_compare(self, error: TermdeskError) -> None:
        self._compare_failure = localize(error.message)
        self._check()

    def _say(self, listing: Listing) -> None:
        panel = self._show_panel()
        is_comparing = self._jobs.is_running(self._comparing)
        words = self._status.sentence(listing, is_comparing=is_comparing, failure=self._compare_failure)
        slow = self._status.describe_skipped_rules(listing)
        panel.status.set_tone("warning" if slow else "muted")
        panel.status.setText(slow or words)
        panel.nothing.setText(self._status.describe_empty_list(listing, is_ignored=panel.show_ignored.isChecked()))

    def _on_neighbor_edited(self) -> None:
        """Update the status line: a dictionary that was used for comparison has been edited."""
        if self.is_open and self._listing is not None:
            self._say(self._listing)

    # Navigation

    def _row_now(self, finding: Finding) -> int | None:
        """The current row of a finding; None if the row is gone."""
        return find_row(self._page.dictionary.entries.ids, finding.row_id, finding.row)

    def _go(self, finding: Finding) -> None:
        row = self._row_now(finding)
        if row is not None:
            self._page.show_cell(row, finding.column)

    def _go_to_violation(self, step: int) -> None:
        self._page.go_to_violation(step)

    def _current_cell(self) -> tuple[int, int]:
        row, column = self._page.grid.current_cell() or (0, SOURCE)
        # Findings are never about the detail columns.
        return row, min(column, TARGET)

    # Fixing

    async def _fix(self, findings: Sequence[Finding], progress: JobProgress) -> None:
        change = await compute_quick_fix(self._page.dictionary, findings, progress)
        if change is None:
            self._say_nothing_to_fix()
            return
        await self._page.edits.apply_bulk_change(change, localize(FIX_WORDS[findings[0].kind]), progress)

    @property
    def _tried_on(self) -> OpenDictionary:
        return self._page.dictionary

    # Replies of the service

    def _accept(self, dictionary: OpenDictionary) -> None:
        self.checks.accept()

    def _refuse(self, dictionary: OpenDictionary, violations: Sequence[PublishViolation]) -> Finding | None:
        return self.checks.refuse(violations)
