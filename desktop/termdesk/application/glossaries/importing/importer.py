"""Import files: preview them, review the changes, and apply them as one undo step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from termdesk import resources
from termdesk.application.glossaries.editing.draft_preparation import DraftPreparation
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.importing.column_choices import is_untitled_table
from termdesk.application.glossaries.importing.column_languages import detect_columns
from termdesk.application.glossaries.importing.division import divide
from termdesk.application.glossaries.importing.file_view import ImportChoices, PairInFile
from termdesk.application.glossaries.importing.given_files import files_in
from termdesk.application.glossaries.importing.import_files import look_into, read_pairs
from termdesk.application.glossaries.importing.preview import ENCODINGS, SEPARATORS, ImportPreview
from termdesk.application.glossaries.importing.review import (
    ImportPart,
    PartReview,
    RejectedRowHandling,
    change_of,
    compare_part,
    new_entries,
    write_rejected_lines,
)
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.review import InitialDecision
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.read_result import RejectedRow
from termdesk.storage.snapshots import pack_in_thread

__all__ = [
    "ENCODINGS",
    "SEPARATORS",
    "ImportChoices",
    "ImportPart",
    "ImportPreview",
    "Importer",
    "InitialDecision",
    "PartReview",
    "RejectedRow",
    "RejectedRowHandling",
]


class ImportLibrary(Protocol):
    """The part of the library that an import needs."""

    async def new(
        self,
        name: str,
        pair: LanguagePair,
        entries: Entries | None = None,
        *,
        preparation: DraftPreparation | None = None,
        progress: Progress = ...,
    ) -> OpenDictionary:
        """Create a glossary on this computer with one dictionary, and open it."""

    async def add_dictionary(
        self, summary: GlossarySummary, pair: LanguagePair, entries: Entries | None = None, *, progress: Progress = ...
    ) -> OpenDictionary:
        """Create another dictionary of a glossary, and open it."""

    async def close(self, dictionary: OpenDictionary) -> None:
        """Save pending changes, and close."""


class Importer:
    """Imports files into a library."""

    def __init__(self, library: ImportLibrary) -> None:
        self._library = library

    async def files(self, paths: Sequence[Path], progress: Progress = NoProgress()) -> list[Path]:
        """Return the chosen files and the importable files in chosen folders.

        Raises UnreadableFile for a folder without importable files.
        """
        return await run_in_thread(progress, files_in, paths)

    async def preview(
        self,
        path: Path,
        choices: ImportChoices | None = None,
        progress: Progress = NoProgress(),
        *,
        keeps_rows: bool = True,
    ) -> ImportPreview:
        """Read a file without importing it. Raises UnreadableFile if it cannot be read.

        Without `keeps_rows`, the rows are dropped and `parts` reads the file again: the rows of many large files would
        fill the memory.
        """
        choices = choices or ImportChoices()
        file, result = await run_in_thread(progress, look_into, path, choices)
        # Run the two steps one after another. With two busy workers the window would stutter.
        violations = await run_in_thread(progress, _check_entries, result.entries)
        counts = len(result.entries), violations.count, violations.size
        languages = None
        if is_untitled_table(file):
            languages = await run_in_thread(progress, detect_columns, result.entries)
        if not keeps_rows:
            result = replace(result, entries=Entries(), lines=())
            return ImportPreview(path, choices, file, result, *counts, None, languages)
        packed = await pack_in_thread(result.entries)
        return ImportPreview(path, choices, file, result, *counts, DraftPreparation(violations, packed), languages)

    async def parts(
        self,
        preview: ImportPreview,
        pair: LanguagePair | None = None,
        pairs: Sequence[PairInFile] = (),
        progress: Progress = NoProgress(),
    ) -> list[ImportPart]:
        """Return the entries of the file for each of these pairs; without `pairs`, the previewed entries for `pair`."""
        if not pairs:
            pair = pair or preview.pair
            assert pair is not None, "the user was asked for the pair"
            if preview.has_rows:
                return [ImportPart(pair, preview.result)]
            return [ImportPart(pair, (await run_in_thread(progress, look_into, preview.path, preview.choices))[1])]
        results = await run_in_thread(progress, read_pairs, preview.path, preview.choices, pairs)
        return [ImportPart(each.pair, result, each.sheet) for each, result in zip(pairs, results, strict=True)]

    async def divide(self, part: ImportPart, progress: Progress = NoProgress()) -> list[ImportPart]:
        """Return this part. If it is too large for a service, return smaller parts instead."""
        results = await run_in_thread(progress, divide, part.result)
        return [replace(part, result=result) for result in results]

    async def review(
        self,
        part: ImportPart,
        dictionary: OpenDictionary | None = None,
        *,
        existing: InitialDecision = InitialDecision.KEEP,
        handling: RejectedRowHandling = RejectedRowHandling.KEEP,
        progress: Progress = NoProgress(),
    ) -> PartReview:
        """Compare the entries of a file with a dictionary (None: with no entries), so that the user can decide on each
        row.
        """
        return await compare_part(part, dictionary, existing=existing, handling=handling, progress=progress)

    async def import_new(
        self,
        part: PartReview,
        *,
        name: str,
        preparation: DraftPreparation | None = None,
        progress: Progress = NoProgress(),
    ) -> OpenDictionary:
        """Import into a new glossary on this computer, and open it. Raises InvalidInput for an invalid name or pair.

        `preparation` is what the preview computed for exactly these entries.
        """
        entries = await new_entries(part, progress)
        preparation = preparation if part.is_sound else None
        return await self._library.new(name, part.pair, entries, preparation=preparation, progress=progress)

    async def import_dictionary(
        self, part: PartReview, summary: GlossarySummary, *, progress: Progress = NoProgress()
    ) -> OpenDictionary:
        """Import as another dictionary of a glossary, and open it.

        Raises InvalidInput if the glossary already has that pair.
        """
        entries = await new_entries(part, progress)
        return await self._library.add_dictionary(summary, part.pair, entries, progress=progress)

    async def import_into(self, part: PartReview, progress: Progress = NoProgress()) -> Change:
        """Return the change that imports the rows as decided. Apply it at once; see `change_of`."""
        return await change_of(part, progress)

    async def import_unshown(
        self, part: PartReview, summary: GlossarySummary, *, title: str, progress: Progress = NoProgress()
    ) -> None:
        """Import into a dictionary that is not shown, as an undo step with this title, or into a new one.

        A new dictionary is closed again. An existing one is closed by the caller.
        """
        if part.dictionary is None:
            await self._library.close(await self.import_dictionary(part, summary, progress=progress))
            return
        await part.dictionary.take(await change_of(part, progress), title, progress=progress)

    async def save_rejected_rows(
        self, preview: ImportPreview, rejected_rows: Sequence[RejectedRow], path: Path
    ) -> None:
        """Write the rejected rows with their numbers, reasons and bytes. Raises StorageFailed."""
        from termdesk.storage.files.atomic_file import atomic_write

        chunks = write_rejected_lines(rejected_rows, preview.encoding or "utf-8")
        await run_in_thread(NoProgress(), lambda _progress: atomic_write(path, chunks, is_private=False))

    def samples(self) -> list[Path]:
        """The paths of the sample glossaries that come with the program."""
        return sorted(each for each in resources.path("samples").iterdir() if each.suffix in (".tsv", ".csv"))


def _check_entries(_progress: Progress, entries: Entries) -> ViolationIndex:
    return ViolationIndex(entries, {})
