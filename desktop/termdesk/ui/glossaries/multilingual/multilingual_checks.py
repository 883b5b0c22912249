"""The checks of the multilingual table: one list for all languages.

Violations come first; findings follow once computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from termdesk.application.glossaries.checks.findings import Finding
from termdesk.application.glossaries.checks.quick_fix import FIX_WORDS
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.checks import MultilingualChecks
from termdesk.application.glossaries.multilingual.findings import MultilingualListing
from termdesk.application.glossaries.multilingual.quick_fix import compute_multilingual_quick_fix
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.entries.row_ids import find_row
from termdesk.domain.multilingual.columns import column_of
from termdesk.ui.glossaries.checks.sheet_checks import SheetChecks
from termdesk.ui.glossaries.multilingual.multilingual_edits import Intent
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.words.lists import list_facts, list_names, quote
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.failures import PublishViolation
    from termdesk.domain.window_memory import WindowMemory
    from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel
    from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage


class MultilingualSheetChecks(SheetChecks[MultilingualListing]):
    """The checks of the multilingual table. Only pages of a single dictionary compare it with other glossaries."""

    def __init__(
        self, page: MultilingualPage, checks: MultilingualChecks, *, jobs: Jobs, remembered: WindowMemory
    ) -> None:
        owner = page.table.dictionaries[0].draft.draft_id
        super().__init__(page, checks, name=quote(page.table.name), owner=owner, jobs=jobs, remembered=remembered)
        self._page = page
        self.checks = checks

    def _empty_panel(self) -> FindingsPanel:
        from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel

        panel = FindingsPanel(is_multilingual=True)
        panel.compare.hide()
        return panel

    async def _list(self, progress: JobProgress) -> None:
        if self._listing is None:
            self._show_listing(await self.checks.by_rules(progress), {})
            words = self.tr("What the service would refuse. Other checks are still running…")
            self._show_panel().status.setText(words)
        await super()._list(progress)

    def _describe_listing(self, listing: MultilingualListing) -> None:
        panel = self._show_panel()
        languages = self.tr("%Ln languages", "", len(listing.parts))
        counted = self.tr("%Ln findings in {languages}", "", len(listing)).format(languages=languages)
        slow = list_names(localize(listing.kind(key).title) for key in listing.too_slow)
        panel.status.set_tone("warning" if slow else "muted")
        left_out = self.tr("Skipped because the pattern takes too long: {rules}").format(rules=slow)
        others = self.tr("open one dictionary to compare it with other glossaries")
        off = len(listing.parts[0].looked.switched_off)
        counted_off = [self.tr("%Ln kinds switched off", "", off)] if off else []
        panel.status.setText(left_out if slow else list_facts([counted, *counted_off, others]))
        nothing = self.tr("No findings in {languages}.").format(languages=languages)
        panel.nothing.setText(self.tr("No ignored findings.") if panel.show_ignored.isChecked() else nothing)

    # Navigation

    def _go(self, finding: Finding) -> None:
        ids = self._page.table.entries.alignment.columns[finding.part]
        row = find_row(ids, finding.row_id, finding.row)
        if row is not None:
            self._page.show_cell(row, column_of(finding.part, finding.column).number)

    def _go_to_violation(self, step: int) -> None:
        self._page.go_to_violation(step)

    # Quick fixes

    async def _fix(self, findings: Sequence[Finding], progress: JobProgress) -> None:
        change = await compute_multilingual_quick_fix(self._page.table, findings, progress)
        if change is None:
            self._say_nothing_to_fix()
            return
        title = localize(FIX_WORDS[findings[0].kind])
        # Source phrases belong to all languages: show the effect first.
        await self._page.asked.apply_bulk_change(
            Intent(lambda _entries: change, change.count, title),
            is_asked=any(each.column == SOURCE for each in findings),
        )

    @property
    def _tried_on(self) -> OpenDictionary:
        return self._page.table.dictionaries[0]

    # Responses of the service

    def _accept(self, dictionary: OpenDictionary) -> None:
        self.checks.accept(dictionary)

    def _refuse(self, dictionary: OpenDictionary, violations: Sequence[PublishViolation]) -> Finding | None:
        return self.checks.refuse(dictionary, violations)
