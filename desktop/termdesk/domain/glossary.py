"""Glossaries as the service describes them: a name, and dictionaries by pair with their entry counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from termdesk.domain.language import LanguagePair

# A library has thousands of dictionaries in a few dozen pairs.
_pair = lru_cache(maxsize=4096)(LanguagePair)


@dataclass(frozen=True, slots=True, init=False, eq=False)
class Dictionary:
    """One direction of a glossary, without its entries.

    The languages are kept as the interface names and spells them, so that a library of thousands is read from JSON
    with nothing to convert; `pair` has them in canonical casing, and dictionaries compare by it.
    """

    source_lang: str
    target_lang: str
    entry_count: int = 0

    def __init__(self, pair: LanguagePair, entry_count: int = 0) -> None:
        object.__setattr__(self, "source_lang", pair.source)
        object.__setattr__(self, "target_lang", pair.target)
        object.__setattr__(self, "entry_count", entry_count)

    @property
    def pair(self) -> LanguagePair:
        return _pair(self.source_lang, self.target_lang)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dictionary):
            return NotImplemented
        return (self.pair, self.entry_count) == (other.pair, other.entry_count)

    def __hash__(self) -> int:
        return hash((self.pair, self.entry_count))


@dataclass(frozen=True, slots=True, init=False)
class Glossary:
    """A glossary without its entries, kept as it came, as dictionaries are.

    `creation_time` is a time or the text of one; `created` is None where nobody can read it.
    """

    glossary_id: str
    name: str = ""
    dictionaries: tuple[Dictionary, ...] = ()
    creation_time: object = None
    ready: bool | None = None

    def __init__(
        self,
        glossary_id: str,
        name: str,
        dictionaries: tuple[Dictionary, ...],
        created: datetime | None = None,
        is_ready: bool = True,
    ) -> None:
        object.__setattr__(self, "glossary_id", glossary_id)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "dictionaries", dictionaries)
        object.__setattr__(self, "creation_time", created)
        object.__setattr__(self, "ready", is_ready)

    @property
    def created(self) -> datetime | None:
        return self.creation_time if isinstance(self.creation_time, datetime) else read_time(self.creation_time)

    @property
    def is_ready(self) -> bool:
        """Only a spoken no makes a glossary not ready."""
        return self.ready is not False

    def dictionary(self, pair: LanguagePair) -> Dictionary | None:
        """The dictionary that a translation of this pair would use: matched by root languages."""
        return next((each for each in self.dictionaries if each.pair.roots == pair.roots), None)

    @property
    def entry_count(self) -> int:
        return sum(each.entry_count for each in self.dictionaries)


def fitting(glossaries: Iterable[Glossary], pair: LanguagePair) -> list[Glossary]:
    """The glossaries that hold a dictionary for this pair, by name."""
    return sorted((each for each in glossaries if each.dictionary(pair)), key=lambda each: each.name.casefold())


def read_time(value: object) -> datetime | None:
    """A time as services really write it: with or without fraction or zone, or unreadable (None)."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    # An all-zero time of the year 1 has been seen in the wild; it means that there is none.
    if moment is None or moment.year == 1:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
