"""Pseudo-translation: longer English with accents, which reveals texts that are untranslated or cut."""

from __future__ import annotations

import re
from functools import lru_cache

_ACCENTED = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)
_VOWELS = frozenset("aeiouyAEIOUY")
# A translation is often this much longer than the English text.
GROWTH = 1.4
# Placeholders and mnemonics: {name}, %n, %Ln, %1. The letter of a mnemonic stays beside its &.
_KEPT = re.compile(r"(\{[^{}]*\}|%L?n|%L?\d|&&|\*\.\w+)")
# The file extensions in the filter of a file dialog: "Tables (*.tsv *.csv)".
_FILTER = re.compile(r"^(.*?)(\s*\([^()]*\*[^()]*\))$", re.DOTALL)
_PADDING = "·"
OPENING, CLOSING = "⟦", "⟧"


@lru_cache(4_096)
def pseudo_text(text: str) -> str:
    """Return `text` with accents, about 40 % longer and in brackets.

    Placeholders, mnemonics, a shortcut after a tab and the file extensions of filters are unchanged. A text without
    letters is returned unchanged.
    """
    if not any(letter.isalpha() for letter in text):
        return text
    if ";;" in text:
        return ";;".join(map(pseudo_text, text.split(";;")))
    words, tab, shortcut = text.partition("\t")
    is_filter = _FILTER.match(words)
    words, endings = is_filter.groups() if is_filter else (words, "")
    return f"{OPENING}{_grown(words)}{CLOSING}{endings}{tab}{shortcut}"


def _grown(text: str) -> str:
    parts = _KEPT.split(text)
    # Odd parts are placeholders.
    letters = sum(map(len, parts[::2]))
    missing = round(letters * (GROWTH - 1))
    for position in range(0, len(parts), 2):
        doubled = []
        for letter in parts[position]:
            doubled.append(letter)
            if missing and letter in _VOWELS:
                doubled.append(letter.lower())
                missing -= 1
        # A doubled vowel comes after the letter of the mnemonic, never between & and the letter.
        parts[position] = "".join(doubled).translate(_ACCENTED)
    return "".join(parts) + _PADDING * missing
