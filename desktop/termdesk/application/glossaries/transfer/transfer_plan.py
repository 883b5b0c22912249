"""What copying or moving glossaries to another service would do, to be looked at before it is done."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.errors import TermdeskError
from termdesk.storage.transfer.transfers import TransferRecord


@dataclass(frozen=True, slots=True)
class PlannedDictionary:
    """A dictionary that is copied: its entries as they are here are the snapshot `content_hash`.

    So the rows of one dictionary at a time are in memory. `published_count` of them go to the other service, as
    `byte_count` bytes of plain TSV. `left_out` is a sentence that says why the dictionary stays here; empty if it goes.
    """

    row: DictionarySummary
    content_hash: str
    published_count: int
    byte_count: int
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class PlannedGlossary:
    """A glossary, and the `name` that the copy will have. `is_name_taken`: the other service has one of its own name.

    `record` is an interrupted attempt that goes on.
    """

    summary: GlossarySummary
    name: str
    dictionaries: tuple[PlannedDictionary, ...]
    is_name_taken: bool = False
    record: TransferRecord | None = None

    @property
    def going(self) -> list[PlannedDictionary]:
        """The dictionaries that are copied."""
        return [each for each in self.dictionaries if not each.left_out]

    @property
    def left_out(self) -> list[PlannedDictionary]:
        """The dictionaries that stay here."""
        return [each for each in self.dictionaries if each.left_out]

    @property
    def entry_count(self) -> int:
        """The entries that the other service gets."""
        return sum(each.published_count for each in self.going)


@dataclass(frozen=True, slots=True)
class TransferPlan:
    """Glossaries for another service. `service` is its name, `taken_names` those of the glossaries that it has."""

    service: str
    is_move: bool
    glossaries: tuple[PlannedGlossary, ...]
    taken_names: Collection[str]

    @property
    def going(self) -> list[PlannedGlossary]:
        """The glossaries of which something is copied."""
        return [each for each in self.glossaries if each.going]

    @property
    def dictionary_count(self) -> int:
        """How many dictionaries are copied."""
        return sum(len(each.going) for each in self.glossaries)

    @property
    def entry_count(self) -> int:
        """The entries that the other service gets."""
        return sum(each.entry_count for each in self.glossaries)

    @property
    def byte_count(self) -> int:
        """The bytes of these entries, as plain TSV."""
        return sum(dictionary.byte_count for each in self.glossaries for dictionary in each.going)

    @property
    def call_count(self) -> int:
        """The calls that change something on the other service, if nothing has to be repeated.

        A glossary is created with its first dictionary and then gets its name; each other dictionary is one more.
        """
        return sum(1 + len(each.going) for each in self.going)

    @property
    def is_resumed(self) -> bool:
        """Whether an earlier attempt was interrupted."""
        return any(each.record is not None for each in self.glossaries)

    def with_names(self, names: Sequence[str]) -> TransferPlan:
        """The same plan with other names for the copies, one for each glossary."""
        named = [replace(each, name=name) for each, name in zip(self.glossaries, names, strict=True)]
        return replace(self, glossaries=tuple(named))


@dataclass(frozen=True, slots=True)
class MadeCopy:
    """A transfer that is done: `key` names the copy on the other service, `profile` is that of the original.

    `deleted` are the numbers in the bin of what a move deleted.
    """

    planned: PlannedGlossary
    key: str
    profile: str
    deleted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TransferResult:
    """What became of a plan: the copies that were made, and the error that kept the rest here."""

    copies: tuple[MadeCopy, ...]
    failure: TermdeskError | None = None

    @property
    def done(self) -> tuple[PlannedGlossary, ...]:
        """The glossaries that are copied, or moved."""
        return tuple(each.planned for each in self.copies)


@dataclass(frozen=True, slots=True)
class TransferUndone:
    """The names of the copies that are gone, and of those that stay as others changed them; what stopped it."""

    undone: tuple[str, ...]
    left_alone: tuple[str, ...]
    failure: TermdeskError | None = None


def free_name(name: str, taken: Collection[str]) -> str:
    """A name that no glossary has: the given one, or with the first number that makes it free."""
    number, free = 2, name
    while free.casefold() in {each.casefold() for each in taken}:
        free = f"{name} ({number})"
        number += 1
    return free
