"""Compare the present entries with their base: the entries that are published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from termdesk.application.glossaries.editing.undo_steps import Base, BaseMove
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.journal import Journal
from termdesk.storage.undo_steps import StepBases

_ROWS_A_STEP = 5_000


@dataclass(frozen=True, slots=True)
class StepBase:
    """The step that came with a new base, by its moment: the base before it, and both bases as they are stored.

    `bases` is None if the step was gone when the new base was stored.
    """

    moment: float
    former: Base
    bases: StepBases | None


@dataclass(frozen=True, slots=True)
class ComparedBase:
    """A new base compared with the entries: its targets by source, and the violations of the entries.

    `is_same`: publishing the entries would result in exactly this base.
    """

    targets: dict[str, str]
    violations: ViolationIndex
    is_same: bool


class PublishedBase:
    """The present base of an open dictionary, and whether its entries are the same as far as compared."""

    def __init__(self, journal: Journal, base: Base) -> None:
        self._journal = journal
        self.current = base
        # A row that differed from the published entries at the last comparison.
        self.differing_row = 0
        self._comparison = Comparison(-1, {}, is_same=False)

    async def find(self, move: BaseMove, *, like: Entries) -> Base:
        """Return the base after a move; see `base_by_source` for `like`. Raises StorageFailed."""
        if move.known is not None:
            return move.known
        if move.hash is None:
            return Base(None, {})
        entries = await self._journal.read_base(move.hash, like=like)
        return Base(move.hash, await run_in_thread(NoProgress(), base_by_source, entries, like))

    def set(self, base: Base) -> None:
        """Set another base."""
        self.current = base

    def note_hash(self, base_hash: str | None) -> None:
        """Record the hash of the draft, whose base was changed on disk. The targets stay."""
        self.current = replace(self.current, hash=base_hash)

    def note_difference(self, row: int | None) -> None:
        """Record a row that differs from the base; None if none does."""
        self.differing_row = row or 0

    def comparison_at(self, revision: int) -> bool | None:
        """Return whether the entries of a revision are those of the base; None if nobody has compared them."""
        known = self._comparison
        return known.is_same if known.revision == revision and known.base is self.current.targets else None

    def keep_comparison(self, revision: int, base: Mapping[str, str], *, is_same: bool) -> bool:
        """Record a comparison with the targets of a base. Return False if another base came meanwhile."""
        if base is not self.current.targets:
            return False
        self._comparison = Comparison(revision, base, is_same)
        return True


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison: whether the entries of a revision equal a base (targets by source)."""

    revision: int
    base: Mapping[str, str]
    is_same: bool


def compare_with_base(progress: Progress, base: Entries, entries: Entries) -> ComparedBase:
    """Compare entries with a new base. For a worker. The entries must not be changed meanwhile."""
    targets = base_by_source(progress, base, entries)
    violations = ViolationIndex(entries, targets)
    return ComparedBase(targets, violations, holds_as(progress, entries, targets))


def holds_as(progress: Progress, entries: Entries, base: Mapping[str, str]) -> bool:
    """Return whether publishing these entries would result in exactly the base. For a worker."""
    return len(entries.find_published_rows()) == len(base) and find_differing_row(progress, entries, base) is None


def find_differing_row(progress: Progress, entries: Entries, base: Mapping[str, str]) -> int | None:
    """Return the first published row whose entry is not in the base; None if all are. For a worker.

    Each progress step gives the window a chance to run.
    """
    rows = entries.find_published_rows()
    for number, row in enumerate(rows):
        if number % _ROWS_A_STEP == 0:
            progress.step(number, len(rows))
        if base.get(entries.sources[row]) != entries.targets[row]:
            return row
    return None


def base_by_source(_progress: Progress, base: Entries | None, entries: Entries) -> dict[str, str]:
    """Return the targets of the base by source. For a worker.

    A text that `entries` also contains is the same object in both, which halves the memory.
    """
    if base is None:
        return {}
    if len(base) == len(entries) and base.sources and base.sources[0] is entries.sources[0]:
        return base.as_dict()
    shared = base.copy()
    shared.share_texts(entries)
    return shared.as_dict()
