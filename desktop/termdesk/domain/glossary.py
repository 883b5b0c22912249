"""Glossaries as the service describes them: a name, and dictionaries by language pair with their entry counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from termdesk.domain.language.language import LanguagePair


@dataclass(frozen=True, slots=True)
class Dictionary:
    """One dictionary of a glossary, without its entries."""

    pair: LanguagePair
    entry_count: int


@dataclass(frozen=True, slots=True)
class Glossary:
    """A glossary without its entries. `created` is None if the service returned no readable time.

    `is_local_only`: the service is on this computer, and the user has locked the glossary there.
    """

    glossary_id: str
    name: str
    dictionaries: tuple[Dictionary, ...]
    created: datetime | None = None
    is_ready: bool = True
    is_local_only: bool = False

    def dictionary(self, pair: LanguagePair) -> Dictionary | None:
        """The dictionary that translations of this pair use, matched by root languages; None if there is none."""
        return next((each for each in self.dictionaries if each.pair.roots == pair.roots), None)

    @property
    def entry_count(self) -> int:
        """The entries of all dictionaries together."""
        return sum(each.entry_count for each in self.dictionaries)


def find_fitting(glossaries: Iterable[Glossary], pair: LanguagePair) -> list[Glossary]:
    """The glossaries that have a dictionary for this pair, by name."""
    return sorted((each for each in glossaries if each.dictionary(pair)), key=lambda each: each.name.casefold())
