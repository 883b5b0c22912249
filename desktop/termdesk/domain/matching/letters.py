"""When two words have the same letters for the matcher: how letters are folded, and which differences still count."""

from __future__ import annotations

import re

from termdesk.domain.language.composition import compose
from termdesk.domain.language.composition import fold as fold_case
from termdesk.domain.language.language import root

# Folded, because many keyboards lack the ligatures, and Greek words in capitals have no accents.
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", **dict(zip("άέήίόύώϊΐϋΰ", "αεηιουωιιυυ", strict=True))})
_OTHER_LETTER = re.compile(f"[{''.join(map(chr, _LETTERS))}]")
# Finds each ß. After these syllables and before a vowel, ß and ss make different words: Maße and Masse, Buße and Busse,
# Muße, Ruße. Elsewhere they are two spellings of one word: Straße and Strasse (in Swiss texts), Fluß and Fluss.
_SHARP_S = re.compile("(ma|bu|mu|ru)?ß([aeiouyäöü]?)")
# Words that have ss only in Switzerland, and ß elsewhere. Excluded are the name Weiss, and words with ss everywhere,
# such as Grossist.
_SWISS = re.compile(
    r"\b(?!(?-i:Weiss|Heiss|Füssen)\b|grosso\b|grossist|fussel)"
    r"(?:(?:un|ver)?(?:gr[oö]ss|str[aä]sse|[aä]usser|weiss|heiss|f[uü]ss|süss|(?:be|ab|ein|an|aus|ver)?schliess|giess"
    r"|mass(?:nahm|stab|geb)|regelmässig)\w*|gemäss|dreissig)",
    re.IGNORECASE,
)
_SHARP_LETTERS = "ßẞ"
_LONG, _EITHER = "\x1e", "\x1d"

# Plurals of two words each. The lists know only one of the words; this is the singular of the other.
OTHER_SINGULARS = {"axes": "axis", "bases": "basis", "ellipses": "ellipsis", "diagnoses": "diagnosis"}
OTHER_PLURALS = {singular: plural for plural, singular in OTHER_SINGULARS.items()}


def fold(text: str) -> str:
    """The case-folded text, without ligatures and Greek accents."""
    if text.isascii():
        return text.lower()
    folded = fold_case(text)
    # Search before translating: for words without these letters it is five times as fast.
    return compose(folded.translate(_LETTERS)) if _OTHER_LETTER.search(folded) else folded


def has_other_letters(one: str, other: str, language: str) -> bool:
    """Whether two texts are different words, although folding makes them or their base forms equal: Maße and Masse."""
    if (one.isascii() and other.isascii()) or one.isupper() or other.isupper():
        return False
    if _has_sharp_s(language):
        has_sharp_s = any(letter in text for text in (one, other) for letter in _SHARP_LETTERS)
        return has_sharp_s and _differ(_sharp_form(one), _sharp_form(other))
    return root(language) == "el" and fold(one) == fold(other) and fold_case(one) != fold_case(other)


def is_swiss(text: str, language: str) -> bool:
    """Whether a German text has Swiss spelling, in which “Masse” can also mean “Maße”."""
    return root(language) == "de" and "ß" not in text and _SWISS.search(text) is not None


def is_other_head(word: str, start: int, head: str, language: str) -> bool:
    """Whether a compound ends with another word than `head`. `start` is where that word begins in the folded
    compound.
    """
    return _has_sharp_s(language) and _differ(_sharp_form(word)[start:], _sharp_form(head))


def _has_sharp_s(language: str) -> bool:
    """Whether ß and ss differ in a language; Swiss German has no ß."""
    return root(language) == "de" and not language.upper().endswith("CH")


def _sharp_form(text: str) -> str:
    """The case-folded text, in which each ß is a marker and one s. The marker is `_LONG` if ss would make another
    word.
    """
    marked = _SHARP_S.sub(
        lambda match: f"{match[1] or ''}{_LONG if match[1] and match[2] else _EITHER}s{match[2]}",
        compose(text).replace("ẞ", "ß").lower(),
    )
    return fold(marked)


def _differ(one: str, other: str) -> bool:
    return _is_short_in(one, other) or _is_short_in(other, one)


def _is_short_in(one: str, other: str) -> bool:
    """Whether one text is the same as the other up to a ß that makes another word, and has ss there."""
    before, long, _ = other.partition(_LONG)
    return bool(long) and one.startswith(f"{before}ss")
