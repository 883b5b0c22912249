"""Canonically composed texts (NFC), with a mapping to positions in the original text.

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


def compose(text: str) -> str:
    """The text in composed form, which is equal for canonically equal texts."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """The case-folded text. It is composed again, because folding can decompose characters."""
    return text.lower() if text.isascii() else compose(compose(text).casefold())


def fold_without_marks(text: str) -> str:
    """The case-folded text without accents, as users type it when they search for a name."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(each for each in decomposed if not unicodedata.combining(each)).casefold()


def fold_all(texts: list[str]) -> None:
    """These texts case-folded, thousands at a time."""
    for chunk in chunks(len(texts)):
        folded = [text.casefold() for text in texts[chunk]]
        # Few texts need composing, and checking each of them would take as long as folding it.
        together = "\n".join(folded)
        texts[chunk] = folded if together.isascii() or is_composed(together) else map(fold, texts[chunk])


def is_composed(text: str) -> bool:
    """Whether a text is in composed form."""
    return unicodedata.is_normalized("NFC", text)


@dataclass(frozen=True, slots=True)
class ComposedText:
    """A text in composed form. `starts` has the original position of each character and of the end; None if unchanged.

    Positions count code points.
    """

    text: str
    starts: tuple[int, ...] | None = None

    @classmethod
    def of(cls, original: str) -> ComposedText:
        """The composed form of a text."""
        if original.isascii() or is_composed(original):
            return cls(original)
        chunks: list[str] = []
        starts: list[int] = []
        for first, stop in _clusters(original):
            chunk = unicodedata.normalize("NFC", original[first:stop])
            chunks.append(chunk)
            # A letter and an accent without a composed form remain two characters, but share one position.
            starts += [first] * len(chunk)
        return cls("".join(chunks), (*starts, len(original)))

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original text for a span in the composed text; widened to whole clusters."""
        if self.starts is None:
            return start, end
        first = self.starts[start]
        last = end
        while last < len(self.starts) - 1 and last > start and self.starts[last] == self.starts[last - 1]:
            last += 1
        return first, self.starts[last]


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Spans of characters with their marks; composition never crosses their bounds."""
    first = 0
    for position, character in enumerate(text):
        if position > first and not (character > "\u02ff" and _joins(character)):
            yield first, position
            first = position
    if text:
        yield first, len(text)


def _joins(character: str) -> bool:
    return unicodedata.category(character).startswith("M") or _is_jamo(character)


def _is_jamo(character: str) -> bool:
    """Hangul vowels and final consonants compose with the character before them, although they are not marks."""
    return "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff"


@cache
def mark_ranges() -> str:
    """Combining marks for use in a character class: accents, vowel signs, variation selectors."""
    ranges: list[tuple[int, int]] = []
    for code in chain(range(0x300, 0x3400), range(0xA600, 0xAC00), range(0xFB00, 0x20000), range(0xE0100, 0xE01F0)):
        if unicodedata.category(chr(code)).startswith("M"):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1] = (ranges[-1][0], code)
            else:
                ranges.append((code, code))
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)
