"""Pseudo-translation: English made longer and accented, so that untranslated and cut texts can be seen."""

from __future__ import annotations

import re

_ACCENTED = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)
_VOWELS = frozenset("aeiouyAEIOUY")
# A translation is often this much longer than the English text.
GROWTH = 1.4
# What a program puts in or reads: {name}, %n, %Ln, %1, the letter of a mnemonic stays beside its &.
_KEPT = re.compile(r"(\{[^{}]*\}|%L?n|%L?\d|&&|\*\.\w+)")
# The endings of files in the filter of a file dialog: "Tables (*.tsv *.csv)".
_FILTER = re.compile(r"^(.*?)(\s*\([^()]*\*[^()]*\))$", re.DOTALL)
_PADDING = "·"
OPENING, CLOSING = "⟦", "⟧"


def pseudo_text(text: str) -> str:
    """`text` accented, about 40 % longer and in brackets.

    Placeholders, mnemonics, a shortcut after a tab and the file endings of filters stay as they are. A text without
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
    # Every second part is kept as it is.
    letters = sum(map(len, parts[::2]))
    missing = round(letters * (GROWTH - 1))
    for place in range(0, len(parts), 2):
        doubled = []
        for letter in parts[place]:
            doubled.append(letter)
            if missing and letter in _VOWELS:
                doubled.append(letter.lower())
                missing -= 1
        # A doubled vowel stands behind its mnemonic's letter, never between & and the letter.
        parts[place] = "".join(doubled).translate(_ACCENTED)
    return "".join(parts) + _PADDING * missing
