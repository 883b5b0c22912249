"""Opens dictionaries: from the library, for another pane, and after program start."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from termdesk.application.completion import complete
from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.entries.row_link import row_of_source
from termdesk.ui.glossaries.library.large_removal_dialog import ask_and_open
from termdesk.ui.glossaries.multilingual.multilingual_workspace import MultilingualWorkspace
from termdesk.ui.glossaries.pane.front_page import FrontPage
from termdesk.ui.glossaries.workspace import PanePart, Workspace
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.summaries import GlossarySummary
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.window_memory import WindowMemory


class OpeningFlow(PanePart):
    """Opens one dictionary at a time, which the pane shows. A later request replaces an earlier one."""

    def __init__(
        self,
        pane: Workspace,
        use_cases: LazyUseCases,
        *,
        front: FrontPage,
        table: MultilingualWorkspace,
        remembered: WindowMemory,
        jobs: Jobs,
        notices: Notices,
    ) -> None:
        super().__init__(pane, use_cases, remembered=remembered, jobs=jobs, notices=notices)
        self._front = front
        self._table = table
        # Glossary key and pair from an earlier run; empty after the attempt to reopen them.
        self._to_reopen = remembered.library.opened

    def open_item(self, item: LibraryItem) -> None:
        """Start to open a dictionary of the library; for a glossary, its first dictionary."""
        row = item.row or (item.summary.rows[0] if item.summary.rows else None)
        # Ignore the second click of a double click.
        if row is None or self._front.opening == LibraryItem(item.summary, row):
            return
        opening = LibraryItem(item.summary, row)
        self._front.begin_opening(opening)
        self._jobs.start_with_progress(
            JobKind.OPEN_DICTIONARY, self.tr("Opening a dictionary"), partial(self._open, item.summary, row.pair)
        ).add_done_callback(lambda _task: self._front.end_opening(opening))

    def open_glossary(self, key: str, pair: LanguagePair) -> None:
        """Open a dictionary for another pane. The library is read first if the glossary is not in it."""
        self._jobs.start(
            JobKind.OPEN_DICTIONARY, self.tr("Opening a dictionary"), partial(self._find_and_open, key, pair)
        )

    def open_entry(self, key: str, pair: LanguagePair, source: str, *, cell: tuple[int, int] | None = None) -> None:
        """Like `open_glossary`, and go to `cell`, or else to the target of the first entry with this source phrase.

        If there is no such entry any more, say so.
        """
        work = partial(self._find_entry, key, pair, source, cell)
        self._jobs.start(JobKind.OPEN_DICTIONARY, self.tr("Opening a dictionary"), work)

    async def _find_entry(self, key: str, pair: LanguagePair, source: str, cell: tuple[int, int] | None) -> None:
        await self._find_and_open(key, pair)
        if (summary := self._pane.summary(key)) is None or summary.row(pair) is None:
            self._say_missing(source, self.tr("The library does not list its dictionary."))
            return
        page = self._pane.page
        if page is None or page.dictionary.draft.glossary_key != key:
            return
        if page.dictionary.pair.roots != pair.roots:
            # The user canceled, and another dictionary of the glossary is still shown.
            return
        sources = page.dictionary.entries.sources
        if cell is None or not (cell[0] < len(sources) and sources[cell[0]] == source):
            # The phrase may be in several rows, or may have moved.
            row = row_of_source(page.dictionary.entries, source)
            cell = (row, TARGET) if row is not None else None
        if cell is not None:
            page.show_cell(*cell)
            page.grid.setFocus()
        else:
            self._say_missing(source, self.tr("Its dictionary has no entry with this source phrase any more."))

    def _say_missing(self, source: str, reason: str) -> None:
        self._notices.say(self.tr("“{source}” was not found").format(source=source), reason, kind="warning")

    async def _find_and_open(self, key: str, pair: LanguagePair) -> None:
        if self._pane.summary(key) is None:
            await self._pane.read_library()
        summary = self._pane.summary(key)
        row = summary.row(pair) if summary is not None else None
        if summary is None or row is None:
            return
        opening = LibraryItem(summary, row)
        self._front.begin_opening(opening)
        try:
            await self._open(summary, row.pair, JobProgress())
        finally:
            self._front.end_opening(opening)

    async def _open(self, summary: GlossarySummary, pair: LanguagePair, progress: JobProgress) -> None:
        # The table may contain this dictionary, and would close it later.
        await self._table.close()
        dictionary = await ask_and_open(self._pane, self._use_cases.library, summary, pair, progress)
        if dictionary is not None and self._table.page is not None:
            # The multilingual table may have been opened meanwhile.
            await self._table.close()
            dictionary = await ask_and_open(self._pane, self._use_cases.library, summary, pair, progress)
        if dictionary is not None:
            await self._show(dictionary)

    async def _show(self, dictionary: OpenDictionary, *, reads_library: bool = True) -> None:
        times_opened = self._use_cases.library.times_opened(dictionary)
        try:
            await self._pane.show_dictionary(dictionary, reads_library=reads_library)
        except asyncio.CancelledError:
            # Another dictionary is opened instead. Close this one, or an outdated version would be shown later.
            await complete(
                self._use_cases.library.close_unshown(
                    dictionary, times_opened=times_opened, is_shown=lambda: self._pane.shows(dictionary)
                )
            )
            raise

    async def reopen_draft(self) -> None:
        """At program start, reopen the last dictionary from its local draft, without the service.

        If the service is needed, or something fails, `reopen` opens it after the library was read.
        """
        if len(self._to_reopen) == 2:
            opening = self._jobs.start_with_progress(
                JobKind.OPEN_DICTIONARY,
                self.tr("Opening a dictionary"),
                self._open_draft,
                on_failure=lambda _error: None,
            )
            await asyncio.wait({opening})

    async def _open_draft(self, progress: JobProgress) -> None:
        key, pair_text = self._to_reopen
        draft_id = await self._use_cases.library.find_edited_draft(key, pair_text)
        # The library may have been read meanwhile, or an import may have opened a page.
        if draft_id is not None and self._may_reopen:
            dictionary = await self._use_cases.library.open_draft(draft_id, progress)
            self._to_reopen = []
            await self._show(dictionary, reads_library=False)

    @property
    def _may_reopen(self) -> bool:
        return len(self._to_reopen) == 2 and not self._pane.open_pages and self._front.opening is None

    def reopen(self) -> None:
        """After program start, reopen the last dictionary. It is not an error if it no longer exists."""
        may_reopen = self._may_reopen
        spot, self._to_reopen = self._to_reopen, []
        summary = self._pane.summary(spot[0]) if may_reopen else None
        row = next((row for row in summary.rows if str(row.pair) == spot[1]), None) if summary is not None else None
        if summary is not None and row is not None:
            self._jobs.start_with_progress(
                JobKind.OPEN_DICTIONARY,
                self.tr("Opening a dictionary"),
                partial(self._open, summary, row.pair),
                on_failure=lambda _error: None,
            )
