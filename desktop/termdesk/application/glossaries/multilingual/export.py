"""Export all languages of a table to one file: a sheet of a workbook, or a term base."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.exporting.export import (
    ExportReport,
    PairsOfEntries,
    format_losses_of_all,
    write_all,
)
from termdesk.application.progress import run_in_thread
from termdesk.domain.progress import NoProgress, Progress


async def multilingual_format_losses(dictionaries: Sequence[OpenDictionary], path: Path) -> list[str]:
    """Return what would be lost when the file is read again, one sentence for each kind. Shown before writing."""
    return await run_in_thread(NoProgress(), format_losses_of_all, _parts(dictionaries), path)


async def export_multilingual(
    dictionaries: Sequence[OpenDictionary], path: Path, progress: Progress = NoProgress()
) -> ExportReport:
    """Write one row or concept for each source phrase with all its languages, in the format of the file extension.

    An existing file is replaced only at the end. Raises InvalidInput for an unsuitable extension or a phrase that the
    format cannot hold, and StorageFailed.
    """
    return await run_in_thread(progress, write_all, _parts(dictionaries), path)


def _parts(dictionaries: Sequence[OpenDictionary]) -> PairsOfEntries:
    return [(each.pair, each.entries.copy()) for each in dictionaries]
