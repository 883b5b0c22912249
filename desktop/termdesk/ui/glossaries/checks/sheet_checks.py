"""The checks below a sheet: the list of findings, quick fixes, ignored findings and custom rules."""

from __future__ import annotations

import time
from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from termdesk.application.glossaries.checks.findings import Finding
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.findings import AnyListing
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.progress import Progress
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.splitter_memory import keep_place
from termdesk.ui.widgets.dialogs import ask_text, show_dialog
from termdesk.ui.widgets.plain_buttons import Splitter
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.failures import PublishViolation
    from termdesk.domain.findings.kinds import SwitchedOffKinds
    from termdesk.domain.window_memory import WindowMemory
    from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel

# Wait this many milliseconds without an edit before updating the list. The slower the checks, the longer the pause.
REST_MS = 250
MOST_REST_MS = 3_000

L = TypeVar("L", bound=AnyListing)


class SomeChecks(Protocol[L]):
    """The common interface of `DictionaryChecks` and `MultilingualChecks`."""

    def close(self) -> None:
        """Cancel the checks of the open dictionaries."""

    async def listing(self, progress: Progress = ...) -> L:
        """Return all findings, up to date."""

    @property
    def is_behind(self) -> bool:
        """Whether entries have changed since the last check."""

    async def update(self, progress: Progress = ...) -> None:
        """Check the entries that changed since the last check."""

    def titles_at(self, row: int, column: int) -> list[str]:
        """Return the titles of the findings about a cell."""

    def finding_titles_at(self, row: int, column: int) -> list[str]:
        """Return the titles of the warnings about a cell."""

    async def rules(self) -> list[CustomRule]:
        """Return the user's custom rules."""

    async def set_rules(self, rules: Sequence[CustomRule]) -> None:
        """Replace the user's custom rules."""

    async def read_switched_off_kinds(self) -> SwitchedOffKinds:
        """Return the kinds of findings that are not reported."""

    async def switch_off(self, kinds: SwitchedOffKinds) -> None:
        """Report all kinds except these."""

    async def notes(self) -> dict[tuple[str, int, str], str]:
        """Return the reasons why findings are ignored, by kind, column and phrase."""

    async def ignore(self, listing: L, findings: Sequence[Finding], note: str) -> None:
        """Ignore findings, for the reason in `note`."""

    async def take_back(self, listing: L, findings: Sequence[Finding]) -> None:
        """Report these findings again."""


