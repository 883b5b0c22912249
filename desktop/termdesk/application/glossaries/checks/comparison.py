"""Read the dictionaries that an open one is compared with, and detect later edits of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from termdesk.application.glossaries.editing.edit_counts import EditCounts, EditKey, edit_keys
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.findings.comparison import NeighborComparison
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress

# From this number of entries on, equal texts share one object with the open dictionary, which saves memory.
_SHARED_FROM = 20_000
_ROWS_A_STEP = 20_000


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A dictionary that was read, with its edit counts at that time."""

    glossary_name: str
    pair: LanguagePair
    edit_counts: Mapping[EditKey, int]


@dataclass(frozen=True, slots=True)
class Read:
    """The dictionaries that were read: those of the same pair, by glossary name, and the reverse dictionary if there is
    one.
    """

    others: Mapping[str, Mapping[str, str]]
    reverse: Mapping[str, str] | None
    neighbors: Sequence[Neighbor] = ()
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the other glossaries with this pair."""
        return tuple(self.others)

    @property
    def has_reverse(self) -> bool:
        """Whether the reverse dictionary was read."""
        return self.reverse is not None


class ReadableLibrary(Protocol):
    """The part of the library that a comparison needs."""

    @property
    def edit_counts(self) -> EditCounts:
        """The edit counts of all open dictionaries."""

    async def read_known_summaries(self) -> list[GlossarySummary]:
        """Return all glossaries: those of the service if it responds, else those on this computer."""

    async def read(self, summary: GlossarySummary, pair: LanguagePair, progress: Progress = ...) -> Entries:
        """Return the entries of a dictionary: with the local edits, or else as the service has them."""


class Neighbors:
    """Finds and reads the dictionaries that a dictionary is compared with."""

    def __init__(self, library: ReadableLibrary) -> None:
        self._library = library
        # Emitted with the keys of a dictionary that was edited in this program.
        self.edited = library.edit_counts.counted

    async def of(self, dictionary: OpenDictionary, progress: Progress = NoProgress()) -> Read:
        """Read the dictionaries to compare with, one after another. Raises ServiceError."""
        await dictionary.wait_until_saved()
        return await self.of_pair(dictionary.draft.glossary_key, dictionary.pair, progress)

    async def of_pair(self, own: str, pair: LanguagePair, progress: Progress = NoProgress()) -> Read:
        """Read the dictionaries to compare with, for the dictionary with this glossary key and pair.

        Raises ServiceError.
        """
        at = datetime.now(UTC)
        summaries = await self._library.read_known_summaries()
        pair = pair.roots
        others = [(summary, row) for summary in summaries if summary.key != own and (row := summary.row(pair))]
        back = [(summary, row) for summary in summaries if summary.key == own and (row := summary.row(pair.reverse))]
        neighbors = [self._neighbor(summary, row) for summary, row in (*others, *back)]
        read: dict[str, dict[str, str]] = {}
        for number, (summary, row) in enumerate(others):
            progress.step(number, len(neighbors))
            read[_name(summary, read)] = await self._entries(summary, row)
        reverse = None
        for summary, row in back:
            progress.step(len(others), len(neighbors))
            reverse = await self._entries(summary, row)
        return Read(read, reverse, neighbors, at)

    def find_edited(self, read: Read) -> list[Neighbor]:
        """Return the dictionaries that were edited in this program after they were read."""
        counts = self._library.edit_counts
        return [each for each in read.neighbors if any(counts[key] > count for key, count in each.edit_counts.items())]

    def _neighbor(self, summary: GlossarySummary, row: DictionarySummary) -> Neighbor:
        keys = edit_keys(summary.key, row.draft_id, row.pair)
        return Neighbor(summary.name, row.pair, {key: self._library.edit_counts[key] for key in keys})

    async def _entries(self, summary: GlossarySummary, row: DictionarySummary) -> dict[str, str]:
        return await run_in_thread(NoProgress(), _find_published_texts, await self._library.read(summary, row.pair))


def _find_published_texts(_progress: Progress, entries: Entries) -> dict[str, str]:
    return entries.copy_published_part().as_dict()


def _name(summary: GlossarySummary, taken: Collection[str]) -> str:
    return summary.name if summary.name not in taken else f"{summary.name} ({summary.key[:8]})"


def comparison_with(read: Read, phrases: RowPhrases, progress: Progress) -> NeighborComparison:
    """Create the comparison for an open dictionary.

    It keeps all entries of the other dictionaries, because the user may type any of their phrases. Equal texts share
    one object.
    """
    total = sum(map(len, read.others.values())) + len(read.reverse or ())
    if total < _SHARED_FROM:
        return NeighborComparison(phrases, read.others, read.reverse)
    texts = {text: text for column in (phrases.sources, phrases.targets) for text in column}
    others = {name: _share_texts(other, texts, progress) for name, other in read.others.items()}
    return NeighborComparison(
        phrases, others, _share_texts(read.reverse, texts, progress) if read.reverse is not None else None
    )


def _share_texts(other: Mapping[str, str], texts: Mapping[str, str], progress: Progress) -> dict[str, str]:
    shared = {}
    for number, (source, target) in enumerate(other.items()):
        if number % _ROWS_A_STEP == 0:
            progress.step(number, len(other))
        shared[texts.get(source, source)] = texts.get(target, target)
    return shared


def without_forbidden(sources: Sequence[str], ids: Sequence[int], forbidden: Collection[int]) -> Sequence[str]:
    """Return the sources, with an empty text for each forbidden entry."""
    if not forbidden:
        return sources
    return ["" if row_id in forbidden else source for row_id, source in zip(ids, sources, strict=True)]
