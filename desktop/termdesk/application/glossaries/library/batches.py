"""What is done to many dictionaries at once: a glossary copied, glossaries deleted, everything chosen exported."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.exporting.export import EXPORT_FORMATS
from termdesk.application.glossaries.importing.exchange import Exchange
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.library.summaries import DictionarySummary, GlossarySummary, SyncStatus
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.file_names import free_name, safe_name
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress


@dataclass(frozen=True, slots=True)
class Part:
    """Dictionaries of one glossary that something is done to: all of them, or some."""

    summary: GlossarySummary
    rows: tuple[DictionarySummary, ...]

    @property
    def is_whole(self) -> bool:
        return len(self.rows) == self.summary.row_count

    @property
    def entry_count(self) -> int:
        return sum(row.entry_count for row in self.rows)

    @property
    def is_on_service(self) -> bool:
        """Whether something of it is on the service, as far as anybody here knows."""
        whole = self.is_whole and self.summary.is_on_service
        return whole or any(row.is_on_service for row in self.rows)

    @property
    def has_edits(self) -> bool:
        """Whether something of it is nowhere but on this computer."""
        return any(row.has_changes or row.state is SyncStatus.DRAFT for row in self.rows)


@dataclass(frozen=True, slots=True)
class ExportItem:
    """One dictionary and the file that it goes to. `is_there`: the file existed when this was planned."""

    summary: GlossarySummary
    row: DictionarySummary
    path: Path
    is_there: bool = False


@dataclass(frozen=True, slots=True)
class ExportedAll:
    """What was written."""

    paths: tuple[Path, ...]
    entry_count: int


def parts_of(places: Iterable[tuple[GlossarySummary, DictionarySummary | None]]) -> list[Part]:
    """The parts that were chosen: a glossary stands for all its dictionaries, whether they were chosen too or not."""
    summaries: dict[str, GlossarySummary] = {}
    rows: dict[str, list[DictionarySummary]] = {}
    for summary, row in places:
        summaries[summary.key] = summary
        chosen = rows.setdefault(summary.key, [])
        chosen.extend(each for each in (summary.rows if row is None else (row,)) if each not in chosen)
    return [Part(summary, tuple(row for row in summary.rows if row in rows[key])) for key, summary in summaries.items()]


class LibraryBatches:
    """Goes through dictionaries one after the other; `progress` counts them."""

    def __init__(self, library: Library, exchange: Exchange) -> None:
        self._library = library
        self._exchange = exchange

    async def copy(self, summary: GlossarySummary, name: str, progress: Progress = NoProgress()) -> str:
        """Make a new glossary on this computer with all that another holds, edits, details and tags too.

        Gives its key. Everything is read before anything is made. Raises InvalidInput for a bad name, ServiceError
        and StorageFailed, and then there is no new glossary.
        """
        read: list[tuple[LanguagePair, Entries]] = []
        for row in summary.rows:
            progress.step(len(read), summary.row_count)
            read.append((row.pair, await self._library.entries(summary, row)))
        made: list[OpenDictionary] = []
        try:
            for pair, entries in read:
                made.append(await self._made(name, pair, entries, beside=made))
        except BaseException:
            # Also where it is cancelled: half a copy would look like a whole one.
            await asyncio.shield(self._take_back(made))
            raise
        for dictionary in made:
            await self._library.close(dictionary)
        if not made:
            raise InvalidInput(f"“{summary.name}” has no dictionaries.", remedy="Make a new glossary instead.")
        key = made[0].draft.glossary_key
        await self._library.tag(GlossarySummary(key, None, name), summary.tags)
        return key

    async def _made(
        self, name: str, pair: LanguagePair, entries: Entries, *, beside: Sequence[OpenDictionary]
    ) -> OpenDictionary:
        if not beside:
            return await self._library.new(name, pair, entries)
        first = beside[0].draft
        return await self._library.add_dictionary(
            GlossarySummary(first.glossary_key, None, first.glossary_name), pair, entries
        )

    async def _take_back(self, made: Sequence[OpenDictionary]) -> None:
        for dictionary in made:
            await self._library.close(dictionary)
            await self._library.forget(dictionary)

    async def delete(self, parts: Sequence[Part], progress: Progress = NoProgress()) -> None:
        """Delete glossaries and dictionaries, each kept in the bin before it goes. Close what is open of them first.

        Raises ServiceError and StorageFailed at the first one that cannot be deleted: it and those after it are
        still there, and those before it are in the bin.
        """
        for done, part in enumerate(parts):
            progress.step(done, len(parts))
            if part.is_whole:
                await self._library.delete_glossary(part.summary)
            else:
                for row in part.rows:
                    await self._library.delete_dictionary(part.summary, row.pair)
        progress.step(len(parts), len(parts))

    def export_formats(self) -> dict[str, str]:
        """The endings that files can have, each with the name of its format."""
        return dict(EXPORT_FORMATS)

    async def plan_export(
        self, parts: Sequence[Part], folder: Path, ending: str, *, overwrites: bool = False
    ) -> list[ExportItem]:
        """A file for each dictionary, with a name that every system takes and no other of them has.

        Where a file of that name is there already, `is_there` says so, or, unless `overwrites`, the new one gets a
        number.
        """
        there = await asyncio.to_thread(_names_in, folder)
        return _planned(parts, folder, ending, there=there, overwrites=overwrites)

    async def format_losses(self, items: Sequence[ExportItem]) -> list[str]:
        """What the files will not hold, in words, to be said before they are written. Raises StorageFailed.

        Only what is edited here has what a format can lose: details, and phrases that break rules.
        """
        lost: list[str] = []
        for item in items:
            if item.row.draft_id is not None:
                entries = await self._library.entries(item.summary, item.row)
                found = await self._exchange.format_losses(entries, item.path, item.row.pair)
                lost += [f"{item.path.name}: {each}" for each in found]
        return lost

    async def export(self, items: Sequence[ExportItem], progress: Progress = NoProgress()) -> ExportedAll:
        """Write the files. Raises ServiceError, StorageFailed and InvalidInput at the first that fails.

        The files before it are there, each of them whole.
        """
        count = 0
        for done, item in enumerate(items):
            progress.step(done, len(items))
            entries = await self._library.entries(item.summary, item.row)
            count += (await self._exchange.export(entries, item.path, item.row.pair)).entry_count
        progress.step(len(items), len(items))
        return ExportedAll(tuple(item.path for item in items), count)


def _planned(
    parts: Sequence[Part], folder: Path, ending: str, *, there: set[str], overwrites: bool
) -> list[ExportItem]:
    items: list[ExportItem] = []
    taken = set() if overwrites else set(there)
    for part in parts:
        for row in part.rows:
            name = safe_name(f"{part.summary.name}.{row.pair.source}-{row.pair.target}", ending)
            name = free_name(name, ending, taken)
            taken.add(name.casefold())
            items.append(ExportItem(part.summary, row, folder / name, is_there=name.casefold() in there))
    return items


def _names_in(folder: Path) -> set[str]:
    # Case does not tell files apart on every system.
    return {each.name.casefold() for each in folder.iterdir()} if folder.is_dir() else set()
