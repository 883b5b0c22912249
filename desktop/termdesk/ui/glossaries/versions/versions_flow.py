"""Shows the versions of what is open, and restores what the user wants back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import answered, choose_files

if TYPE_CHECKING:
    from pathlib import Path

    from termdesk.application.glossaries.summaries import GlossarySummary
    from termdesk.domain.entries.entries import Entries
    from termdesk.domain.language.language import LanguagePair
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.glossaries.versions.versions_dialog import ComparedEntries, Restoration
    from termdesk.ui.shell.jobs import JobProgress


class VersionsFlow(PanePart):
    """One list for the dictionaries of a page, be it one or all languages of a glossary."""

    def ask_versions(self, page: SheetPage) -> None:
        """Start to show the versions of what a page edits."""
        self._jobs.start_with_progress(JobKind.SHOW_VERSIONS, self.tr("Versions"), partial(self._show, page))

    async def _show(self, page: SheetPage, progress: JobProgress) -> None:
        from termdesk.ui.glossaries.versions.versions_dialog import VersionsDialog

        # Wait for pending bulk edits first.
        await page.sheet_edits.settled()
        dialog = VersionsDialog(
            self._pane,
            self._use_cases.versions,
            page.dictionaries,
            self._jobs,
            others=self._others(page),
            choose_file=self._choose_file,
        )
        if await answered(dialog) and dialog.restoration is not None:
            await self._restore(page, dialog.restoration, progress)

    async def _restore(self, page: SheetPage, restoration: Restoration, progress: JobProgress) -> None:
        change = await self._use_cases.versions.change_back(
            restoration.dictionary, restoration.version, restoration.sources, progress
        )
        if not change.count:
            self._notices.say(self.tr("Nothing to restore"), self.tr("The present entries are the same."))
            return
        await page.apply_to_dictionary(restoration.dictionary, change, self.tr("Restored version"), progress)
        self._notices.say(
            self.tr("Restored an earlier version of “{name}”").format(name=restoration.dictionary.name),
            self.tr("One step of undo takes it back. Publish to have it on the service, too."),
            kind="good",
        )

    # What versions are compared with

    def _others(self, page: SheetPage) -> list[ComparedEntries]:
        """The other glossaries of the library that have all languages of the page."""
        from termdesk.ui.glossaries.versions.versions_dialog import ComparedEntries

        roots = {each.pair.roots for each in page.dictionaries}
        key = page.dictionaries[0].draft.glossary_key
        fitting = [each for each in self._pane.summaries if each.key != key and roots <= {*each.pairs}]
        return [
            ComparedEntries(self.tr("Glossary “{name}”").format(name=each.name), partial(self._read_glossary, each))
            for each in fitting
        ]

    async def _read_glossary(self, summary: GlossarySummary, pair: LanguagePair) -> Entries:
        return (await self._use_cases.library.read(summary, pair)).published_part()

    async def _choose_file(self, pair: LanguagePair) -> ComparedEntries | None:
        paths = await choose_files(
            self._pane,
            self.tr("Compare with a file"),
            folder=self._remembered.folder,
            filters=[self.tr("All files (*)")],
        )
        return await self._read_file(paths[0], pair) if paths else None

    async def _read_file(self, path: Path, pair: LanguagePair) -> ComparedEntries:
        """The entries of a file as an import would read it without being told anything but the pair."""
        from termdesk.application.glossaries.importing.importer import ImportChoices
        from termdesk.ui.glossaries.versions.versions_dialog import ComparedEntries

        preview = await self._use_cases.importer.preview(path, ImportChoices(pair=pair))
        if unread := len(preview.rejected_rows):
            self._notices.say(
                self.tr("%Ln rows of the file are not compared", "", unread),
                self.tr("They are no entries. An import of the file shows each with its reason."),
                kind="warning",
            )

        async def read(_pair: LanguagePair) -> Entries:
            return preview.result.entries

        return ComparedEntries(path.name, read)
