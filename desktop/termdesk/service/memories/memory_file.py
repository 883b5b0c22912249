"""Reads a TMX file for import into translation memories: texts by pair, and the number of unusable units."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import IO

from lxml import etree  # type: ignore[import-untyped]  # it has no types

from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.language.language_names import target_of
from termdesk.domain.similarity.same_text import same_text_key
from termdesk.service.memories.tmx import read_units

# All texts are held in memory and searched for similar ones.
MOST_TEXTS = 200_000


@dataclass(slots=True)
class MemoryFile:
    """The texts of a file with their translations, by pair. If a text occurs twice, the later one counts."""

    texts: dict[LanguagePair, dict[str, tuple[str, str]]] = field(default_factory=dict)
    skipped_count: int = 0

    @property
    def pairs(self) -> list[LanguagePair]:
        """The pairs of the file, the one with most texts first."""
        return sorted(self.texts, key=lambda pair: (-len(self.texts[pair]), pair))

    def texts_of(self, pair: LanguagePair) -> list[tuple[str, str]]:
        """Return the texts of a pair with their translations."""
        return list(self.texts[pair].values())


def read_memory_file(file: IO[bytes]) -> MemoryFile:
    """Read a TMX file. Raises UnreadableFile if it is damaged, has no translations, or is too large."""
    found, count = MemoryFile(), 0
    try:
        for unit in read_units(file):
            texts = {language: text.strip() for language, text in unit.texts.items() if text.strip()}
            source = _source_language(unit.source_language, list(texts))
            pairs = [LanguagePair(root(source), target_of(each)) for each in texts if root(each) != root(source)]
            found.skipped_count += not pairs
            for pair, target in zip(pairs, (texts[each] for each in texts if root(each) != root(source)), strict=True):
                by_key = found.texts.setdefault(pair, {})
                key = same_text_key(texts[source])
                count += key not in by_key
                by_key[key] = texts[source], target
            if count > MOST_TEXTS:
                raise _unusable(f"The file has more than {MOST_TEXTS:,} translations; divide it.")
    except etree.XMLSyntaxError as error:
        raise _unusable(f"The TMX file is broken: {error.msg}.") from None
    if not found.texts:
        raise _unusable("The file contains no translations: no unit has texts in two languages.")
    return found


def _source_language(declared: str, languages: list[str]) -> str:
    """Return the unit's source language: the declared one, another with its root, or the first."""
    alike = [each for each in languages if each == declared] + [
        each for each in languages if root(each) == root(declared)
    ]
    return next(iter(alike or languages), "")


def _unusable(message: str) -> UnreadableFile:
    return UnreadableFile(message, path="", remedy="")
