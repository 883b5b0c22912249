"""Terms that contain the end of a sentence, such as “Dept. of Energy”, so that no sentence is divided inside them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from termdesk.domain.language.language import root

# The words before an end. Where words have no spaces in between, it is their last letter.
_INNER_END = re.compile(r"(?:(\w*)[.!?]\s+|(\w?)[。！？])(?=\S)")
_END_BEFORE = re.compile(r"(?:(\w*)[.!?]\s+|(\w?)[。！？]\s*)\Z")


class EndMarks(NamedTuple):
    """What terms with an end of a sentence inside contain, in UTF-8: one of `ends`, which all begin with `sign`.

    A single byte is found ten times as fast as two, and hardly any term contains one of these.
    """

    sign: bytes
    ends: tuple[bytes, ...]


# Ends that terms hardly ever contain are left out, because each takes milliseconds in a large glossary.
_MARKS = tuple(
    EndMarks(ends[0][:1].encode(), tuple([end.encode() for end in ends]))
    for ends in ((". ", ".\xa0"), ("! ",), ("? ",))
)
_EASTERN_MARKS = tuple(EndMarks(end.encode(), (end.encode(),)) for end in "。！？")


def has_inner_end(source: str) -> bool:
    """Whether a term contains the end of a sentence."""
    return _INNER_END.search(source) is not None


def marks_of(language: str) -> tuple[EndMarks, ...]:
    """Return what the terms of a language with an end of a sentence inside contain."""
    return _EASTERN_MARKS if root(language) in ("ja", "zh") else _MARKS


class InnerEnds(NamedTuple):
    """The folded words before the ends of sentences in some terms, and the length of the longest of these terms."""

    words: frozenset[str] = frozenset()
    longest: int = 0

    @classmethod
    def of(cls, sources: Iterable[str]) -> InnerEnds:
        """Return those of these terms."""
        words: set[str] = set()
        longest = 0
        for source in sources:
            if found := _INNER_END.findall(source):
                words.update((spaced or unspaced).casefold() for spaced, unspaced in found)
                longest = max(longest, len(source))
        return cls(frozenset(words), longest)

    def merge(self, other: InnerEnds) -> InnerEnds:
        """Return those of both."""
        return InnerEnds(self.words | other.words, max(self.longest, other.longest))

    def window(self, text: str, position: int) -> tuple[int, int] | None:
        """Return the part of a text that a term around a position may take, from word to word.

        None if no term can be there: the word before the position stands before no end of a sentence in a term.
        """
        if not self.words:
            return None
        # Inflected terms are longer, but no more than by half.
        reach = self.longest * 3 // 2 + 1
        start, end = max(0, position - reach), min(len(text), position + reach)
        before = _END_BEFORE.search(text, start, position)
        if before is None or (before.group(1) or before.group(2) or "").casefold() not in self.words:
            return None
        while start and not text[start - 1].isspace():
            start -= 1
        while end < len(text) and not text[end].isspace():
            end += 1
        return start, end
