"""Shows the versions of the open dictionaries, and restores what the user chooses."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import choose_files, show_dialog

if TYPE_CHECKING:
    from pathlib import Path

    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
    from termdesk.domain.entries.entries import Entries
    from termdesk.domain.language.language import LanguagePair
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.glossaries.versions.versions_dialog import ComparedEntries, Restoration
    from termdesk.ui.shell.jobs import JobProgress


class VersionsFlow(PanePart):
    """Shows one list for the dictionaries of a page or of the library, for one dictionary or an entire glossary."""

    def ask_versions(self, page: SheetPage) -> None:
        """Start to show the versions of a page's dictionaries."""
        self._jobs.start_with_progress(JobKind.SHOW_VERSIONS, self.tr("Versions"), partial(self._show, page))

    def ask_versions_of(self, item: LibraryItem) -> None:
        """Start to show the versions of a dictionary or glossary of the library, which need not be open."""
        self._jobs.start_with_progress(JobKind.SHOW_VERSIONS, self.tr("Versions"), partial(self._show_closed, item))

    async def _show_closed(self, item: LibraryItem, progress: JobProgress) -> None:
        library, summary = self._use_cases.library, item.summary
        opened: list[OpenDictionary] = []
        async with AsyncExitStack() as uses:
            for row in (item.row,) if item.row is not None else summary.rows:
                dictionary = await self._pane.open_unshown(summary, row.pair, progress)
                if dictionary is None:
                    return
                opened.append(dictionary)
                is_shown = partial(self._pane.shows, dictionary)
                await uses.enter_async_context(library.in_use(dictionary, is_shown=is_shown))
            if opened:
                await self._choose(opened, progress)

    async def _choose(self, dictionaries: Sequence[OpenDictionary], progress: JobProgress) -> None:
        """Let the user choose a version of dictionaries without a page; the one to restore gets a page."""
        restoration = await self._ask_restoration(dictionaries)
        if restoration is None:
            return
        page = self._pane.page_of(restoration.dictionary)
        if page is None:
            # The page opens the dictionary itself, so that it stays open after this method.
            draft_id = restoration.dictionary.draft.draft_id
            await self._pane.show_dictionary(await self._use_cases.library.open_draft(draft_id))
            page = self._pane.page_of(restoration.dictionary)
        if page is not None:
            await self._restore(page, restoration, progress)

    async def _show(self, page: SheetPage, progress: JobProgress) -> None:
        # Wait for pending bulk edits first.
        await page.sheet_edits.wait_until_settled()
        restoration = await self._ask_restoration(page.dictionaries)
        if restoration is not None:
            await self._restore(page, restoration, progress)

    async def _ask_restoration(self, dictionaries: Sequence[OpenDictionary]) -> Restoration | None:
        """Return the restoration that the user chose; None to cancel."""
        from termdesk.ui.glossaries.versions.versions_dialog import VersionsDialog

        dialog = VersionsDialog(
            self._pane,
            self._use_cases.versions,
            dictionaries,
            self._jobs,
            others=self._others(dictionaries),
            choose_file=self._choose_file,
        )
        return dialog.restoration if await show_dialog(dialog) else None

    async def _restore(self, page: SheetPage, restoration: Restoration, progress: JobProgress) -> None:
        dictionary, versions = restoration.dictionary, self._use_cases.versions
        change = await page.sheet_edits.current_change(
            dictionary,
            lambda: versions.change_back(dictionary, restoration.version, restoration.sources, progress),
        )
        if not change.count:
            self._notices.say(self.tr("Nothing to restore"), self.tr("The dictionary already has these entries."))
            return
        await page.apply_to_dictionary(dictionary, change, self.tr("Restored version"), progress)
        self._notices.say(
            self.tr("Restored an earlier version of “{name}”").format(name=dictionary.name),
            self.tr("You can undo this in one step. Publish to change the service, too."),
            kind="good",
        )

    # Entries to compare with

    def _others(self, dictionaries: Sequence[OpenDictionary]) -> list[ComparedEntries]:
        """Return the other glossaries of the library that have all languages of these dictionaries."""
        from termdesk.ui.glossaries.versions.versions_dialog import ComparedEntries

        roots = {each.pair.roots for each in dictionaries}
        key = dictionaries[0].draft.glossary_key
        fitting = [each for each in self._pane.summaries if each.key != key and roots <= {*each.pairs}]
        return [
            ComparedEntries(self.tr("Glossary “{name}”").format(name=each.name), partial(self._read_glossary, each))
            for each in fitting
        ]

    async def _read_glossary(self, summary: GlossarySummary, pair: LanguagePair) -> Entries:
        return (await self._use_cases.copying_library.read(summary, pair)).copy_published_part()

    async def _choose_file(self, pair: LanguagePair) -> ComparedEntries | None:
        paths = await choose_files(
            self._pane,
            self.tr("Compare with a file"),
            folder=self._remembered.folder,
            filters=[self.tr("All files (*)")],
        )
        return await self._read_file(paths[0], pair) if paths else None

    async def _read_file(self, path: Path, pair: LanguagePair) -> ComparedEntries:
        """Read the entries of a file like an import that is given only the pair."""
        from termdesk.application.glossaries.importing.importer import ImportChoices
        from termdesk.ui.glossaries.versions.versions_dialog import ComparedEntries

        preview = await self._use_cases.importer.preview(path, ImportChoices(pair=pair))
        if unread := len(preview.rejected_rows):
            self._notices.say(
                self.tr("%Ln rows of the file are not compared", "", unread),
                self.tr("They are not entries. An import of the file shows each with its reason."),
                kind="warning",
            )

        async def read(_pair: LanguagePair) -> Entries:
            return preview.result.entries

        return ComparedEntries(path.name, read)
