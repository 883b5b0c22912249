"""Languages by their BCP 47 codes: casing, root and variant, direction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

# Scripts written from right to left, and languages that use one by default.
_RIGHT_TO_LEFT_SCRIPTS = frozenset({"Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg"})
_RIGHT_TO_LEFT_LANGUAGES = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi"})


@lru_cache(maxsize=4096)
def canonical(code: str) -> str:
    """The code in BCP 47 casing: `EN-us` -> `en-US`, `ZH-HANT` -> `zh-Hant`. Unknown forms are only stripped."""
    parts = code.strip().replace("_", "-").split("-")
    return "-".join([parts[0].lower(), *(_capitalize_subtag(part) for part in parts[1:])])


def _capitalize_subtag(part: str) -> str:
    if len(part) == 4 and part.isalpha():
        return part.title()
    if len(part) == 2 and part.isalpha():
        return part.upper()
    return part.lower() if part.isalpha() else part


@lru_cache(maxsize=4096)
def root(code: str) -> str:
    """The language without script and region: `pt-BR` -> `pt`. Glossaries use root languages only."""
    return canonical(code).partition("-")[0]


def is_variant(code: str) -> bool:
    """Whether a code names a regional or script variant (`en-GB`) rather than a root language (`en`)."""
    return "-" in canonical(code)


@lru_cache(maxsize=1_000)  # called for each cell that is drawn
def is_right_to_left(code: str) -> bool:
    """Whether text in this language runs from right to left."""
    subtags = canonical(code).split("-")
    scripts = [subtag for subtag in subtags[1:] if len(subtag) == 4]
    if scripts:
        return scripts[0] in _RIGHT_TO_LEFT_SCRIPTS
    return subtags[0] in _RIGHT_TO_LEFT_LANGUAGES


@dataclass(frozen=True, slots=True, order=True)
class LanguagePair:
    """A direction of translation. Codes are stored in canonical casing, so pairs compare with `==`."""

    source: str
    target: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", canonical(self.source))
        object.__setattr__(self, "target", canonical(self.target))

    @property
    def roots(self) -> LanguagePair:
        """The pair of root languages, as glossary dictionaries have it."""
        return LanguagePair(root(self.source), root(self.target))

    @property
    def reverse(self) -> LanguagePair:
        """The opposite direction."""
        return LanguagePair(self.target, self.source)

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"


def first_pair(codes: Sequence[str], source: str = "") -> LanguagePair | None:
    """The most likely pair of a file with these languages, whose source language may be known (`source`).

    The source is that language, else the first; the target is the first other language. Variants of one language make a
    pair only if there is no other language. None for fewer than two languages.
    """
    if len(codes) < 2:
        return None
    matches = [code for code in codes if code == source] + [code for code in codes if root(code) == root(source)]
    first = matches[0] if matches else codes[0]
    others = [code for code in codes if root(code) != root(first)] or [code for code in codes if code != first]
    return LanguagePair(first, others[0]) if others else None


class Resource(StrEnum):
    """The resources that have lists of languages; values as the interface spells them."""

    TRANSLATE_TEXT = "translate_text"
    TRANSLATE_DOCUMENT = "translate_document"
    GLOSSARY = "glossary"
    VOICE = "voice"
    WRITE = "write"
    STYLE_RULES = "style_rules"
    TRANSLATION_MEMORY = "translation_memory"


@dataclass(frozen=True, slots=True)
class Language:
    """One language of one resource, as the service lists it. `features` maps a feature to its status."""

    code: str
    name: str
    usable_as_source: bool
    usable_as_target: bool
    status: str = "stable"
    features: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", canonical(self.code))


@dataclass(frozen=True, slots=True)
class ResourceFeature:
    """A feature of a resource, and which side of a pair must support it."""

    name: str
    needs_source_support: bool = False
    needs_target_support: bool = False


def find_language(languages: Iterable[Language], code: str) -> Language | None:
    """The record of `code`, or of its root if the variant is not listed; None if neither is."""
    by_code = {language.code: language for language in languages}
    return by_code.get(canonical(code)) or by_code.get(root(code))
