"""Canonically composed texts (NFC), with the way back to the text as it was written.

    ComposedText.of("cafe\\u0301 x").text == "café x"
    ComposedText.of("cafe\\u0301 x").original_span(5, 6) == (6, 7)

Canonically equal texts are the same text to a reader: a letter with its accent, or the letter and then the accent.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from termdesk.domain.chunks import chunks


def composed(text: str) -> str:
    """The text in composed characters: canonically equal texts give the same one."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """A text without regard to case. Folding can take a composed character apart, so it is composed again."""
    return composed(composed(text).casefold())


def fold_all(texts: list[str]) -> None:
    """Fold all of these texts, thousands at a time."""
    for chunk in chunks(len(texts)):
        folded = [text.casefold() for text in texts[chunk]]
        # Few texts need more than this, and to look into each would take as long as folding them.
        together = "\n".join(folded)
        texts[chunk] = folded if together.isascii() or is_composed(together) else map(fold, texts[chunk])


def is_composed(text: str) -> bool:
    return unicodedata.is_normalized("NFC", text)


@dataclass(frozen=True, slots=True)
class ComposedText:
    """A text in composed characters. `starts` has the place of each of them in the original, and its end; None: equal.

    Places count code points.
    """

    text: str
    starts: tuple[int, ...] | None = None

    @classmethod
    def of(cls, original: str) -> ComposedText:
        if original.isascii() or is_composed(original):
            return cls(original)
        chunks: list[str] = []
        starts: list[int] = []
        for first, stop in _clusters(original):
            chunk = unicodedata.normalize("NFC", original[first:stop])
            chunks.append(chunk)
            # What stays several characters, such as a letter under an accent that has no composed form, is one place.
            starts += [first] * len(chunk)
        return cls("".join(chunks), (*starts, len(original)))

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """A span of the composed text as a span of the original; whole clusters where it cuts one."""
        if self.starts is None:
            return start, end
        first = self.starts[start]
        last = end
        while last < len(self.starts) - 1 and last > start and self.starts[last] == self.starts[last - 1]:
            last += 1
        return first, self.starts[last]


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Spans of a character with the marks that stand on it: nothing composes across them."""
    first = 0
    for place, character in enumerate(text):
        if place > first and not (character > "\u02ff" and _joins(character)):
            yield first, place
            first = place
    if text:
        yield first, len(text)


def _joins(character: str) -> bool:
    return unicodedata.category(character).startswith("M") or _is_jamo(character)


def _is_jamo(character: str) -> bool:
    """Hangul vowels and final consonants compose with what stands before them, although they are no marks."""
    return "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff"


@cache
def mark_ranges() -> str:
    """Combining marks as the inside of a character class: accents, vowel signs, variation selectors."""
    ranges: list[tuple[int, int]] = []
    for code in chain(range(0x300, 0x3400), range(0xA600, 0xAC00), range(0xFB00, 0x20000), range(0xE0100, 0xE01F0)):
        if unicodedata.category(chr(code)).startswith("M"):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1] = (ranges[-1][0], code)
            else:
                ranges.append((code, code))
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)
