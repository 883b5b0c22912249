"""Files out: what each format cannot hold, said before, and the file, written whole or not at all."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.domain.entries.delimited import COMMA
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import Progress

if TYPE_CHECKING:
    from termdesk.formats.concepts import Concept
    from termdesk.formats.spreadsheets.xlsx_writer import SheetTable

# Endings of files that can be written.
EXPORT_FORMATS = {
    ".tsv": "Tab separated text",
    ".csv": "Comma separated text",
    ".xlsx": "Excel workbook",
    ".tbx": "TBX-Basic term base",
    ".tmx": "TMX translation memory",
}
_CHUNK = 1024 * 1024
_CONCEPTS_A_STEP = 1_000


@dataclass(frozen=True, slots=True)
class CsvForm:
    """How a CSV file is written: plainly, byte for byte what the entries hold, or as spreadsheet programs want it.

    These take UTF-8 for something else where there is no byte order mark, and compute what begins like a formula, so
    that gets an apostrophe in front.
    """

    separator: str = COMMA
    is_for_spreadsheets: bool = False


PLAIN_CSV = CsvForm()


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written. `formula_count` phrases begin like a formula, which a spreadsheet would calculate."""

    path: Path
    entry_count: int
    formula_count: int = 0


def format_losses(
    _progress: Progress, entries: Entries, path: Path, pair: LanguagePair, form: CsvForm = PLAIN_CSV
) -> list[str]:
    """What a file of this ending will not hold, in words, to be said before it is written."""
    match path.suffix.lower():
        case ".xlsx":
            from termdesk.formats.spreadsheets import xlsx_writer

            return xlsx_writer.format_losses(xlsx_writer.dictionary_sheets([xlsx_writer.PairEntries(pair, entries)]))
        case ".tbx" | ".tmx" as ending:
            from termdesk.formats.concepts import concepts_of
            from termdesk.formats.termbases import tbx, tmx

            concepts = concepts_of(entries, pair)
            return tmx.format_losses(concepts) if ending == ".tmx" else tbx.format_losses(concepts)
        case ".tsv" | ".csv" as ending:
            from termdesk.formats.text import delimited

            guarded = _guards_told(entries) if ending == ".csv" and form.is_for_spreadsheets else ()
            return [*delimited.format_losses(entries), *guarded]
    return []


def write_file(
    progress: Progress, entries: Entries, path: Path, pair: LanguagePair, form: CsvForm = PLAIN_CSV
) -> ExportReport:
    """Write entries to a file, by its ending; the old file stays until the new one is whole.

    Raises InvalidInput for another ending, or a phrase that no file can hold, and StorageFailed.
    """
    from termdesk.storage.files.atomic_file import atomic_write

    formula_count = 0
    match path.suffix.lower():
        case ".tsv" | ".csv" as ending:
            # What is forbidden would look allowed.
            entries = entries.published_part()
            if ending == ".csv" and not form.is_for_spreadsheets:
                from termdesk.formats.spreadsheets.formulas import count_formulas

                formula_count = count_formulas(entries)
            chunks = _followed(_text(entries, ending, form), progress, len(entries))
        case ".xlsx":
            from termdesk.formats.spreadsheets import xlsx_writer

            chunks = workbook(xlsx_writer.dictionary_sheets([xlsx_writer.PairEntries(pair, entries)]), progress)
        case ".tbx" | ".tmx" as ending:
            chunks = _term_base(entries, pair, ending, progress)
        case _:
            raise InvalidInput(
                f"“{path.name}” has no ending that says how to write it.",
                remedy=f"Let the name end in {', '.join(EXPORT_FORMATS)}.",
            )
    atomic_write(path, chunks)
    return ExportReport(path, len(entries), formula_count)


def workbook(tables: Sequence[SheetTable], progress: Progress) -> Iterator[bytes]:
    """A workbook is made whole in a file of its own, and copied from there to its place."""
    from termdesk.formats.spreadsheets import xlsx_writer

    with tempfile.TemporaryDirectory(prefix="termdesk-") as folder:
        made = Path(folder) / "workbook.xlsx"
        xlsx_writer.write(made, tables, progress=progress)
        with made.open("rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk


def _guards_told(entries: Entries) -> Iterator[str]:
    from termdesk.formats.spreadsheets.formulas import count_formulas

    if count := count_formulas(entries.published_part()):
        one, many = "1 phrase begins like a formula and gets", "{count} phrases begin like a formula and get"
        begin = pluralize(count, one, many)
        yield f"{begin} an apostrophe in front. Termdesk takes it away again when it reads the file, others do not."


def _text(entries: Entries, ending: str, form: CsvForm) -> Iterator[bytes]:
    from termdesk.formats.spreadsheets import formulas
    from termdesk.formats.text import delimited

    if ending == ".tsv":
        return delimited.tsv(entries)
    if form.is_for_spreadsheets:
        entries = formulas.guarded(entries)
    return delimited.csv(entries, separator=form.separator, with_mark=form.is_for_spreadsheets)


def _term_base(entries: Entries, pair: LanguagePair, ending: str, progress: Progress) -> Iterator[bytes]:
    from termdesk.formats.concepts import concepts_of
    from termdesk.formats.termbases import tbx, tmx

    concepts = followed(concepts_of(entries, pair), progress, len(entries))
    return tmx.write(concepts) if ending == ".tmx" else tbx.write(concepts)


def followed(concepts: Iterable[Concept], progress: Progress, total: int) -> Iterator[Concept]:
    """The concepts on their way to a file, which has about so many of them."""
    for number, concept in enumerate(concepts):
        if number % _CONCEPTS_A_STEP == 0:
            progress.step(min(number, total), total)
        yield concept


def _followed(chunks: Iterator[bytes], progress: Progress, total: int) -> Iterator[bytes]:
    done = 0
    for chunk in chunks:
        yield chunk
        done += chunk.count(b"\n")
        progress.step(min(done, total), total)
