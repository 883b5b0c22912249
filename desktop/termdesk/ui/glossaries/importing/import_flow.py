"""The flow of an import: preview the file, review its rows, and import them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shiboken6 import isValid

from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress
from termdesk.ui.widgets.dialogs import answered, choose_files, choose_target, confirm
from termdesk.ui.words.lists import add_title, list_sentences
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.draft_preparation import DraftPreparation
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.importing.importer import (
        ImportChoices,
        ImportPart,
        ImportPreview,
        PartReview,
        RejectedRow,
    )
    from termdesk.application.glossaries.summaries import GlossarySummary
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.language.language_names import PairLanguages
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.importing.import_dialog import ImportDialog, ImportOrder
    from termdesk.ui.glossaries.importing.import_target import ImportTarget

# If there are more files, the user is asked first.
MANY_FILES = 10


class ImportFlow(PanePart):
    """One import at a time: several files come one after the other."""

    def ask_files(self) -> None:
        """Ask for files, and import them."""
        self._begin(self._choose_and_import)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import these files and folders, one after the other."""
        self._begin(partial(self._import_all, paths))

    def open_sample(self, path: Path) -> None:
        """Open a sample file as a new glossary."""
        self._begin(partial(self.take_sample, path))

    def _begin(self, work: Callable[[JobProgress], Coroutine[Any, Any, None]]) -> None:
        """Start, unless an import is under way: it would be ended half way, some of its pairs in and others not."""
        if self._jobs.is_running(JobKind.IMPORT):
            self._notices.say(
                self.tr("An import is still running"), self.tr("Finish it, then import the next file."), kind="warning"
            )
            return
        self._jobs.start_with_progress(JobKind.IMPORT, self.tr("Importing"), work)

    async def take_sample(self, path: Path, progress: JobProgress | None = None) -> None:
        """Open a sample that comes with the program as a glossary of one's own."""
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
        files = await self._use_cases.importer.files(paths, progress)
        if len(files) > MANY_FILES and not await self._confirms_many(len(files)):
            return
        failed: list[tuple[Path, TermdeskError]] = []
        for path in files:
            self._remembered.folder = str(path.parent)
            try:
                await self._import(path, progress)
            except Stopped:
                raise
            except TermdeskError as error:
                # The other files are imported anyway.
                failed.append((path, error))
        self._say_failed(failed)

    async def _confirms_many(self, count: int) -> bool:
        title = self.tr("Import %Ln files?", "", count)
        return await confirm(
            self._pane,
            title,
            self.tr("Import"),
            text=self.tr("They are imported one after the other, each with its own questions."),
        )

    def _say_failed(self, failed: Sequence[tuple[Path, TermdeskError]]) -> None:
        if len(failed) == 1:
            self._notices.fail(failed[0][1])
        elif failed:
            lines = [_of_file(path, localize(error.message, error.remedy)) for path, error in failed]
            title = self.tr("%Ln files were not imported", "", len(failed))
            self._notices.say(title, "\n".join(lines), kind="error")

    async def _import(self, path: Path, progress: JobProgress) -> None:
        from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
        from termdesk.ui.glossaries.importing.read_options import ImportReading
        from termdesk.ui.glossaries.importing.remembered_columns import remember_columns

        preview = await self._preview(path, progress)
        # The whole dialog at once would take longer than a frame.
        import_target = self._import_target(preview, await self._use_cases.languages.pair_languages())
        await asyncio.sleep(0)
        reading = ImportReading(preview)
        await asyncio.sleep(0)
        dialog = ImportDialog(
            self._pane,
            reading,
            import_target,
            reread=lambda choices: self._reread(dialog, choices),
            save_rejected_rows=lambda: self._save_rejected_rows(dialog.preview, dialog.preview.rejected_rows),
        )
        if not await answered(dialog):
            return
        self._remembered.note_file(str(path))
        order = dialog.order()
        remember_columns(order.preview, self._remembered)
        parts = await self._use_cases.importer.parts(order.preview, order.pair, order.pairs, progress)
        if order.is_new:
            await self._import_new(order, parts, progress)
        elif order.glossary:
            await self._open_other(order.glossary, parts[0].pair, progress)
            await self._import_into_open(order, parts, progress)
        elif (table := self._pane.open_table) is not None:
            # The table keeps the dictionaries that it was opened with. Open it again, for the language may be new.
            await self._pane.leave_table()
            if summary := await self._import_into_open(order, parts, progress):
                self._pane.show_table(summary, table.source)
        else:
            await self._import_into_open(order, parts, progress)

    async def _open_other(self, key: str, pair: LanguagePair, progress: JobProgress) -> None:
        """Open the glossary that takes the rows, at the dictionary of their pair if it has one.

        Raises InvalidInput if it has been deleted meanwhile.
        """
        summary = self._pane.summary(key)
        if summary is None:
            raise InvalidInput(
                self.tr("The glossary was deleted in the meantime."), remedy=self.tr("Import the file again.")
            )
        if self._pane.open_table is not None:
            await self._pane.leave_table()
        row = summary.row(pair) or summary.rows[0]
        await self._pane.show_dictionary(await self._use_cases.library.open(summary, row.pair, progress))

    async def _preview(self, path: Path, progress: JobProgress) -> ImportPreview:
        """The file, with the columns that the user chose for such a file before."""
        from termdesk.application.glossaries.importing.importer import ImportChoices
        from termdesk.ui.glossaries.importing.remembered_columns import columns_for

        preview = await self._use_cases.importer.preview(path, progress=progress)
        if columns := columns_for(preview, self._remembered):
            preview = await self._use_cases.importer.preview(path, ImportChoices(columns=columns), progress)
        return preview

    def _import_target(self, preview: ImportPreview, languages: PairLanguages) -> ImportTarget:
        """The target that the dialog offers: the open dictionary. In a table of all languages, the file's own pair."""
        from termdesk.ui.glossaries.importing.import_target import ImportTarget

        if (table := self._pane.open_table) is not None:
            pair = preview.pair or table.dictionaries[0].pair
            others = self._others_than(table.dictionaries[0].draft.glossary_key)
            return ImportTarget(open_name=table.name, open_pair=pair, languages=languages, others=others)
        page = self._pane.page
        return ImportTarget(
            open_name=page.dictionary.name if page else "",
            open_pair=page.dictionary.pair if page else None,
            languages=languages,
            others=self._others_than(page.dictionary.draft.glossary_key if page else ""),
        )

    def _others_than(self, key: str) -> list[tuple[str, str]]:
        """Keys and names of the glossaries of the library, without the one that is open; by name."""
        others = [(each.key, each.name) for each in self._pane.summaries if each.key != key and each.rows]
        return sorted(others, key=lambda each: each[1].casefold())

    # As a new glossary

    async def _import_new(self, order: ImportOrder, parts: Sequence[ImportPart], progress: JobProgress) -> None:
        importer, preview = self._use_cases.importer, order.preview
        reviews = [await importer.review(part, handling=order.handling, progress=progress) for part in parts]
        if not all(each.is_sound for each in reviews) and not await self._reviewed(reviews, preview, order.name):
            return
        first = reviews[0]
        preparation = preview.preparation if first.part.result is preview.result else None
        dictionary, *beside = await self._import_glossaries(order.name, reviews, progress, preparation=preparation)
        for each in beside:
            await self._use_cases.library.close(each)
        await self._pane.show_dictionary(dictionary)
        self._say_imported(preview, reviews, violations=dictionary.violation_count)

    async def _import_glossaries(
        self,
        name: str,
        reviews: Sequence[PartReview],
        progress: JobProgress,
        *,
        preparation: DraftPreparation | None = None,
        beside: Sequence[ImportPart] = (),
    ) -> list[OpenDictionary]:
        """As many new glossaries as the variants of languages need; the first dictionary of each is open.

        `beside` are parts that have a glossary of this name already.
        """
        from termdesk.application.glossaries.importing.review import by_glossary, name_beside

        importer = self._use_cases.importer
        review_of = {id(each.part): each for each in reviews}
        groups = by_glossary([each.part for each in reviews])
        opened = []
        for group in groups:
            is_beside = bool(beside) or group is not groups[0]
            title = name_beside(name, group, beside or groups[0]) if is_beside else name
            first, *others = (review_of[id(part)] for part in group)
            dictionary = await importer.import_new(first, name=title, preparation=preparation, progress=progress)
            preparation = None
            opened.append(dictionary)
            for each in others:
                await importer.import_aside(each, await self._summary_of(dictionary), title="", progress=progress)
        return opened

    async def _summary_of(self, dictionary: OpenDictionary) -> GlossarySummary:
        """The glossary of an open dictionary."""
        key = dictionary.draft.glossary_key
        known = self._pane.summary(key)
        return known or next(each for each in await self._use_cases.library.local_summaries() if each.key == key)

    # Into the glossary that is open

    async def _import_into_open(
        self, order: ImportOrder, parts: Sequence[ImportPart], progress: JobProgress
    ) -> GlossarySummary | None:
        """Raises InvalidInput if the dictionary has been closed meanwhile."""
        page = self._pane.page
        if page is None:
            raise InvalidInput(
                self.tr("The glossary was closed in the meantime."),
                remedy=self.tr("Open it and import the file again."),
            )
        await self._import_into(order, page, parts, progress)
        return self._pane.summary(page.dictionary.draft.glossary_key)

    async def _import_into(
        self, order: ImportOrder, page: DictionaryPage, parts: Sequence[ImportPart], progress: JobProgress
    ) -> None:
        from termdesk.application.glossaries.importing.review import by_glossary

        importer, preview = self._use_cases.importer, order.preview
        summary = await self._summary_of(page.dictionary)
        opened: list[OpenDictionary] = []
        try:
            reviews = []
            shared = by_glossary(parts)[0]
            with_room = set(map(id, shared))
            for part in parts:
                has_room = id(part) in with_room
                dictionary = await self._dictionary_for(part, page, summary, progress) if has_room else None
                if dictionary is not None and self._page_of(dictionary) is None:
                    opened.append(dictionary)
                reviews.append(
                    await importer.review(
                        part,
                        dictionary,
                        existing=order.existing,
                        handling=order.handling,
                        progress=progress,
                    )
                )
            if not await self._reviewed(reviews, preview, page.dictionary.name):
                return
            title = self.tr("Import “{name}”").format(name=preview.path.name)
            for review in reviews:
                if id(review.part) in with_room:
                    await self._apply_bulk_change(review, summary, title, progress)
            others = [review for review in reviews if id(review.part) not in with_room]
            opened += await self._import_glossaries(page.dictionary.name, others, progress, beside=shared)
        finally:
            for dictionary in opened:
                if not self._is_shown(dictionary):
                    await self._use_cases.library.close(dictionary)
        await self._pane.read_library()
        shown = await self._shown(page.dictionary, reviews)
        self._say_imported(preview, reviews, violations=shown.violation_count)

    async def _shown(self, dictionary: OpenDictionary, reviews: Sequence[PartReview]) -> OpenDictionary:
        """The dictionary to show after an import: the only one that changed, or else the one from before."""
        pairs = [each.part.pair for each in reviews]
        if len(pairs) > 1 or pairs[0].roots == dictionary.pair.roots:
            return dictionary
        summary = await self._summary_of(dictionary)
        row = summary.row(pairs[0])
        assert row is not None, "it was just imported"
        other = await self._use_cases.library.open(summary, row.pair)
        await self._pane.show_dictionary(other)
        return other

    async def _apply_bulk_change(
        self, review: PartReview, summary: GlossarySummary, title: str, progress: JobProgress
    ) -> None:
        """One step of undo. Raises InvalidInput where the dictionary was edited or closed since it was compared."""
        importer = self._use_cases.importer
        if self._page_of(review.dictionary) is not None:
            change = await importer.import_into(review, progress)
            if page := self._page_of(review.dictionary):
                await page.edits.apply_bulk_change(change, title, progress)
                return
        await importer.import_aside(review, summary, title=title, progress=progress)

    async def _dictionary_for(
        self, part: ImportPart, page: DictionaryPage, summary: GlossarySummary, progress: JobProgress
    ) -> OpenDictionary | None:
        if part.pair.roots == page.dictionary.pair.roots:
            return page.dictionary
        row = summary.row(part.pair)
        return await self._use_cases.library.open(summary, row.pair, progress) if row else None

    def _page_of(self, dictionary: OpenDictionary | None) -> DictionaryPage | None:
        """The page that shows a dictionary; None if there is none."""
        from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage

        pages = (page for page in self._pane.open_pages if isinstance(page, DictionaryPage))
        return next((page for page in pages if page.dictionary is dictionary), None)

    def _is_shown(self, dictionary: OpenDictionary) -> bool:
        """Whether a page has opened the dictionary meanwhile, and will close it."""
        table = self._pane.open_table
        in_table = table is not None and any(each is dictionary for each in table.dictionaries)
        return in_table or self._page_of(dictionary) is not None

    # Words and files

    async def _reviewed(self, reviews: Sequence[PartReview], preview: ImportPreview, name: str) -> bool:
        from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog

        # Of several dictionaries the dialog lets one choose.
        one, several = self.tr("“{file}” into “{name}”, {pair}"), self.tr("“{file}” into “{name}”")
        title = several if len(reviews) > 1 else one
        dialog = ReviewDialog(
            self._pane,
            reviews,
            title=title.format(file=preview.path.name, name=name, pair=reviews[0].part.pair),
            jobs=self._jobs,
            save_rejected_rows=lambda part: self._save_rejected_rows(preview, part.rejected_rows_left_out),
        )
        return await answered(dialog)

    def _say_imported(self, preview: ImportPreview, reviews: Sequence[PartReview], *, violations: int) -> None:
        count = sum(each.review.touched for each in reviews)
        if len(reviews) > 1:
            words = self.tr("Imported %Ln rows of {name} into {number} dictionaries.", "", count).format(
                name=preview.path.name, number=len(reviews)
            )
        else:
            words = self.tr("Imported %Ln rows from {name}.", "", count).format(name=preview.path.name)
        if violations:
            found = self.tr("%Ln cells have problems. F8 goes from one to the next.", "", violations)
            words = list_sentences((words, found))
        self._notices.say(self.tr("Imported"), words, kind="warning" if violations else "good")

    def _reread(self, dialog: ImportDialog, choices: ImportChoices) -> None:
        def show(error: TermdeskError) -> None:
            if isValid(dialog):
                dialog.show_failure(localize(error.message, error.remedy))

        self._jobs.start(
            JobKind.READ_IMPORT_FILE,
            self.tr("Reading the file"),
            partial(self._read_again, dialog, choices),
            on_failure=show,
        )

    async def _read_again(self, dialog: ImportDialog, choices: ImportChoices) -> None:
        preview = await self._use_cases.importer.preview(dialog.preview.path, choices)
        # The user may have cancelled meanwhile.
        if isValid(dialog):
            dialog.show_preview(preview)

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
            filters=[self.tr("Tab separated text (*.tsv)")],
        )
        if chosen:
            await self._use_cases.importer.save_rejected_rows(preview, rejected_rows, chosen[0])


def _of_file(path: Path, words: str) -> str:
    return words if path.name in words else add_title(path.name, words)
