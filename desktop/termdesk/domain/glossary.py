"""Glossaries as the service describes them: a name, and dictionaries by pair with their entry counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from termdesk.domain.language.language import LanguagePair


@dataclass(frozen=True, slots=True)
class Dictionary:
    """One direction of a glossary, without its entries."""

    pair: LanguagePair
    entry_count: int


@dataclass(frozen=True, slots=True)
class Glossary:
    """A glossary without its entries. `created` is None where the service gave no readable time."""

    glossary_id: str
    name: str
    dictionaries: tuple[Dictionary, ...]
    created: datetime | None = None
    is_ready: bool = True

    def dictionary(self, pair: LanguagePair) -> Dictionary | None:
        """The dictionary that a translation of this pair would use: matched by root languages."""
        return next((each for each in self.dictionaries if each.pair.roots == pair.roots), None)

    @property
    def entry_count(self) -> int:
        return sum(each.entry_count for each in self.dictionaries)


def fitting(glossaries: Iterable[Glossary], pair: LanguagePair) -> list[Glossary]:
    """The glossaries that hold a dictionary for this pair, by name."""
    return sorted((each for each in glossaries if each.dictionary(pair)), key=lambda each: each.name.casefold())
