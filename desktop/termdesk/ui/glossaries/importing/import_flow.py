"""The flow of an import: read the files, ask how and where to import them, and import them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shiboken6 import isValid

from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.importing.entries_import import EntriesImport, Failures
from termdesk.ui.glossaries.workspace import PanePart, Workspace
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import choose_files, choose_target, create_in_steps, show_dialog
from termdesk.ui.words.lists import add_title
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from termdesk.application.glossaries.importing.importer import ImportChoices, ImportPreview, RejectedRow
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.language.language_names import PairLanguages
    from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
    from termdesk.ui.glossaries.importing.import_order import GivenFile
    from termdesk.ui.glossaries.importing.import_page import ImportPage
    from termdesk.ui.glossaries.importing.import_target import ImportTarget


class ImportFlow(PanePart):
    """Runs one import at a time. Several files share one dialog."""

    def __init__(
        self, pane: Workspace, use_cases: LazyUseCases, *, remembered: WindowMemory, jobs: Jobs, notices: Notices
    ) -> None:
        super().__init__(pane, use_cases, remembered=remembered, jobs=jobs, notices=notices)
        self._import = EntriesImport(pane, use_cases, remembered=remembered, jobs=jobs, notices=notices)

    def ask_files(self) -> None:
        """Ask for files and import them."""
        self._begin(self._choose_and_import)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import these files and folders."""
        self._begin(partial(self._import_all, paths))

    def open_sample(self, path: Path) -> None:
        """Open a sample file as a new glossary."""
        self._begin(partial(self.take_sample, path))

    def _begin(self, work: Callable[[JobProgress], Coroutine[Any, Any, None]]) -> None:
        """Start an import unless one is running: a restart would cancel it with only some of its pairs imported."""
        if self._jobs.is_running(JobKind.IMPORT):
            self._notices.say(
                self.tr("An import is still running"), self.tr("Finish it, then import the next file."), kind="warning"
            )
            return
        self._jobs.start_with_progress(JobKind.IMPORT, self.tr("Importing"), work)

    async def take_sample(self, path: Path, progress: JobProgress | None = None) -> None:
        """Open a sample file of the program as a new glossary of the user."""
        importer = self._use_cases.importer
        preview = await importer.preview(path)
        (part,) = await importer.parts(preview)
        name = preview.suggested_name.replace("-", " ").capitalize()
        review = await importer.review(part)
        dictionary = await importer.import_new(review, name=name, progress=progress or JobProgress())
        await self._pane.show_dictionary(dictionary)

    async def _choose_and_import(self, progress: JobProgress) -> None:
        from termdesk.application.glossaries.importing.import_files import readable_endings

        filters = [
            self.tr("Glossary files ({endings})").format(endings=" ".join(f"*{each}" for each in readable_endings())),
            self.tr("All files (*)"),
        ]
        paths = await choose_files(
            self._pane, self.tr("Import a file"), folder=self._remembered.folder, filters=filters
        )
        await self._import_all(paths, progress)

    async def _import_all(self, paths: Sequence[Path], progress: JobProgress) -> None:
        from termdesk.ui.glossaries.importing.remembered_columns import remember_columns, remember_words

        files = await self._use_cases.importer.files(paths, progress)
        failed: Failures = []
        given = await self._read_all(files, failed, progress)
        if any(each.preview for each in given) and (dialog := await self._ask(given)):
            orders = dialog.orders()
            for order in orders:
                self._remembered.note_file(str(order.preview.path))
                remember_columns(order.preview, self._remembered)
                remember_words(order.preview, self._remembered)
            await self._import.import_orders(
                orders, failed, progress, reviews=dialog.reviews, save_rejected_rows=self._save_rejected_rows
            )
        self._say_failed(failed)

    async def _read_all(self, files: Sequence[Path], failed: Failures, progress: JobProgress) -> list[GivenFile]:
        """Read all files; unreadable ones are also added to `failed`."""
        from termdesk.ui.glossaries.importing.import_order import GivenFile

        given = []
        is_one = len(files) == 1
        for number, path in enumerate(files):
            self._remembered.folder = str(path.parent)
            if not is_one:
                progress.step(number, len(files))
            try:
                preview = await self._preview(path, progress if is_one else JobProgress(), keeps_rows=is_one)
                given.append(GivenFile(path, preview))
            except Stopped:
                raise
            except TermdeskError as error:
                # Import the other files anyway.
                failed.append((path, error))
                given.append(GivenFile(path, failure=localize(error.message, error.remedy)))
        return given

    async def _ask(self, files: Sequence[GivenFile]) -> ImportDialog | None:
        """Ask how to import these files, at least one of which is readable; None if the user cancels."""
        from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
        from termdesk.ui.glossaries.importing.import_order import OpenGlossary
        from termdesk.ui.glossaries.importing.import_page import ImportPage
        from termdesk.ui.glossaries.importing.import_target import find_known_names
        from termdesk.ui.glossaries.importing.read_options import ImportReading

        languages = await self._use_cases.languages.pair_languages()
        presets = self._remembered.import_presets

        def page_of(preview: ImportPreview, parent: QWidget, *, in_steps: bool) -> ImportPage:
            return ImportPage(
                partial(ImportReading, preview, presets=presets, in_steps=in_steps),
                partial(self._import_target, preview, languages, in_steps),
                reread=lambda page, choices: self._reread(page, choices),
                save_rejected_rows=lambda preview: self._save_rejected_rows(preview, preview.rejected_rows),
                parent=parent,
                in_steps=in_steps,
            )

        def make_page(preview: ImportPreview, parent: QWidget) -> ImportPage:
            page = page_of(preview, parent, in_steps=False)
            page.show_first()
            return page

        first = next(each.preview for each in files if each.preview)
        # Creating the whole dialog at once would take longer than a frame.
        await asyncio.sleep(0)
        open_name, open_pair, others = self._open_glossary(first)
        opened = OpenGlossary(open_name, open_pair, find_known_names(open_name, others))
        dialog = ImportDialog(self._pane, files, make_page=make_page, opened=opened)

        def create_first() -> Iterator[None]:
            page = page_of(first, dialog.stack, in_steps=True)
            for _ in page.steps:
                yield
            yield
            for _ in page.show_first_in_steps():
                yield
            yield
            dialog.show_first(page)

        await create_in_steps(dialog, create_first())
        return dialog if await show_dialog(dialog) else None

    def _say_failed(self, failed: Sequence[tuple[Path, TermdeskError]]) -> None:
        if len(failed) == 1:
            self._notices.fail(failed[0][1])
        elif failed:
            lines = [_of_file(path, localize(error.message, error.remedy)) for path, error in failed]
            title = self.tr("%Ln files were not imported", "", len(failed))
            self._notices.say(title, "\n".join(lines), kind="error")

    async def _preview(self, path: Path, progress: JobProgress, *, keeps_rows: bool) -> ImportPreview:
        """Return the preview of a file, with the columns, fields and statuses last chosen for a similar file."""
        from termdesk.ui.glossaries.importing.remembered_columns import columns_for, read_remembered_words

        choices = read_remembered_words(self._remembered)
        importer = self._use_cases.importer
        preview = await importer.preview(path, choices, progress, keeps_rows=keeps_rows)
        if uses := columns_for(preview, self._remembered):
            preview = await importer.preview(path, replace(choices, uses=uses), progress, keeps_rows=keeps_rows)
        return preview

    def _import_target(
        self, preview: ImportPreview, languages: PairLanguages, in_steps: bool, parent: QWidget
    ) -> ImportTarget:
        from termdesk.ui.glossaries.importing.import_target import ImportTarget

        name, pair, others = self._open_glossary(preview)
        return ImportTarget(
            open_name=name, open_pair=pair, languages=languages, others=others, parent=parent, in_steps=in_steps
        )

    def _open_glossary(self, preview: ImportPreview) -> tuple[str, LanguagePair | None, list[tuple[str, str]]]:
        """Return name and pair of the proposed target, and keys and names of all other glossaries.

        The target is the open dictionary, or in a multilingual table the pair of the file.
        """
        if (table := self._pane.open_table) is not None:
            pair = preview.pair or table.dictionaries[0].pair
            return table.name, pair, self._others_than(table.dictionaries[0].draft.glossary_key)
        page = self._pane.page
        if page is None:
            return "", None, self._others_than("")
        return page.dictionary.name, page.dictionary.pair, self._others_than(page.dictionary.draft.glossary_key)

    def _others_than(self, key: str) -> list[tuple[str, str]]:
        """Return keys and names of all glossaries except the open one, sorted by name."""
        others = [(each.key, each.name) for each in self._pane.summaries if each.key != key and each.rows]
        return sorted(others, key=lambda each: each[1].casefold())

    def _reread(self, page: ImportPage, choices: ImportChoices) -> None:
        def show(error: TermdeskError) -> None:
            if isValid(page):
                page.show_failure(localize(error.message, error.remedy))

        self._jobs.start(
            # One key per file: several files may be read at the same time.
            JobKind.READ_IMPORT_FILE.of(str(page.preview.path)),
            self.tr("Reading the file"),
            partial(self._read_again, page, choices),
            on_failure=show,
        )

    async def _read_again(self, page: ImportPage, choices: ImportChoices) -> None:
        known = page.preview
        preview = await self._use_cases.importer.preview(known.path, choices, keeps_rows=known.has_rows)
        # The user may have cancelled.
        if isValid(page):
            page.show_preview(preview)

    def _save_rejected_rows(self, preview: ImportPreview, rejected_rows: Sequence[RejectedRow]) -> None:
        self._jobs.start(
            JobKind.SAVE_REJECTED_ROWS,
            self.tr("Saving rejected lines"),
            partial(self._choose_and_save_rejected_rows, preview, rejected_rows),
        )

    async def _choose_and_save_rejected_rows(
        self, preview: ImportPreview, rejected_rows: Sequence[RejectedRow]
    ) -> None:
        chosen = await choose_target(
            self._pane,
            self.tr("Save the rejected lines"),
            folder=str(preview.path.parent),
            name=f"{preview.path.stem}.rejects.tsv",
            filters=[self.tr("Tab-separated text (*.tsv)")],
        )
        if chosen:
            await self._use_cases.importer.save_rejected_rows(preview, rejected_rows, chosen[0])


def _of_file(path: Path, words: str) -> str:
    return words if path.name in words else add_title(path.name, words)