class SheetChecks(QObject, Generic[L]):
    """The checks of one page. The list is created when it is first requested."""

    def __init__(
        self, page: SheetPage, checks: SomeChecks[L], *, name: str, owner: str, jobs: Jobs, remembered: WindowMemory
    ) -> None:
        """Create the checks. `name` is shown in progress messages; `owner` distinguishes pages with the same name."""
        super().__init__(page)
        self._sheet_page = page
        self._some_checks = checks
        self._jobs = jobs
        self._remembered = remembered
        # The finding to make current once the list is ready.
        self._to_choose: Finding | None = None
        # The user requested the list: start it at the current cell.
        self._is_asked = False
        self._listing: L | None = None
        self.panel: FindingsPanel | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self._on_rest)
        # Two pages may be shown side by side; the checks of one must not cancel those of the other.
        self._check_key, self._fixing = JobKind.CHECK_ENTRIES.of(owner), JobKind.FIX_FINDINGS.of(owner)
        self._check_title = self.tr("Checking {name}").format(name=name)
        self._fixing_title = self.tr("Fixing {name}").format(name=name)
        page.edited.connect(self._on_edited)

    def close(self) -> None:
        """Cancel all checks when the page closes."""
        self._timer.stop()
        for key in (self._check_key, self._fixing):
            self._jobs.cancel(key)
        self._some_checks.close()

    @property
    def is_open(self) -> bool:
        """Whether the list of findings is visible."""
        return self.panel is not None and not self.panel.isHidden()

    def open(self) -> None:
        """Show the updated list."""
        self._show_panel()
        self._is_asked = True
        # The list takes room from the grid: keep the current cell visible.
        QTimer.singleShot(0, grid := self._sheet_page.grid, lambda: grid.scrollTo(grid.currentIndex()))
        self._check()

    def shut(self) -> None:
        """Hide the list, and focus the grid."""
        if self.panel is not None:
            self.panel.hide()
            self._sheet_page.grid.setFocus()

    def _show_panel(self) -> FindingsPanel:
        if self.panel is None:
            self.panel = self._make_panel()
        self.panel.show()
        return self.panel

    @abstractmethod
    def _empty_panel(self) -> FindingsPanel: ...

    def _make_panel(self) -> FindingsPanel:
        panel, page = self._empty_panel(), self._sheet_page
        column = page.layout()
        assert isinstance(column, QVBoxLayout)
        splitter = Splitter(Qt.Orientation.Vertical)
        splitter.setObjectName("checks_splitter")
        splitter.setChildrenCollapsible(False)
        has_focus = page.grid.hasFocus()
        # The grid may share its layout cell with other widgets; keep all of them above the list.
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
        panel.rules_asked.connect(self._on_rules)
        panel.kinds_asked.connect(self._on_kinds)
        panel.switch_off_asked.connect(self._on_switch_off)
        panel.close_asked.connect(self.shut)
        panel.left.connect(page.grid.setFocus)
        return panel

    # Updating

    def _on_edited(self) -> None:
        if self.is_open or self._some_checks.is_behind:
            self._timer.start()

    def _on_rest(self) -> None:
        if self.is_open:
            self._check()
        else:
            self._jobs.start_with_progress(self._check_key, self._check_title, self._update)

    async def _update(self, progress: JobProgress) -> None:
        """Update the marks of the cells while the list is hidden."""
        await self._some_checks.update(progress)
        self._sheet_page.grid.viewport().update()

    def _check(self) -> None:
        self._jobs.start_with_progress(self._check_key, self._check_title, self._list)

    async def _list(self, progress: JobProgress) -> None:
        if self._listing is None:
            self._show_panel().status.setText(self.tr("Checking all entries…"))
        begin = time.monotonic()
        listing = await self._some_checks.listing(progress)
        taken = round((time.monotonic() - begin) * 1000)
        self._timer.setInterval(min(max(REST_MS, taken), MOST_REST_MS))
        notes = await self._some_checks.notes()
        self._sheet_page.grid.viewport().update()
        self._show_listing(listing, notes)
        if self._to_choose is not None:
            self._show_panel().choose_finding(self._to_choose)
            self._to_choose = None
        elif self._is_asked:
            self._choose_near_cell(listing)
        self._is_asked = False
        self._describe_listing(listing)

    def _choose_near_cell(self, listing: L) -> None:
        """Make the finding of the current cell current. If it has none and no finding is current, use the first one."""
        panel = self._show_panel()
        by_row, (first, behind) = panel.model.by_row, listing.position_of(*self._current_cell())
        position = bisect_left(by_row, first)
        if position < len(by_row) and by_row[position] <= behind:
            panel.choose(by_row[position])
        elif panel.table.current() is None and panel.model.rowCount():
            panel.choose(panel.model.shown[0])

    def _show_listing(self, listing: L, notes: dict[tuple[str, int, str], str]) -> None:
        self._listing = listing
        self._show_panel().show_listing(listing, notes)

    @abstractmethod
    def _describe_listing(self, listing: L) -> None:
        """Describe a list that has just been created and shown."""

    # Navigation

    @abstractmethod
    def _go(self, finding: Finding) -> None:
        """Go to the cell of a finding, if it is still there."""

    def _show(self, finding: Finding) -> None:
        panel = self._show_panel()
        had_focus = panel.table.hasFocus()
        self._go(finding)
        if had_focus:
            panel.table.setFocus()

    @abstractmethod
    def _go_to_violation(self, step: int) -> None:
        """Go to the next (1) or previous (-1) cell with a violation."""

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) finding of the list; without a list, to the next violation."""
        panel, listing = self.panel, self._listing if self.is_open else None
        if panel is None or listing is None or not panel.model.rowCount():
            self._go_to_violation(by)
            return
        # Use the order of the grid; the list itself starts with the most severe findings.
        by_row = panel.model.by_row
        first, behind = listing.position_of(*self._current_cell())
        position = bisect_right(by_row, behind) if by > 0 else bisect_left(by_row, first) - 1
        packed = by_row[position % len(by_row)]
        panel.choose(packed)
        self._go(listing.finding(packed))

    def _current_cell(self) -> tuple[int, int]:
        return self._sheet_page.grid.current_cell() or (0, SOURCE)

    def titles_at(self, row: int, column: int) -> list[str]:
        """Return the titles of the findings about a cell."""
        return [localize(each) for each in self._some_checks.titles_at(row, column)]

    def finding_titles_at(self, row: int, column: int) -> list[str]:
        """Return the titles of the warnings about a cell."""
        return [localize(each) for each in self._some_checks.finding_titles_at(row, column)]

    # Fixing and ignoring

    def _on_fix(self, findings: Sequence[Finding]) -> None:
        self._jobs.start_with_progress(self._fixing, self._fixing_title, partial(self._fix, findings))

    @abstractmethod
    async def _fix(self, findings: Sequence[Finding], progress: JobProgress) -> None:
        """Fix findings of one kind as one undo step."""

    def _say_nothing_to_fix(self) -> None:
        self._sheet_page.tell(self.tr("Nothing to fix here: the rows differ, or are not completely empty."))

    def _on_ignore(self, findings: Sequence[Finding]) -> None:
        self._jobs.start(JobKind.IGNORE_FINDINGS, self.tr("Ignoring"), partial(self._ignore, findings))

    async def _ignore(self, findings: Sequence[Finding]) -> None:
        listing = self._listing
        if listing is None:
            return
        if len(findings) == 1:
            title = self.tr("Ignore “{kind}” here").format(kind=localize(listing.kind(findings[0].kind).title))
        else:
            title = self.tr("Ignore %Ln findings", "", len(findings))
        label = self.tr("Why is it correct? (optional)")
        note = await ask_text(self._sheet_page, title, self.tr("Ignore"), label=label, is_optional=True)
        if note is not None:
            await self._some_checks.ignore(listing, findings, note)
            self._check()

    def _on_take_back(self, findings: Sequence[Finding]) -> None:
        self._jobs.start(JobKind.IGNORE_FINDINGS, self.tr("Ignoring"), partial(self._take_back, findings))

    async def _take_back(self, findings: Sequence[Finding]) -> None:
        if self._listing is not None:
            await self._some_checks.take_back(self._listing, findings)
            self._check()

    # Settings of the checks

    def _on_kinds(self) -> None:
        self._jobs.start(JobKind.CHOOSE_CHECKS, self.tr("Kinds of findings"), self._ask_kinds)

    async def _ask_kinds(self) -> None:
        from termdesk.ui.glossaries.checks.check_kinds_dialog import CheckKindsDialog

        own = [rule.kind for rule in await self._some_checks.rules() if rule.is_on]
        dialog = CheckKindsDialog(self._sheet_page, await self._some_checks.read_switched_off_kinds(), own_kinds=own)
        if await show_dialog(dialog):
            await self._some_checks.switch_off(dialog.switched_off)
            self._check()

    def _on_switch_off(self, kind: str, is_everywhere: bool) -> None:
        work = partial(self._switch_off, kind, is_everywhere=is_everywhere)
        self._jobs.start(JobKind.CHOOSE_CHECKS, self.tr("Kinds of findings"), work)

    async def _switch_off(self, kind: str, *, is_everywhere: bool) -> None:
        off = await self._some_checks.read_switched_off_kinds()
        added = frozenset({kind})
        off = replace(off, everywhere=off.everywhere | added) if is_everywhere else replace(off, here=off.here | added)
        await self._some_checks.switch_off(off)
        self._check()

    # Responses of the service

    @abstractmethod
    def _accept(self, dictionary: OpenDictionary) -> None:
        """Forget the refused entries of a dictionary."""

    @abstractmethod
    def _refuse(self, dictionary: OpenDictionary, violations: Sequence[PublishViolation]) -> Finding | None:
        """Keep the refused entries of a dictionary, and return the first one that has a row."""

    def accept(self, dictionary: OpenDictionary) -> None:
        """Forget refused entries, because the service accepted every entry of this dictionary."""
        self._accept(dictionary)
        if self.is_open:
            self._check()

    def show_refused(self, dictionary: OpenDictionary, violations: Sequence[PublishViolation]) -> None:
        """List the entries of this dictionary that the service refused, and go to the first one."""
        first = self._refuse(dictionary, violations)
        self._show_panel()
        self._check()
        if first is not None:
            self._to_choose = first
            self._go(first)

    # Custom rules

    @property
    @abstractmethod
    def _tried_on(self) -> OpenDictionary:
        """The dictionary on which rules are tried while they are typed."""

    def _on_rules(self) -> None:
        self._jobs.start(JobKind.EDIT_CUSTOM_RULES, self.tr("Custom rules"), self._ask_rules)

    async def _ask_rules(self) -> None:
        from termdesk.ui.glossaries.checks.custom_rules_dialog import CustomRulesDialog

        rules = await self._some_checks.rules()
        dialog = CustomRulesDialog(self._sheet_page, self._tried_on, rules, jobs=self._jobs)
        if await show_dialog(dialog):
            await self._some_checks.set_rules(dialog.rules)
            self._check()
