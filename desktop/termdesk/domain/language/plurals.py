"""Singular forms of nouns, guessed by their endings: enough to suspect that two phrases are the same.

The result is often not a word ("Katzen" and "Katze" both give "Katz"). It is enough that singular and plural of a noun
give the same form, and that different words rarely do.
"""

from __future__ import annotations

from collections.abc import Callable

from termdesk.domain.language.language import root

Singular = Callable[[str], str]

_SHORTEST_STEM = 3


def singular_of(language: str) -> Singular | None:
    """A function that removes the plural ending from a word; None for a language without rules."""
    return _RULES.get(root(language))


# Words that look like a plural but are not.
_SINGULARS = (
    "always analysis basis canvas chaos corps diabetes gas gps has its lens mars news perhaps plus series species"
)
_ENGLISH_SINGULARS = frozenset(f"{_SINGULARS} ups was yes".split())
_HISSING = ("sses", "shes", "ches", "xes", "zes")


def _english(word: str) -> str:
    lower = word.lower()
    if not lower.endswith("s") or lower.endswith(("ss", "us", "is")) or lower in _ENGLISH_SINGULARS:
        return word
    if lower.endswith("ies") and len(word) > 4:
        return word[:-3] + _as_written("y", word)
    if lower.endswith(_HISSING) and len(word) > 4:
        return word[:-2]
    return _cut(word, 1)


def _german(word: str) -> str:
    # Only nouns, which start with a capital: "Druck" and "drucken" are different words.
    if not word[:1].isupper() or word.isupper():
        return word
    for ending in ("en", "e", "n"):
        if word.endswith(ending) and len(word) - len(ending) > _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def _french(word: str) -> str:
    lower = word.lower()
    if lower.endswith("eaux"):
        return word[:-1]
    if lower.endswith("aux"):
        return word[:-2] + _as_written("l", word) if len(word) > 4 else word
    return _cut(word, 1) if lower.endswith("s") and not lower.endswith("ss") else word


def _spanish(word: str) -> str:
    lower = word.lower()
    if lower.endswith("ces") and len(word) > 4:
        return word[:-3] + _as_written("z", word)
    if lower.endswith(("iones", "ores", "ades", "ales", "eles", "iles", "anes", "enes")):
        return _without_accent(_cut(word, 2))
    if lower.endswith(("as", "es", "os")):
        return _cut(word, 1)
    return _without_accent(word)


def _without_accent(word: str) -> str:
    # canción, canciones: the accent disappears with the ending.
    for accented, plain in (("ón", "on"), ("án", "an"), ("én", "en"), ("és", "es")):
        if word.endswith(accented):
            return word[:-2] + plain
    return word


def _portuguese(word: str) -> str:
    lower = word.lower()
    if lower.endswith("ões"):
        return word[:-3] + "ão"
    if lower.endswith("ais") and len(word) > 4:
        return word[:-2] + "l"
    if lower.endswith("ns"):
        return word[:-2] + "m"
    if lower.endswith(("ores", "ades", "ares", "zes")):
        return _cut(word, 2)
    return _cut(word, 1) if lower.endswith(("as", "es", "os")) else word


def _dutch(word: str) -> str:
    lower = word.lower()
    if lower.endswith("'s") or (lower.endswith("s") and lower[-3:-1] in ("el", "er", "en", "je")):
        return _cut(word, 1)
    return _cut(word, 2) if lower.endswith("en") and len(word) > 5 else word


def _cut(word: str, count: int) -> str:
    return word[:-count] if len(word) - count >= _SHORTEST_STEM else word


def _as_written(ending: str, word: str) -> str:
    return ending.upper() if word.isupper() else ending


_RULES: dict[str, Singular] = {
    "de": _german,
    "en": _english,
    "es": _spanish,
    "fr": _french,
    "nl": _dutch,
    "pt": _portuguese,
}
