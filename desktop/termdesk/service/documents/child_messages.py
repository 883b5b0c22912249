"""The messages between the service and the child process that reads and writes a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from termdesk.service.engines.marked_text import MarkedText, Span


class Request(msgspec.Struct):
    """Read `source`; if `target` is given, write it with the packed `translations`.

    The response has the texts that have no translation into `target_lang` yet. With `counts_only` it has the characters
    to bill instead: `billed` for the whole document, and of these `translated`, which have a translation already, by
    language.
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
    """A marked text without the mark objects, which stay with the caller; spans are identified by their positions."""

    text: str
    spans: tuple[tuple[int, int, bool, int | None], ...]

    @classmethod
    def of(cls, marked: MarkedText) -> UnmarkedText:
        """Convert a marked text to a form that can be packed; the marks stay with the caller."""
        return cls(marked.text, tuple((span.start, span.end, span.is_protected, span.inside) for span in marked.spans))

    @property
    def marked(self) -> MarkedText:
        """Return the marked text for the engines, with empty marks."""
        return MarkedText(
            self.text, tuple(Span(start, end, None, protected, inside) for start, end, protected, inside in self.spans)
        )

    def pack(self) -> list[Any]:
        """Return the text as plain lists."""
        return [self.text, self.spans]

    @classmethod
    def unpack(cls, packed: Sequence[Any]) -> UnmarkedText:
        """Restore a text from the result of `pack`."""
        text, spans = packed
        return cls(text, tuple((start, end, protected, inside) for start, end, protected, inside in spans))


def restore_marks(texts: Sequence[MarkedText], packed: Sequence[Any]) -> list[MarkedText]:
    """Return the translations with the marks of the texts' spans."""
    translations = []
    for text, each in zip(texts, packed, strict=True):
        passed = UnmarkedText.unpack(each).marked
        spans = (replace(new, mark=old.mark) for old, new in zip(text.spans, passed.spans, strict=True))
        translations.append(MarkedText(passed.text, tuple(spans)))
    return translations
