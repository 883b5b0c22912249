"""Entries against each other and against other dictionaries: read with progress, compared in a worker."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from termdesk.application.editing import OpenDictionary
from termdesk.application.findings import Details
from termdesk.application.library import Library
from termdesk.application.shelves import Shelf, ShelfRow
from termdesk.domain.advice import kinds
from termdesk.domain.advice.comparing import Found, against_reverse, other_targets
from termdesk.domain.advice.forbidden import forbidden_check
from termdesk.domain.advice.nested import nestings
from termdesk.domain.entries import SOURCE, TARGET
from termdesk.domain.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress

_ROWS_A_STEP = 5_000


@dataclass(slots=True)
class Inside:
    """What a comparison found: by kind the side, and details by row id."""

    found: dict[str, tuple[int, Details]] = field(default_factory=dict)
    # Ids of rows that are no longer what was compared.
    gone: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Compared(Inside):
    """What comparing with other dictionaries found, and with which."""

    names: tuple[str, ...] = ()
    has_reverse: bool = False
    # Entries of the reverse that lead to nothing here.
    only_in_reverse: int = 0
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class Read:
    """Other dictionaries as they were read: those of the same pair by glossary, and the reverse, if there is one."""

    others: Mapping[str, Mapping[str, str]]
    reverse: Mapping[str, str] | None


class Neighbours:
    """The dictionaries that a dictionary is compared with."""

    def __init__(self, library: Library) -> None:
        self._library = library

    async def of(self, dictionary: OpenDictionary, progress: Progress = NoProgress()) -> Read:
        """Read them one after another, as they are edited here, else as the service has them. Raises ServiceError."""
        await dictionary.saved()
        shelves = await self._library.known_shelves()
        own, pair = dictionary.draft.shelf_key, dictionary.pair.roots
        others = [(shelf, row) for shelf in shelves if shelf.key != own and (row := shelf.row(pair))]
        back = [(shelf, row) for shelf in shelves if shelf.key == own and (row := shelf.row(pair.reverse))]
        total = len(others) + len(back)
        read: dict[str, dict[str, str]] = {}
        for number, (shelf, row) in enumerate(others):
            progress.step(number, total)
            read[_name(shelf, read)] = await self._entries(shelf, row)
        reverse = None
        for shelf, row in back:
            progress.step(total - 1, total)
            reverse = await self._entries(shelf, row)
        return Read(read, reverse)

    async def _entries(self, shelf: Shelf, row: ShelfRow) -> dict[str, str]:
        return (await self._library.read(shelf, row.pair)).published_part().as_dict()


def _name(shelf: Shelf, taken: Mapping[str, object]) -> str:
    return shelf.name if shelf.name not in taken else f"{shelf.name} ({shelf.key[:8]})"


def compared(
    progress: Progress,
    sources: Sequence[str],
    targets: Sequence[str],
    ids: Sequence[int],
    read: Read,
    forbidden: Collection[int],
) -> Compared:
    """Other glossaries and the reverse; rows whose ids are `forbidden` are left out. For a worker."""
    sources = without_forbidden(sources, ids, forbidden)
    progress.step(0, 2)
    elsewhere = other_targets(sources, targets, read.others)
    result = Compared(names=tuple(read.others), has_reverse=read.reverse is not None)
    result.found[kinds.OTHER_GLOSSARY] = (TARGET, _by_id(elsewhere, ids))
    progress.step(1, 2)
    if read.reverse is not None:
        directions = against_reverse(sources, targets, read.reverse)
        result.only_in_reverse = directions.only_there
        for kind, rows in (
            (kinds.REVERSE_MISSING, directions.missing),
            (kinds.REVERSE_CONTRADICTS, directions.contradicting),
            (kinds.REVERSE_MANY, directions.many_to_one),
        ):
            result.found[kind] = (TARGET, _by_id(rows, ids))
    return result


def inside(
    progress: Progress,
    sources: Sequence[str],
    targets: Sequence[str],
    ids: Sequence[int],
    pair: LanguagePair,
    forbidden: Collection[int],
) -> Inside:
    """Nested and forbidden terms of one dictionary; `forbidden` are ids of rows that say what must not be."""
    result = Inside()
    found = nestings(without_forbidden(sources, ids, forbidden), targets, pair, progress)
    by_kind: dict[str, dict[int, tuple[int, ...]]] = {kinds.NESTED: {}, kinds.NESTED_OTHERWISE: {}}
    for outer, inner, agrees in zip(found.outer, found.inner, found.agrees, strict=True):
        held = by_kind[kinds.NESTED if agrees else kinds.NESTED_OTHERWISE]
        held[ids[outer]] = (*held.get(ids[outer], ()), ids[inner])
    for kind, details in by_kind.items():
        result.found[kind] = (SOURCE, details)
    if forbidden:
        rows = [row for row, row_id in enumerate(ids) if row_id in forbidden]
        used = dict(_forbidden(sources, targets, pair, rows, progress))
        result.found[kinds.FORBIDDEN_TERM] = (TARGET, _by_id(used, ids))
    return result


def without_forbidden(sources: Sequence[str], ids: Sequence[int], forbidden: Collection[int]) -> Sequence[str]:
    """The sources, with nothing in place of those that are never published."""
    if not forbidden:
        return sources
    return ["" if row_id in forbidden else source for row_id, source in zip(ids, sources, strict=True)]


def _forbidden(
    sources: Sequence[str], targets: Sequence[str], pair: LanguagePair, forbidden: Sequence[int], progress: Progress
) -> Iterator[tuple[int, tuple[str, ...]]]:
    check = forbidden_check(((sources[row], targets[row]) for row in forbidden), pair)
    themselves = set(forbidden)
    for row, (source, target) in enumerate(zip(sources, targets, strict=True)):
        if row % _ROWS_A_STEP == 0:
            progress.step(row, len(sources))
        if row not in themselves and (used := check(source, target)):
            yield row, used


def _by_id(rows: Found, ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    return {ids[row]: details for row, details in rows.items()}
