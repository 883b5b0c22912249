"""The plan of copying or moving glossaries to another service, shown before it is executed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.client.entries_wire import creation_overhead
from termdesk.domain.errors import TermdeskError
from termdesk.storage.transfer.completed_transfers import CompletedTransfer
from termdesk.storage.transfer.transfers import TransferRecord


@dataclass(frozen=True, slots=True)
class PlannedDictionary:
    """A dictionary to copy. The snapshot `content_hash` has its entries, so that only one dictionary at a time is in
    memory.

    `published_count` entries are sent, in a body of `byte_count` bytes. `left_out` is a sentence that
    says why the dictionary is not copied; empty if it is. `as_of`: the entries are the last copy on this computer, of
    this time, because the service of the original cannot be reached for this `reason`.
    """

    row: DictionarySummary
    content_hash: str
    published_count: int
    byte_count: int
    left_out: str = ""
    as_of: datetime | None = None
    reason: str = ""

    @property
    def has_unpublished_edits(self) -> bool:
        """Whether the entries have edits that the service of the original does not have."""
        return self.row.is_on_service and self.row.has_changes


@dataclass(frozen=True, slots=True)
class PlannedGlossary:
    """A glossary, and the `name` of its copy. `is_name_taken`: the other service has a glossary of the same name.

    `record` is the interrupted attempt to be resumed, if any.
    """

    summary: GlossarySummary
    name: str
    dictionaries: tuple[PlannedDictionary, ...]
    is_name_taken: bool = False
    record: TransferRecord | None = None

    @property
    def going(self) -> list[PlannedDictionary]:
        """The dictionaries to copy."""
        return [each for each in self.dictionaries if not each.left_out]

    @property
    def left_out(self) -> list[PlannedDictionary]:
        """The dictionaries that are not copied."""
        return [each for each in self.dictionaries if each.left_out]

    @property
    def entry_count(self) -> int:
        """The number of entries to send."""
        return sum(each.published_count for each in self.going)

    @property
    def deletion_count(self) -> int:
        """The number of calls that delete the original on its service after a move: the whole glossary, or only the
        dictionaries that were copied.
        """
        pairs = {each.row.pair.roots for each in self.going}
        if self.summary.is_on_service and pairs and all(row.pair.roots in pairs for row in self.summary.rows):
            return 1
        return sum(each.row.is_on_service for each in self.going)


@dataclass(frozen=True, slots=True)
class TransferPlan:
    """The plan for all chosen glossaries.

    `service` is the name of the other service, `taken_names` are the names of its glossaries.
    """

    service: str
    is_move: bool
    glossaries: tuple[PlannedGlossary, ...]
    taken_names: Collection[str]

    @property
    def going(self) -> list[PlannedGlossary]:
        """The glossaries with at least one dictionary to copy."""
        return [each for each in self.glossaries if each.going]

    @property
    def as_of(self) -> datetime | None:
        """The time of the oldest of the last copies that are sent; None if all entries are current."""
        moments = [each.as_of for planned in self.glossaries for each in planned.going if each.as_of is not None]
        return min(moments, default=None)

    @property
    def dictionary_count(self) -> int:
        """The number of dictionaries to copy."""
        return sum(len(each.going) for each in self.glossaries)

    @property
    def entry_count(self) -> int:
        """The number of entries to send."""
        return sum(each.entry_count for each in self.glossaries)

    @property
    def byte_count(self) -> int:
        """The bytes of the bodies of the calls."""
        entries = sum(dictionary.byte_count for each in self.going for dictionary in each.going)
        return entries + sum(creation_overhead(each.name) for each in self.going)

    @property
    def call_count(self) -> int:
        """The number of calls that write to the other service if none is repeated.

        A glossary is created with its first dictionary and then renamed; each other dictionary takes one more call.
        """
        return sum(1 + len(each.going) for each in self.going)

    @property
    def deletion_count(self) -> int:
        """The number of calls that delete the originals of a move on their service, if none is repeated."""
        return sum(each.deletion_count for each in self.going) if self.is_move else 0

    @property
    def has_unpublished_edits(self) -> bool:
        """Whether published dictionaries are sent with edits that their service does not have."""
        return any(dictionary.has_unpublished_edits for each in self.going for dictionary in each.going)

    @property
    def interrupted(self) -> list[TransferRecord]:
        """The earlier attempts that were interrupted."""
        return [each.record for each in self.glossaries if each.record is not None]

    @property
    def is_resumed(self) -> bool:
        """Whether an earlier attempt was interrupted."""
        return bool(self.interrupted)

    def with_names(self, names: Sequence[str]) -> TransferPlan:
        """Return the plan with other names for the copies, one for each glossary."""
        named = [replace(each, name=name) for each, name in zip(self.glossaries, names, strict=True)]
        return replace(self, glossaries=tuple(named))


@dataclass(frozen=True, slots=True)
class TransferResult:
    """The result of a plan: the completed transfers, and the error that stopped the rest."""

    copies: tuple[CompletedTransfer, ...]
    failure: TermdeskError | None = None


@dataclass(frozen=True, slots=True)
class TransferUndone:
    """The result of undoing transfers: the names of the deleted copies, and of those left alone because they were
    changed.

    `failure` is the error that stopped it.
    """

    undone: tuple[str, ...]
    left_alone: tuple[str, ...]
    failure: TermdeskError | None = None


class UnfinishedUndo(Enum):
    """What undoing an interrupted transfer did."""

    LEFT_ALONE = auto()  # somebody has changed the copy since
    COPY_DELETED = auto()
    ORIGINAL_RESTORED = auto()  # and the copy was deleted


def free_name(name: str, taken: Collection[str]) -> str:
    """Return `name`, with a number added if a glossary already has that name."""
    number, free = 2, name
    while free.casefold() in {each.casefold() for each in taken}:
        free = f"{name} ({number})"
        number += 1
    return free
