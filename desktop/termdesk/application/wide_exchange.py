"""The table of several dictionaries as one sheet of a workbook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from termdesk.application.editing import OpenDictionary
from termdesk.application.exporting import ExportReport, workbook
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries import Entries
from termdesk.domain.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress

Parts = list[tuple[LanguagePair, Entries]]


async def wide_losses(dictionaries: Sequence[OpenDictionary]) -> list[str]:
    """What reading the sheet again would not give back, in words, to be said before it is written."""
    return await run_in_thread(NoProgress(), _losses, _parts(dictionaries))


async def export_wide(
    dictionaries: Sequence[OpenDictionary], path: Path, progress: Progress = NoProgress()
) -> ExportReport:
    """Write a workbook with one row for each source phrase and one column for each language.

    The old file stays until the new one is whole. Raises InvalidInput for a phrase that no cell holds, and
    StorageFailed.
    """
    return await run_in_thread(progress, _export, _parts(dictionaries), path)


def _parts(dictionaries: Sequence[OpenDictionary]) -> Parts:
    return [(each.pair, each.entries.copy()) for each in dictionaries]


def _losses(_progress: Progress, parts: Parts) -> list[str]:
    from termdesk.formats import xlsx_writing

    return xlsx_writing.losses(xlsx_writing.wide_sheets([xlsx_writing.Dictionary(*part) for part in parts]))


def _export(progress: Progress, parts: Parts, path: Path) -> ExportReport:
    from termdesk.formats import xlsx_writing
    from termdesk.storage.atomic_file import atomic_write

    tables = xlsx_writing.wide_sheets([xlsx_writing.Dictionary(*part) for part in parts])
    atomic_write(path, workbook(tables, progress))
    return ExportReport(path, sum(len(entries.published_rows()) for _, entries in parts))
