"""All languages of a table into one file: a sheet of a workbook, or a term base with one concept for each phrase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.exporting.export import ExportReport, followed, workbook
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress

if TYPE_CHECKING:
    from termdesk.formats.concepts import Concept
    from termdesk.formats.spreadsheets.xlsx_writer import SheetTable

Parts = list[tuple[LanguagePair, Entries]]
WORKBOOK, TERM_BASE, MEMORY = ".xlsx", ".tbx", ".tmx"
MULTILINGUAL_FORMATS = (WORKBOOK, TERM_BASE, MEMORY)


async def multilingual_format_losses(dictionaries: Sequence[OpenDictionary], path: Path) -> list[str]:
    """What reading the file again would not give back, in words, to be said before it is written."""
    return await run_in_thread(NoProgress(), _format_losses, _parts(dictionaries), path.suffix.lower())


async def export_multilingual(
    dictionaries: Sequence[OpenDictionary], path: Path, progress: Progress = NoProgress()
) -> ExportReport:
    """Write one row or concept for each source phrase, with all its languages; the ending says as what.

    The old file stays until the new one is whole. Raises InvalidInput for another ending, or a phrase that the format
    cannot hold, and StorageFailed.
    """
    return await run_in_thread(progress, _export, _parts(dictionaries), path)


def _parts(dictionaries: Sequence[OpenDictionary]) -> Parts:
    return [(each.pair, each.entries.copy()) for each in dictionaries]


def _format_losses(_progress: Progress, parts: Parts, ending: str) -> list[str]:
    from termdesk.formats.spreadsheets import xlsx_writer
    from termdesk.formats.termbases import tbx, tmx
    from termdesk.formats.termbases.shared_concepts import shared_concepts, shared_format_losses

    if ending == WORKBOOK:
        return xlsx_writer.format_losses(_sheets(parts))
    format_losses = tmx.format_losses if ending == MEMORY else tbx.format_losses
    return [*shared_format_losses(parts), *format_losses(shared_concepts(parts))]


def _export(progress: Progress, parts: Parts, path: Path) -> ExportReport:
    from termdesk.formats.termbases import tbx, tmx
    from termdesk.storage.files.atomic_file import atomic_write

    count = sum(len(entries) - entries.targets.count("") for _, entries in parts)
    match path.suffix.lower():
        case ".xlsx":
            chunks = workbook(_sheets(parts), progress)
            count = sum(len(entries.published_rows()) for _, entries in parts)
        case ".tbx":
            chunks = tbx.write(_concepts(parts, progress))
        case ".tmx":
            chunks = tmx.write(_concepts(parts, progress))
        case _:
            raise InvalidInput(
                f"“{path.name}” has no ending that says how to write all languages.",
                remedy=f"Let the name end in {', '.join(MULTILINGUAL_FORMATS)}.",
            )
    atomic_write(path, chunks)
    return ExportReport(path, count)


def _sheets(parts: Parts) -> list[SheetTable]:
    from termdesk.formats.spreadsheets import xlsx_writer

    return xlsx_writer.multilingual_sheets([xlsx_writer.PairEntries(*part) for part in parts])


def _concepts(parts: Parts, progress: Progress) -> Iterator[Concept]:
    from termdesk.formats.termbases.shared_concepts import shared_concepts

    return followed(shared_concepts(parts), progress, max(len(entries) for _, entries in parts))
