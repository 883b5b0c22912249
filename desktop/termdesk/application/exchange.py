"""Files in and out: looked into first, imported as something that can be undone, exported whole or not at all."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk import resources
from termdesk.application.editing import OpenDictionary
from termdesk.application.import_files import look_into
from termdesk.application.import_pairs import PairInFile, read_pairs
from termdesk.application.import_preview import (
    ENCODINGS,
    SEPARATORS,
    ImportChoices,
    ImportPreview,
    Known,
)
from termdesk.application.import_review import (
    FaultyRows,
    ImportPart,
    PartReview,
    change_of,
    new_entries,
    reject_lines,
    reviewed,
)
from termdesk.application.library import Library
from termdesk.application.problem_index import ProblemIndex
from termdesk.application.progress import run_in_thread
from termdesk.application.shelves import Shelf
from termdesk.domain.changes import Change
from termdesk.domain.delimited import COMMA
from termdesk.domain.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.review import Existing
from termdesk.formats import delimited
from termdesk.formats.formulas import count_formulas, guarded
from termdesk.formats.outcome import Fault
from termdesk.storage.snapshots import packed_in_thread

__all__ = [
    "ENCODINGS",
    "SEPARATORS",
    "Exchange",
    "Existing",
    "ExportReport",
    "Fault",
    "FaultyRows",
    "ImportChoices",
    "ImportPart",
    "ImportPreview",
    "PartReview",
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

    async def parts(
        self,
        preview: ImportPreview,
        pair: LanguagePair | None = None,
        wanted: Sequence[PairInFile] = (),
        progress: Progress = NoProgress(),
    ) -> list[ImportPart]:
        """What the file holds for each wanted pair; without any, what was previewed, which is then of this pair."""
        if not wanted:
            pair = pair or preview.pair
            assert pair is not None, "the user was asked for the pair"
            return [ImportPart(pair, preview.result)]
        results = await run_in_thread(progress, read_pairs, preview.path, preview.choices, preview.file, wanted)
        return [ImportPart(each.pair, result) for each, result in zip(wanted, results, strict=True)]

    async def review(
        self,
        part: ImportPart,
        dictionary: OpenDictionary | None = None,
        *,
        existing: Existing = Existing.KEEP,
        faulty: FaultyRows = FaultyRows.KEEP,
        progress: Progress = NoProgress(),
    ) -> PartReview:
        """Compare what a file holds with a dictionary, or with nothing, for the user to decide on each row."""
        return await reviewed(part, dictionary, existing=existing, faulty=faulty, progress=progress)

    async def import_new(
        self, part: PartReview, *, name: str, known: Known | None = None, progress: Progress = NoProgress()
    ) -> OpenDictionary:
        """Import into a new glossary on this computer, and open it. Raises InvalidInput for a bad name or pair.

        `known` is what a preview found out about the very entries of the part.
        """
        entries = await new_entries(part, progress)
        known = known if part.is_sound else None
        return await self._library.new(name, part.pair, entries, known=known, progress=progress)

    async def import_dictionary(
        self, part: PartReview, shelf: Shelf, *, progress: Progress = NoProgress()
    ) -> OpenDictionary:
        """Import as another dictionary of a glossary, and open it. Raises InvalidInput where it has that pair."""
        entries = await new_entries(part, progress)
        return await self._library.add_dictionary(shelf, part.pair, entries, progress=progress)

    async def import_into(self, part: PartReview, progress: Progress = NoProgress()) -> Change:
        """The one change of what was decided, for the undo stack to carry out at once; as `change_of`."""
        return await change_of(part, progress)

    async def import_aside(
        self, part: PartReview, shelf: Shelf, *, title: str, progress: Progress = NoProgress()
    ) -> None:
        """Import into a dictionary that is not on the desk, as a step of undo of that name, or into a new one.

        A new one is closed again; who opened a dictionary closes it.
        """
        if part.dictionary is None:
            await self._library.close(await self.import_dictionary(part, shelf, progress=progress))
            return
        change = await change_of(part, progress)
        if change.count:
            part.dictionary.apply(change, part.dictionary.steps.next(title))

    async def save_rejects(self, preview: ImportPreview, faults: Sequence[Fault], path: Path) -> None:
        """Write lines that were left out, with their numbers, reasons and bytes. Raises StorageFailed."""
        from termdesk.storage.atomic_file import atomic_write

        pieces = reject_lines(faults, preview.encoding or "utf-8")
        await run_in_thread(NoProgress(), lambda _progress: atomic_write(path, pieces))

    def samples(self) -> list[Path]:
        """Sample glossaries that come with the program."""
        return sorted(each for each in resources.path("samples").iterdir() if each.suffix in (".tsv", ".csv"))

    # Out

    async def losses(self, entries: Entries, path: Path, pair: LanguagePair, *, guards: bool = False) -> list[str]:
        """What the file will not hold, in words, to be said before it is written; `guards` as in `export`."""
        return await run_in_thread(NoProgress(), _losses, entries.copy(), path.suffix.lower(), pair, guards=guards)

    async def export(
        self,
        entries: Entries,
        path: Path,
        pair: LanguagePair,
        *,
        with_mark: bool = False,
        separator: str = COMMA,
        guards: bool = False,
        progress: Progress = NoProgress(),
    ) -> ExportReport:
        """Write entries to a file, by its ending; the old file stays until the new one is whole.

        `with_mark` puts a byte order mark before a CSV, which spreadsheet programs want; `separator` stands between its
        columns; `guards` puts an apostrophe before what they would compute. Raises InvalidInput for another ending, or
        a phrase that no file can hold, and StorageFailed.
        """
        return await run_in_thread(
            progress, _export, entries.copy(), path, pair, with_mark=with_mark, separator=separator, guards=guards
        )


def _checked(_progress: Progress, entries: Entries) -> ProblemIndex:
    return ProblemIndex(entries, {})


def _losses(
    _progress: Progress, entries: Entries, ending: str, pair: LanguagePair, *, guards: bool = False
) -> list[str]:
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
            return [*delimited.losses(entries), *(_guards_told(entries) if guards else ())]
    return []


def _guards_told(entries: Entries) -> Iterator[str]:
    if count := count_formulas(entries.published_part()):
        yield (
            f"{count:,} phrases begin like a formula and get an apostrophe in front, which Termdesk takes away again "
            "when it reads the file; other programs do not."
        )


def _export(
    progress: Progress,
    entries: Entries,
    path: Path,
    pair: LanguagePair,
    *,
    with_mark: bool,
    separator: str,
    guards: bool,
) -> ExportReport:
    from termdesk.storage.atomic_file import atomic_write

    formula_count, count = 0, len(entries)
    match path.suffix.lower():
        case ".tsv":
            pieces = _counted(delimited.tsv(entries), progress, len(entries))
        case ".csv":
            published = entries.published_part()
            formula_count = 0 if guards else count_formulas(published)
            written = guarded(published) if guards else published
            pieces = _counted(delimited.csv(written, separator=separator, with_mark=with_mark), progress, len(written))
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
