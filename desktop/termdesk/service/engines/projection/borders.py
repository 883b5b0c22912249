"""Where words begin and end, in scripts with and without spaces."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_JOINER = "\u200d"


class Borders:
    """The positions of a text that are not inside a word, a letter with combining accents, or a joined emoji.

    The ends of `wholes`, ranges to treat as single words, are borders, too.
    """

    def __init__(self, text: str, wholes: Iterable[tuple[int, int]] = ()) -> None:
        self._text = text
        ends = {position for whole in wholes for position in whole}
        self._positions = [
            position for position in range(len(text) + 1) if position in ends or _is_border(text, position)
        ]

    def is_border(self, position: int) -> bool:
        """Whether a word starts or ends at this code point."""
        return self.at_or_before(position) == position

    def at_or_before(self, position: int) -> int:
        """Return the last border at or before a code point."""
        return self._positions[bisect_right(self._positions, position) - 1]

    def at_or_after(self, position: int) -> int:
        """Return the first border at or after a code point."""
        return self._positions[min(bisect_left(self._positions, position), len(self._positions) - 1)]

    def nearest(self, position: int) -> int:
        """Return the border closest to a code point; of two equally close, the earlier one."""
        before, after = self.at_or_before(position), self.at_or_after(position)
        return before if position - before <= after - position else after

    def word_before(self, position: int) -> tuple[int, int] | None:
        """Return the word that ends at this position."""
        return (
            self._word(self.at_or_before(position - 1), position) if position > 0 and self.is_border(position) else None
        )

    def word_after(self, position: int) -> tuple[int, int] | None:
        """Return the word that starts at this position."""
        return (
            self._word(position, self.at_or_after(position + 1))
            if position < len(self._text) and self.is_border(position)
            else None
        )

    def _word(self, start: int, end: int) -> tuple[int, int] | None:
        return (start, end) if is_of_word(self._text[start]) else None


def core(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range without spaces and punctuation at its ends; without words, an empty range at its start."""
    while start < end and not is_of_word(text[start]):
        start += 1
    while start < end and not is_of_word(text[end - 1]):
        end -= 1
    return start, end


def is_of_word(character: str) -> bool:
    """Whether a character is part of a word: a letter, digit, underscore or mark."""
    return character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"


def is_unspaced(character: str) -> bool:
    """Whether the character belongs to a script without spaces between words."""
    return _UNSPACED.match(character) is not None


def _is_border(text: str, position: int) -> bool:
    if position in (0, len(text)):
        return True
    before, after = text[position - 1], text[position]
    if before.isascii() and after.isascii():
        if before == "\r" and after == "\n":
            return False
        return not (is_of_word(before) and is_of_word(after))
    if unicodedata.category(after)[0] == "M" or _JOINER in (before, after):
        return False
    if not (is_of_word(before) and is_of_word(after)):
        return True
    return is_unspaced(before) or is_unspaced(after)
