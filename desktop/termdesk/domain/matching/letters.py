"""When the matcher treats two words as the same: folded letters, and differences that folding must not hide."""

from __future__ import annotations

import re

from termdesk.domain.language.composition import compose
from termdesk.domain.language.composition import fold as fold_case
from termdesk.domain.language.language import root

# Many keyboards lack the ligatures; Greek capitals have no accents.
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", **dict(zip("άέήίόύώϊΐϋΰ", "αεηιουωιιυυ", strict=True))})
_OTHER_LETTER = re.compile(f"[{''.join(map(chr, _LETTERS))}]")
# Cases in which ß and ss make different words: Maße and Masse, Buße and Busse, Muße, Ruße. All others are two spellings
# of one word, as Straße and Strasse (in Swiss texts), or Fluß and Fluss.
_SHARP_S = re.compile("(ma|bu|mu|ru)?ß([aeiouyäöü]?)")
# Words with ß except in Switzerland; not the name Weiss, nor words with ss everywhere, such as Grossist.
_SWISS = re.compile(
    r"\b(?!(?-i:Weiss|Heiss|Füssen)\b|grosso\b|grossist|fussel)"
    r"(?:(?:un|ver)?(?:gr[oö]ss|str[aä]sse|[aä]usser|weiss|heiss|f[uü]ss|süss|(?:be|ab|ein|an|aus|ver)?schliess|giess"
    r"|mass(?:nahm|stab|geb)|regelmässig)\w*|gemäss|dreissig)",
    re.IGNORECASE,
)
_LONG, _EITHER = "\x1e", "\x1d"

# Plurals of two nouns, with the singular that the lists do not have.
OTHER_SINGULARS = {"axes": "axis", "bases": "basis", "ellipses": "ellipsis", "diagnoses": "diagnosis"}
OTHER_PLURALS = {singular: plural for plural, singular in OTHER_SINGULARS.items()}


def fold(text: str) -> str:
    """The case-folded text, without ligatures and Greek accents."""
    if text.isascii():
        return text.lower()
    folded = fold_case(text)
    # Searching first is five times as fast for words without these letters.
    return compose(folded.translate(_LETTERS)) if _OTHER_LETTER.search(folded) else folded


def has_other_letters(one: str, other: str, language: str) -> bool:
    """Whether two texts are different words although they, or their base forms, are folded alike: Maße and Masse."""
    if (one.isascii() and other.isascii()) or one.isupper() or other.isupper():
        return False
    if _has_sharp_s(language):
        return _differ(_sharp_form(one), _sharp_form(other))
    return root(language) == "el" and fold(one) == fold(other) and fold_case(one) != fold_case(other)


def is_swiss(text: str, language: str) -> bool:
    """Whether a German text has Swiss spelling, in which “Masse” can also mean “Maße”."""
    return root(language) == "de" and "ß" not in text and _SWISS.search(text) is not None


def is_other_head(word: str, start: int, head: str, language: str) -> bool:
    """Whether a compound ends with a different word than `head`; `start` is the position in the folded compound."""
    return _has_sharp_s(language) and _differ(_sharp_form(word)[start:], _sharp_form(head))


def _has_sharp_s(language: str) -> bool:
    """Whether ß and ss differ in a language; Swiss German has no ß."""
    return root(language) == "de" and not language.upper().endswith("CH")


def _sharp_form(text: str) -> str:
    """The case-folded text with a marker for the first s of each ß: `_LONG` if ss would make another word."""
    marked = _SHARP_S.sub(
        lambda match: f"{match[1] or ''}{_LONG if match[1] and match[2] else _EITHER}s{match[2]}",
        compose(text).replace("ẞ", "ß").lower(),
    )
    return fold(marked)


def _differ(one: str, other: str) -> bool:
    return _is_short_in(one, other) or _is_short_in(other, one)


def _is_short_in(one: str, other: str) -> bool:
    """Whether one text starts like the other up to its ß, and then has ss."""
    before, long, _ = other.partition(_LONG)
    return bool(long) and one.startswith(f"{before}ss")
