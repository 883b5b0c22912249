"""What passes between the service and the child process that reads and writes a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from termdesk.service.engines.marked_text import MarkedText, Span


class Request(msgspec.Struct):
    """Read `source`, or with a `target` write that with the `translations` (as packed below).

    With `counts_only` the answer has the characters to bill, and not the texts.
    """

    source: str
    kind: str
    name: str
    most_characters: int = 0
    counts_only: bool = False
    target: str = ""
    target_lang: str = ""
    translations: list[Any] = []


@dataclass(frozen=True, slots=True)
class UnmarkedText:
    """A marked text without its marks, which stay with who made them; spans are known by their places."""

    text: str
    spans: tuple[tuple[int, int, bool, int | None], ...]

    @classmethod
    def of(cls, marked: MarkedText) -> UnmarkedText:
        """The text in a form that can be packed; marks stay with the caller."""
        return cls(marked.text, tuple((span.start, span.end, span.is_protected, span.inside) for span in marked.spans))

    @property
    def marked(self) -> MarkedText:
        """The text as the engines take it, with empty marks."""
        return MarkedText(
            self.text, tuple(Span(start, end, None, protected, inside) for start, end, protected, inside in self.spans)
        )

    def packed(self) -> list[Any]:
        """The text as plain lists."""
        return [self.text, self.spans]

    @classmethod
    def unpacked(cls, packed: Sequence[Any]) -> UnmarkedText:
        """Make a text again of what `packed` gave."""
        text, spans = packed
        return cls(text, tuple((start, end, protected, inside) for start, end, protected, inside in spans))


def restored(texts: Sequence[MarkedText], packed: Sequence[Any]) -> list[MarkedText]:
    """Translations with the marks that the spans of the texts have."""
    translations = []
    for text, each in zip(texts, packed, strict=True):
        passed = UnmarkedText.unpacked(each).marked
        spans = (replace(new, mark=old.mark) for old, new in zip(text.spans, passed.spans, strict=True))
        translations.append(MarkedText(passed.text, tuple(spans)))
    return translations
