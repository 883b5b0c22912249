"""Files in and out: looked into first, imported as something that can be undone, exported whole or not at all."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from termdesk import resources
from termdesk.application.editing import OpenDictionary
from termdesk.application.import_files import look_into
from termdesk.application.import_preview import (
    ENCODINGS,
    SEPARATORS,
    Existing,
    FaultyRows,
    ImportChoices,
    ImportPreview,
    Known,
    entries_to_import,
    import_change,
    reject_lines,
)
from termdesk.application.library import Library
from termdesk.application.problem_index import ProblemIndex
from termdesk.application.progress import run_in_thread
from termdesk.application.shelves import Shelf
from termdesk.domain.changes import Change
from termdesk.domain.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats import delimited
from termdesk.storage.snapshots import packed_in_thread

__all__ = [
    "ENCODINGS",
    "SEPARATORS",
    "Exchange",
    "Existing",
    "ExportReport",
    "FaultyRows",
    "ImportChoices",
    "ImportPreview",
]

# Endings of files that `export` writes.
EXPORT_FORMATS = {
    ".tsv": "Tab separated text",
    ".csv": "Comma separated text",
    ".xlsx": "Excel workbook",
    ".tbx": "TBX-Basic term base",
    ".tmx": "TMX translation memory",
}


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written. `formula_count` phrases begin like a formula, which a spreadsheet would calculate."""

    path: Path
    entry_count: int
    formula_count: int = 0


class Exchange:
    """Imports into the library and exports from it."""

    def __init__(self, library: Library) -> None:
        self._library = library

    # In

    async def preview(
        self, path: Path, choices: ImportChoices | None = None, progress: Progress = NoProgress()
    ) -> ImportPreview:
        """Read a file without importing it. Raises UnreadableFile where it is none that can be read."""
        choices = choices or ImportChoices()
        file, result = await run_in_thread(progress, look_into, path, choices)
        # Side by side: packing is C code that leaves the other core to the checks.
        problems, packed = await asyncio.gather(
            run_in_thread(progress, _checked, result.entries), packed_in_thread(result.entries)
        )
        return ImportPreview(path, choices, file, result, Known(problems, packed))

    async def import_new(
        self,
        preview: ImportPreview,
        *,
        name: str,
        pair: LanguagePair,
        faulty: FaultyRows = FaultyRows.KEEP,
        progress: Progress = NoProgress(),
    ) -> OpenDictionary:
        """Import into a new glossary on this computer, and open it. Raises InvalidInput for a bad name or pair."""
        entries = await run_in_thread(progress, _to_import, preview, faulty)
        known = preview.known if len(entries) == preview.entry_count else None
        return await self._library.new(name, pair, entries, known=known, progress=progress)

    async def import_dictionary(
        self,
        preview: ImportPreview,
        shelf: Shelf,
        *,
        pair: LanguagePair,
        faulty: FaultyRows = FaultyRows.KEEP,
        progress: Progress = NoProgress(),
    ) -> OpenDictionary:
        """Import as another dictionary of a glossary, and open it. Raises InvalidInput where it has that pair."""
        entries = await run_in_thread(progress, _to_import, preview, faulty)
        return await self._library.add_dictionary(shelf, pair, entries, progress=progress)

    async def import_into(
        self,
        preview: ImportPreview,
        dictionary: OpenDictionary,
        *,
        existing: Existing,
        faulty: FaultyRows = FaultyRows.KEEP,
        progress: Progress = NoProgress(),
    ) -> Change:
        """The one change that brings a file into an open dictionary, for the undo stack to carry out at once.

        It touches nothing (`count` 0) where all of the file is there already.
        """
        entries = await run_in_thread(progress, _to_import, preview, faulty)
        while True:
            revision = dictionary.revision
            change = await run_in_thread(progress, _change, dictionary.entries.copy(), entries, existing)
            # The change names rows, and is good only until the next edit.
            if revision == dictionary.revision:
                return change

    async def save_rejects(self, preview: ImportPreview, path: Path) -> None:
        """Write the lines that were left out, with their numbers and reasons. Raises StorageFailed."""
        from termdesk.storage.atomic_file import atomic_write

        await run_in_thread(NoProgress(), lambda _progress: atomic_write(path, reject_lines(preview.faults)))

    def samples(self) -> list[Path]:
        """Sample glossaries that come with the program."""
        return sorted(each for each in resources.path("samples").iterdir() if each.suffix in (".tsv", ".csv"))

    # Out

    async def losses(self, entries: Entries, path: Path, pair: LanguagePair) -> list[str]:
        """What reading the file again would not give back, in words, to be said before it is written."""
        return await run_in_thread(NoProgress(), _losses, entries.copy(), path.suffix.lower(), pair)

    async def export(
        self,
        entries: Entries,
        path: Path,
        pair: LanguagePair,
        *,
        with_mark: bool = False,
        progress: Progress = NoProgress(),
    ) -> ExportReport:
        """Write entries to a file, by its ending; the old file stays until the new one is whole.

        `with_mark` puts a byte order mark before a CSV, which spreadsheet programs want. Raises InvalidInput for
        another ending, or a phrase that no file can hold, and StorageFailed.
        """
        return await run_in_thread(progress, _export, entries.copy(), path, pair, with_mark=with_mark)


