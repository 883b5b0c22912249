"""The dictionaries that an open one is compared with: read with progress, and how old that is by now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from termdesk.application.glossaries.editing.edit_counts import EditKey, edit_keys
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.library.summaries import Shelf, ShelfRow
from termdesk.application.progress import run_in_thread
from termdesk.domain.advice.comparing import Comparison
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress

# Texts of so many entries are worth being shared with those that are open here.
_SHARED_FROM = 20_000
_ROWS_A_STEP = 20_000


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A dictionary that was read, and how often it had been edited in this program by then."""

    shelf_name: str
    pair: LanguagePair
    edit_counts: Mapping[EditKey, int]


@dataclass(frozen=True, slots=True)
class Read:
    """Other dictionaries as they were read: those of the same pair by glossary, and the reverse, if there is one."""

    others: Mapping[str, Mapping[str, str]]
    reverse: Mapping[str, str] | None
    neighbours: Sequence[Neighbour] = ()
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def names(self) -> tuple[str, ...]:
        """What the other glossaries of this pair are called."""
        return tuple(self.others)

    @property
    def has_reverse(self) -> bool:
        return self.reverse is not None


class Neighbours:
    """The dictionaries that a dictionary is compared with."""

    def __init__(self, library: Library) -> None:
        self._library = library
        # Told when a dictionary is edited in this program.
        self.watchers = library.edit_counts.watchers

    async def of(self, dictionary: OpenDictionary, progress: Progress = NoProgress()) -> Read:
        """Read them one after another, as they are edited here, else as the service has them. Raises ServiceError."""
        await dictionary.saved()
        at = datetime.now(UTC)
        shelves = await self._library.known_shelves()
        own, pair = dictionary.draft.shelf_key, dictionary.pair.roots
        others = [(shelf, row) for shelf in shelves if shelf.key != own and (row := shelf.row(pair))]
        back = [(shelf, row) for shelf in shelves if shelf.key == own and (row := shelf.row(pair.reverse))]
        neighbours = [self._neighbour(shelf, row) for shelf, row in (*others, *back)]
        read: dict[str, dict[str, str]] = {}
        for number, (shelf, row) in enumerate(others):
            progress.step(number, len(neighbours))
            read[_name(shelf, read)] = await self._entries(shelf, row)
        reverse = None
        for shelf, row in back:
            progress.step(len(others), len(neighbours))
            reverse = await self._entries(shelf, row)
        return Read(read, reverse, neighbours, at)

    def edited_since(self, read: Read) -> list[Neighbour]:
        """Those that were edited in this program after they were read."""
        counts = self._library.edit_counts
        return [each for each in read.neighbours if any(counts[key] > count for key, count in each.edit_counts.items())]

    def _neighbour(self, shelf: Shelf, row: ShelfRow) -> Neighbour:
        keys = edit_keys(shelf.key, row.draft_id, row.pair)
        return Neighbour(shelf.name, row.pair, {key: self._library.edit_counts[key] for key in keys})

    async def _entries(self, shelf: Shelf, row: ShelfRow) -> dict[str, str]:
        return await run_in_thread(NoProgress(), _published, await self._library.read(shelf, row.pair))


def _published(_progress: Progress, entries: Entries) -> dict[str, str]:
    return entries.published_part().as_dict()


def _name(shelf: Shelf, taken: Collection[str]) -> str:
    return shelf.name if shelf.name not in taken else f"{shelf.name} ({shelf.key[:8]})"


def comparison_with(read: Read, phrases: RowPhrases, progress: Progress) -> Comparison:
    """What is kept of others: all of it, since anything may be typed here, in the texts of `phrases` where equal."""
    total = sum(map(len, read.others.values())) + len(read.reverse or ())
    if total < _SHARED_FROM:
        return Comparison(phrases, read.others, read.reverse)
    texts = {text: text for column in (phrases.sources, phrases.targets) for text in column}
    others = {name: _shared(other, texts, progress) for name, other in read.others.items()}
    return Comparison(phrases, others, _shared(read.reverse, texts, progress) if read.reverse is not None else None)


def _shared(other: Mapping[str, str], texts: Mapping[str, str], progress: Progress) -> dict[str, str]:
    shared = {}
    for number, (source, target) in enumerate(other.items()):
        if number % _ROWS_A_STEP == 0:
            progress.step(number, len(other))
        shared[texts.get(source, source)] = texts.get(target, target)
    return shared


def without_forbidden(sources: Sequence[str], ids: Sequence[int], forbidden: Collection[int]) -> Sequence[str]:
    """The sources, with nothing in place of those that are never published."""
    if not forbidden:
        return sources
    return ["" if row_id in forbidden else source for row_id, source in zip(ids, sources, strict=True)]
