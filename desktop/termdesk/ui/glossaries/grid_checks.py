"""Checking as the grid does it: the list below it, from finding to finding by key, fixes, and what is ignored."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from termdesk.application.checks import Checks
from termdesk.application.findings import Finding, Listing, place_of
from termdesk.application.mending import FIX_WORDS, mending
from termdesk.domain.advice.kinds import KINDS
from termdesk.domain.entries import SOURCE, TARGET
from termdesk.domain.errors import TermdeskError
from termdesk.ui.dialogs import answered, ask_text
from termdesk.ui.glossaries.findings_status import FindingsStatus
from termdesk.ui.jobs import JobProgress, Jobs, owned_title
from termdesk.ui.splitter_memory import keep_place

if TYPE_CHECKING:
    from termdesk.application.checking import Refusal
    from termdesk.ui.glossaries.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.findings_panel import FindingsPanel
    from termdesk.ui.main_window import Remembered

CHECKING = "Checking"
COMPARING = "Comparing with other dictionaries"
MENDING = "Fixing"
# The list follows edits once typing rests, the longer the longer it takes; marks and counts of problems do so at once.
REST_MS = 250
MOST_REST_MS = 3_000


class GridChecks(QObject):
    """The checks of one page. The list is made when it is first asked for."""

    def __init__(self, page: DictionaryPage, checks: Checks, *, jobs: Jobs, remembered: Remembered) -> None:
        super().__init__(page)
        self._page = page
        self.checks = checks
        self._jobs = jobs
        self._remembered = remembered
        self._status = FindingsStatus(checks, self)
        self._compare_failure = ""
        self._is_to_compare = False
        # What the list shall stand on when it has been made.
        self._to_choose: Finding | None = None
        self.panel: FindingsPanel | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self._on_rest)
        # Two pages may stand beside each other; the checks of one must not end those of the other.
        of_which, draft = f"“{page.dictionary.name}” {page.dictionary.pair}", page.dictionary.draft.draft_id
        self._checking, self._comparing, self._mending = (
            owned_title(f"{work} {of_which}", draft) for work in (CHECKING, f"{COMPARING}:", MENDING)
        )
        page.edited.connect(self._on_edited)
        page.line.advice = self._titles_at
        page.model.warnings_at = checks.warnings_at
        checks.neighbour_edited = self._on_neighbour_edited

    def close(self) -> None:
        """The page goes away."""
        self._timer.stop()
        for title in (self._checking, self._comparing, self._mending):
            self._jobs.cancel(title)
        self.checks.close()

    @property
    def is_open(self) -> bool:
        return self.panel is not None and not self.panel.isHidden()

    def open(self) -> None:
        """Show the list, brought up to date, and compare with other dictionaries."""
        self._show_panel()
        # The list takes room from the grid, in which one stands somewhere.
        QTimer.singleShot(0, grid := self._page.grid, lambda: grid.scrollTo(grid.currentIndex()))
        # What can be known here is shown before others are read.
        self._is_to_compare = True
        self._check()

    def shut(self) -> None:
        """Hide the list; the grid has the room and the keys."""
        if self.panel is not None:
            self.panel.hide()
            self._page.grid.setFocus()

    def _show_panel(self) -> FindingsPanel:
        if self.panel is None:
            self.panel = self._made()
        self.panel.show()
        return self.panel

    def _made(self) -> FindingsPanel:
        from termdesk.ui.glossaries.findings_panel import FindingsPanel

        panel, page = FindingsPanel(), self._page
        column = page.layout()
        assert isinstance(column, QVBoxLayout)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setObjectName("checks_splitter")
        splitter.setChildrenCollapsible(False)
        has_focus = page.grid.hasFocus()
        # The grid may share its place with others; all of that goes above the list.
        room: QWidget = page.grid
        while (around := room.parentWidget()) not in (None, page):
            room = around
        column.replaceWidget(room, splitter)
        column.setStretchFactor(splitter, 1)
        splitter.addWidget(room)
        splitter.addWidget(panel)
        splitter.setStretchFactor(0, 1)
        splitter.setSizes([round(page.height() * 0.55), round(page.height() * 0.45)])
        for each in (splitter, panel.splitter):
            keep_place(each, self._remembered)
        if has_focus:
            page.grid.setFocus()
        panel.table.chosen.connect(self._show)
        panel.table.opened.connect(self._go)
        panel.fix_asked.connect(self._on_fix)
        panel.ignore_asked.connect(self._on_ignore)
        panel.take_back_asked.connect(self._on_take_back)
        panel.compare_asked.connect(self._compare)
        panel.rules_asked.connect(self._on_rules)
        panel.close_asked.connect(self.shut)
        return panel

    # Bringing it up to date

    def _on_edited(self) -> None:
        if self.is_open or self.checks.is_behind:
            self._timer.start()

    def _on_rest(self) -> None:
        if self.is_open:
            self._check()
        else:
            progress = JobProgress()
            self._jobs.start(self._checking, self._catch_up(progress), progress=progress)

    async def _catch_up(self, progress: JobProgress) -> None:
        """Marks of cells follow also where nobody looks at the list."""
        await self.checks.catch_up(progress)
        self._page.grid.viewport().update()

    def _check(self) -> None:
        progress = JobProgress()
        self._jobs.start(self._checking, self._list(progress), progress=progress)

    async def _list(self, progress: JobProgress) -> None:
        panel = self._show_panel()
        if panel.model.listing is None:
            panel.status.setText(self.tr("Checking all entries …"))
        begin = time.monotonic()
        listing = await self.checks.listing(progress)
        taken = round((time.monotonic() - begin) * 1000)
        self._timer.setInterval(min(max(REST_MS, taken), MOST_REST_MS))
        ignored = await self.checks.ignored()
        self._page.grid.viewport().update()
        panel.show_listing(listing, {each.key: each.note for each in ignored})
        if self._to_choose is not None:
            panel.choose_finding(self._to_choose)
            self._to_choose = None
        if self._is_to_compare:
            self._compare()
        self._say(listing)

    def _compare(self) -> None:
        self._is_to_compare = False
        progress = JobProgress()
        work = self._compared(progress)
        self._jobs.start(self._comparing, work, progress=progress, on_failure=self._cannot_compare)

    async def _compared(self, progress: JobProgress) -> None:
        await self.checks.compare(progress)
        self._compare_failure = ""
        self._check()

    def _cannot_compare(self, error: TermdeskError) -> None:
        self._compare_failure = error.message
        self._check()

    def _say(self, listing: Listing) -> None:
        panel = self._show_panel()
        is_comparing = self._jobs.is_running(self._comparing)
        words = self._status.said(listing, is_comparing=is_comparing, failure=self._compare_failure)
        slow = self._status.left_out(listing)
        panel.status.set_tone("warning" if slow else "muted")
        panel.status.setText(slow or words)
        panel.nothing.setText(self._status.nothing(listing, is_ignored=panel.show_ignored.isChecked()))

    def _on_neighbour_edited(self) -> None:
        """What is said of others is older now; it may be on the other side of the window."""
        if self.is_open and self.panel is not None and self.panel.model.listing is not None:
            self._say(self.panel.model.listing)

    # Going there

    def _row_now(self, finding: Finding) -> int | None:
        """Where the row stands by now; None where it is gone."""
        ids = self._page.dictionary.entries.ids
        if finding.row < len(ids) and ids[finding.row] == finding.row_id:
            return finding.row
        return ids.index(finding.row_id) if finding.row_id in ids else None

    def _show(self, finding: Finding) -> None:
        panel = self._show_panel()
        had_focus = panel.table.hasFocus()
        self._go(finding)
        if had_focus:
            panel.table.setFocus()

    def _go(self, finding: Finding) -> None:
        row = self._row_now(finding)
        if row is not None:
            self._page.show_cell(row, finding.column)

    def step(self, by: int) -> None:
        """To the next (1) or previous (-1) cell of the list, or without a list to the next problem."""
        panel = self.panel
        listing = panel.model.listing if panel is not None and self.is_open else None
        if panel is None or listing is None or not panel.model.rowCount():
            self._page.go_to_problem(by)
            return
        # From cell to cell as they stand in the grid, while the list has the gravest first.
        by_row = panel.model.by_row
        first, behind = place_of(*self._current_cell())
        place = bisect_right(by_row, behind) if by > 0 else bisect_left(by_row, first) - 1
        packed = by_row[place % len(by_row)]
        panel.choose(packed)
        self._go(listing.finding(packed))

    def _current_cell(self) -> tuple[int, int]:
        index = self._page.grid.currentIndex()
        if not index.isValid() or index.row() >= self._page.model.rowCount():
            return 0, SOURCE
        # Behind the phrases stand columns that have no findings.
        return self._page.model.row_at(index.row()), min(index.column(), TARGET)

    def _titles_at(self, row: int, column: int) -> list[str]:
        return [KINDS[kind].title for kind in self.checks.kinds_at(row, column) if kind in KINDS]

    # Mending and ignoring

    def _on_fix(self, findings: Sequence[Finding]) -> None:
        progress = JobProgress()
        self._jobs.start(self._mending, self._fix(findings, progress), progress=progress)

    async def _fix(self, findings: Sequence[Finding], progress: JobProgress) -> None:
        change = await mending(self._page.dictionary, findings, progress)
        if change is None:
            self._page.line.tell(self.tr("Nothing to fix here: the rows differ, or are not wholly empty."))
            return
        await self._page.edits.carry_out(change, self.tr(FIX_WORDS[findings[0].kind]), progress)

    def _on_ignore(self, finding: Finding) -> None:
        self._jobs.start("Ignoring", self._ignore(finding))

    async def _ignore(self, finding: Finding) -> None:
        listing = self._show_panel().model.listing
        if listing is None:
            return
        title = self.tr("Ignore “{kind}” here").format(kind=listing.kind(finding.kind).title)
        note = await ask_text(self._page, title, self.tr("Ignore"), label=self.tr("Why is it right as it is?"))
        if note:
            await self.checks.ignore(listing, [finding], note)
            self._check()

    def _on_take_back(self, finding: Finding) -> None:
        self._jobs.start("Ignoring", self._take_back(finding))

    async def _take_back(self, finding: Finding) -> None:
        listing = self._show_panel().model.listing
        if listing is not None:
            await self.checks.take_back(listing, [finding])
            self._check()

    def _on_rules(self) -> None:
        self._jobs.start("Own rules", self._ask_rules())

    async def _ask_rules(self) -> None:
        from termdesk.ui.glossaries.own_rules_dialog import OwnRulesDialog

        dialog = OwnRulesDialog(self._page, self._page.dictionary, await self.checks.rules(), jobs=self._jobs)
        if await answered(dialog):
            await self.checks.set_rules(dialog.rules)
            self._check()

    # What the service said

    def accept(self) -> None:
        """The service took everything."""
        self.checks.accept()
        if self.is_open:
            self._check()

    def show_refused(self, refusals: Sequence[Refusal]) -> None:
        """The service took none of it: go to the first row that it named, with the list open on all of them."""
        first = self.checks.refuse(refusals)
        self._show_panel()
        self._check()
        if first is not None:
            self._to_choose = first
            self._go(first)
