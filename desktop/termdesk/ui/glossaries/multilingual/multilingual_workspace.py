"""Opens, closes and exports the multilingual table for the Glossaries pane."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from termdesk.application.completion import complete
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.exporting.export_flow import ExportFlow, may_lose
from termdesk.ui.glossaries.library.large_removal_dialog import ask_about_large_removals, ask_and_open
from termdesk.ui.glossaries.opening.copy_notice import tell_copies
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.words.lists import add_in_parentheses
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.exporting.export import FileForm
    from termdesk.application.glossaries.multilingual.open_table import OpenTable
    from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.window_memory import WindowMemory
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.multilingual.edit_dialog import Consent
    from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
    from termdesk.ui.glossaries.opening.page_keeper import PageKeeper
    from termdesk.ui.glossaries.workspace import Workspace
    from termdesk.ui.shell.jobs import JobProgress, Jobs
    from termdesk.ui.shell.notices import Notices


def multilingual_filters() -> dict[str, tuple[str, FileForm]]:
    """Return the filters of the export dialog, each with its default file extension and how the file is written."""
    from termdesk.application.glossaries.exporting.export import PLAIN_FORM, multilingual_formats

    formats = multilingual_formats().items()
    return {add_in_parentheses(localize(title), f"*{ending}"): (ending, PLAIN_FORM) for ending, title in formats}


class MultilingualWorkspace(ExportFlow):
    """Keeps one table open. Meanwhile no single dictionary is open, because each journal has one undo stack."""

    def __init__(
        self,
        pane: Workspace,
        use_cases: LazyUseCases,
        *,
        keeper: PageKeeper,
        remembered: WindowMemory,
        jobs: Jobs,
        notices: Notices,
    ) -> None:
        super().__init__(pane, use_cases, remembered=remembered, jobs=jobs, notices=notices)
        self._keeper = keeper
        # Shared by all tables; created with the first one.
        self._consent: Consent | None = None
        # The dictionary to return to.
        self._before: LanguagePair | None = None
        self.page: MultilingualPage | None = None

    @property
    def is_possible(self) -> bool:
        """Whether there is a glossary to show, or the table is open and can be closed."""
        return self.page is not None or self._summary() is not None

    def _summary(self) -> GlossarySummary | None:
        item = self._pane.chosen_item()
        return item.summary if item is not None and item.summary.rows else None

    def shows(self, item: LibraryItem) -> bool:
        """Whether the open table shows this row of the library, a glossary or one of its dictionaries."""
        page = self.page
        return page is not None and page.table.dictionaries[0].draft.glossary_key == item.summary.key

    # Opening and closing

    def toggle(self) -> None:
        """Show all languages of the selected glossary, or go back to one dictionary."""
        from termdesk.application.glossaries.multilingual.open_table import sources_of

        self._pane.finish_editing()
        if self.page is not None:
            self._jobs.start(JobKind.CLOSE_MULTILINGUAL, self.tr("Leaving all languages"), self.leave)
        elif (summary := self._summary()) is not None:
            item, page = self._pane.chosen_item(), self._pane.page
            is_here = page is not None and page.dictionary.draft.glossary_key == summary.key
            pair = (
                page.dictionary.pair if page is not None and is_here else item.row.pair if item and item.row else None
            )
            self.show(summary, pair.source if pair else sources_of(summary)[0])

    def show(self, summary: GlossarySummary, source: str) -> None:
        """Start a job that opens all dictionaries of a glossary with this source language as one table."""
        self._jobs.start_with_progress(
            JobKind.OPEN_MULTILINGUAL, self.tr("Opening all languages"), partial(self._open, summary, source)
        )

    async def _open(self, summary: GlossarySummary, source: str, progress: JobProgress) -> None:
        from termdesk.application.glossaries.multilingual.open_table import OpenTable
        from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage

        listed = await self._find_listed(summary, source)
        if listed is None:
            title = self.tr("“{name}” has no dictionaries any more").format(name=summary.name)
            self._notices.hint(title, self.tr("It was deleted, or another service is in use."))
            return
        summary, source = listed
        page = self._pane.page
        keep = [each.dictionary for each in self._pane.open_pages if isinstance(each, DictionaryPage)]

        was_multilingual = self.page is not None
        if was_multilingual:
            await self.close()
        library = self._use_cases.library
        with self._keeper.expect_pages(keep):
            table = await ask_about_large_removals(
                self._pane,
                lambda choices: OpenTable.open(
                    library,
                    summary,
                    source,
                    is_kept=self._is_kept,
                    expect_pages=self._keeper.expect_pages,
                    choices=choices,
                    progress=progress,
                ),
            )
        if table is None:
            return
        with self._keeper.expect_pages(table.dictionaries):
            await self._show(table, page, was_multilingual, progress)
        await self._read_library(table)
        tell_copies(self._notices, table.dictionaries)

    async def _find_listed(self, summary: GlossarySummary, source: str) -> tuple[GlossarySummary, str] | None:
        """Return the glossary with at least one dictionary from this language.

        If it has none, its first source language is returned instead; if it has no dictionaries at all, None.
        """
        from termdesk.application.glossaries.multilingual.open_table import pairs_from, sources_of

        if not pairs_from(summary, source):
            # The library may not list a new dictionary yet, or may still list a deleted one.
            await self._pane.read_library()
            read = self._pane.summary(summary.key)
            if read is None or not read.rows:
                return None
            summary = read
            if not pairs_from(summary, source):
                source = sources_of(summary)[0]
        return summary, source

    async def _show(
        self, table: OpenTable, page: DictionaryPage | None, was_multilingual: bool, progress: JobProgress
    ) -> None:
        """Show a table instead of the dictionary in front."""
        from termdesk.application.glossaries.multilingual.checks import MultilingualChecks
        from termdesk.ui.glossaries.multilingual.edit_dialog import Consent
        from termdesk.ui.glossaries.multilingual.multilingual_checks import MultilingualSheetChecks
        from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage

        if not was_multilingual:
            self._before = page.dictionary.pair if page is not None else None
        await self._pane.close_dictionary(shared=table.dictionaries)
        # Closing the dictionary may have completed a pending bulk edit.
        await table.align_anew(progress)
        for each in table.dictionaries:
            each.saving.failed.subscribe(self._notices.fail)
        self._consent = self._consent or Consent()
        made = MultilingualPage(
            table,
            actions=self._pane.window_actions,
            jobs=self._jobs,
            remembered=self._remembered,
            consent=self._consent,
        )
        self._keeper.open_states.follow(made)
        checks = MultilingualChecks.create(table, self._use_cases.check_factory)
        made.use_checks(MultilingualSheetChecks(made, checks, jobs=self._jobs, remembered=self._remembered))
        made.source_asked.connect(lambda code: self.show(table.summary, code))
        # Create the page and paint it in separate frames, so that no single pause is long.
        await asyncio.sleep(0)
        # Another job may have shown a dictionary meanwhile.
        while self._pane.page is not None:
            await self._pane.close_dictionary(shared=table.dictionaries)
        owner = f"wide {table.dictionaries[0].draft.glossary_key} {table.source}"
        self._keeper.keep_open_cell(made, owner, self.tr("{name}, all languages").format(name=table.name))
        self.page = made
        self._pane.show_page(made)
        await self._keeper.put_back_open_cell(made)

    async def leave(self) -> None:
        """Return to the dictionary that was open before, or else to the dictionary of the current column."""
        page = self.page
        if page is None:
            return
        index = page.grid.currentIndex()
        here = page.table.dictionary_at(index.column()) if index.isValid() else None
        pair = self._before or (here or page.table.dictionaries[0]).pair
        key = page.table.dictionaries[0].draft.glossary_key
        await self.close()
        await self._pane.read_library()
        summary = self._pane.summary(key)
        if summary is not None and summary.row(pair):
            dictionary = await ask_and_open(self._pane, self._use_cases.library, summary, pair, NoProgress())
            if dictionary is not None:
                await self._pane.show_dictionary(dictionary)

    async def _read_library(self, table: OpenTable) -> None:
        await self._pane.read_library()
        key = table.dictionaries[0].draft.glossary_key
        self._pane.select(key)
        summary = self._pane.summary(key)
        if self.page is not None and self.page.table is table and summary is not None:
            self.page.states.show_summary(summary)

    async def close(self, *, keep: OpenDictionary | None = None) -> None:
        """Close the open table, if any, after its edits are saved. The dictionary to `keep` stays open."""
        page, self.page = self.page, None
        if page is not None:
            await complete(self._put_away(page, keep))

    async def _put_away(self, page: MultilingualPage, keep: OpenDictionary | None) -> None:
        # Wait for pending bulk edits first.
        await page.edits.wait_until_settled()
        if page.checks is not None:
            page.checks.close()
        page.view_controller.close()
        page.states.close()
        page.looks.remember_widths()
        if page.open_cell is not None:
            await page.open_cell.close()
        self._keeper.take_away(page)
        await page.table.close(is_kept=lambda each: each is keep or self._is_kept(each))

    def _is_kept(self, dictionary: OpenDictionary) -> bool:
        """Whether a page shows this dictionary by itself, or will soon, for example because of another job."""
        pages = [page for page in self._pane.open_pages if page is not self.page]
        return self._keeper.is_coming(dictionary) or any(dictionary in page.dictionaries for page in pages)

    # Export

    def ask_export(self) -> None:
        """Ask for a file and export all languages into it. Does nothing if no table is open."""
        if self.page is not None:
            self._jobs.start_with_progress(JobKind.EXPORT, self.tr("Exporting"), partial(self._export, self.page))

    async def _export(self, page: MultilingualPage, progress: JobProgress) -> None:
        from termdesk.application.glossaries.multilingual.export import (
            export_multilingual,
            multilingual_format_losses,
        )

        table = page.table
        chosen = await self._ask_target(
            self.tr("Export all languages"), f"{table.name}.{table.source}.xlsx", multilingual_filters()
        )
        if chosen is None:
            return
        path, _form = chosen
        # Write the chosen file even if the page closes meanwhile.
        self._jobs.detach()
        if page.is_open:
            await page.edits.wait_until_settled()
        if not await may_lose(self._pane, await multilingual_format_losses(table.dictionaries, path)):
            return
        report = await export_multilingual(table.dictionaries, path, progress)
        words = self.tr("%Ln entries of {languages} languages are in {path}.", "", report.entry_count).format(
            languages=len(table.dictionaries), path=str(path)
        )
        self._notices.say(self.tr("Exported"), words, kind="good")