def _checked(_progress: Progress, entries: Entries) -> ProblemIndex:
    return ProblemIndex(entries, {})


def _to_import(_progress: Progress, preview: ImportPreview, faulty: FaultyRows) -> Entries:
    return entries_to_import(preview, faulty)


def _change(_progress: Progress, entries: Entries, incoming: Entries, existing: Existing) -> Change:
    return import_change(entries, incoming, existing)


def _losses(_progress: Progress, entries: Entries, ending: str, pair: LanguagePair) -> list[str]:
    from termdesk.formats import tbx, tmx, xlsx_writing
    from termdesk.formats.termbase import concepts_of

    match ending:
        case ".xlsx":
            return xlsx_writing.losses(xlsx_writing.dictionary_sheets([xlsx_writing.Dictionary(pair, entries)]))
        case ".tbx":
            return tbx.losses(concepts_of(entries, pair))
        case ".tmx":
            return tmx.losses(concepts_of(entries, pair))
        case ".tsv" | ".csv":
            return list(delimited.losses(entries))
    return []


def _export(progress: Progress, entries: Entries, path: Path, pair: LanguagePair, *, with_mark: bool) -> ExportReport:
    from termdesk.storage.atomic_file import atomic_write

    formula_count, count = 0, len(entries)
    match path.suffix.lower():
        case ".tsv":
            pieces = _counted(delimited.tsv(entries), progress, len(entries))
        case ".csv":
            pieces = _counted(delimited.csv(entries, with_mark=with_mark), progress, len(entries))
            formula_count = delimited.count_formulas(entries.published_part())
        case ".xlsx":
            pieces = _workbook(entries, pair, progress)
        case ".tbx" | ".tmx":
            pieces = _term_base(entries, pair, path.suffix.lower(), progress)
        case _:
            raise InvalidInput(
                f"“{path.name}” has no ending that says how to write it.",
                remedy=f"Let the name end in {', '.join(EXPORT_FORMATS)}.",
            )
    atomic_write(path, pieces)
    if path.suffix.lower() in (".tsv", ".csv"):
        count -= len(entries.forbidden_ids())
    return ExportReport(path, count, formula_count)


def _workbook(entries: Entries, pair: LanguagePair, progress: Progress) -> Iterator[bytes]:
    """A workbook is made whole in a file of its own, and copied from there to its place."""
    from termdesk.formats import xlsx_writing

    tables = xlsx_writing.dictionary_sheets([xlsx_writing.Dictionary(pair, entries)])
    xlsx_writing.check(tables)
    with tempfile.TemporaryDirectory(prefix="termdesk-") as folder:
        made = Path(folder) / "workbook.xlsx"
        xlsx_writing.write(made, tables, progress=progress)
        with made.open("rb") as file:
            while piece := file.read(1024 * 1024):
                yield piece


def _term_base(entries: Entries, pair: LanguagePair, ending: str, progress: Progress) -> Iterator[bytes]:
    from termdesk.formats import tbx, tmx
    from termdesk.formats.termbase import Concept, concepts_of

    def followed() -> Iterator[Concept]:
        for number, concept in enumerate(concepts_of(entries, pair)):
            if number % 1_000 == 0:
                progress.step(number, len(entries))
            yield concept

    return tmx.write(followed()) if ending == ".tmx" else tbx.write(followed())


def _counted(pieces: Iterator[bytes], progress: Progress, total: int) -> Iterator[bytes]:
    done = 0
    for piece in pieces:
        yield piece
        done += piece.count(b"\n")
        progress.step(min(done, total), total)
