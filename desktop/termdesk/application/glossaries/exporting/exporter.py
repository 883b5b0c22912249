"""Export one dictionary or many to files. Each file is written completely or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.glossaries.exporting.export import (
    PLAIN_FORM,
    ExportReport,
    FileForm,
    format_losses,
    write_file,
)
from termdesk.application.glossaries.summaries import (
    DictionarySummary,
    EntriesReader,
    GlossarySelection,
    GlossarySummary,
)
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.entries import Entries
from termdesk.domain.file_names import free_name, safe_name
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress


@dataclass(frozen=True, slots=True)
class ExportItem:
    """One dictionary and its file. `exists`: a file with this name existed when the export was planned."""

    summary: GlossarySummary
    row: DictionarySummary
    path: Path
    exists: bool = False


@dataclass(frozen=True, slots=True)
class ExportedAll:
    """The result of exporting many dictionaries."""

    paths: tuple[Path, ...]
    entry_count: int


class Exporter:
    """Writes dictionaries of a library to files."""

    def __init__(self, library: EntriesReader) -> None:
        self._library = library

    # One dictionary

    async def format_losses(
        self, entries: Entries, path: Path, pair: LanguagePair, form: FileForm = PLAIN_FORM
    ) -> list[str]:
        """Return what the file cannot hold, one sentence for each kind of loss. Shown before writing."""
        return await run_in_thread(NoProgress(), format_losses, entries.copy(), path, pair, form)

    async def export(
        self,
        entries: Entries,
        path: Path,
        pair: LanguagePair,
        *,
        form: FileForm = PLAIN_FORM,
        progress: Progress = NoProgress(),
    ) -> ExportReport:
        """Write entries to a file in the format of its extension. An existing file is replaced only at the end.

        Raises InvalidInput for an unknown extension or a phrase that the format cannot hold, and StorageFailed.
        """
        return await run_in_thread(progress, write_file, entries.copy(), path, pair, form)

    # Many dictionaries

    async def plan_all(
        self, selections: Sequence[GlossarySelection], folder: Path, ending: str, *, overwrites: bool = False
    ) -> list[ExportItem]:
        """Plan a file for each dictionary, with a unique name that is valid on every system.

        If a file with that name exists, the new name gets a number; with `overwrites`, `exists` is set instead.
        """
        existing = await asyncio.to_thread(_names_in, folder)
        return _plan_items(selections, folder, ending, existing=existing, overwrites=overwrites)

    async def format_losses_of_all(self, items: Sequence[ExportItem]) -> list[str]:
        """Return what the files cannot hold, one sentence for each kind of loss. Shown before writing. Raises
        StorageFailed.

        Only local drafts are checked: only they can have details, or phrases that break rules.
        """
        lost: list[str] = []
        for item in items:
            if item.row.draft_id is not None:
                entries = await self._library.entries(item.summary, item.row)
                found = await self.format_losses(entries, item.path, item.row.pair)
                lost += [f"{item.path.name}: {each}" for each in found]
        return lost

    async def export_all(self, items: Sequence[ExportItem], progress: Progress = NoProgress()) -> ExportedAll:
        """Write the files, and stop at the first that fails. The files before it are complete.

        Raises ServiceError, StorageFailed and InvalidInput.
        """
        count = 0
        for done, item in enumerate(items):
            progress.step(done, len(items))
            entries = await self._library.entries(item.summary, item.row)
            count += (await self.export(entries, item.path, item.row.pair)).entry_count
        progress.step(len(items), len(items))
        return ExportedAll(tuple(item.path for item in items), count)


def _plan_items(
    selections: Sequence[GlossarySelection], folder: Path, ending: str, *, existing: set[str], overwrites: bool
) -> list[ExportItem]:
    items: list[ExportItem] = []
    taken = set() if overwrites else set(existing)
    for selection in selections:
        for row in selection.rows:
            name = safe_name(f"{selection.summary.name}.{row.pair.source}-{row.pair.target}", ending)
            name = free_name(name, ending, taken)
            taken.add(name.casefold())
            items.append(ExportItem(selection.summary, row, folder / name, exists=name.casefold() in existing))
    return items


def _names_in(folder: Path) -> set[str]:
    # Some systems ignore case in file names.
    return {each.name.casefold() for each in folder.iterdir()} if folder.is_dir() else set()
