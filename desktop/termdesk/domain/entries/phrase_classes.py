"""Classify phrases by length, number of words and script, for an overview."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import repeat

from termdesk.domain.entries.entry_rules import MAX_PHRASE_BYTES, utf8_length
from termdesk.domain.language.language import root
from termdesk.domain.language.scripts import Script, script_of

# 90 % of the limit: the user should know about such phrases.
NEAR_LIMIT_BYTES = MAX_PHRASE_BYTES * 9 // 10

LENGTHS = ("empty", "to_10", "to_20", "to_40", "to_80", "longer", "near_limit", "over_limit")
WORD_COUNTS = ("no_word", "one", "two", "three", "to_6", "more")
SCRIPTS = tuple(Script)

_LENGTH_BOUNDS = (0, 10, 20, 40, 80)
_NEAR, _OVER = LENGTHS.index("near_limit"), LENGTHS.index("over_limit")
_WORD_BOUNDS = (0, 1, 2, 3, 6)
# A code point takes at most four bytes, so a shorter phrase need not be encoded.
_SHORT = NEAR_LIMIT_BYTES // 4
_LENGTH_CLASS = bytes(bisect_left(_LENGTH_BOUNDS, length) for length in range(_SHORT + 1))
_MANY_WORDS = 7
_WORDS_CLASS = bytes(bisect_left(_WORD_BOUNDS, count) for count in range(_MANY_WORDS + 1))
_SCRIPT_CLASS = {script: number for number, script in enumerate(SCRIPTS)}

# Languages written without spaces between words.
_WITHOUT_BLANKS = frozenset({"ja", "zh", "th", "lo", "km", "my"})


def has_words(language: str) -> bool:
    """Whether the words of a language are separated by spaces."""
    return root(language) not in _WITHOUT_BLANKS


def length_classes(phrases: Sequence[str]) -> bytes:
    """For each phrase the index of its class in `LENGTHS`: by characters, or by bytes near the limit."""
    classes = bytearray(map(_LENGTH_CLASS.__getitem__, map(min, map(len, phrases), repeat(_SHORT))))
    for position, phrase in enumerate(phrases):
        if len(phrase) >= _SHORT:
            classes[position] = _long_class(phrase)
    return bytes(classes)


def _long_class(phrase: str) -> int:
    size = utf8_length(phrase)
    if size > MAX_PHRASE_BYTES:
        return _OVER
    return _NEAR if size >= NEAR_LIMIT_BYTES else bisect_left(_LENGTH_BOUNDS, len(phrase))


def word_classes(phrases: Sequence[str]) -> bytes:
    """For each phrase the index of its class in `WORD_COUNTS`."""
    counts = (len(phrase.split(None, _MANY_WORDS - 1)) for phrase in phrases)
    return bytes(map(_WORDS_CLASS.__getitem__, counts))


def script_classes(phrases: Sequence[str]) -> bytes:
    """For each phrase the index of its script in `SCRIPTS`."""
    return bytes(map(_SCRIPT_CLASS.__getitem__, map(script_of, phrases)))
